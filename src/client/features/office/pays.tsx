import { Link } from 'react-router-dom';
import { goneWords } from '#client/features/office/payment-words.ts';
import { recordHref } from '#client/features/office/record-links.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Receipt } from '#shared/schemas/receipts.ts';
import styles from './pays.module.css';

/** Lists what a receipt pays, order by order, and what of it stays on account; once it is gone, that, and what it had paid. */
export function Pays({ receipt }: { receipt: Receipt }) {
  const { orders, onAccount } = receipt.tookBack ?? receipt;
  const gone = goneWords(receipt);
  return (
    <>
      {gone && <span className={styles.part}>{gone}</span>}
      {orders.map(({ _id, orderNumber, amount }) => (
        <span key={_id} className={styles.part}>
          <Link to={recordHref('order', _id)}>{orderNumber}</Link>
          {` ${formatMoney(amount)}`}
        </span>
      ))}
      {onAccount > 0 && <span className={styles.part}>{`${formatMoney(onAccount)} on account`}</span>}
    </>
  );
}
