import { useRef } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router-dom';
import { categoryHref } from '#client/features/catalog/category-href.ts';
import {
  countFilters,
  type ListingAddress,
  type ListingView,
  listingQuery,
  listingSearch,
  MAX_TOGETHER,
  readListing,
  withoutFilters,
} from '#client/features/catalog/listing-address.ts';
import { ProductGrid } from '#client/features/catalog/product-grid.tsx';
import { ProductTable } from '#client/features/catalog/product-table.tsx';
import { isPrefetch } from '#client/prefetch.ts';
import { chosenView } from '#client/routes/shop/listing/chosen-view.ts';
import { jumpToNumber } from '#client/routes/shop/listing/exact-number.ts';
import { FilterChips } from '#client/routes/shop/listing/filter-chips.tsx';
import { FilterRail } from '#client/routes/shop/listing/filter-rail.tsx';
import { SortSelect, ViewSwitch } from '#client/routes/shop/listing/listing-bar.tsx';
import { type Listing, pagesOf, useListing } from '#client/routes/shop/listing/listing-pages.ts';
import { useListingPosition } from '#client/routes/shop/listing/listing-position.ts';
import { NothingFound, PastTheEnd, productsText } from '#client/routes/shop/listing/nothing-found.tsx';
import { queriesContext } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Crumbs } from '#client/ui/crumbs.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { PRODUCT_PAGE_SIZE } from '#shared/constants.ts';
import { PRODUCT_NOTICES } from '#shared/messages.ts';
import type { ProductList } from '#shared/schemas/listing.ts';
import styles from './listing.module.css';

/**
 * On the server, and ahead of a click, the products are waited for. In the browser the address changes at once: the
 * page itself reads them, shows that it does, and cancels what another search replaces.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const queries = context.get(queriesContext);
  const address = readListing(searchParams);
  const ahead = isPrefetch(request);
  const jump = pathname === '/search' && !ahead ? await jumpToNumber(address, { queries, request }) : null;
  if (jump) return jump;
  if (typeof document === 'undefined' || ahead) {
    const [first] = await Promise.all(
      pagesOf(address).map(page =>
        queries.products.list.fetch(listingQuery(address, page)).catch(() => null),
      ),
    );
    if (first?.total === 0) await queries.tags.categories.prefetch({});
  }
  return { view: address.view ?? chosenView(request) };
}

/** Shows /products, /search and /category-products: one listing, told by its address (rule C4). */
export function Component() {
  const { pathname, search } = useLocation();
  const { view } = useLoaderData<{ view: ListingView }>();
  const address = readListing(new URLSearchParams(search));
  const listing = useListing(address);
  const { list } = listing;
  const title = headingOf(address);
  const isFiltered = countFilters(address) > 0;
  const isPastTheEnd = list !== undefined && list.total > 0 && address.page > pageCount(list);
  return (
    <div className="container">
      <PageHead
        title={address.page > 1 ? `${title}, page ${address.page}` : title}
        description={`${title}: cabinet hardware with prices, stock and every size and finish.`}
        canonical={
          pathname +
          listingSearch({
            ...withoutFilters(address),
            sort: undefined,
            page: address.page,
            through: address.page,
            view: undefined,
          })
        }
        hidden={isFiltered || isPastTheEnd || address.title !== undefined}
      />
      {list && listing.waiting === 'no' && list.total === 0 && !isFiltered && !listing.isFailed ? (
        <>
          <Head title={title} address={address} list={list} />
          <NothingFound path={pathname} address={address} />
        </>
      ) : (
        <div className={styles.layout}>
          <div className={styles.tools}>
            <Head title={title} address={address} list={list} />
            {list ? (
              <FilterRail path={pathname} address={address} list={list} />
            ) : (
              <div className={styles.rail} aria-hidden="true" />
            )}
            <div className={styles.order}>
              <SortSelect path={pathname} address={address} />
              <ViewSwitch path={pathname} address={address} view={view} />
            </div>
          </div>
          <section
            aria-label="Products"
            aria-busy={listing.waiting === 'dim' || listing.waiting === 'placeholders'}
            className={listing.waiting === 'dim' ? `${styles.products} ${styles.dim}` : styles.products}
          >
            <div className={styles.bar}>
              {list && <FoundBy list={list} />}
              <FilterChips path={pathname} address={address} list={list} />
            </div>
            <Products path={pathname} address={address} listing={listing} view={view} />
          </section>
        </div>
      )}
    </div>
  );
}

