import { Link, type LoaderFunctionArgs } from 'react-router-dom';
import { Carousel } from '#client/features/catalog/carousel.tsx';
import { categoryHref } from '#client/features/catalog/category-href.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { ProductCarousel } from '#client/features/catalog/product-carousel.tsx';
import { Announcements } from '#client/routes/shop/home/announcements.tsx';
import { queriesContext, trpc } from '#client/trpc.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { HOME_CAROUSEL_SCROLL_PX, HOME_SUGGESTIONS_LIMIT } from '#shared/constants.ts';
import styles from './home.module.css';

const FEATURED = { tags: ['Featured'] };
const SUGGESTED = { limit: HOME_SUGGESTIONS_LIMIT };
const ANNOUNCED = { template: 'Announcement' } as const;

export async function loader({ context }: LoaderFunctionArgs) {
  const queries = context.get(queriesContext);
  await Promise.all([
    queries.layouts.list.prefetch(ANNOUNCED),
    queries.tags.categories.prefetch({}),
    queries.products.list.prefetch(FEATURED),
    queries.suggestions.guest.prefetch(SUGGESTED),
  ]);
  return null;
}

export function Component() {
  const { data: announcements = [] } = trpc.layouts.list.useQuery(ANNOUNCED);
  const { data: featured } = trpc.products.list.useQuery(FEATURED);
  const { data: suggested = [] } = trpc.suggestions.guest.useQuery(SUGGESTED);
  return (
    <div className={`${styles.home} container`}>
      <PageHead
        title="Knurl"
        description="Knobs, pulls, hinges and drawer slides for cabinets: prices and stock at a glance, quantity prices for the trade."
        canonical="/"
      />
      <h1 className="visually-hidden">Knurl: cabinet and hardware supplies</h1>
      <Announcements announcements={announcements} />
      <Categories />
      <ProductCarousel title="Featured products" tiles={featured?.products ?? []} />
      <ProductCarousel title="Suggestions" tiles={suggested} />
    </div>
  );
}

const WAITING = Array.from({ length: 8 }, (_, index) => index);

function Categories() {
  const { data: categories } = trpc.tags.categories.useQuery({});
  return (
    <Carousel
      title="Categories"
      step={HOME_CAROUSEL_SCROLL_PX}
      tile="min(180px, 40vw)"
      widest="min(280px, 40vw)"
      aside={<Link to="/categories">All categories</Link>}
    >
      {categories
        ? categories.map(({ category }) => (
            <li key={category._id} className={styles.category}>
              <Picture path={category.image} alt="" sizes="180px" />
              <Link to={categoryHref(category.name)}>{category.name}</Link>
            </li>
          ))
        : WAITING.map(index => (
            <li key={index} className={styles.category} aria-hidden="true">
              <Picture path={null} alt="" sizes="180px" />
              <span>&nbsp;</span>
            </li>
          ))}
    </Carousel>
  );
}
