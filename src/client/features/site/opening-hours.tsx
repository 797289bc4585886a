import { formatClock } from '#shared/rules/open-hours.ts';
import type { SiteSettings } from '#shared/schemas/site.ts';
import styles from './opening-hours.module.css';

/** Sunday is 0, as in the site settings. */
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The hours of these days; a day without an entry is closed. */
export function OpeningHours({ site, days }: { site: SiteSettings; days: readonly number[] }) {
  return (
    <>
      <dl className={styles.hours}>
        {days.map(day => {
          const hours = site.hoursOfOperation[day];
          const isClosed = hours === undefined || hours === 'closed';
          return (
            <div key={day}>
              <dt>{DAYS[day]}</dt>
              <dd>{isClosed ? 'closed' : `${formatClock(hours.open)} – ${formatClock(hours.close)}`}</dd>
            </div>
          );
        })}
      </dl>
      {site.closedNote && <p className={styles.note}>{site.closedNote}</p>}
    </>
  );
}
