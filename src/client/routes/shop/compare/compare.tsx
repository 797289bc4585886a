import { type ReactNode, useId, useState } from 'react';
import { type LoaderFunctionArgs, useLocation, useNavigate } from 'react-router-dom';
import { compared, compareHref, toggleCompared } from '#client/features/catalog/compared.ts';
import { useKept } from '#client/features/catalog/kept-list.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { AddVariantButton } from '#client/routes/shop/compare/add-variant-button.tsx';
import { compareFacts } from '#client/routes/shop/compare/compared-facts.ts';
import { queriesContext, trpc } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { Unbroken } from '#client/ui/unbroken.tsx';
import { MAX_COMPARED } from '#shared/constants.ts';
import type { FoundVariant } from '#shared/schemas/products.ts';
import styles from './compare.module.css';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The variants that an address compares; what is none is left out. */
export function readCompared(search: string): string[] {
  const named = new URLSearchParams(search).get('variants')?.split(',') ?? [];
  return [...new Set(named.filter(id => UUID.test(id)))].slice(0, MAX_COMPARED);
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const queries = context.get(queriesContext);
  await Promise.all(
    readCompared(new URL(request.url).search).map(_id => queries.variants.find.prefetch({ _id })),
  );
  return null;
}

/** Up to four variants side by side: those of the address, else those that this browser took up. */
export function Component() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const entries = useKept(compared);
  const told = readCompared(search);
  const ids = told.length > 0 ? told : entries.map(({ variant }) => variant);
  const answers = trpc.useQueries(queries =>
    ids.map(_id => queries.variants.find({ _id }, { retry: false })),
  );
  const variants = answers.flatMap(({ data }) => data ?? []);
  const isReading = answers.some(({ isPending }) => isPending);
  const remove = (variant: string) => {
    for (const entry of entries) if (entry.variant === variant) toggleCompared(entry);
    navigate(compareHref(ids.filter(id => id !== variant)), { replace: true, preventScrollReset: true });
  };
  return (
    <div className="container">
      <PageHead title="Compare" description="Products side by side: prices, sizes and finishes." hidden />
      <h1>Compare</h1>
      {variants.length > 0 ? (
        <Comparison variants={variants} onRemove={remove} />
      ) : (
        !isReading && (
          <div className={styles.empty}>
            <p>
              Nothing to compare yet. Add up to {MAX_COMPARED} products with the scales icon on their
              pictures, then come back.
            </p>
            <ButtonLink look="primary" to="/categories">
              Browse the categories
            </ButtonLink>
          </div>
        )
      )}
    </div>
  );
}

function Comparison({ variants, onRemove }: { variants: FoundVariant[]; onRemove: (id: string) => void }) {
  const [isShort, setShort] = useState(false);
  const id = useId();
  const rows = compareFacts(variants).filter(row => !isShort || row.differs);
  return (
    <>
      {variants.length > 1 && (
        <p className={styles.choice}>
          <input
            id={id}
            type="checkbox"
            checked={isShort}
            onChange={event => setShort(event.target.checked)}
          />
          <label htmlFor={id}>Only differences</label>
        </p>
      )}
      <Scrolling className={styles.scroll} label="Comparison">
        <table className={styles.table} style={{ '--variants': variants.length } as React.CSSProperties}>
          <thead data-links>
            <tr>
              <td />
              {variants.map(variant => (
                <Head key={variant._id} variant={variant} onRemove={onRemove} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values, differs }) => (
              <tr key={name} className={differs && variants.length > 1 ? styles.differs : undefined}>
                <th scope="row">{name}</th>
                {variants.map((variant, index) => (
                  <td key={variant._id}>{shown(values[index] ?? '')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </>
  );
}

const shown = (value: string): ReactNode =>
  value === '' ? <span className={styles.none}>–</span> : <Unbroken text={value} />;

function Head({ variant, onRemove }: { variant: FoundVariant; onRemove: (id: string) => void }) {
  const { _id, product, image } = variant;
  return (
    <th scope="col" className={styles.head}>
      <Picture path={image ?? product.image} alt="" sizes="180px" />
      <a href={`/product/${product._id}?variants=${_id}`}>
        <Unbroken text={product.title} />
      </a>
      <AddVariantButton variant={variant} />
      <button
        type="button"
        className={styles.remove}
        aria-label={`Remove ${product.title} from comparison`}
        onClick={() => onRemove(_id)}
      >
        <Icon name="close" size={18} />
      </button>
    </th>
  );
}
