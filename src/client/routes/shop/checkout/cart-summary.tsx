import layout from '#client/features/cart/cart-layout.module.css';
import words from '#client/features/cart/cart-words.module.css';
import { FigureTable } from '#client/features/orders/figure-table.tsx';
import { useUser } from '#client/features/session/session.ts';
import { WayOn, WayOnBar } from '#client/routes/shop/checkout/way-on.tsx';
import { whyNoFigures } from '#client/routes/shop/checkout/why-no-figures.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { SHIPPING_TIER_COUNT } from '#shared/constants.ts';
import type { ShippingMethod } from '#shared/enumerations.ts';
import { CART_TEXTS } from '#shared/messages.ts';
import { shippingCost, toNextShippingTier } from '#shared/rules/shipping.ts';
import type { Figures } from '#shared/schemas/orders.ts';
import styles from './cart.module.css';

interface Props {
  figures: Figures | undefined;
  method: ShippingMethod;
  isFetching: boolean;
  /** Why there are no figures. */
  error: unknown;
  onRetry: () => void;
  /** How many lines can't be bought any more. */
  gone: number;
  onRemoveGone: () => void;
  isShort: boolean;
}

/** Shows what the working cart costs, and the way on. */
export function CartSummary({
  figures,
  method,
  isFetching,
  error,
  onRetry,
  gone,
  onRemoveGone,
  isShort,
}: Props) {
  const isSignedIn = useUser() !== null;
  const isBlocked = gone > 0 || isShort;
  const way = { to: isSignedIn ? '/checkout/summary' : '/checkout/login', words: 'Checkout' };
  return (
    <>
      <aside className={layout.aside} aria-label="Summary">
        {!figures && !error && <div className={styles.figures} />}
        {figures && (
          <div className={isFetching ? words.stale : undefined}>
            <FigureTable figures={figures} />
            <NextShipping figures={figures} method={method} />
          </div>
        )}
        {Boolean(error) && (
          <div role="alert">
            <p>{whyNoFigures(error)}</p>
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          </div>
        )}
        {gone > 0 && (
          <div className={styles.blocked} role="status">
            <p className={words.gone}>
              {gone === 1 ? 'One item is no longer available.' : `${gone} items are no longer available.`}
            </p>
            <Button wide onClick={onRemoveGone}>
              Remove unavailable items
            </Button>
          </div>
        )}
        {isShort && (
          <p className={words.gone} role="status">
            We don’t have enough of some items: please lower their quantities or remove them.
          </p>
        )}
        {isBlocked ? (
          <Button look="primary" size="large" wide disabled>
            Checkout
          </Button>
        ) : (
          <WayOn {...way} />
        )}
        <ButtonLink look="quiet" to="/products">
          Continue shopping
        </ButtonLink>
      </aside>
      {!isBlocked && <WayOnBar {...way} label="Total" amount={isFetching ? undefined : figures?.total} />}
    </>
  );
}

/** Says how much is missing for cheaper shipping; what delivery would cost, where the goods are picked up. */
function NextShipping({ figures: { subTotal }, method }: { figures: Figures; method: ShippingMethod }) {
  const { data } = trpc.site.get.useQuery({});
  const tiers = data?.site.shippingTiers;
  if (tiers?.length !== SHIPPING_TIER_COUNT) return null;
  const next = toNextShippingTier({ subTotal, method, tiers });
  const hint =
    method === 'local'
      ? CART_TEXTS.pickedUp(shippingCost({ subTotal, method: 'standard', tiers }))
      : next && CART_TEXTS.nextShipping(next);
  return hint && <p className={words.hint}>{hint}</p>;
}
