import { type LoaderFunctionArgs, useParams } from 'react-router-dom';
import { AddAgain } from '#client/features/orders/add-again.tsx';
import { OrderActions } from '#client/features/orders/order-actions.tsx';
import { orderFailure } from '#client/features/orders/order-failure.ts';
import { OrderView } from '#client/features/orders/order-view.tsx';
import { Reorder } from '#client/features/orders/reorder.tsx';
import { hasSession, useUser } from '#client/features/session/session.ts';
import { Returns } from '#client/routes/user/returns.tsx';
import { queriesContext, trpc } from '#client/trpc.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import type { Order } from '#shared/schemas/orders.ts';

/** The order, and what was sent back of it, are known before the page is there, so that it comes in one piece. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { id = '' } = params;
  const { orders, returns } = context.get(queriesContext);
  if (hasSession(request)) {
    await Promise.all([
      orders.byId.prefetch({ id }),
      returns.list.prefetch({ order: id }),
      returns.returnable.prefetch({ id }),
    ]);
  }
  return null;
}

/** /user/orders/{id}: where mails and notifications of a customer's order lead. */
export function Component() {
  const { id = '' } = useParams();
  const user = useUser();
  const { orders } = trpc.useUtils();
  const asked = { id };
  const {
    data: order,
    error,
    refetch,
  } = trpc.orders.byId.useQuery(asked, {
    enabled: user !== null,
    staleTime: 0,
  });
  const isOwn = order !== undefined && order.user === user?._id;
  const change = (changed: Order) => orders.byId.setData(asked, changed);
  return (
    <>
      <PageHead
        title={order ? `Order ${order.orderNumber}` : 'Your order'}
        description="One of your orders."
        hidden
      />
      <h1>{order ? `Order ${order.orderNumber}` : 'Your order'}</h1>
      {order && (
        <>
          <OrderView order={order} {...(isOwn && { act: line => <AddAgain line={line} /> })} />
          <OrderActions order={order} onChange={change}>
            {isOwn && <Reorder order={order} />}
          </OrderActions>
          {isOwn && <Returns order={order} />}
        </>
      )}
      {!order && (
        <div>
          {error ? (
            <LoadError message={orderFailure(error)} onRetry={refetch} />
          ) : (
            <p role="status">Loading…</p>
          )}
        </div>
      )}
    </>
  );
}
