import { Link, useParams } from 'react-router-dom';
import { readWay } from '#client/features/office/way-back.ts';
import { orderFailure } from '#client/features/orders/order-failure.ts';
import { OrderView } from '#client/features/orders/order-view.tsx';
import { OrderTimeline } from '#client/routes/admin/orders/order-timeline.tsx';
import { trpc } from '#client/trpc.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { Order } from '#shared/schemas/orders.ts';
import styles from './order.module.css';

/** Shows /admin/orders/{id}/{previous?}: one order, and the way back to the list that it was opened from. */
export function Component() {
  const { id = '', previous } = useParams();
  const { data: order, error, refetch } = trpc.orders.byId.useQuery({ id }, { staleTime: 0 });
  const title = order ? `Order ${order.orderNumber}` : 'Order';
  return (
    <>
      <PageHead title={title} description="One order of the shop." hidden />
      <p className={`${styles.back} no-print`}>
        <Link to={readWay(previous) ?? '/admin/orders'}>Back to the orders</Link>
      </p>
      <h1>
        {title} {order && <span className={styles.status}>{STATUS_WORDS[order.status]}</span>}
      </h1>
      {error && <LoadError message={orderFailure(error)} onRetry={refetch} />}
      {!error && !order && <p role="status">Loading…</p>}
      {order && (
        <>
          <Papers order={order} />
          <div className={styles.columns}>
            <div className={styles.record}>
              <OrderView order={order} />
            </div>
            <OrderTimeline order={order._id} />
          </div>
        </>
      )}
    </>
  );
}

function Papers({ order: { _id } }: { order: Order }) {
  return (
    <ul className={`${styles.papers} no-print`} aria-label="Papers">
      <li>
        <a href={`/orders/${_id}/invoice.pdf`}>Invoice</a>
      </li>
      <li>
        <a href={`/orders/${_id}/packing-slip.pdf`}>Packing slip</a>
      </li>
    </ul>
  );
}
