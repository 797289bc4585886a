import { formatMoney, type Money } from '#shared/rules/money.ts';
import styles from './figure-table.module.css';

interface Props {
  figures: {
    subTotal: Money;
    shipping: Money;
    tax: Money;
    taxRate: number;
    discount: Money;
    storeCredit: Money;
    total: Money;
  };
}

const percent = (rate: number) => `${Number((rate * 100).toFixed(4))}%`;

/** Every figure of an order, as the server computed it (spec §9). */
export function FigureTable({ figures }: Props) {
  const { subTotal, shipping, tax, taxRate, discount, storeCredit, total } = figures;
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">What it costs</caption>
      <tbody>
        <tr>
          <th scope="row">Subtotal</th>
          <td>{formatMoney(subTotal)}</td>
        </tr>
        {discount > 0 && (
          <tr className={styles.less}>
            <th scope="row">Discount</th>
            <td>{`−${formatMoney(discount)}`}</td>
          </tr>
        )}
        <tr>
          <th scope="row">Shipping</th>
          <td>{shipping > 0 ? formatMoney(shipping) : 'Free'}</td>
        </tr>
        <tr>
          <th scope="row">{taxRate > 0 ? `Tax (${percent(taxRate)})` : 'Tax (exempt)'}</th>
          <td>{formatMoney(tax)}</td>
        </tr>
        {storeCredit > 0 && (
          <tr className={styles.less}>
            <th scope="row">Store credit</th>
            <td>{`−${formatMoney(storeCredit)}`}</td>
          </tr>
        )}
        <tr className={styles.total}>
          <th scope="row">Total</th>
          <td>{formatMoney(total)}</td>
        </tr>
      </tbody>
    </table>
  );
}
