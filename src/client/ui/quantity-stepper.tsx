import { MAX_QUANTITY, MIN_QUANTITY } from '#shared/constants.ts';
import { unlessIdle } from './button.tsx';
import { Icon } from './icon.tsx';
import { QuantityField } from './quantity-field.tsx';
import styles from './quantity-stepper.module.css';

interface Props {
  value: number;
  onChange: (quantity: number) => void;
  /** The name of what is counted, for those who can't see it beside the stepper. */
  label: string;
  large?: boolean;
}

/** Steps a whole number from 1 on; at 1 the minus does nothing (rule O2). */
export function QuantityStepper({ value, onChange, label, large }: Props) {
  return (
    <fieldset
      className={large ? `${styles.stepper} ${styles.large}` : styles.stepper}
      aria-label={`Quantity of ${label}`}
    >
      <button
        type="button"
        aria-label="One less"
        {...unlessIdle(value <= MIN_QUANTITY, () => onChange(value - 1))}
      >
        <Icon name="minus" size={18} />
      </button>
      <QuantityField value={value} onChange={onChange} label={label} />
      <button
        type="button"
        aria-label="One more"
        {...unlessIdle(value >= MAX_QUANTITY, () => onChange(value + 1))}
      >
        <Icon name="plus" size={18} />
      </button>
    </fieldset>
  );
}
