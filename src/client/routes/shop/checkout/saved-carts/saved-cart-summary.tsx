import { useState } from 'react';
import { Link } from 'react-router-dom';
import layout from '#client/features/cart/cart-layout.module.css';
import words from '#client/features/cart/cart-words.module.css';
import { stepHref } from '#client/features/cart/ordered-carts.ts';
import { WayOn, WayOnBar } from '#client/routes/shop/checkout/way-on.tsx';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { formatMoney, sumMoney } from '#shared/rules/money.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';
import page from '../cart.module.css';
import styles from './saved-carts.module.css';

interface Props {
  cart: SavedCart;
  /** A change of it is on its way. */
  isSaving: boolean;
  /** Ordered together with it, if the customer says so. */
  others: readonly SavedCart[];
  onAddAll: () => void;
  onAcceptPrices: (() => void) | undefined;
  onRemoveGone: (() => void) | undefined;
}

/** Shows what a saved cart comes to, and the way to its order. */
export function SavedCartSummary({ cart, isSaving, others, onAddAll, onAcceptPrices, onRemoveGone }: Props) {
  const [together, setTogether] = useState<readonly string[]>([]);
  const gone = cart.cart.filter(line => line.gone).length;
  const isShort = cart.cart.some(({ short }) => short !== null);
  const isBlocked = gone > 0 || isShort || cart.state === 'bid';
  const chosen = together.filter(_id => others.some(other => other._id === _id));
  const changed = cart.cart.filter(({ priceWas }) => priceWas !== null).length;
  const way = {
    to: isSaving ? null : stepHref('/checkout/summary', [cart._id, ...chosen]),
    words: chosen.length === 0 ? 'Check out' : `Check out ${chosen.length + 1} carts`,
  };
  const inAll = others.filter(({ _id }) => chosen.includes(_id)).map(({ subTotal }) => subTotal);
  return (
    <>
      <aside className={layout.aside} aria-label="Summary">
        <dl className={styles.sums}>
          <dt>Items</dt>
          <dd>{cart.itemCount.toLocaleString('en-US')}</dd>
          <dt>Subtotal</dt>
          <dd>{formatMoney(cart.subTotal)}</dd>
        </dl>
        <p className={words.sub}>Shipping and tax are added at checkout.</p>
        {changed > 0 && (
          <div className={page.blocked}>
            <p className={words.changed}>
              {changed === 1 ? 'The price of one item changed.' : `The prices of ${changed} items changed.`}
            </p>
            {onAcceptPrices && (
              <Button wide onClick={onAcceptPrices}>
                Accept today’s prices
              </Button>
            )}
          </div>
        )}
        {gone > 0 && (
          <div className={page.blocked}>
            <p className={words.gone}>
              {gone === 1 ? 'One item is no longer available.' : `${gone} items are no longer available.`}
            </p>
            {onRemoveGone && (
              <Button wide onClick={onRemoveGone}>
                Remove unavailable items
              </Button>
            )}
          </div>
        )}
        {isShort && cart.state === 'saved' && (
          <p className={words.gone}>
            We don’t have enough of some items: please lower their quantities or remove them.
          </p>
        )}
        {(isShort || gone > 0) && cart.state !== 'saved' && (
          <p className={words.gone}>
            {/* One sentence is one piece: side by side its parts would be columns. */}
            <span>
              {isShort && 'We don’t have enough of some items. '}
              <Link to="/contact">Call us or write to us</Link>
              {cart.state === 'quoted' && ', or ask for other prices and say what you would take'}.
            </span>
          </p>
        )}
        {others.length > 0 && (
          <details className={styles.together}>
            <summary>Order other carts with this one</summary>
            {others.map(({ _id, orderName, subTotal }) => (
              <Checkbox
                key={_id}
                label={`${orderName}, ${formatMoney(subTotal)}`}
                checked={together.includes(_id)}
                onChange={({ target }) =>
                  setTogether(before =>
                    target.checked ? [...before, _id] : before.filter(one => one !== _id),
                  )
                }
              />
            ))}
          </details>
        )}
        {isBlocked ? (
          <Button look="primary" size="large" wide disabled>
            Check out
          </Button>
        ) : (
          <WayOn {...way} />
        )}
        <Button wide unable={gone === cart.cart.length} onClick={onAddAll}>
          Add all to current cart
        </Button>
      </aside>
      {!isBlocked && <WayOnBar {...way} label="Subtotal" amount={sumMoney([cart.subTotal, ...inAll])} />}
    </>
  );
}