interface HeadProps {
  title: string;
  address: ListingAddress;
  list: ProductList | undefined;
}

/** Names the listing: above the products on wide screens, in the row that stays in sight on phones. */
function Head({ title, address, list }: HeadProps) {
  return (
    <div className={styles.head}>
      <CategoryCrumbs address={address} />
      <h1>{title}</h1>
      <p className={styles.count} role="status">
        {list && productsText(list.total)}
      </p>
    </div>
  );
}

/** Says what was looked for where it is not what was asked for. */
function FoundBy({ list: { total, searchedFor, leftOut } }: { list: ProductList }) {
  if (total === 0 || (!searchedFor && leftOut.length === 0)) return null;
  const found = `Results ${searchedFor ? `for “${searchedFor}”` : ''}`.trim();
  const without = leftOut.map(words => `“${words}”`).join(' and ');
  return (
    <p className={styles.foundBy} role="status">
      {leftOut.length > 0 ? `${found} without ${without}: no product matches all of it` : found}
    </p>
  );
}

/** The way up from a category's products. */
function CategoryCrumbs({ address: { categories, subcategories } }: { address: ListingAddress }) {
  const [category] = categories;
  const [subcategory] = subcategories;
  if (!category || categories.length > 1) return null;
  return (
    <Crumbs
      way={[
        { name: 'Categories', href: '/categories' },
        { name: category, href: categoryHref(category) },
        ...(subcategory ? [{ name: subcategory }] : []),
      ]}
    />
  );
}

const pageCount = ({ total }: ProductList): number => Math.ceil(total / PRODUCT_PAGE_SIZE);

interface ProductsProps {
  path: string;
  address: ListingAddress;
  listing: Listing;
  view: ListingView;
}

function Products({ path, address, listing, view }: ProductsProps) {
  const { list, tiles, waiting, placeholders } = listing;
  const place = useRef<HTMLUListElement & HTMLTableSectionElement>(null);
  useListingPosition(place, tiles.length > 0 && waiting === 'no');
  if (listing.isFailed) return <Failed listing={listing} />;
  if (waiting === 'no' && tiles.length === 0) {
    return list && list.total > 0 ? (
      <PastTheEnd {...{ path, address, total: list.total, pages: pageCount(list) }} />
    ) : (
      <NothingFound {...{ path, address }} />
    );
  }
  const View = view === 'list' ? ProductTable : ProductGrid;
  return (
    <>
      {waiting === 'slow' && (
        <p className={styles.slow} role="status">
          Still loading the products: the connection is slow.
        </p>
      )}
      <div className={waiting === 'slow' ? styles.dim : undefined}>
        <View tiles={tiles} waiting={placeholders} ref={place} />
      </div>
      {list && waiting === 'no' && <Pages path={path} address={address} list={list} shown={tiles.length} />}
    </>
  );
}

/** Says that a read failed, where the products would be. */
function Failed({ listing: { retry, isFetching } }: { listing: Listing }) {
  return (
    <div className={styles.failed} role="alert">
      <p>{PRODUCT_NOTICES.listFailed.text}</p>
      <Button look="primary" onClick={retry} busy={isFetching}>
        Try again
      </Button>
    </div>
  );
}

interface PagesProps {
  path: string;
  address: ListingAddress;
  list: ProductList;
  shown: number;
}

/** More below, by a press; and links to every page. */
function Pages({ path, address, list, shown }: PagesProps) {
  const { page, through } = address;
  const pages = pageCount(list);
  const last = Math.min((page - 1) * PRODUCT_PAGE_SIZE + shown, list.total);
  if (pages <= 1) return null;
  const left = list.total - through * PRODUCT_PAGE_SIZE;
  const isFull = through - page + 1 >= MAX_TOGETHER;
  return (
    <div className={styles.pages}>
      <p className={styles.count} role="status">
        {`${((page - 1) * PRODUCT_PAGE_SIZE + 1).toLocaleString('en-US')} to ${last.toLocaleString('en-US')} of ${list.total.toLocaleString('en-US')}`}
      </p>
      {left > 0 && !isFull && (
        <Link
          className={styles.more}
          to={path + listingSearch({ ...address, through: through + 1 })}
          rel="nofollow"
          replace
          preventScrollReset
        >
          {`Load ${Math.min(left, PRODUCT_PAGE_SIZE)} more`}
        </Link>
      )}
      <Pagination
        page={through}
        pages={pages}
        href={target => path + listingSearch({ ...address, page: target, through: target })}
      />
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
