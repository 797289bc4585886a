import { keepPreviousData } from '@tanstack/react-query';
import { Form, type LoaderFunctionArgs, useLocation } from 'react-router-dom';
import {
  countFilters,
  type ListingAddress,
  listingQuery,
  listingSearch,
  readListing,
  withoutFilters,
} from '#client/features/catalog/listing-address.ts';
import { ProductGrid, WaitingGrid } from '#client/features/catalog/product-tile.tsx';
import { FilterChips } from '#client/routes/shop/listing/filter-chips.tsx';
import { FilterPanel } from '#client/routes/shop/listing/filter-panel.tsx';
import { queriesContext, trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { PRODUCT_PAGE_SIZE, PRODUCT_SORTS } from '#shared/constants.ts';
import { PRODUCT_NOTICES } from '#shared/messages.ts';
import styles from './listing.module.css';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const address = readListing(new URL(request.url).searchParams);
  await context.get(queriesContext).products.list.prefetch(listingQuery(address));
  return null;
}

const WAITING_TILES = 12;

/** /products, /search and /category-products: one listing, told by its address (spec §2). */
export function Component() {
  const { pathname, search } = useLocation();
  const address = readListing(new URLSearchParams(search));
  const { data, isPlaceholderData, isError, refetch, isFetching } = trpc.products.list.useQuery(
    listingQuery(address),
    {
      placeholderData: keepPreviousData,
    },
  );
  const title = headingOf(address);
  return (
    <div className="container">
      <PageHead
        title={title}
        description={`${title}: cabinet hardware with prices, stock and every size and finish.`}
        canonical={
          pathname + listingSearch({ ...withoutFilters(address), sort: 'title_asc', page: address.page })
        }
        hidden={countFilters(address) > 0 || address.title !== undefined}
      />
      <div className={styles.head}>
        <h1>{title}</h1>
        {data && (
          <p className={styles.count} role="status">
            {data.total.toLocaleString('en-US')} {data.total === 1 ? 'product' : 'products'}
            {data.searchedFor && ` for “${data.searchedFor}”`}
          </p>
        )}
      </div>
      {isError && !data && (
        <div className={styles.empty} role="alert">
          <p>{PRODUCT_NOTICES.listFailed.text}</p>
          <Button look="primary" onClick={() => refetch()} disabled={isFetching}>
            Try again
          </Button>
        </div>
      )}
      {!isError && !data && <WaitingGrid count={WAITING_TILES} />}
      {data && (
        <div className={styles.layout}>
          <Rail>
            <FilterPanel path={pathname} address={address} list={data} />
          </Rail>
          <section aria-label="Products" className={isPlaceholderData ? styles.stale : undefined}>
            <div className={styles.bar}>
              <FilterChips path={pathname} address={address} />
              <SortSelect path={pathname} address={address} />
            </div>
            {data.products.length > 0 ? (
              <ProductGrid tiles={data.products} />
            ) : (
              <Nothing path={pathname} address={address} />
            )}
            <div className={styles.pages}>
              <Pagination
                page={address.page}
                pages={Math.ceil(data.total / PRODUCT_PAGE_SIZE)}
                href={page => pathname + listingSearch({ ...address, page })}
              />
            </div>
          </section>
        </div>
      )}
    </div>
  );
}

const TYPE_HEADINGS = {
  all: 'All products',
  normal: 'Products',
  sale: 'On sale',
  new: 'New',
  featured: 'Featured',
};

function headingOf({ title, subcategories, categories, tags, type, vendor }: ListingAddress): string {
  if (title) return `Results for “${title}”`;
  const named = [subcategories, categories, tags, vendor].find(names => names.length > 0);
  return named?.join(', ') ?? TYPE_HEADINGS[type ?? 'all'];
}

/** On wide screens the filters always show; on phones a box that needs no scripts opens them above the tiles. */
function Rail({ children }: { children: React.ReactNode }) {
  return (
    <aside className={styles.rail} aria-label="Filters">
      <label className={styles.opener}>
        <input type="checkbox" className="visually-hidden" />
        <Icon name="filter" />
        Show filters
      </label>
      <div className={styles.filters}>{children}</div>
    </aside>
  );
}

function SortSelect({ path, address }: { path: string; address: ListingAddress }) {
  const kept = [...new URLSearchParams(listingSearch({ ...address, sort: 'title_asc', page: 1 }))];
  return (
    <Form className={styles.sort} action={path} method="get" preventScrollReset key={address.sort}>
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="sort">Sort</label>
      <select
        id="sort"
        name="sort"
        defaultValue={address.sort}
        onChange={event => event.currentTarget.form?.requestSubmit()}
      >
        {Object.entries(PRODUCT_SORTS).map(([sort, name]) => (
          <option key={sort} value={sort}>
            {name}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit">Go</button>
      </noscript>
    </Form>
  );
}

function Nothing({ path, address }: { path: string; address: ListingAddress }) {
  const isFiltered = countFilters(address) > 0;
  return (
    <div className={styles.empty}>
      <h2>Nothing found</h2>
      <p>
        {isFiltered
          ? 'No product has everything that the filters ask for.'
          : 'Check the spelling, try fewer words, or a part of the product number.'}
      </p>
      {isFiltered ? (
        <ButtonLink look="primary" to={path + listingSearch(withoutFilters(address))}>
          Clear all filters
        </ButtonLink>
      ) : (
        <ButtonLink look="primary" to="/categories">
          Browse the categories
        </ButtonLink>
      )}
    </div>
  );
}
