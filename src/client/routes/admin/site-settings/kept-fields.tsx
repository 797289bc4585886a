import {
  KEPT_WORDS,
  keptField,
  type MiscDraft,
  type MiscFields,
} from '#client/routes/admin/site-settings/misc-fields.ts';
import { TextField } from '#client/ui/field.tsx';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import { KEPT, KEPT_KINDS } from '#shared/office-lists.ts';
import styles from './settings.module.css';

interface Props {
  draft: MiscDraft;
  errors: FieldErrors;
  type: (changes: Partial<MiscFields>) => void;
}

/** For how many days each kind of record is kept; what is older is cleared once a day. */
export function KeptFields({ draft, errors, type }: Props) {
  return (
    <>
      <p className={styles.about}>In days. Older records are deleted for good, once a day.</p>
      <div className={styles.fields}>
        {KEPT_KINDS.map(kind => {
          const name = keptField(kind);
          const { label, hint } = KEPT_WORDS[kind];
          const { least, standard } = KEPT[kind];
          return (
            <TextField
              key={kind}
              label={label}
              name={name}
              inputMode="numeric"
              value={draft.values[name]}
              error={errors[name] ?? null}
              hint={`${hint} At least ${least}, usually ${standard}.`}
              onChange={({ target }) => type({ [name]: target.value } as Partial<MiscFields>)}
            />
          );
        })}
      </div>
    </>
  );
}
