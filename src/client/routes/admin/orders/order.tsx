import { useParams } from 'react-router-dom';
import {
  Beside,
  isMissing,
  listBefore,
  MissingRecord,
  RecordTop,
} from '#client/features/office/record-page.tsx';
import { readWay } from '#client/features/office/way-back.ts';
import { refusal } from '#client/refusal.ts';
import { deskAt } from '#client/routes/admin/orders/desk-address.ts';
import { OrderRecord } from '#client/routes/admin/orders/order-record.tsx';
import { trpc } from '#client/trpc.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';

const LIST = '/admin/orders';

/** Shows /admin/orders/{id}/{previous?}: one order, and the way back to the list that it was opened from. */
export function Component() {
  const { id = '', previous = '' } = useParams();
  const {
    data: order,
    error,
    refetch,
  } = trpc.orders.record.useQuery({ id }, { staleTime: 0, refetchOnWindowFocus: true });
  const isGone = isMissing(error);
  const list = listBefore(LIST, previous);
  const { data: neighbours } = trpc.orders.deskBeside.useQuery(
    { ...deskAt(list ?? { of: () => '', page: 1 }), id },
    { staleTime: 0, enabled: list !== null },
  );
  return (
    <>
      <PageHead
        title={order ? `Order ${order.orderNumber}` : 'Order'}
        description="One order of the shop."
        hidden
      />
      <RecordTop list={LIST} previous={previous}>
        {list && (
          <Beside
            list={LIST}
            previous={previous}
            neighbours={neighbours && { before: named(neighbours.before), after: named(neighbours.after) }}
          />
        )}
      </RecordTop>
      {isGone && <MissingRecord list={LIST} thing="order" all="All orders" />}
      {!order && !isGone && <h1>Order</h1>}
      {error && !isGone && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {!error && !order && <p role="status">Loading…</p>}
      {order && !isGone && <OrderRecord key={order._id} order={order} back={readWay(previous) ?? LIST} />}
    </>
  );
}

const named = (order: { _id: string; orderNumber: number } | null) =>
  order && { _id: order._id, name: String(order.orderNumber) };
