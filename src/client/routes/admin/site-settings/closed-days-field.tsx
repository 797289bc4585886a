import type { CompanyDraft, CompanyFields } from '#client/routes/admin/site-settings/company-fields.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import { MAX_CLOSED_DAYS } from '#shared/office-lists.ts';
import type { ClosedDay } from '#shared/schemas/site.ts';
import styles from './hours-field.module.css';

interface Props {
  draft: CompanyDraft;
  errors: FieldErrors;
  /** Names the errors that typing mends. */
  type: (changes: Partial<CompanyFields>, ...mended: string[]) => void;
}

/** The dates on which the shop is closed besides its weekly hours, such as holidays. */
export function ClosedDaysField({ draft, errors, type }: Props) {
  const { closedDays } = draft.values;
  const put = (next: ClosedDay[]) => {
    const mended = closedDays.flatMap((_, index) => [`closedDays.${index}.date`, `closedDays.${index}.note`]);
    type({ closedDays: next }, ...mended);
  };
  const change = (index: number, part: Partial<ClosedDay>) =>
    put(closedDays.map((day, at) => (at === index ? { ...day, ...part } : day)));
  return (
    <div className={styles.closedDays}>
      {closedDays.length === 0 && <p>None. The shop keeps its weekly hours on every date.</p>}
      {closedDays.map((day, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else while its date is being typed
        <fieldset key={index} className={styles.closedDay}>
          <legend className="visually-hidden">{`Closed day ${index + 1}`}</legend>
          <TextField
            label="Date"
            name={`closedDays.${index}.date`}
            type="date"
            value={day.date}
            error={errors[`closedDays.${index}.date`] ?? null}
            onChange={({ target }) => change(index, { date: target.value })}
          />
          <TextField
            label="Note"
            name={`closedDays.${index}.note`}
            value={day.note}
            optional="plainly"
            maxLength={80}
            error={errors[`closedDays.${index}.note`] ?? null}
            onChange={({ target }) => change(index, { note: target.value })}
          />
          <Button
            size="small"
            aria-label={`Remove the closed day ${day.date || index + 1}`}
            onClick={() => put(closedDays.filter((_, at) => at !== index))}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      {errors.closedDays && <p className={styles.error}>{`Closed days ${errors.closedDays}`}</p>}
      {closedDays.length < MAX_CLOSED_DAYS && (
        <div>
          <Button onClick={() => put([...closedDays, { date: '', note: '' }])}>Add a closed day</Button>
        </div>
      )}
    </div>
  );
}
