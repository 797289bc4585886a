import { useQuery } from '@tanstack/react-query';
import { Form, useSearchParams } from 'react-router-dom';
import { OrderView } from '#client/features/orders/order-view.tsx';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './order-lookup.module.css';

/** A guest's order by its number and the key of his mail, which the mail's link brings along. */
export function Component() {
  const [params] = useSearchParams();
  const { client } = trpc.useUtils();
  const number = params.get('orderNumber') ?? '';
  const key = params.get('orderKey') ?? '';
  const isAsked = /^\d{1,9}$/.test(number) && key !== '';
  const {
    data: order,
    error,
    isFetching,
  } = useQuery({
    queryKey: ['lookup', number, key],
    queryFn: () => client.orders.lookup.query({ orderNumber: Number(number), orderKey: key }),
    enabled: isAsked,
  });
  const failure =
    error &&
    (refusal(error).status === 404 ? 'There is no order with this number and key.' : refusal(error).message);
  return (
    <div className="container">
      <PageHead title="Find an order" description="Look up an order by its number and key." hidden />
      <h1>Find an order</h1>
      {order ? (
        <OrderView order={order} />
      ) : (
        <>
          <p>Number and key stand in the confirmation that we sent you. Its link leads straight here.</p>
          <Form className={styles.form} method="get" replace>
            <TextField
              label="Order number"
              name="orderNumber"
              inputMode="numeric"
              pattern="\d{1,9}"
              defaultValue={number}
            />
            <TextField
              label="Order key"
              name="orderKey"
              autoComplete="off"
              defaultValue={key}
              error={failure}
            />
            <Button look="primary" type="submit" disabled={isFetching}>
              Find the order
            </Button>
          </Form>
        </>
      )}
    </div>
  );
}
