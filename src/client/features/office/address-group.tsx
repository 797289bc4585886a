import type { ComponentProps } from 'react';
import styles from '#client/features/office/address-group.module.css';
import { TextField } from '#client/ui/field.tsx';

const PARTS = ['Address', 'City', 'State', 'Zip'] as const;
const LABELS: Record<(typeof PARTS)[number], string> = {
  Address: 'Address',
  City: 'City',
  State: 'State',
  Zip: 'ZIP code',
};

type Whose = 'shipping' | 'billing';
export type AddressName = `${Whose}${(typeof PARTS)[number]}`;

export const SHIP_TO = PARTS.map(part => `shipping${part}` as const);
export const BILL_TO = PARTS.map(part => `billing${part}` as const);

interface Props<Of extends Whose> {
  title: string;
  whose: Of;
  field: (name: `${Of}${(typeof PARTS)[number]}`) => Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** An address as the office types it, the same wherever an order is made or changed. */
export function AddressGroup<Of extends Whose>({ title, whose, field }: Props<Of>) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {PARTS.map(part => (
        <TextField
          key={part}
          label={LABELS[part]}
          inputMode={part === 'Zip' ? 'numeric' : 'text'}
          autoComplete="off"
          {...field(`${whose}${part}`)}
        />
      ))}
    </fieldset>
  );
}
