import type { PlacingFailure } from '#client/routes/shop/checkout/order-failure.ts';
import { stepHref } from '#client/routes/shop/checkout/ordered-carts.ts';
import { trpc } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { formatMoney } from '#shared/rules/money.ts';
import type { HoldLimit } from '#shared/schemas/orders.ts';
import styles from './summary.module.css';

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** How long the goods of an order are held that is not paid yet; or how many may be, and what else can be done. */
export function HoldNotice({
  failure,
  cartIds,
}: {
  failure: PlacingFailure | null;
  cartIds: readonly string[];
}) {
  if (failure?.limit) return <Limit limit={failure.limit} cartIds={cartIds} />;
  if (!failure?.heldUntil) return null;
  return (
    <p role="status">
      {`Your goods are held for you until ${TIME.format(new Date(failure.heldUntil))}. Please pay by then; after that they go back on sale, and your cart is kept.`}
    </p>
  );
}

function Limit({ limit, cartIds }: { limit: HoldLimit; cartIds: readonly string[] }) {
  const { data } = trpc.site.get.useQuery({});
  const phone = data?.site.phone;
  return (
    <div role="alert" className={styles.changes}>
      <p>
        {limit.isBound
          ? 'Earlier orders from here were not paid, so large ones are not held without a payment today:'
          : 'Another large order of yours still waits for its payment:'}
      </p>
      <ul>
        {limit.lines.map(({ line, name, quantity, mayHold }) => (
          <li key={line}>{`${name}: ${quantity} in the order, at most ${mayHold} can be held`}</li>
        ))}
        {limit.total && (
          <li>{`This order costs ${formatMoney(limit.total.asked)}; goods for ${formatMoney(limit.total.mayHold)} can be held`}</li>
        )}
        {limit.orders && (
          <li>{`${limit.orders.held} unpaid orders; please pay or cancel one of them first`}</li>
        )}
      </ul>
      <p>
        <ButtonLink look="quiet" to={stepHref('/checkout', cartIds)}>
          Change the cart, or ask for a quote
        </ButtonLink>
        {limit.ways.includes('sign-in') && (
          <ButtonLink look="quiet" to={stepHref('/checkout/login', cartIds)}>
            Sign in to an account that has bought here
          </ButtonLink>
        )}
        {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{`Call ${phone}`}</a>}
      </p>
    </div>
  );
}
