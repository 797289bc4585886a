import styles from '#client/features/office/staff-figures.module.css';
import { formatMoney, type Money } from '#shared/rules/money.ts';

export interface Sums {
  subTotal: Money;
  discount: Money;
  shipping: Money;
  tax: Money;
  storeCredit: Money;
  total: Money;
}

const ROWS: readonly [keyof Sums, string][] = [
  ['subTotal', 'Subtotal'],
  ['discount', 'Discount'],
  ['shipping', 'Shipping'],
  ['tax', 'Tax'],
  ['storeCredit', 'Store credit'],
  ['total', 'Total'],
];

/** Figures of an order before and after a change; without `before`, of one that is made. */
export function StaffFigures({ before, after }: { before?: Sums; after: Sums }) {
  const isShown = (name: keyof Sums) =>
    name === 'total' || name === 'subTotal' || after[name] !== 0 || (before?.[name] ?? 0) !== 0;
  return (
    <table className={styles.figures}>
      {before && (
        <thead>
          <tr>
            <td />
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
      )}
      <tbody>
        {ROWS.filter(([name]) => isShown(name)).map(([name, label]) => (
          <tr key={name} className={name === 'total' ? styles.sum : undefined}>
            <th scope="row">{label}</th>
            {before && <td>{signed(name, before[name])}</td>}
            <td>{signed(name, after[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const signed = (name: keyof Sums, amount: Money) =>
  (name === 'discount' || name === 'storeCredit') && amount > 0
    ? `−${formatMoney(amount)}`
    : formatMoney(amount);
