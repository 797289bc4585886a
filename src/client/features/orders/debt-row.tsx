import type { ReactNode } from 'react';
import { Checkbox } from '#client/ui/field.tsx';
import { DATE } from '#client/ui/moment.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { orderNames } from '#shared/rules/order-facts.ts';
import type { OpenOrder } from '#shared/schemas/payments.ts';
import styles from './debt-row.module.css';

interface Props {
  debt: Omit<OpenOrder, 'date' | 'total'>;
  chosen: readonly string[];
  choose: (orders: readonly string[]) => void;
  /** The parts that it is made of. */
  children?: ReactNode;
}

/** An order of which something is open, to be chosen for a payment. */
export function DebtRow({ debt, chosen, choose, children }: Props) {
  const { _id, orderNumber, dueDate, open } = debt;
  const isChosen = chosen.includes(_id);
  const due = dueDate ? [`due ${DATE.format(new Date(dueDate))}`] : [];
  return (
    <li className={styles.row}>
      <div className={styles.debt}>
        <Checkbox
          label={
            <>
              <b>{`Order ${orderNumber}`}</b>
              <span className="muted">{` ${[...orderNames(debt), ...due].join(', ')}`}</span>
            </>
          }
          checked={isChosen}
          onChange={() => choose(isChosen ? chosen.filter(one => one !== _id) : [...chosen, _id])}
        />
        <span>{formatMoney(open)}</span>
      </div>
      {children}
    </li>
  );
}
