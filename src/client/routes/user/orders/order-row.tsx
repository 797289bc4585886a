import { useId } from 'react';
import { Link } from 'react-router-dom';
import { PayLink } from '#client/features/orders/pay-link.tsx';
import { Reorder } from '#client/features/orders/reorder.tsx';
import { DAY } from '#client/ui/moment.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { orderNames, STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { ListedOrder } from '#shared/schemas/orders.ts';
import styles from './orders.module.css';

interface Props {
  order: ListedOrder;
  /** The name of the person who ordered it, in place of the number of items. */
  who?: string;
}

/** The whole row leads to its order; what can be done with one's own lies above that. */
export function OrderRow({ order, who }: Props) {
  const [number, names] = [useId(), useId()];
  const { _id, orderNumber, status, createdAt, total, itemCount, paid } = order;
  const open = status === 'Held' || paid ? 0 : openBalance(order);
  const items = itemCount === 1 ? '1 item' : `${itemCount.toLocaleString('en-US')} items`;
  return (
    <li>
      <Link id={number} to={`/user/orders/${_id}`} aria-describedby={names}>{`Order ${orderNumber}`}</Link>
      <span id={names} className="muted">
        {orderNames(order).join(', ')}
      </span>
      <span>{DAY.format(new Date(createdAt))}</span>
      <span>{who ?? items}</span>
      <span className={status === 'Canceled' ? styles.canceled : styles.status}>{STATUS_WORDS[status]}</span>
      <span className={styles.amount}>
        {formatMoney(total)}
        {open !== 0 && <small>{`${formatMoney(open)} open`}</small>}
      </span>
      {who === undefined && (
        <span className={styles.actions}>
          <PayLink order={order} size="small" aria-describedby={number} />
          <Reorder order={order} size="small" aria-describedby={number} />
        </span>
      )}
    </li>
  );
}
