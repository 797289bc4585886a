import { type ClipboardEvent, useId } from 'react';
import { Link } from 'react-router-dom';
import words from '#client/features/cart/cart-words.module.css';
import { Picture } from '#client/features/catalog/picture.tsx';
import { canBuy, stockText } from '#client/features/catalog/stock.ts';
import { variantHref } from '#client/features/product/chosen-variant.ts';
import { removeRows, setRow, spreadRow } from '#client/features/quick-order/order-rows.ts';
import type { JudgedRow } from '#client/routes/shop/quick-order/judged-rows.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lineName } from '#shared/rules/cart.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { readOrderList } from '#shared/rules/order-list.ts';
import type { FoundVariant } from '#shared/schemas/products.ts';
import styles from './quick-order.module.css';

interface Props {
  /** From 0. */
  index: number;
  judged: JudgedRow;
}

const nameOf = ({ product, options }: FoundVariant) =>
  lineName(
    product.title,
    options.map(({ value }) => value),
  );

/** One row of the list: number and quantity to be mended in place, and what they come to. */
export function OrderRow({ index, judged }: Props) {
  const { row, standing, variant, total } = judged;
  const place = `row ${index + 1}`;
  const note = useId();
  const isWrongNumber = standing === 'similar' || standing === 'unknown' || standing === 'empty';
  // A column of a spreadsheet that is pasted into one field is many rows.
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\n\r\t]/.test(pasted.trim())) return;
    if (spreadRow(row._id, readOrderList(pasted))) event.preventDefault();
  };
  return (
    <li className={styles.row}>
      <input
        className={styles.number}
        type="text"
        aria-label={`Product number, ${place}`}
        aria-invalid={isWrongNumber || undefined}
        aria-describedby={note}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={row.number}
        onPaste={paste}
        onChange={event => setRow(row._id, { number: event.target.value })}
      />
      <input
        className={styles.quantity}
        type="text"
        inputMode="numeric"
        aria-label={`Quantity, ${place}`}
        aria-invalid={standing === 'quantity' || standing === 'short' || undefined}
        aria-describedby={note}
        autoComplete="off"
        maxLength={20}
        placeholder="1"
        value={row.quantity}
        onChange={event => setRow(row._id, { quantity: event.target.value })}
      />
      <div className={styles.found}>
        {variant && (
          <>
            <span className={styles.picture}>
              <Picture path={variant.thumbnail ?? variant.image} alt="" sizes="44px" />
            </span>
            <span>
              <Link className={styles.name} to={variantHref(variant.product, variant)}>
                {nameOf(variant)}
              </Link>
              <Facts judged={judged} variant={variant} />
            </span>
          </>
        )}
        <div id={note} className={styles.note}>
          <Note judged={judged} />
        </div>
      </div>
      <p className={styles.total}>{standing === 'ready' && total !== null ? formatMoney(total) : ''}</p>
      <Button look="icon" aria-label={`Remove ${place}`} onClick={() => removeRows(new Set([row._id]))}>
        <Icon name="trash" />
      </Button>
    </li>
  );
}

function Facts({
  judged: { price, quantity, standing },
  variant,
}: Pick<Props, 'judged'> & { variant: FoundVariant }) {
  const { productNum, pieceSize } = variant;
  return (
    <span className={`${words.sub} ${styles.facts}`}>
      {[
        productNum,
        price !== null && `${formatMoney(price)} each`,
        pieceSize > 1 && `${pieceSize} pieces per pack`,
        pieceSize > 1 && quantity && `${(pieceSize * quantity).toLocaleString('en-US')} in all`,
        standing === 'ready' && stockText(variant),
      ]
        .filter(Boolean)
        .join(', ')}
    </span>
  );
}

function noneText({ variant, held }: JudgedRow): string {
  if (!variant || !canBuy(variant, 1)) return 'Sold out.';
  const takers = held > 0 ? 'Your cart and the rows above take' : 'The rows above take';
  return `${takers} all that is in stock.`;
}

/** Says what is to be mended, and offers the nearest way to do it. */
function Note({ judged }: Pick<Props, 'judged'>) {
  const { standing, similar, most, row } = judged;
  switch (standing) {
    case 'ready':
      return null;
    case 'asking':
      return <span className={words.sub}>Loading…</span>;
    case 'empty':
      return <span className={styles.wrong}>A product number is missing.</span>;
    case 'quantity':
      return <span className={styles.wrong}>The quantity must be a whole number from 1 to 100,000.</span>;
    case 'short':
      return (
        <span className={styles.wrong}>
          {most ? `Only ${most.toLocaleString('en-US')} can be ordered now. ` : noneText(judged)}
          {most ? (
            <Button size="small" onClick={() => setRow(row._id, { quantity: String(most) })}>
              {`Lower to ${most.toLocaleString('en-US')}`}
            </Button>
          ) : null}
        </span>
      );
    case 'unknown':
      return (
        <span className={styles.wrong}>
          {'We couldn’t find this number. '}
          <Link to={`/search?title=${encodeURIComponent(row.number)}`}>Search for it</Link>
        </span>
      );
    case 'similar':
      return (
        <span className={styles.similar}>
          <span className={styles.wrong}>We couldn’t find this number. Did you mean:</span>
          {similar.map(one => (
            <Button
              key={one._id}
              size="small"
              className={styles.choice}
              onClick={() => setRow(row._id, { number: one.productNum })}
            >
              <b>{one.productNum}</b> {nameOf(one)}
            </Button>
          ))}
        </span>
      );
  }
}
