import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { OrderActions } from '#client/features/orders/order-actions.tsx';
import { orderFailure } from '#client/features/orders/order-failure.ts';
import { OrderView } from '#client/features/orders/order-view.tsx';
import { SignInForm } from '#client/features/session/account-forms.tsx';
import { useUser } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './account.module.css';

/** /user/orders/{id}: where mails and notifications of a customer's order lead. */
export function Component() {
  const { id = '' } = useParams();
  const user = useUser();
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const queryKey = ['order', id, user?._id];
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: () => client.orders.byId.query({ id }),
    enabled: user !== null,
  });
  return (
    <div className={`container ${styles.page}`}>
      <PageHead
        title={order ? `Order ${order.orderNumber}` : 'Your order'}
        description="An order of yours."
        hidden
      />
      <h1>{order ? `Order ${order.orderNumber}` : 'Your order'}</h1>
      {!user && (
        <div className={styles.columns}>
          <SignInForm then={() => undefined} />
        </div>
      )}
      {order && user && (
        <>
          <OrderView order={order} />
          <OrderActions order={order} onChange={changed => queryClient.setQueryData(queryKey, changed)} />
        </>
      )}
      {user && !order && (
        <div>
          {error ? (
            <p role="alert">
              {`${orderFailure(error)} `}
              <Button size="small" onClick={() => refetch()}>
                Try again
              </Button>
            </p>
          ) : (
            <p role="status">Looking it up …</p>
          )}
        </div>
      )}
    </div>
  );
}
