import { Picture } from '#client/features/catalog/picture.tsx';
import { formatMoney, multiplyMoney, subtractMoney } from '#shared/rules/money.ts';
import { apartPrice, bundlePrice, itemPrice } from '#shared/rules/pricing.ts';
import type { Variant } from '#shared/schemas/products.ts';
import { withQuantityPrices } from '#shared/schemas/quantity-prices.ts';
import styles from './bundle-items.module.css';

/** Shows what a bundle holds, what its items cost one by one, and what the bundle saves (rule P4). */
export function BundleItems({ variant }: { variant: Variant }) {
  const { bundleDiscountPer, price } = variant;
  if (!variant.isBundle || variant.bundleItems.length === 0) return null;
  const bundleItems = variant.bundleItems.map(withQuantityPrices);
  const apart = apartPrice(bundleItems);
  // A price of the set itself may lie below what its items make of it.
  const isByItems = price === bundlePrice(bundleItems, bundleDiscountPer);
  return (
    <section className={styles.bundle} aria-labelledby="bundle">
      <h2 id="bundle">In this set</h2>
      <ul data-links>
        {bundleItems.map(item => (
          <li key={item.variant}>
            <Picture path={item.image} alt="" sizes="56px" />
            <div>
              {item.product ? (
                <a href={`/product/${item.product}?variants=${item.variant}`}>{item.productTitle}</a>
              ) : (
                item.productTitle
              )}
              <p className="muted">{`${item.productNum}, ${item.quantity} × ${formatMoney(itemPrice(item))}`}</p>
            </div>
            <p className={styles.sum}>{formatMoney(multiplyMoney(itemPrice(item), item.quantity))}</p>
          </li>
        ))}
      </ul>
      <dl>
        <div>
          <dt>Bought separately</dt>
          <dd>{formatMoney(apart)}</dd>
        </div>
        {price < apart && (
          <div className={styles.saved}>
            <dt>{isByItems ? `Bundle discount, ${bundleDiscountPer}%` : 'You save'}</dt>
            <dd>{`−${formatMoney(subtractMoney(apart, price))}`}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>As a set</dt>
          <dd>{formatMoney(price)}</dd>
        </div>
      </dl>
    </section>
  );
}
