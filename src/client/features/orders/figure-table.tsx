import { figureRows } from '#shared/rules/figure-rows.ts';
import type { CartFigures } from '#shared/rules/totals.ts';
import styles from './figure-table.module.css';

interface Props {
  figures: CartFigures;
  /** The code that a discount came by, where it is to be named. */
  coupon?: string;
}

const LOOKS: Record<string, string | undefined> = {
  discount: styles.less,
  storeCredit: styles.less,
  total: styles.total,
};

/** Shows every figure of an order, as the server worked it out (rule T1). */
export function FigureTable({ figures, coupon }: Props) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Cost breakdown</caption>
      <tbody>
        {figureRows(figures, coupon).map(({ name, label, amount }) => (
          <tr key={name} className={LOOKS[name]}>
            <th scope="row">{label}</th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
