import type { FormEvent } from 'react';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { PartNumberImport } from '#client/routes/user/special-pricing/part-number-import.tsx';
import { PricedItem } from '#client/routes/user/special-pricing/priced-item.tsx';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { useFollowedField } from '#client/ui/followed.ts';
import { textsOf } from '#client/ui/form-errors.ts';
import { Answered } from '#client/ui/list/answered.tsx';
import { useListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './special-pricing.module.css';

const PER_PAGE = 25;

/** /user/special-pricing: what was agreed with the company; what is looked for stands in the address. */
export function Component() {
  const user = useUser();
  const address = useListAddress();
  const { page } = address;
  const search = address.of('search');
  const companyId = user?.company ?? '';
  const answer = trpc.companies.products.useQuery(
    { companyId, page, limit: PER_PAGE, ...(search && { search }) },
    { enabled: companyId !== '', staleTime: 0, placeholderData: before => before },
  );
  const searchField = useFollowedField<HTMLInputElement>(search);
  if (!user) return null;
  const mayChange = user.role === 'Primary';
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { search: wanted = '' } = textsOf(event.currentTarget);
    address.change({ search: wanted.trim() });
  };
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
          <Answered answer={answer} failure={error => refusal(error).message}>
            {({ products, total }) => (
              <>
                <p role="status" className={styles.count}>
                  {countOf(total, search)}
                </p>
                <PageOf {...{ address, total, perPage: PER_PAGE }} nothing={null}>
                  <ul className={styles.items}>
                    {products.flatMap(({ _id, vendor, variants }) =>
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
                </PageOf>
              </>
            )}
          </Answered>
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
