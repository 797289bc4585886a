import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';
import styles from './order-moves.module.css';

export interface DeedProps {
  order: OrderRecord;
  onClose: () => void;
}

/** The buttons below what a dialog asks; `no` leaves all as it is. */
export function Choices({ no, onClose, children }: { no: string; onClose: () => void; children: ReactNode }) {
  return (
    <div className={styles.choice}>
      {children}
      <Button onClick={onClose}>{no}</Button>
    </div>
  );
}
