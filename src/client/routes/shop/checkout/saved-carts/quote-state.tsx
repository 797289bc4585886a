import { DAY } from '#client/ui/moment.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';
import styles from './saved-carts.module.css';

/** How it stands with a cart that was sent for prices; it stays as it is. */
export function QuoteState({ cart }: { cart: SavedCart }) {
  const { state, quotedUntil, quotedShipping, quoteNotes } = cart;
  if (state === 'bid' || quotedUntil === null) {
    return (
      <p className={styles.quote} role="status">
        <b>Sent to us as a bid.</b>
        {
          ' We’ll review it and post our prices here. Until then it can’t be changed; duplicate it to continue with a copy.'
        }
      </p>
    );
  }
  const until = new Date(quotedUntil);
  const holds = until.getTime() > Date.now();
  return (
    <div className={styles.quote} role="status">
      <p>
        <b>{holds ? `Quoted until ${DAY.format(until)}.` : `The quote expired on ${DAY.format(until)}.`}</b>
        {holds
          ? ' Until then you can order it at these prices. It can’t be changed; duplicate it to continue with a copy.'
          : ' Today’s prices apply. Duplicate it and ask again to get new ones.'}
      </p>
      {holds && quotedShipping !== null && <p>{`Freight: ${formatMoney(quotedShipping)}`}</p>}
      {quoteNotes && <p className={styles.answer}>{quoteNotes}</p>}
    </div>
  );
}
