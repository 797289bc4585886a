import type { ReactNode } from 'react';
import { unlessIdle } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './stepper.module.css';

interface Step {
  label: string;
  isIdle?: boolean;
  onPress: () => void;
}

interface Props {
  label: string;
  less: Step;
  more: Step;
  large?: boolean | undefined;
  /** The field of the number itself. */
  children: ReactNode;
}

/** Frames a number with a minus and a plus. */
export function Stepper({ label, less, more, large, children }: Props) {
  return (
    <fieldset className={large ? `${styles.stepper} ${styles.large}` : styles.stepper} aria-label={label}>
      <button type="button" aria-label={less.label} {...unlessIdle(less.isIdle === true, less.onPress)}>
        <Icon name="minus" size={18} />
      </button>
      {children}
      <button type="button" aria-label={more.label} {...unlessIdle(more.isIdle === true, more.onPress)}>
        <Icon name="plus" size={18} />
      </button>
    </fieldset>
  );
}
