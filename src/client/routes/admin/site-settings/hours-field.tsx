import { useId } from 'react';
import { DAYS } from '#client/features/site/days.ts';
import {
  type CompanyDraft,
  type CompanyFields,
  dayField,
  hoursOf,
} from '#client/routes/admin/site-settings/company-fields.ts';
import { Checkbox } from '#client/ui/field.tsx';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import type { HoursOfDay } from '#shared/schemas/site.ts';
import styles from './hours-field.module.css';

/** The hours of a day that is opened while no other has any. */
const USUAL = { open: '08:00', close: '17:00' };

interface Props {
  draft: CompanyDraft;
  errors: FieldErrors;
  /** Names the errors that typing mends. */
  type: (changes: Partial<CompanyFields>, ...mended: string[]) => void;
}

/** The hours of the week: each day is open from and to a time, or closed. */
export function HoursField({ draft, errors, type }: Props) {
  const week = hoursOf(draft.values);
  // A day that opens again takes the hours that it had, else those of another one.
  const opened = (day: number): HoursOfDay => {
    const stored = draft.stored[dayField(day)];
    const others = week.find(hours => hours !== 'closed');
    return stored && stored !== 'closed' ? stored : (others ?? USUAL);
  };
  return (
    <div className={styles.week}>
      {DAYS.map((name, day) => {
        const hours = week[day] ?? 'closed';
        const path = `hoursOfOperation.${day}`;
        const put = (next: HoursOfDay) =>
          type({ [dayField(day)]: next } as Partial<CompanyFields>, path, `${path}.open`, `${path}.close`);
        return (
          <fieldset key={name} className={styles.day}>
            <legend className="visually-hidden">{name}</legend>
            <Checkbox
              label={name}
              checked={hours !== 'closed'}
              onChange={({ target }) => put(target.checked ? opened(day) : 'closed')}
            />
            {hours === 'closed' ? (
              <p className={styles.closed}>closed</p>
            ) : (
              <Times day={name} hours={hours} path={path} errors={errors} put={put} />
            )}
          </fieldset>
        );
      })}
    </div>
  );
}

interface TimesProps {
  day: string;
  hours: Exclude<HoursOfDay, 'closed'>;
  path: string;
  errors: FieldErrors;
  put: (hours: HoursOfDay) => void;
}

function Times({ day, hours, path, errors, put }: TimesProps) {
  const id = useId();
  const fault = (name: 'open' | 'close') => errors[`${path}.${name}`];
  const isFirst = fault('open') !== undefined;
  const words = isFirst ? `Opening ${fault('open')}` : fault('close') && `Closing ${fault('close')}`;
  const time = (name: 'open' | 'close', label: string) => (
    <input
      type="time"
      required
      className={styles.time}
      aria-label={`${day} ${label}`}
      aria-invalid={fault(name) ? true : undefined}
      aria-describedby={fault(name) ? id : undefined}
      value={hours[name]}
      onChange={({ target }) => put({ ...hours, [name]: target.value })}
    />
  );
  return (
    <div className={styles.times}>
      {time('open', 'opens')}
      <span aria-hidden>–</span>
      {time('close', 'closes')}
      {words && (
        <p id={id} className={styles.error}>
          {words}
        </p>
      )}
    </div>
  );
}
