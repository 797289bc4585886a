import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import words from '#client/features/cart/cart-words.module.css';
import { FigureTable } from '#client/features/orders/figure-table.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { formatMoney, multiplyMoney } from '#shared/rules/money.ts';
import type { Figures } from '#shared/schemas/orders.ts';
import styles from './summary.module.css';

interface Props {
  figures: Figures | undefined;
  /** Lines of the cart, whose room is kept until they are priced. */
  count: number;
  isStale: boolean;
}

const LINE_PX = 46;
const MOST_LINES_PX = 300;
const FIGURES_PX = 155;

/** What is bought and what it costs, always in sight: on narrow screens one line with the total, which opens. */
export function OrderSummary({ figures, count, isStale }: Props) {
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const stale = isStale ? words.stale : '';
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
          Your order <Link to="/checkout">Edit</Link>
        </h2>
        {!figures && <div style={{ height: Math.min(count * LINE_PX, MOST_LINES_PX) + FIGURES_PX }} />}
        {figures && (
          <div className={stale} aria-live="polite" aria-busy={isStale}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <ul className={styles.lines} tabIndex={0} aria-label="Items">
              {figures.cart.map(line => (
                <li key={`${line.variantId} ${line.variantGroup} ${line.price > 0 ? '' : 'free'}`}>
                  <span>{line.name}</span>
                  <b>{line.price > 0 ? formatMoney(multiplyMoney(line.price, line.quantity)) : 'Free'}</b>
                  <small>{`${line.quantity} × ${formatMoney(line.price)}`}</small>
                </li>
              ))}
            </ul>
            <FigureTable figures={figures} />
          </div>
        )}
      </div>
    </aside>
  );
}
