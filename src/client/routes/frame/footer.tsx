import { Link } from 'react-router-dom';
import { OpeningHours } from '#client/features/site/opening-hours.tsx';
import { trpc } from '#client/trpc.ts';
import styles from './footer.module.css';

/** Monday to Friday. */
const WORKDAYS = [1, 2, 3, 4, 5];

const SHOP_LINKS = [
  ['About', '/about'],
  ['Contact', '/contact'],
  ['Privacy', '/privacy'],
  ['Return', '/return'],
] as const;
const SHOPPING_LINKS = [
  ['Categories', '/categories'],
  ['All products', '/products'],
  ['Quick order', '/quick-order'],
  ['For the trade', '/learn-more-commercial'],
  ['For your home', '/learn-more-retail'],
  ['Find an order', '/orders/lookup'],
] as const;

/** Shows the hours from Monday to Friday with the closed note, and links to the shop's pages. */
export function Footer() {
  const { data } = trpc.site.get.useQuery({});
  const site = data?.site;
  return (
    <footer className={`${styles.footer} no-print`}>
      <div className={`${styles.inner} container`}>
        <section className={styles.wide}>
          <h2>Hours of operation</h2>
          {site && <OpeningHours site={site} days={WORKDAYS} />}
        </section>
        <section className={styles.wide}>
          {site && (site.address || site.phone || site.email) && <h2>Visit or write</h2>}
          {site && (
            <address className={styles.address}>
              <p>{site.address}</p>
              {site.phone && (
                <p>
                  <a href={`tel:${site.phone.replace(/[^\d+]/g, '')}`}>{site.phone}</a>
                </p>
              )}
              {site.email && (
                <p>
                  <a href={`mailto:${site.email}`}>{site.email}</a>
                </p>
              )}
            </address>
          )}
        </section>
        <Links label="About the shop" title="Knurl" links={SHOP_LINKS} />
        <Links label="Shopping" title="Shopping" links={SHOPPING_LINKS} />
      </div>
    </footer>
  );
}

interface LinksProps {
  label: string;
  title: string;
  links: readonly (readonly [text: string, to: string])[];
}

function Links({ label, title, links }: LinksProps) {
  return (
    <nav aria-label={label}>
      <h2>{title}</h2>
      <ul>
        {links.map(([text, to]) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
