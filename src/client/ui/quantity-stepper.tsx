import { MAX_QUANTITY, MIN_QUANTITY } from '#shared/constants.ts';
import { QuantityField } from './quantity-field.tsx';
import { Stepper } from './stepper.tsx';

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
    <Stepper
      label={`Quantity of ${label}`}
      less={{ label: 'One less', isIdle: value <= MIN_QUANTITY, onPress: () => onChange(value - 1) }}
      more={{ label: 'One more', isIdle: value >= MAX_QUANTITY, onPress: () => onChange(value + 1) }}
      large={large}
    >
      <QuantityField value={value} onChange={onChange} label={label} />
    </Stepper>
  );
}
