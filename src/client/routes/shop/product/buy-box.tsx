import { useState } from 'react';
import { useAddToCart } from '#client/features/cart/add-to-cart.ts';
import { lineOf, WORKING_CART_NAME } from '#client/features/cart/cart.ts';
import { canBuy, stockText } from '#client/features/catalog/stock.ts';
import { Button } from '#client/ui/button.tsx';
import { Price } from '#client/ui/price.tsx';
import { QuantityStepper } from '#client/ui/quantity-stepper.tsx';
import { CART_TEXTS, PRICE_TEXTS } from '#shared/messages.ts';
import { formatMoney, lowestMoney } from '#shared/rules/money.ts';
import { nextTierHint, pricePerPiece, wholesaleOffers, wholesalePrice } from '#shared/rules/pricing.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './buy-box.module.css';

/** Price block, tiers, stock, quantity and the add button (spec §2). */
export function BuyBox({ product, variant }: { product: Product; variant: Variant }) {
  const [quantity, setQuantity] = useState(1);
  const { add, isAdding } = useAddToCart();
  // Tiers start from the price that everyone sees; the customer's own may lie below them.
  const listed = { ...variant, price: variant.originalPrice };
  const price = lowestMoney(variant.price, wholesalePrice(listed, quantity));
  const offers = wholesaleOffers(listed);
  const reached = offers.findLast(offer => quantity >= offer.quantity);
  const hint = nextTierHint(listed, quantity, price);
  const isEnough = canBuy(variant, quantity);
  return (
    <section className={styles.box} aria-label="Price and order">
      <p className={styles.price}>
        <Price price={price} msrp={variant.msrp} />
      </p>
      <p className={styles.facts}>
        {variant.pieceSize > 1 && (
          <span>{`QTY ${variant.pieceSize}, ${formatMoney(pricePerPiece(price, variant.pieceSize))} each`}</span>
        )}
        <span>{variant.productNum}</span>
        {variant.vendor && <span>{variant.vendor}</span>}
        {variant.price < variant.originalPrice && <span>your price</span>}
      </p>
      {offers.length > 0 && (
        <ul className={styles.tiers} aria-label="Quantity prices">
          {offers.map(offer => (
            <li key={offer.quantity} className={offer === reached ? styles.reached : undefined}>
              {PRICE_TEXTS.wholesale(offer)}
            </li>
          ))}
        </ul>
      )}
      <p className={canBuy(variant, 1) ? styles.stock : `${styles.stock} ${styles.out}`}>
        {stockText(variant)}
      </p>
      <div className={styles.add}>
        <QuantityStepper large value={quantity} onChange={setQuantity} label={product.title} />
        <Button
          look="primary"
          size="large"
          disabled={!isEnough || isAdding}
          onClick={() => add(lineOf(product, variant, quantity))}
        >
          {isAdding ? CART_TEXTS.adding : CART_TEXTS.add(quantity, WORKING_CART_NAME)}
        </Button>
      </div>
      {!isEnough && variant.stock > 0 && (
        <p className={styles.small}>{`Only ${variant.stock} can be ordered now.`}</p>
      )}
      {hint && <p className={styles.small}>{`${hint.more} more for ${formatMoney(hint.price)} each.`}</p>}
    </section>
  );
}
