import { PriceWhy } from '#client/features/prices/price-why.tsx';
import { listPrice, type Offer } from '#client/features/product/offer.ts';
import { PRICE_TEXTS } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { pricePerPiece } from '#shared/rules/pricing.ts';
import type { Variant } from '#shared/schemas/products.ts';
import styles from './price-block.module.css';

interface Props {
  variant: Variant;
  offer: Offer;
  /** Takes the quantity of a tier. */
  onTier: (quantity: number) => void;
}

/** Shows price, list price, piece size (rule P5), number, vendor and quantity prices (rule P2). */
export function PriceBlock({ variant, offer, onTier }: Props) {
  const { price, offers, reached } = offer;
  const { pieceSize, productNum, vendor, msrp } = variant;
  const struck = listPrice(price, msrp);
  return (
    <div className={styles.block}>
      <p className={styles.price}>
        <b>{formatMoney(price)}</b>
        {struck !== null && (
          <s>
            <span className="visually-hidden">List price </span>
            {formatMoney(struck)}
          </s>
        )}
        <PriceWhy {...offer.why} />
      </p>
      {pieceSize > 1 && (
        <p className={styles.pieces}>
          <b>{`QTY ${pieceSize}`}</b>
          {`, ${formatMoney(pricePerPiece(price, pieceSize))} a piece`}
        </p>
      )}
      <p className={styles.facts}>
        <span>{productNum}</span>
        {vendor && <span>{vendor}</span>}
      </p>
      {offers.length > 0 && (
        <ul className={styles.tiers} aria-label="Quantity prices">
          {offers.map(tier => (
            <li key={tier.quantity}>
              <button
                type="button"
                className={tier === reached ? styles.reached : undefined}
                aria-pressed={tier === reached}
                onClick={() => onTier(tier.quantity)}
              >
                {PRICE_TEXTS.wholesale(tier)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
