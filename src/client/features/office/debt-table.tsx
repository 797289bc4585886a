import { useId } from 'react';
import styles from '#client/features/office/receive-payment.module.css';
import { Checkbox } from '#client/ui/field.tsx';
import type { FieldErrors } from '#client/ui/form-errors.ts';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { formatMoney, sumMoney, ZERO } from '#shared/rules/money.ts';
import { longDate, poWords } from '#shared/rules/order-facts.ts';
import { type Applied, openAfter } from '#shared/rules/receipts.ts';
import type { Debts } from '#shared/schemas/receipts.ts';

interface Props {
  debts: Debts;
  /** Tells what pays which order, from wherever it comes. */
  applied: readonly Applied[];
  isPaid: (order: string) => boolean;
  onToggle: (order: string) => void;
  /** By `orders.` and the order's `_id`. */
  errors: FieldErrors;
}

/** Shows what somebody owes, what of it a payment pays, and beside each order why it can't. */
export function DebtTable({ debts, applied, isPaid, onToggle, errors }: Props) {
  const id = useId();
  if (debts.orders.length === 0)
    return (
      <p>{debts.hasAccount ? 'Nothing is owed. All of it stays on account.' : 'There is nothing to pay.'}</p>
    );
  return (
    <Scrolling className={styles.scroll} label="Open orders">
      <table className={styles.debts}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Due</th>
            <th scope="col">Open</th>
            <th scope="col">Pays</th>
            <th scope="col">Then open</th>
          </tr>
        </thead>
        <tbody>
          {debts.orders.map(debt => {
            const error = errors[`orders.${debt._id}`];
            const own = applied.filter(({ _id }) => _id === debt._id).map(({ amount }) => amount);
            const pays = { _id: debt._id, amount: sumMoney([ZERO, ...own]) };
            return (
              <tr key={debt._id}>
                <th scope="row">
                  <Checkbox
                    label={`${debt.orderNumber}${debt.poNumber ? `, ${poWords(debt.poNumber)}` : ''}`}
                    checked={isPaid(debt._id)}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? `${id}-${debt._id}` : undefined}
                    onChange={() => onToggle(debt._id)}
                  />
                  <small className={styles.due}>{`due ${longDate(debt.dueDate ?? debt.date)}`}</small>
                  {error && <small id={`${id}-${debt._id}`} className={styles.error}>{`It ${error}.`}</small>}
                </th>
                <td>{longDate(debt.dueDate ?? debt.date)}</td>
                <td>{formatMoney(debt.open)}</td>
                <td>{formatMoney(pays.amount)}</td>
                <td>{formatMoney(openAfter(debt, [pays]))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scrolling>
  );
}
