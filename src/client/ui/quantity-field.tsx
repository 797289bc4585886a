import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { MAX_QUANTITY, MIN_QUANTITY } from '#shared/constants.ts';
import { readQuantity } from '#shared/rules/quantity.ts';
import styles from './quantity-field.module.css';

interface Props extends Pick<ComponentProps<'input'>, 'disabled' | 'aria-invalid'> {
  value: number;
  onChange: (quantity: number) => void;
  /** The name of what is counted, for those who can't see it beside the field. */
  label: string;
  /** None of it is an answer as well: 0, which shows as an empty field. */
  blank?: boolean;
  /** Its text is selected by whoever enters the field. */
  selects?: boolean;
}

const NO_QUANTITY = `Whole numbers from ${MIN_QUANTITY}`;
const TOO_MANY = `At most ${MAX_QUANTITY.toLocaleString('en-US')}`;

/**
 * A quantity that is typed. `value` follows while that reads as one; what doesn't when the field is left
 * never becomes another number: the one before comes back.
 */
export function QuantityField({ value, onChange, label, blank = false, selects, ...rest }: Props) {
  const [typed, setTyped] = useState(() => textOf(value, blank));
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const before = useRef(value);
  useEffect(() => {
    setTyped(text => (read(text, blank) === value ? text : textOf(value, blank)));
    if (value !== before.current) setProblem(null);
  }, [value, blank]);

  const settle = (text: string) => {
    const quantity = read(text, blank);
    const settled = Math.min(MAX_QUANTITY, quantity ?? before.current);
    before.current = settled;
    setTyped(textOf(settled, blank));
    setProblem(problemOf(text, quantity));
    if (settled !== value) onChange(settled);
  };

  // Text that was typed before the scripts came stands in the field, but in no state yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field is taken over
  useEffect(() => {
    if (input.current && input.current.value !== textOf(value, blank)) settle(input.current.value);
  }, []);

  return (
    <span className={styles.field}>
      <input
        {...rest}
        ref={input}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={blank ? '0' : undefined}
        aria-label={`Quantity of ${label}`}
        value={typed}
        onFocus={event => {
          before.current = value;
          if (selects) event.target.select();
        }}
        onChange={event => {
          const text = event.target.value;
          const quantity = read(text, blank);
          setTyped(text);
          setProblem(null);
          // Price and button follow what is typed; what is no quantity yet waits until the field is left.
          if (quantity !== null && quantity <= MAX_QUANTITY) onChange(quantity);
        }}
        onBlur={() => settle(typed)}
        onKeyDown={event => {
          if (event.key === 'Enter') settle(typed);
        }}
      />
      {problem && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </span>
  );
}

const textOf = (quantity: number, blank: boolean) => (blank && quantity === 0 ? '' : String(quantity));

const read = (text: string, blank: boolean) => (blank && /^\s*0*\s*$/.test(text) ? 0 : readQuantity(text));

function problemOf(text: string, quantity: number | null): string | null {
  if (quantity === null) return text.trim() === '' ? null : NO_QUANTITY;
  return quantity > MAX_QUANTITY ? TOO_MANY : null;
}
