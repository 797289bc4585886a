import { Fragment, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import words from '#client/features/cart/cart-words.module.css';
import { stepHref } from '#client/features/cart/ordered-carts.ts';
import { FigureTable } from '#client/features/orders/figure-table.tsx';
import type { Ordered } from '#client/routes/shop/checkout/ordered.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { formatMoney, multiplyMoney } from '#shared/rules/money.ts';
import type { CostLine } from '#shared/schemas/cart-lines.ts';
import type { Figures } from '#shared/schemas/orders.ts';
import styles from './summary.module.css';

interface Props {
  figures: Figures | undefined;
  /** The carts that the lines are from, and how many lines: their room is kept until they are priced. */
  ordered: Pick<Ordered, 'cartIds' | 'names' | 'lineCount'>;
  isStale: boolean;
}

const LINE_PX = 46;
const CART_NAME_PX = 28;
const MAX_LINES_PX = 300;
const FIGURES_PX = 155;

/** Shows what is bought and what it costs, always in sight: on narrow screens one line with the total, which opens. */
export function OrderSummary({ figures, ordered, isStale }: Props) {
  const { cartIds, names, lineCount } = ordered;
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const stale = isStale ? words.stale : '';
  const linesPx = lineCount * LINE_PX + (cartIds.length > 1 ? cartIds.length * CART_NAME_PX : 0);
  return (
    <aside className={styles.aside} aria-label="Order summary">
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="chevronDown" size={18} />
        {isOpen ? 'Hide the order' : 'Show the order'}
        <b className={stale}>{figures && formatMoney(figures.total)}</b>
      </button>
      <div className={isOpen ? styles.whole : styles.folded} id={details}>
        <h2>
          {names ?? 'Your order'} <Link to={stepHref('/checkout', cartIds)}>Edit</Link>
        </h2>
        {!figures && <div style={{ height: Math.min(linesPx, MAX_LINES_PX) + FIGURES_PX }} />}
        {figures && (
          <div className={stale} aria-live="polite" aria-busy={isStale}>
            <Scrolling className={styles.lines} label="Items ordered">
              {linesByCart(figures).map(({ _id, orderName, cartItems }) => (
                <Fragment key={_id}>
                  {orderName && <h3>{orderName}</h3>}
                  <Lines lines={cartItems} label={orderName ? `Items in ${orderName}` : 'Items'} />
                </Fragment>
              ))}
            </Scrolling>
            <FigureTable figures={figures} />
          </div>
        )}
      </div>
    </aside>
  );
}

function Lines({ lines, label }: { lines: readonly CostLine[]; label: string }) {
  return (
    <ul aria-label={label}>
      {keyed(lines).map(({ key, line }) => (
        <li key={key}>
          <span>{line.name}</span>
          <b>{line.price > 0 ? formatMoney(multiplyMoney(line.price, line.quantity)) : 'Free'}</b>
          <small>{`${line.productNum}, ${line.quantity} × ${formatMoney(line.price)}`}</small>
        </li>
      ))}
    </ul>
  );
}

/** The lines of several carts under the name of each, as the order will have them; else all in one. */
function linesByCart({ cart, carts = [] }: Figures) {
  if (carts.length < 2) return [{ _id: '', orderName: '', cartItems: cart }];
  return carts.map(({ _id, orderName }) => ({
    _id,
    orderName,
    cartItems: cart.filter(line => line.cartId === _id),
  }));
}

/** A coupon may give what is bought as well. */
function keyed(lines: readonly CostLine[]): { key: string; line: CostLine }[] {
  const seen = new Map<string, number>();
  return lines.map(line => {
    const of = `${line.variantId} ${line.variantGroup}`;
    seen.set(of, (seen.get(of) ?? 0) + 1);
    return { key: `${of} ${seen.get(of)}`, line };
  });
}
