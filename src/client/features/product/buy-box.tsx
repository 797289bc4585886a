import { useState } from 'react';
import { useAddToCart } from '#client/features/cart/add-to-cart.ts';
import { lineOf, useWorkingCart, WORKING_CART_NAME } from '#client/features/cart/cart.ts';
import { useCartChoice } from '#client/features/cart/cart-choice.ts';
import { CartSelector } from '#client/features/cart/cart-selector.tsx';
import { canBuy, stockText } from '#client/features/catalog/stock.ts';
import { offerOf } from '#client/features/product/offer.ts';
import { PriceBlock } from '#client/features/product/price-block.tsx';
import { Button } from '#client/ui/button.tsx';
import { QuantityStepper } from '#client/ui/quantity-stepper.tsx';
import { CART_TEXTS } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './buy-box.module.css';

interface Props {
  product: Product;
  variant: Variant;
  /** On phones the button stands in a bar at the foot of the screen. */
  bar?: boolean;
}

/** Shows price block, stock, quantity and the add button. Another variant starts at one again: give it a key. */
export function BuyBox({ product, variant, bar }: Props) {
  const [quantity, setQuantity] = useState(1);
  const { add, isAdding } = useAddToCart();
  const choice = useCartChoice();
  const offer = offerOf(variant, quantity);
  const held = useHeld(variant, choice.chosen === null);
  const left = variant.stock - held;
  const isEnough = canBuy(variant, held + quantity);
  const short = isEnough || variant.stock === 0 ? '' : shortWords(variant.stock, held);
  const button = (
    <Button
      look="primary"
      size="large"
      className={choice.chosen ? `${styles.button} ${styles.named}` : styles.button}
      unable={!isEnough}
      busy={isAdding}
      onClick={() => add(lineOf(product, variant, quantity), product, choice.chosen)}
    >
      <span className={styles.text}>
        {isAdding
          ? CART_TEXTS.adding
          : CART_TEXTS.add(quantity, choice.chosen?.orderName ?? WORKING_CART_NAME)}
      </span>
    </Button>
  );
  return (
    <section className={bar ? `${styles.box} ${styles.barred}` : styles.box} aria-label="Price and order">
      <PriceBlock variant={variant} offer={offer} onTier={setQuantity} />
      <p className={canBuy(variant, 1) ? styles.stock : `${styles.stock} ${styles.out}`}>
        {stockText(variant)}
      </p>
      <CartSelector {...choice} />
      <div className={`${styles.add} no-print`}>
        <QuantityStepper large value={quantity} onChange={setQuantity} label={product.title} />
        <div className={styles.inline}>{button}</div>
      </div>
      <div className={styles.said} role="status">
        {short && (
          <p className={styles.short}>
            {`${short} `}
            {left > 0 && (
              <Button look="quiet" size="small" onClick={() => setQuantity(left)}>
                {`Lower to ${left.toLocaleString('en-US')}`}
              </Button>
            )}
          </p>
        )}
        {quantity > 1 && isEnough && (
          <p>
            {`${quantity.toLocaleString('en-US')} for `}
            <b>{formatMoney(offer.total)}</b>
            {variant.pieceSize > 1 && `, ${(quantity * variant.pieceSize).toLocaleString('en-US')} pieces`}
          </p>
        )}
        {offer.hint && (
          <p>{`${offer.hint.more.toLocaleString('en-US')} more for ${formatMoney(offer.hint.price)} each`}</p>
        )}
      </div>
      <noscript>
        <p className={styles.short}>The cart needs JavaScript. Please turn it on, or order by phone.</p>
      </noscript>
      {bar && (
        <div className={`${styles.bar} no-print`}>
          <p>
            <b>{formatMoney(offer.price)}</b>
            <small className={short ? styles.short : undefined}>{short || stockText(variant)}</small>
          </p>
          {button}
        </div>
      )}
    </section>
  );
}

/** Tells how many of a variant the current cart holds already, where that is the cart that it goes into. */
function useHeld({ _id }: Variant, isCurrent: boolean): number {
  const lines = useWorkingCart()?.cart ?? [];
  if (!isCurrent) return 0;
  return lines.reduce((sum, line) => sum + (line.variantId === _id ? line.quantity : 0), 0);
}

function shortWords(stock: number, held: number): string {
  const most = `Only ${stock.toLocaleString('en-US')} can be ordered now`;
  return held > 0 ? `${most}, and your cart has ${held.toLocaleString('en-US')}.` : `${most}.`;
}
