import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ShownLine } from '#client/features/cart/shown-line.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { PriceWhy } from '#client/features/prices/price-why.tsx';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { QuantityStepper } from '#client/ui/quantity-stepper.tsx';
import { CART_TEXTS } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import styles from './cart-line-row.module.css';
import words from './cart-words.module.css';

interface Props {
  line: ShownLine;
  /** Left out where the lines can't be changed. */
  onQuantity?: (quantity: number) => void;
  onRemove?: () => void;
  onAcceptPrice?: () => void;
  /** An offer of something else instead. */
  offer?: ReactNode;
  /** A menu of other places for the line. */
  move?: ReactNode;
}

export function CartLineRow({ line, onQuantity, onRemove, onAcceptPrice, offer, move }: Props) {
  const { name, quantity, price, pieceSize, nextTier, gone, room } = line;
  return (
    <li className={styles.line}>
      <div className={styles.picture}>
        <Picture path={line.image} alt="" sizes="64px" />
      </div>
      <div className={styles.facts}>
        <Link className={styles.name} to={`/product/${line.productId}?variants=${line.variantId}`}>
          {name}
        </Link>
        <p className={words.sub}>
          {line.productNum}
          {room && `, ${room}`}
        </p>
        <p className={words.sub}>
          {`${formatMoney(price)} each`}
          {pieceSize > 1 && `, ${pieceSize} pieces per pack`} <PriceWhy {...line} />
          {nextTier && !gone && (
            <span className={`${words.hint} ${styles.tier}`}>{CART_TEXTS.nextTier(nextTier)}</span>
          )}
        </p>
        {!gone && line.short === null && <p className={styles.stock}>{line.stock}</p>}
        <Warnings line={line} onQuantity={onQuantity} onAcceptPrice={onAcceptPrice} />
        {offer}
        {move && <div className="no-print">{move}</div>}
      </div>
      <div className={styles.quantity}>
        {onQuantity && !gone ? (
          <>
            <div className="no-print">
              <QuantityStepper value={quantity} label={name} onChange={onQuantity} />
            </div>
            <span className="print-only">{quantity.toLocaleString('en-US')}</span>
          </>
        ) : (
          <span className={words.sub}>{`Quantity ${quantity.toLocaleString('en-US')}`}</span>
        )}
      </div>
      <p className={styles.total}>{gone ? '' : formatMoney(line.lineTotal)}</p>
      {onRemove && (
        <Button look="icon" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon name="trash" />
        </Button>
      )}
    </li>
  );
}

/** Warns of what happened to the line while the cart slept, with a way out beside what the row's own Remove mends. */
function Warnings({ line, onQuantity, onAcceptPrice }: Pick<Props, 'line' | 'onQuantity' | 'onAcceptPrice'>) {
  const { gone, short, priceWas, price, name } = line;
  return (
    <>
      {gone && <p className={words.gone}>{`This item ${gone}.`}</p>}
      {short === 0 && <p className={words.gone}>This item is sold out.</p>}
      {short !== null && short > 0 && (
        <p className={words.gone}>
          {`Only ${short.toLocaleString('en-US')} left. `}
          {onQuantity && (
            <Button
              size="small"
              aria-label={`Lower to ${short.toLocaleString('en-US')}: ${name}`}
              onClick={() => onQuantity(short)}
            >
              {`Lower to ${short.toLocaleString('en-US')}`}
            </Button>
          )}
        </p>
      )}
      {priceWas !== null && !gone && (
        <p className={words.changed}>
          {`The price was ${formatMoney(priceWas)}; it is now ${formatMoney(price)}. `}
          {onAcceptPrice && (
            <Button size="small" aria-label={`Accept the price of ${name}`} onClick={onAcceptPrice}>
              Accept
            </Button>
          )}
        </p>
      )}
    </>
  );
}
