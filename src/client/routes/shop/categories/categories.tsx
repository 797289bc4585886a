import { Link, type LoaderFunctionArgs, useParams } from 'react-router-dom';
import { categoryHref, subcategoryHref } from '#client/features/catalog/category-href.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { found, missingPage } from '#client/missing-page.ts';
import { queriesContext, trpc } from '#client/trpc.ts';
import { Crumbs } from '#client/ui/crumbs.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { PageHead, useOrigin } from '#client/ui/page-head.tsx';
import type { Category } from '#shared/schemas/tags.ts';
import styles from './categories.module.css';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const categories = await found(context.get(queriesContext).tags.categories.fetch({}));
  if (params.sub && !named(categories, params.sub)) missingPage();
  return null;
}

const named = (categories: Category[], name: string) =>
  categories.find(({ category }) => category.name.toLowerCase() === name.toLowerCase());

/** Shows /categories, and /categories/{sub}: the subcategory tiles of one. */
export function Component() {
  const { sub } = useParams();
  const { data: categories = [] } = trpc.tags.categories.useQuery({});
  const origin = useOrigin();
  const one = sub ? named(categories, sub) : undefined;
  const title = one?.category.name ?? 'Categories';
  return (
    <div className="container">
      <PageHead
        title={title}
        description={one ? `${title}: every kind we sell.` : 'Everything we sell, by category.'}
        canonical={one ? categoryHref(one.category.name) : '/categories'}
        jsonLd={one && crumbsJsonLd(origin, one.category.name)}
      />
      {one && <Crumbs way={[{ name: 'Categories', href: '/categories' }, { name: title }]} />}
      <h1>{title}</h1>
      <div className={styles.list}>
        {one ? (
          <Tiles of={one} />
        ) : (
          categories.map(category => (
            <section key={category.category._id} className={styles.group}>
              <Head of={category} />
              <Tiles of={category} />
            </section>
          ))
        )}
      </div>
    </div>
  );
}

/**
 * Shows the name of a category: on phones as a row with a picture, whose tiles show once they are asked for, as all of
 * them together are eleven screens long.
 */
function Head({ of: { category, subcategories } }: { of: Category }) {
  return (
    <>
      <div className={styles.row}>
        <div className={styles.picture}>
          <Picture path={category.image} alt="" sizes="64px" />
        </div>
        <h2>
          <Link to={categoryHref(category.name)}>{category.name}</Link>
        </h2>
        <p className={styles.kinds} aria-hidden="true">
          {subcategories.map(({ name }) => name).join(', ')}
        </p>
      </div>
      <details className={styles.opener}>
        <summary aria-label={`Kinds of ${category.name}`}>
          <Icon name="chevronDown" />
        </summary>
      </details>
    </>
  );
}

/** The way to a category (schema.org). */
function crumbsJsonLd(origin: string, category: string): object {
  const crumbs = [
    { name: 'Categories', path: '/categories' },
    { name: category, path: categoryHref(category) },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

function Tiles({ of: { category, subcategories } }: { of: Category }) {
  return (
    <ul className={styles.tiles}>
      {subcategories.map(({ _id, name, image }) => (
        <li key={_id} className={styles.tile}>
          <Picture path={image ?? category.image} alt="" sizes="(max-width: 599px) 46vw, 180px" />
          <Link to={subcategoryHref(category.name, name)}>{name}</Link>
        </li>
      ))}
      <li className={styles.tile}>
        <Picture path={category.image} alt="" sizes="(max-width: 599px) 46vw, 180px" />
        <Link to={subcategoryHref(category.name)}>{`All ${category.name}`}</Link>
      </li>
    </ul>
  );
}
