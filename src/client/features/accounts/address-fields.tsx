import { StateOptions } from '#client/features/accounts/state-options.tsx';
import { SelectField, TextField } from '#client/ui/field.tsx';
import type { FieldOf } from '#client/ui/form-errors.ts';
import styles from './address-fields.module.css';

type Part = 'street' | 'city' | 'state' | 'zip';

interface Props {
  names: Record<Part, string>;
  /** The initial values. */
  values?: Partial<Record<Part, string>>;
  /** The address that the browser is to fill in, if any. */
  autoComplete: 'shipping' | 'billing' | 'off';
  /** Whether it may be left out. */
  optional?: boolean;
  field: FieldOf;
}

/** An address; its form reads it by the names of the fields. */
export function AddressFields({ names, values = {}, autoComplete, optional = false, field }: Props) {
  const of = (part: Part, token: string) => ({
    ...field(names[part]),
    defaultValue: values[part] ?? '',
    autoComplete: autoComplete === 'off' ? 'off' : `${autoComplete} ${token}`,
    optional,
  });
  return (
    <>
      <TextField label="Street address" maxLength={200} {...of('street', 'street-address')} />
      <div className={styles.row}>
        <TextField label="City" maxLength={120} {...of('city', 'address-level2')} />
        <SelectField label="State" {...of('state', 'address-level1')}>
          <StateOptions />
        </SelectField>
        <TextField label="Zip code" inputMode="numeric" maxLength={20} {...of('zip', 'postal-code')} />
      </div>
    </>
  );
}
