import type { refusal } from '#client/refusal.ts';
import { Button } from '#client/ui/button.tsx';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import styles from './preview-trouble.module.css';

interface Props {
  /** The refusal of the last look; null where it was answered. */
  refused: ReturnType<typeof refusal> | null;
  errors: FieldErrors;
  /** The names of the fields that show their errors themselves; those of lines do. */
  fields: ReadonlySet<string>;
  onAgain: () => void;
}

/** Says why there are no figures, and whatever is wrong that no field says. */
export function PreviewTrouble({ refused, errors, fields, onAgain }: Props) {
  const unsaid = Object.entries(errors).flatMap(([name, words]) =>
    fields.has(name) || /^cart\.\d+\./.test(name)
      ? []
      : [/^[a-z]/.test(words) ? `The order ${words}.` : words],
  );
  const isOfFields = refused !== null && refused.reason === 'invalid' && refused.issues.length > 0;
  const words = refused && !isOfFields ? [refused.message, ...unsaid] : unsaid;
  if (words.length === 0 && !isOfFields) return null;
  return (
    <div role="alert" className={styles.trouble}>
      {words.map(line => (
        <p key={line}>{line}</p>
      ))}
      {words.length === 0 && <p>Please correct the marked fields.</p>}
      {refused && !isOfFields && (
        <Button size="small" onClick={onAgain}>
          Try again
        </Button>
      )}
    </div>
  );
}
