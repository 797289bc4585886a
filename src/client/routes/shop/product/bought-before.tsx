import { Link } from 'react-router-dom';
import { useUser } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import { DATE } from '#client/ui/moment.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Variant } from '#shared/schemas/products.ts';
import styles from './product.module.css';

/** Tells what a customer, or their company, last took of this very variant, at what price, and in which order. */
export function BoughtBefore({ variant }: { variant: Variant }) {
  const user = useUser();
  const { data = [] } = trpc.products.boughtBefore.useQuery(
    { product: variant.product_id ?? '' },
    { enabled: user !== null && variant.product_id !== null },
  );
  const last = data.find(one => one.variant === variant._id);
  if (!user || !last) return null;
  const { quantity, price, date, order, orderNumber, orderName } = last;
  return (
    <p className={styles.bought}>
      {`Bought before: ${quantity.toLocaleString('en-US')} at ${formatMoney(price)} on ${DATE.format(new Date(date))}${orderName && ` for ${orderName}`}`}
      {order && (
        <>
          {', '}
          <Link to={`/user/orders/${order}`}>{`order ${orderNumber}`}</Link>
        </>
      )}
    </p>
  );
}
