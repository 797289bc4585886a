import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import styles from './choices.module.css';

interface Props {
  /** Leaves all as it is. Other words are for where "Cancel" says too little: "Keep it" beside "Cancel the order". */
  no?: string;
  onClose: () => void;
  /** `large` where a thumb presses it. */
  size?: 'large';
  children?: ReactNode;
}

/** The buttons below what a dialog asks. */
export function Choices({ no = 'Cancel', onClose, size, children }: Props) {
  return (
    <div className={styles.choices}>
      {children}
      <Button size={size} onClick={onClose}>
        {no}
      </Button>
    </div>
  );
}
