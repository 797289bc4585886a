import { Picture } from '#client/features/catalog/picture.tsx';
import { formatMoney, multiplyMoney, subtractMoney, sumMoney } from '#shared/rules/money.ts';
import type { Variant } from '#shared/schemas/products.ts';
import styles from './bundle-items.module.css';

/** What a bundle holds, what its items cost one by one, and what the bundle saves (spec §3 bundleItems). */
export function BundleItems({ variant }: { variant: Variant }) {
  const { bundleItems, bundleDiscountPer, originalPrice } = variant;
  if (!variant.isBundle || bundleItems.length === 0) return null;
  const apart = sumMoney(bundleItems.map(({ price, quantity }) => multiplyMoney(price, quantity)));
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
              <p className="muted">{`${item.productNum}, ${item.quantity} × ${formatMoney(item.price)}`}</p>
            </div>
            <p className={styles.sum}>{formatMoney(multiplyMoney(item.price, item.quantity))}</p>
          </li>
        ))}
      </ul>
      <dl>
        <div>
          <dt>One by one</dt>
          <dd>{formatMoney(apart)}</dd>
        </div>
        {bundleDiscountPer > 0 && (
          <div className={styles.saved}>
            <dt>{`Bundle discount, ${bundleDiscountPer}%`}</dt>
            <dd>{`−${formatMoney(subtractMoney(apart, originalPrice))}`}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>As a set</dt>
          <dd>{formatMoney(originalPrice)}</dd>
        </div>
      </dl>
    </section>
  );
}
