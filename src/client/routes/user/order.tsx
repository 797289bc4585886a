import { useParams } from 'react-router-dom';
import { OrderActions } from '#client/features/orders/order-actions.tsx';
import { orderFailure } from '#client/features/orders/order-failure.ts';
import { OrderView } from '#client/features/orders/order-view.tsx';
import { useOrder } from '#client/features/orders/use-order.ts';
import { useUser } from '#client/features/session/session.ts';
import { Reorder } from '#client/routes/user/reorder.tsx';
import { Returns } from '#client/routes/user/returns.tsx';
import { trpc } from '#client/trpc.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { Unread } from '#client/ui/unread.tsx';

/** /user/orders/{id}: where mails and notifications of a customer's order lead. */
export function Component() {
  const { id = '' } = useParams();
  const user = useUser();
  const { client } = trpc.useUtils();
  const read = () => client.orders.byId.query({ id });
  const { order, error, refetch, change } = useOrder([id, user?._id], user && read);
  return (
    <>
      <PageHead
        title={order ? `Order ${order.orderNumber}` : 'Your order'}
        description="An order of yours."
        hidden
      />
      <h1>{order ? `Order ${order.orderNumber}` : 'Your order'}</h1>
      {order && (
        <>
          <OrderView order={order} />
          <OrderActions order={order} onChange={change}>
            {order.user === user?._id && <Reorder order={order} />}
          </OrderActions>
          {order.user === user?._id && <Returns order={order} />}
        </>
      )}
      {!order && (
        <div>
          {error ? (
            <Unread why={orderFailure(error)} again={refetch} />
          ) : (
            <p role="status">Looking it up …</p>
          )}
        </div>
      )}
    </>
  );
}
