import { useEffect, useRef } from 'react';
import { useShopDay } from '#client/features/site/shop-day.ts';
import { AskAgain } from '#client/routes/shop/checkout/saved-carts/ask-again.tsx';
import { formatMoney } from '#shared/rules/money.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';
import styles from './saved-carts.module.css';

/** How it stands with a cart that was sent for prices; it stays as it is. */
export function QuoteState({ cart }: { cart: SavedCart }) {
  const { state, quotedUntil, quotedShipping, quoteNotes } = cart;
  const shopDay = useShopDay();
  const isBid = state === 'bid' || quotedUntil === null;
  const sent = useRef<HTMLParagraphElement>(null);
  const isSent = useRef(false);
  // The form that asked again is gone, and the focus with it.
  useEffect(() => {
    if (isBid && isSent.current) sent.current?.focus();
    isSent.current = false;
  }, [isBid]);
  if (isBid) {
    return (
      <p ref={sent} tabIndex={-1} className={styles.quote} role="status">
        <b>Sent to us as a bid.</b>
        {
          ' We’ll review it and post our prices here. Until then it can’t be changed; duplicate it to continue with a copy.'
        }
      </p>
    );
  }
  const until = shopDay(quotedUntil);
  const holds = Date.parse(quotedUntil) > Date.now();
  return (
    <div className={styles.quote} role="status">
      <p>
        <b>{holds ? `Quoted until ${until}.` : `The quote expired on ${until}.`}</b>
        {holds
          ? ' Until then you can order it at these prices. It can’t be changed; duplicate it to continue with a copy.'
          : ' Today’s prices apply. Ask again to get new ones.'}
      </p>
      {holds && quotedShipping !== null && <p>{`Freight: ${formatMoney(quotedShipping)}`}</p>}
      {quoteNotes && <p className={styles.answer}>{quoteNotes}</p>}
      {holds && (
        <p>
          <a href={`/carts/${cart._id}/quote.pdf`}>The quote as PDF</a>
        </p>
      )}
      <AskAgain
        cart={cart._id}
        onSend={() => {
          isSent.current = true;
        }}
      />
    </div>
  );
}
