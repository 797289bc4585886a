import { OpeningHours } from '#client/features/site/opening-hours.tsx';
import { trpc } from '#client/trpc.ts';
import { Icon } from '#client/ui/icon.tsx';
import styles from './info.module.css';

/** From Monday on. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** When and where the shop can be reached otherwise. */
export function ContactAside() {
  const { data } = trpc.site.get.useQuery({});
  if (!data) return null;
  const { phone, email, address } = data.site;
  return (
    <aside className={styles.aside} aria-label="Hours and address">
      {(phone || email) && (
        <section>
          <h2>Call or write</h2>
          {phone && (
            <p>
              <a className={styles.phone} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                <Icon name="phone" />
                {phone}
              </a>
            </p>
          )}
          {email && (
            <p>
              <a href={`mailto:${email}`}>{email}</a>
            </p>
          )}
        </section>
      )}
      <section>
        <h2>Hours</h2>
        <OpeningHours site={data.site} days={WEEK} />
      </section>
      {address && (
        <section>
          <h2>Counter</h2>
          <address>{address}</address>
        </section>
      )}
    </aside>
  );
}
