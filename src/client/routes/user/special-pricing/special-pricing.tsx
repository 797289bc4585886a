import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { PartNumberImport } from '#client/routes/user/special-pricing/part-number-import.tsx';
import { PricedItem } from '#client/routes/user/special-pricing/priced-item.tsx';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { useFollowedField } from '#client/ui/followed.ts';
import { textsOf } from '#client/ui/form-errors.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import styles from './special-pricing.module.css';

const PER_PAGE = 25;

/** /user/special-pricing: what was agreed with the company; what is looked for stands in the address. */
export function Component() {
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const search = params.get('search') ?? '';
  const companyId = user?.company ?? '';
  const { data, error, isPlaceholderData, refetch } = trpc.companies.products.useQuery(
    { companyId, page, limit: PER_PAGE, ...(search && { search }) },
    { enabled: companyId !== '', staleTime: 0, placeholderData: before => before },
  );
  const searchField = useFollowedField<HTMLInputElement>(search);
  if (!user) return null;
  const mayChange = user.role === 'Primary';
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { search: wanted = '' } = textsOf(event.currentTarget);
    setParams(wanted.trim() ? { search: wanted.trim() } : {});
  };
  const hrefOf = (to: number) =>
    `/user/special-pricing?${new URLSearchParams({ ...(search && { search }), page: String(to) })}`;
  return (
    <>
      <PageHead title="Special pricing" description="Your company’s prices." hidden />
      <h1>Special pricing</h1>
      {!companyId && (
        <p>
          {'Special prices are agreed with companies. '}
          <ButtonLink look="quiet" to="/commercial">
            Open a trade account
          </ButtonLink>
        </p>
      )}
      {companyId && (
        <>
          <form className={`${styles.find} no-print`} onSubmit={find}>
            <TextField
              label="Find an item"
              name="search"
              type="search"
              optional="plainly"
              {...searchField}
              maxLength={120}
              autoComplete="off"
            />
            <Button type="submit">Find</Button>
          </form>
          <p className={`${styles.files} no-print`}>
            <a href="/user/price-list.csv" download>
              Price list as CSV
            </a>
            <a href="/user/price-list.pdf" download>
              Price list as PDF
            </a>
          </p>
          {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
          {!error && !data && <p role="status">Loading…</p>}
          {data && (
            <div className={isPlaceholderData ? styles.stale : undefined} aria-busy={isPlaceholderData}>
              <p role="status" className={styles.count}>
                {countOf(data.total, search)}
              </p>
              <ul className={styles.items}>
                {data.products.flatMap(({ _id, vendor, variants }) =>
                  variants.map(variant => (
                    <PricedItem
                      key={variant._id}
                      product={{ _id, vendor }}
                      variant={variant}
                      company={mayChange ? companyId : null}
                    />
                  )),
                )}
              </ul>
              <Pagination page={page} pages={Math.ceil(data.total / PER_PAGE)} href={hrefOf} />
            </div>
          )}
          {mayChange && <PartNumberImport company={companyId} />}
        </>
      )}
    </>
  );
}

function countOf(total: number, search: string): string {
  if (total === 0)
    return search ? `Nothing with a special price matches “${search}”.` : 'No special prices yet.';
  return `${total.toLocaleString('en-US')} ${total === 1 ? 'product' : 'products'} with a special price`;
}
