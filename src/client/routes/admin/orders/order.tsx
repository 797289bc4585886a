import { Link, useParams } from 'react-router-dom';
import { useRecordKeys } from '#client/features/office/record-keys.ts';
import { readWay } from '#client/features/office/way-back.ts';
import { orderFailure } from '#client/features/orders/order-failure.ts';
import { deskAt } from '#client/routes/admin/orders/desk-address.ts';
import { OrderRecord } from '#client/routes/admin/orders/order-record.tsx';
import { trpc } from '#client/trpc.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './order.module.css';

/** Shows /admin/orders/{id}/{previous?}: one order, and the way back to the list that it was opened from. */
export function Component() {
  const { id = '', previous = '' } = useParams();
  const { data: order, error, refetch } = trpc.orders.record.useQuery({ id }, { staleTime: 0 });
  const way = readWay(previous);
  useRecordKeys();
  return (
    <>
      <PageHead
        title={order ? `Order ${order.orderNumber}` : 'Order'}
        description="One order of the shop."
        hidden
      />
      <p className={`${styles.back} no-print`}>
        <Link to={way ?? '/admin/orders'}>Back to the orders</Link>
        {way && /^\/admin\/orders(\?|$)/.test(way) && <Beside id={id} way={way} previous={previous} />}
      </p>
      {!order && <h1>Order</h1>}
      {error && <LoadError message={orderFailure(error)} onRetry={refetch} />}
      {!error && !order && <p role="status">Loading…</p>}
      {order && <OrderRecord key={order._id} order={order} back={way ?? '/admin/orders'} />}
    </>
  );
}

/** Leads to the orders before and after this one in the list that it was opened from. */
function Beside({ id, way, previous }: { id: string; way: string; previous: string }) {
  const params = new URL(way, 'https://shop.invalid').searchParams;
  const { data } = trpc.orders.deskBeside.useQuery(
    { ...deskAt({ of: name => params.get(name) ?? '', page: 1 }), id },
    { staleTime: 0 },
  );
  return (
    <span className={styles.beside}>
      {data?.before && (
        <Link to={`/admin/orders/${data.before._id}/${previous}`} aria-keyshortcuts="k">
          {`← ${data.before.orderNumber}`}
        </Link>
      )}
      {data?.after && (
        <Link to={`/admin/orders/${data.after._id}/${previous}`} aria-keyshortcuts="j">
          {`${data.after.orderNumber} →`}
        </Link>
      )}
    </span>
  );
}
