import { DAYS } from '#client/features/site/days.ts';
import { formatClock } from '#shared/rules/open-hours.ts';
import type { SiteSettings } from '#shared/schemas/site.ts';
import styles from './opening-hours.module.css';

type Hours = Pick<SiteSettings, 'hoursOfOperation' | 'closedNote' | 'closedDays'>;

/** The hours of these days, and the dates on which the shop is closed besides; a day without an entry is closed. */
export function OpeningHours({ site, days }: { site: Hours; days: readonly number[] }) {
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
      {site.closedDays.map(({ date, note }) => (
        <p key={date} className={styles.note}>
          {`Closed on ${WEEKDAY.format(new Date(date))}${note && `: ${note}`}`}
        </p>
      ))}
    </>
  );
}

/** Names the day of the week as well, which is what visitors go by. A date without a time begins in UTC. */
const WEEKDAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
