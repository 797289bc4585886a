import { cartHref, stepHref } from '#client/features/cart/ordered-carts.ts';
import { useShopDay } from '#client/features/site/shop-day.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import rows from '#client/ui/rows.module.css';
import type { CartName } from '#shared/schemas/carts.ts';

const MAX_SHOWN = 4;

/** Lists the carts that were changed last, each with the way on. */
export function OpenCarts({ carts }: { carts: readonly CartName[] }) {
  const latest = [...carts].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
  if (latest.length === 0) return <p className="muted">No saved carts yet. Keep one for each job.</p>;
  return (
    <ul className={rows.rows}>
      {latest.slice(0, MAX_SHOWN).map(cart => (
        <OpenCart key={cart._id} cart={cart} />
      ))}
    </ul>
  );
}

function OpenCart({ cart: { _id, orderName, itemCount, state, updatedAt } }: { cart: CartName }) {
  const shopDay = useShopDay();
  const items = itemCount === 1 ? '1 item' : `${itemCount.toLocaleString('en-US')} items`;
  const standing =
    state === 'bid'
      ? 'Waiting for our prices'
      : state === 'quoted'
        ? 'Quoted'
        : `Changed ${shopDay(updatedAt)}`;
  return (
    <li className={rows.row}>
      <span className={rows.who}>
        <b>{orderName}</b>
        <span>{itemCount > 0 ? items : 'Empty'}</span>
      </span>
      <span className={rows.facts}>{standing}</span>
      <span className={rows.actions}>
        <ButtonLink size="small" to={cartHref(_id)} aria-label={`Continue with ${orderName}`}>
          Continue
        </ButtonLink>
        {state !== 'bid' && itemCount > 0 && (
          <ButtonLink
            size="small"
            look="primary"
            to={stepHref('/checkout/summary', [_id])}
            aria-label={`Check out ${orderName}`}
          >
            Check out
          </ButtonLink>
        )}
      </span>
    </li>
  );
}
