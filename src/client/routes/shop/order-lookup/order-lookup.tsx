import { Form, useSearchParams } from 'react-router-dom';
import { OrderActions } from '#client/features/orders/order-actions.tsx';
import { orderFailure } from '#client/features/orders/order-failure.ts';
import { OrderView } from '#client/features/orders/order-view.tsx';
import { useOrder } from '#client/features/orders/use-order.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { readOrderNumber } from '#shared/rules/order-number.ts';
import styles from './order-lookup.module.css';

/** Shows a guest's order by its number and the key from their mail, which the mail's link brings along. */
export function Component() {
  const [params] = useSearchParams();
  const { client } = trpc.useUtils();
  const written = params.get('orderNumber')?.trim() ?? '';
  const number = readOrderNumber(written);
  const orderKey = params.get('orderKey')?.trim() ?? '';
  const read =
    number !== null && orderKey !== ''
      ? () => client.orders.lookup.query({ orderNumber: number, orderKey })
      : null;
  const { order, error, change } = useOrder([number, orderKey], read);
  const isWaiting = read !== null && !order && !error;
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
          <p role="status">Loading…</p>
          <noscript>
            <p>
              The order can't be shown without JavaScript. Your confirmation email lists what you ordered.
            </p>
          </noscript>
        </div>
      )}
      {!order && !isWaiting && (
        <>
          <h1>Find an order</h1>
          <p>
            Both are in your confirmation email, which also has a link straight to this page, or on the
            receipt from our counter.
          </p>
          <Form className={styles.form} method="get" replace>
            <TextField
              label="Order number"
              name="orderNumber"
              inputMode="numeric"
              defaultValue={written}
              error={written && number === null ? 'must be a number, e.g. 10001' : undefined}
            />
            <TextField
              label="Order key"
              name="orderKey"
              autoComplete="off"
              defaultValue={orderKey}
              error={
                error
                  ? orderFailure(error)
                  : written && !orderKey
                    ? 'is part of the link in your email'
                    : undefined
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
