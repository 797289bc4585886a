import { Link, type LoaderFunctionArgs } from 'react-router-dom';
import { Carousel } from '#client/features/catalog/carousel.tsx';
import { categoryHref } from '#client/features/catalog/category-href.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { ProductCarousel } from '#client/features/catalog/product-carousel.tsx';
import { RecentlyViewed } from '#client/features/catalog/recently-viewed.tsx';
import { skeletonKeys } from '#client/features/catalog/stand-ins.ts';
import { tileOfVariant } from '#client/features/catalog/variant-tile.ts';
import { hasSession, readUser, useUser } from '#client/features/session/session.ts';
import { Announcements } from '#client/features/site/announcements.tsx';
import { loadAhead, optionalPart } from '#client/optional-part.tsx';
import { isPrefetch } from '#client/prefetch.ts';
import { homeJsonLd } from '#client/routes/shop/home/home-json-ld.ts';
import { Information } from '#client/routes/shop/home/information.tsx';
import { isShownFacet, ShopBy } from '#client/routes/shop/home/shop-by.tsx';
import { readTradeHome } from '#client/routes/shop/home/trade-reads.ts';
import { type Queries, queriesContext, trpc } from '#client/trpc.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead, useOrigin } from '#client/ui/page-head.tsx';
import {
  HOME_CAROUSEL_SCROLL_PX,
  HOME_FAVORITES_LIMIT,
  HOME_FEATURED_LIMIT,
  HOME_RECENT_LIMIT,
  HOME_SUGGESTIONS_LIMIT,
  PRODUCT_CAROUSEL_SCROLL_PX,
} from '#shared/constants.ts';
import { isSpecial } from '#shared/rules/permissions.ts';
import type { Tile } from '#shared/schemas/products.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './home.module.css';

const FEATURED = { tags: ['Featured'], limit: HOME_FEATURED_LIMIT };
const FAVORITES = { limit: HOME_FAVORITES_LIMIT };
const BOUGHT = { limit: HOME_RECENT_LIMIT };
const SUGGESTED = { limit: HOME_SUGGESTIONS_LIMIT };
const ANNOUNCED = { template: 'Announcement' } as const;
const INFORMED = { template: 'Information', page: 'home' } as const;
/** Read for what the whole shop can be filtered by. */
const WHOLE_SHOP = { limit: 1 };

const TRADE_PART = 'src/client/routes/shop/home/trade-home.tsx';

/** Comes with the page, code and styles, to the people of companies alone. */
const TradeHome = optionalPart(
  () => import('#client/routes/shop/home/trade-home.tsx'),
  module => module.TradeHome,
  {
    source: TRADE_PART,
    waiting: ({ user }) => (
      <div className={styles.tradeWaits}>
        <h1>{user.companyName}</h1>
      </div>
    ),
    missing: ({ user }, again) => (
      <div>
        <h1>{user.companyName}</h1>
        <LoadError message="Your carts and orders could not be shown." onRetry={again} />
      </div>
    ),
  },
);

/**
 * On the server, and ahead of a click, everything is waited for. In the browser the page shows at once, with
 * stand-ins of the same size for what is on its way.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const queries = context.get(queriesContext);
  const reading = readHome(queries, request);
  if (typeof document !== 'undefined' && !isPrefetch(request)) return null;
  return { parts: (await reading)?.company ? [TRADE_PART] : [] };
}

/** Answers who is signed in. */
async function readHome(queries: Queries, request: Request): Promise<User | null> {
  const isSignedIn = hasSession(request);
  const who = readUser(queries, request);
  await Promise.all([
    queries.layouts.list.prefetch(ANNOUNCED),
    queries.tags.categories.prefetch({}),
    queries.products.list.prefetch(FEATURED),
    queries.products.list.prefetch(WHOLE_SHOP),
    isSignedIn ? null : queries.suggestions.guest.prefetch(SUGGESTED),
    isSignedIn && queries.suggestions.mine.prefetch(SUGGESTED),
    isSignedIn && queries.favorites.list.prefetch(FAVORITES),
    isSignedIn && queries.products.recent.prefetch(BOUGHT),
    who.then(user => (user?.company ? Promise.all([readTradeHome(queries), loadAhead([TRADE_PART])]) : null)),
  ]);
  // Parts of the answers that the page does not show need not be sent along with it.
  queries.products.list.setData(FEATURED, list => list && { ...list, facets: [], vendors: [] });
  queries.products.list.setData(
    WHOLE_SHOP,
    list => list && { ...list, products: [], vendors: [], facets: list.facets.filter(isShownFacet) },
  );
  const user = await who;
  if (isSpecial(user)) await queries.layouts.list.prefetch(INFORMED);
  return user;
}

