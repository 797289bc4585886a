import { DAYS } from '#client/features/site/days.ts';
import { OpeningHours } from '#client/features/site/opening-hours.tsx';
import {
  type CompanyFields,
  hoursOf,
  showableHours,
} from '#client/routes/admin/site-settings/company-fields.ts';
import { closedDaysAhead, openStatus, shopDate } from '#shared/rules/open-hours.ts';
import styles from './hours-field.module.css';

/** The hours as the shop would show them, before they are saved. */
export function HoursPreview({ values, timeZone }: { values: CompanyFields; timeZone: string }) {
  const now = new Date();
  const hours = showableHours(hoursOf(values));
  const closedDays = closedDaysAhead(
    values.closedDays.filter(({ date }) => date !== ''),
    shopDate(now, timeZone),
    { days: 60, most: 5 },
  );
  return (
    <div className={styles.preview}>
      <p>
        Beside the name: <b>{openStatus(hours, timeZone, now, closedDays)}</b>
      </p>
      <OpeningHours
        site={{ hoursOfOperation: hours, closedNote: values.closedNote, closedDays }}
        days={[...DAYS.keys()]}
      />
    </div>
  );
}
