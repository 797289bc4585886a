import { SelectField, TextField } from '#client/ui/field.tsx';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import { US_STATES } from '#shared/rules/us-address.ts';
import styles from './address-fields.module.css';

type Part = 'street' | 'city' | 'state' | 'zip';

interface Props {
  names: Record<Part, string>;
  /** What stands there to begin with. */
  values?: Partial<Record<Part, string>>;
  /** Whose address the browser shall fill in. */
  autoComplete: 'shipping' | 'billing';
  errors: FieldErrors;
  forget: (name: string) => void;
}

/** An address that may be left out; its form reads it by the names of the fields. */
export function AddressFields({ names, values = {}, autoComplete, errors, forget }: Props) {
  const of = (part: Part) => ({
    name: names[part],
    defaultValue: values[part] ?? '',
    error: errors[names[part]],
    onChange: () => forget(names[part]),
    optional: true,
  });
  return (
    <>
      <TextField
        label="Street address"
        autoComplete={`${autoComplete} street-address`}
        maxLength={200}
        {...of('street')}
      />
      <div className={styles.row}>
        <TextField
          label="City"
          autoComplete={`${autoComplete} address-level2`}
          maxLength={120}
          {...of('city')}
        />
        <SelectField label="State" autoComplete={`${autoComplete} address-level1`} {...of('state')}>
          <option value="">Choose</option>
          {Object.entries(US_STATES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Zip code"
          autoComplete={`${autoComplete} postal-code`}
          inputMode="numeric"
          maxLength={20}
          {...of('zip')}
        />
      </div>
    </>
  );
}
