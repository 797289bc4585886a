import { useSyncExternalStore } from 'react';
import { OrderActions } from '#client/features/orders/order-actions.tsx';
import { OrderView } from '#client/features/orders/order-view.tsx';
import { useOrder } from '#client/features/orders/use-order.ts';
import { refusal } from '#client/refusal.ts';
import { KeepAccount } from '#client/routes/shop/checkout/keep-account.tsx';
import { latestPurchase } from '#client/routes/shop/checkout/latest-purchase.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './thank-you.module.css';

const never = () => () => {};
const readKept = () => JSON.stringify(latestPurchase.read());

/** Shows number and contents of the order that was placed last (rule O3). */
export function Component() {
  // The server can't know it; the browser reads it after hydration.
  const kept = useSyncExternalStore(never, readKept, () => undefined);
  const purchase: ReturnType<typeof latestPurchase.read> = kept ? JSON.parse(kept) : null;
  const { client } = trpc.useUtils();
  const { order, error, refetch, change } = useOrder(
    [purchase?._id],
    purchase && (() => client.orders.byId.query({ id: purchase._id, orderKey: purchase.orderKey })),
  );
  const isWaiting = !order && !error && (kept === undefined || purchase !== null);
  return (
    <div className={`container ${styles.page}`}>
      <PageHead title="Thank you" description="Your order was placed." hidden />
      {order && (
        <>
          <p className={styles.mark}>
            <Icon name="check" size={28} />
          </p>
          <h1>{`Thank you, ${order.name}. Your order number is ${order.orderNumber}.`}</h1>
          <p className={styles.said}>{`A confirmation is on its way to ${order.email}.`}</p>
          <OrderView order={order} />
          <OrderActions order={order} orderKey={purchase?.orderKey} onChange={change} isNew>
            <ButtonLink look="primary" to="/products">
              Continue shopping
            </ButtonLink>
          </OrderActions>
          <KeepAccount order={order} />
        </>
      )}
      {isWaiting && (
        <div>
          <h1>Thank you</h1>
          <noscript>
            <p>
              The order can't be shown without JavaScript. Your confirmation email lists what you ordered.
            </p>
          </noscript>
        </div>
      )}
      {!order && !isWaiting && (
        <>
          <h1>Thank you</h1>
          {error ? (
            <p className={styles.said} role="alert">
              {`Your order was placed, but it can't be shown now: ${refusal(error).message} `}
              <Button size="small" onClick={() => refetch()}>
                Try again
              </Button>
            </p>
          ) : (
            <p className={styles.said}>
              No order was placed in this window. Your confirmation email has a link to your order.
            </p>
          )}
        </>
      )}
    </div>
  );
}
