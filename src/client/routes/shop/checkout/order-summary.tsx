import { Link } from 'react-router-dom';
import { FigureTable } from '#client/features/orders/figure-table.tsx';
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

/** What is bought and what it costs, always in sight. */
export function OrderSummary({ figures, count, isStale }: Props) {
  return (
    <aside className={styles.aside} aria-label="Order summary">
      <h2>
        Your order <Link to="/checkout">Edit</Link>
      </h2>
      {!figures && <div style={{ height: Math.min(count * LINE_PX, MOST_LINES_PX) + FIGURES_PX }} />}
      {figures && (
        <div className={isStale ? styles.stale : undefined} aria-live="polite">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <ul className={styles.lines} tabIndex={0} aria-label="Items">
            {figures.cart.map(line => (
              <li key={`${line.variantId} ${line.variantGroup}`}>
                <span>{line.name}</span>
                <b>{formatMoney(multiplyMoney(line.price, line.quantity))}</b>
                <small>{`${line.quantity} × ${formatMoney(line.price)}`}</small>
              </li>
            ))}
          </ul>
          <FigureTable figures={figures} />
        </div>
      )}
    </aside>
  );
}