export function Component() {
  const user = useUser();
  const { data } = trpc.site.get.useQuery({});
  const { data: announcements = [] } = trpc.layouts.list.useQuery(ANNOUNCED);
  const { data: featured, isPending } = trpc.products.list.useQuery(FEATURED);
  const { data: wholeShop } = trpc.products.list.useQuery(WHOLE_SHOP);
  const origin = useOrigin();
  return (
    <div className={`${styles.home} container`}>
      <PageHead
        title="Knurl"
        description="Knobs, pulls, hinges and drawer slides for cabinets: prices and stock at a glance, quantity prices for the trade."
        canonical="/"
        jsonLd={homeJsonLd(origin, data?.site)}
      />
      {user?.company ? (
        <TradeHome user={user} />
      ) : (
        <h1 className="visually-hidden">Knurl: cabinet and hardware supplies</h1>
      )}
      {isSpecial(user) && <InformationSection />}
      <Announcements announcements={announcements} />
      <Categories />
      {user && <Own />}
      <Tiles title="Featured products" tiles={featured?.products} isWaiting={isPending} />
      <ShopBy facets={wholeShop?.facets ?? []} />
      {user ? <SuggestedToUser /> : <SuggestedToGuest />}
      <RecentlyViewed />
    </div>
  );
}

function InformationSection() {
  const { data: layouts = [] } = trpc.layouts.list.useQuery(INFORMED);
  return <Information layouts={layouts} />;
}

/** Shows what a signed-in customer marked and bought. */
function Own() {
  const { data: favorites = [] } = trpc.favorites.list.useQuery(FAVORITES);
  const { data: bought = [] } = trpc.products.recent.useQuery(BOUGHT);
  return (
    <>
      <ProductCarousel title="Favorites" tiles={favorites.map(tileOfVariant)} />
      <ProductCarousel title="Recently purchased" tiles={bought.map(tileOfVariant)} />
    </>
  );
}

function SuggestedToUser() {
  const { data, isPending } = trpc.suggestions.mine.useQuery(SUGGESTED);
  return <Tiles title="Suggestions" tiles={data} isWaiting={isPending} />;
}

function SuggestedToGuest() {
  const { data, isPending } = trpc.suggestions.guest.useQuery(SUGGESTED);
  return <Tiles title="Suggestions" tiles={data} isWaiting={isPending} />;
}

interface TilesProps {
  title: string;
  tiles: readonly Tile[] | undefined;
  isWaiting: boolean;
}

function Tiles({ title, tiles = [], isWaiting }: TilesProps) {
  if (!isWaiting) return <ProductCarousel title={title} tiles={tiles} />;
  return (
    <Carousel title={title} step={PRODUCT_CAROUSEL_SCROLL_PX} tile="min(212px, 46vw)" isOfProducts>
      {WAITING.map(key => (
        <li key={key} className={styles.waiting} aria-hidden="true">
          <Picture path={null} alt="" sizes="212px" />
        </li>
      ))}
    </Carousel>
  );
}

const WAITING = skeletonKeys(8);

function Categories() {
  const { data: categories, isError } = trpc.tags.categories.useQuery({});
  if (isError || categories?.length === 0) return null;
  return (
    <Carousel
      title="Categories"
      step={HOME_CAROUSEL_SCROLL_PX}
      tile="min(180px, 40vw)"
      widest="min(280px, 40vw)"
      aside={
        <Link className={styles.all} to="/categories">
          All categories
        </Link>
      }
    >
      {categories
        ? categories.map(({ category }) => (
            <li key={category._id} className={styles.category}>
              <Picture path={category.image} alt="" sizes="(max-width: 599px) 40vw, 200px" />
              <a href={categoryHref(category.name)}>{category.name}</a>
            </li>
          ))
        : WAITING.map(key => (
            <li key={key} className={styles.category} aria-hidden="true">
              <Picture path={null} alt="" sizes="180px" />
              <span>&nbsp;</span>
            </li>
          ))}
    </Carousel>
  );
}
