import { Form, useSearchParams } from 'react-router-dom';
import { OrderActions } from '#client/features/orders/order-actions.tsx';
import { orderFailure } from '#client/features/orders/order-failure.ts';
import { OrderView } from '#client/features/orders/order-view.tsx';
import { useOrder } from '#client/features/orders/use-order.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './order-lookup.module.css';

/** A guest's order by its number and the key of his mail, which the mail's link brings along. */
export function Component() {
  const [params] = useSearchParams();
  const { client } = trpc.useUtils();
  const number = params.get('orderNumber')?.trim() ?? '';
  const orderKey = params.get('orderKey')?.trim() ?? '';
  const isAsked = /^[1-9]\d{0,8}$/.test(number) && orderKey !== '';
  const read = () => client.orders.lookup.query({ orderNumber: Number(number), orderKey });
  const { order, error, change } = useOrder([number, orderKey], isAsked ? read : null);
  const isWaiting = isAsked && !order && !error;
  return (
    <div className={`container ${styles.page}`}>
      <PageHead
        title={order ? `Order ${order.orderNumber}` : 'Find an order'}
        description="Look up an order by its number and key."
        hidden
      />
      {order && (
        <>
          <h1>{`Order ${order.orderNumber}`}</h1>
          <OrderView order={order} />
          <OrderActions order={order} orderKey={orderKey} onChange={change}>
            <ButtonLink to="/orders/lookup">Find another order</ButtonLink>
          </OrderActions>
        </>
      )}
      {isWaiting && (
        <div>
          <h1>{`Order ${number}`}</h1>
          <p role="status">Looking it up …</p>
          <noscript>
            <p>The order can't be shown without JavaScript. The confirmation mail says what you ordered.</p>
          </noscript>
        </div>
      )}
      {!order && !isWaiting && (
        <>
          <h1>Find an order</h1>
          <p>Number and key stand in the confirmation that we sent you. Its link leads straight here.</p>
          <Form className={styles.form} method="get" replace>
            <TextField
              label="Order number"
              name="orderNumber"
              inputMode="numeric"
              defaultValue={number}
              error={number && !/^[1-9]\d{0,8}$/.test(number) ? 'is a number, like 10001' : undefined}
            />
            <TextField
              label="Order key"
              name="orderKey"
              autoComplete="off"
              defaultValue={orderKey}
              error={
                error ? orderFailure(error) : number && !orderKey ? 'stands in the mail’s link' : undefined
              }
            />
            <Button look="primary" type="submit">
              Find the order
            </Button>
          </Form>
        </>
      )}
    </div>
  );
}
