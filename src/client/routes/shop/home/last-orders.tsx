import { useId } from 'react';
import { Link } from 'react-router-dom';
import { PayLink } from '#client/features/orders/pay-link.tsx';
import { Reorder } from '#client/features/orders/reorder.tsx';
import { useShopDay } from '#client/features/site/shop-day.ts';
import rows from '#client/ui/rows.module.css';
import { formatMoney } from '#shared/rules/money.ts';
import { orderNames, STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { ListedOrder } from '#shared/schemas/orders.ts';

/** Lists one's last orders, each to be looked at, paid or ordered again. */
export function LastOrders({ orders }: { orders: readonly ListedOrder[] }) {
  if (orders.length === 0) return <p className="muted">You have not ordered anything yet.</p>;
  return (
    <ul className={rows.rows}>
      {orders.map(order => (
        <LastOrder key={order._id} order={order} />
      ))}
    </ul>
  );
}

function LastOrder({ order }: { order: ListedOrder }) {
  const [number, about] = [useId(), useId()];
  const shopDay = useShopDay();
  const { _id, orderNumber, createdAt, status, total } = order;
  return (
    <li className={rows.row}>
      <span className={rows.who}>
        <Link id={number} to={`/user/orders/${_id}`} aria-describedby={about}>{`Order ${orderNumber}`}</Link>
        <span id={about}>{[...orderNames(order), shopDay(createdAt)].join(', ')}</span>
      </span>
      <span className={rows.facts}>
        <span>{formatMoney(total)}</span>
        <span className="muted">{STATUS_WORDS[status]}</span>
      </span>
      <span className={rows.actions}>
        <PayLink order={order} size="small" aria-describedby={number} />
        <Reorder order={order} size="small" aria-describedby={number} />
      </span>
    </li>
  );
}
