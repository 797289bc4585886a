import { categoryHref, subcategoryHref } from '#client/features/catalog/category-href.ts';
import {
  countFilters,
  type ListingAddress,
  listingSearch,
  withoutFilters,
} from '#client/features/catalog/listing-address.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { trpc } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Unbroken } from '#client/ui/unbroken.tsx';
import styles from './nothing-found.module.css';

interface Props {
  path: string;
  address: ListingAddress;
}

/** '1,571 products'. */
export const productsText = (total: number): string =>
  `${total.toLocaleString('en-US')} ${total === 1 ? 'product' : 'products'}`;

interface PastTheEndProps extends Props {
  total: number;
  /** How many pages there are of it. */
  pages: number;
}

/** There is something, but the list ends before this page. */
export function PastTheEnd({ path, address, total, pages }: PastTheEndProps) {
  const href = (page: number) => path + listingSearch({ ...address, page, through: page });
  const found = productsText(total);
  return (
    <div className={styles.nothing}>
      <h2>{`There is no page ${address.page.toLocaleString('en-US')}`}</h2>
      <p>
        {pages === 1
          ? `The list has ${found} on one page.`
          : `The list has ${found} on ${pages.toLocaleString('en-US')} pages.`}
      </p>
      <p className={styles.ways}>
        <ButtonLink look="primary" to={href(1)}>
          {pages === 1 ? 'Show them' : 'Go to the first page'}
        </ButtonLink>
        {pages > 1 && <ButtonLink to={href(pages)}>Go to the last page</ButtonLink>}
      </p>
    </div>
  );
}

/** Why there is nothing, and what to do about it. */
export function NothingFound({ path, address }: Props) {
  const isFiltered = countFilters(address) > 0;
  return (
    <div className={styles.nothing}>
      {isFiltered ? (
        <>
          <h2>No product matches all of that</h2>
          <p>
            Each filter matches some products, but no single variant matches them all. Remove one above, or
            clear them all.
          </p>
          <p>
            <ButtonLink look="primary" to={path + listingSearch(withoutFilters(address))}>
              Clear all filters
            </ButtonLink>
          </p>
        </>
      ) : (
        <>
          <h2>{address.title ? `No matching products for “${address.title}”` : 'Nothing here yet'}</h2>
          {address.title && <Advice />}
          <Popular />
          <Ways />
        </>
      )}
    </div>
  );
}

function Advice() {
  return (
    <>
      <p>Things that often help:</p>
      <ul className={styles.advice}>
        <li>Fewer words: “bar pull” instead of “modern bar pull for kitchen drawers”.</li>
        <li>Part of the product number, as printed on the bag or an old invoice.</li>
        <li>
          <Unbroken text={'The distance between the holes, center to center: 3-3/4" or 96 mm.'} />
        </li>
      </ul>
    </>
  );
}

/** Lists what others search for, as the shop's settings have it. */
function Popular() {
  const { data } = trpc.site.get.useQuery({});
  const searches = data?.site.popularSearches ?? [];
  if (searches.length === 0) return null;
  return (
    <>
      <h3>Others searched for</h3>
      <ul className={styles.popular} data-links>
        {searches.map(search => (
          <li key={search}>
            <a href={`/search?${new URLSearchParams({ title: search })}`}>{search}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Ways() {
  const { data: categories = [] } = trpc.tags.categories.useQuery({});
  if (categories.length === 0) return null;
  return (
    <>
      <h3>Or start with a category</h3>
      <ul className={styles.categories} data-links>
        {categories.map(({ category, subcategories }) => (
          <li key={category._id}>
            <Picture path={category.image} alt="" sizes="120px" />
            <a href={subcategories.length > 0 ? categoryHref(category.name) : subcategoryHref(category.name)}>
              {category.name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
