import layout from '#client/features/cart/cart-layout.module.css';
import words from '#client/features/cart/cart-words.module.css';
import { Button } from '#client/ui/button.tsx';
import { formatMoney } from '#shared/rules/money.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';
import page from '../cart.module.css';
import styles from './saved-carts.module.css';

interface Props {
  cart: SavedCart;
  onAddAll: () => void;
  onAcceptPrices: (() => void) | undefined;
  onRemoveGone: (() => void) | undefined;
}

/** What a saved cart comes to, and the way to its order. */
export function SavedCartSummary({ cart, onAddAll, onAcceptPrices, onRemoveGone }: Props) {
  const gone = cart.cart.filter(line => line.gone).length;
  const changed = cart.cart.filter(({ priceWas }) => priceWas !== null).length;
  return (
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
              Remove what is no longer available
            </Button>
          )}
        </div>
      )}
      <Button look="primary" size="large" wide disabled={gone === cart.cart.length} onClick={onAddAll}>
        Add all to current cart
      </Button>
    </aside>
  );
}
