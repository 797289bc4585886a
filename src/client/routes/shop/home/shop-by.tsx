import { listingSearch, readListing } from '#client/features/catalog/listing-address.ts';
import { swatchColour } from '#client/features/catalog/swatch-colour.ts';
import { Unbroken } from '#client/ui/unbroken.tsx';
import type { ProductList } from '#shared/schemas/listing.ts';
import styles from './shop-by.module.css';

type Facet = ProductList['facets'][number];

const FINISH = 'Finish';
const CENTERS = 'Center to center';

export const isShownFacet = ({ name }: Facet): boolean => name === FINISH || name === CENTERS;

const everything = readListing(new URLSearchParams());
const hrefOf = (name: string, value: string) =>
  `/products${listingSearch({ ...everything, options: { [name]: [value] } })}`;

/** The two things that people know before they know a product: its finish, and how far apart their holes are. */
export function ShopBy({ facets }: { facets: readonly Facet[] }) {
  const valuesOf = (name: string) => facets.find(facet => facet.name === name)?.values ?? [];
  const finishes = valuesOf(FINISH).filter(({ hex, products }) => hex && products > 0);
  const centers = valuesOf(CENTERS).filter(({ products }) => products > 0);
  if (finishes.length === 0 && centers.length === 0) return null;
  return (
    <div className={styles.shopBy} data-links>
      {finishes.length > 0 && (
        <section aria-labelledby="by-finish">
          <h2 id="by-finish">Shop by finish</h2>
          <ul className={styles.finishes}>
            {finishes.map(({ value, hex, hex2, products }) => (
              <li key={value}>
                <a href={hrefOf(FINISH, value)}>
                  <i style={{ background: swatchColour(hex ?? '', hex2) }} />
                  <span>{value}</span>
                  <small>{products.toLocaleString('en-US')}</small>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {centers.length > 0 && (
        <section aria-labelledby="by-centers">
          <h2 id="by-centers">Shop by center to center</h2>
          <ul className={styles.centers}>
            {centers.map(({ value, products }) => (
              <li key={value}>
                <a href={hrefOf(CENTERS, value)}>
                  <span>
                    <Unbroken text={value} />
                  </span>
                  <small>{products.toLocaleString('en-US')}</small>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
