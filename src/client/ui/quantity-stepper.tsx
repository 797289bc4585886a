import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './quantity-stepper.module.css';

interface Props {
  value: number;
  onChange: (quantity: number) => void;
  /** What is counted, for those who can't see it beside the stepper. */
  label: string;
  most?: number;
  large?: boolean;
}

const LEAST = 1;

/** A whole number from 1 on; the minus is disabled at 1 (spec §2). What is being typed may be empty for a while. */
export function QuantityStepper({ value, onChange, label, most = 100_000, large }: Props) {
  const [typed, setTyped] = useState(String(value));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(String(value)), [value]);

  const settle = (text: string) => {
    const quantity = Math.min(most, Math.max(LEAST, Math.floor(Number(text)) || LEAST));
    setTyped(String(quantity));
    if (quantity !== value) onChange(quantity);
  };

  // What was typed before the scripts came stands in the field, but in no state yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field is taken over
  useEffect(() => {
    if (input.current && input.current.value !== String(value)) settle(input.current.value);
  }, []);

  return (
    <fieldset
      className={large ? `${styles.stepper} ${styles.large}` : styles.stepper}
      aria-label={`Quantity of ${label}`}
    >
      <button
        type="button"
        aria-label="One less"
        disabled={value <= LEAST}
        onClick={() => onChange(value - 1)}
      >
        <Icon name="minus" size={18} />
      </button>
      <input
        ref={input}
        type="text"
        inputMode="numeric"
        aria-label={`Quantity of ${label}`}
        value={typed}
        onChange={event => {
          const text = event.target.value.replace(/\D/g, '').slice(0, 6);
          setTyped(text);
          // Price and button follow what is typed; what is no quantity yet waits until the field is left.
          if (Number(text) >= LEAST && Number(text) <= most) onChange(Number(text));
        }}
        onBlur={() => settle(typed)}
        onKeyDown={event => {
          if (event.key === 'Enter') settle(typed);
        }}
      />
      <button
        type="button"
        aria-label="One more"
        disabled={value >= most}
        onClick={() => onChange(value + 1)}
      >
        <Icon name="plus" size={18} />
      </button>
    </fieldset>
  );
}
