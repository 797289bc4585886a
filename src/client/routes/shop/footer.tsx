import { Link } from 'react-router-dom';
import { trpc } from '#client/trpc.ts';
import { formatClock } from '#shared/rules/open-hours.ts';
import styles from './footer.module.css';

const WORKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

/** Hours from Monday to Friday with the closed note, and the links of spec §2. */
export function Footer() {
  const { data } = trpc.site.get.useQuery({});
  const site = data?.site;
  return (
    <footer className={`${styles.footer} no-print`}>
      <div className={`${styles.inner} container`}>
        <section className={styles.wide}>
          <h2>Hours of operation</h2>
          {site && (
            <>
              <dl className={styles.hours}>
                {WORKDAYS.map((day, index) => {
                  // Sunday is 0.
                  const hours = site.hoursOfOperation[index + 1];
                  const isClosed = hours === undefined || hours === 'closed';
                  return (
                    <div key={day} style={{ display: 'contents' }}>
                      <dt>{day}</dt>
                      <dd>
                        {isClosed ? 'closed' : `${formatClock(hours.open)} – ${formatClock(hours.close)}`}
                      </dd>
                    </div>
                  );
                })}
              </dl>
              <p className={styles.note}>{site.closedNote}</p>
            </>
          )}
        </section>
        <section className={styles.wide}>
          <h2>Visit or write</h2>
          {site && (
            <address style={{ fontStyle: 'normal' }}>
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
        <nav aria-label="About the shop">
          <h2>Knurl</h2>
          <ul>
            <li>
              <Link to="/about">About</Link>
            </li>
            <li>
              <Link to="/contact">Contact</Link>
            </li>
            <li>
              <Link to="/privacy">Privacy</Link>
            </li>
            <li>
              <Link to="/return">Return</Link>
            </li>
          </ul>
        </nav>
        <nav aria-label="Shopping">
          <h2>Shopping</h2>
          <ul>
            <li>
              <Link to="/categories">Categories</Link>
            </li>
            <li>
              <Link to="/products">All products</Link>
            </li>
            <li>
              <Link to="/learn-more-commercial">For the trade</Link>
            </li>
            <li>
              <Link to="/orders/lookup">Find an order</Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
