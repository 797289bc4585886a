import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useKeptCarts } from '#client/features/cart/cart-changes.ts';
import { cartHref } from '#client/features/cart/ordered-carts.ts';
import { notify } from '#client/features/notices/notices.ts';
import { Remedies } from '#client/features/notices/remedies.tsx';
import type { PlacingFailure } from '#client/routes/shop/checkout/order-failure.ts';
import { isDoneByPage } from '#client/routes/shop/checkout/take-remedy.ts';
import type { Remedy } from '#shared/errors.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';
import type { HoldLimit } from '#shared/schemas/checkout.ts';
import styles from './summary.module.css';

const SAVE_AS_BID = 'carts.saveAsBid';
/** Says the hour alone: what is held is held for minutes. */
const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

interface Props {
  failure: PlacingFailure | null;
  /** The change by a remedy that was not ordered yet. */
  taken: string | null;
  onAgain: (again: NonNullable<Remedy['again']>, remedy: Remedy) => unknown;
}

/** Why the order was not placed, what can be done about it, and how long its goods are held. */
export function Refused({ failure, taken, onAgain }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const onDone = useBidSent();
  useEffect(() => {
    // Below what was pressed, on a phone behind the bar that stays in sight.
    if (failure) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  if (taken) {
    return (
      <p role="status" className={styles.changes}>
        {`Done: ${taken} Please check the total, then place your order.`}
      </p>
    );
  }
  if (!failure) return null;
  const { said, limit, heldUntil } = failure;
  const byPage = failure.remedies.filter(isDoneByPage);
  const open = failure.remedies.filter(remedy => !isDoneByPage(remedy));
  if (!said && !limit && !heldUntil && open.length === 0) return null;
  return (
    <div role="alert" className={styles.changes} ref={panel}>
      {said && <p>{said}</p>}
      {limit && <Limit limit={limit} />}
      {heldUntil && (
        <p>
          {`Your items are held for you until ${TIME.format(new Date(heldUntil))}. Please pay by then; after that they go back on sale, and your cart is kept.`}
        </p>
      )}
      {byPage.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
      <Remedies remedies={open} onAgain={onAgain} onDone={onDone} />
    </div>
  );
}

/** Leads to a cart that a remedy sent as a bid: it is not to be ordered as it stands any more. */
function useBidSent() {
  const kept = useKeptCarts();
  const navigate = useNavigate();
  return async ({ calls = [] }: Remedy, answers: readonly unknown[]) => {
    const sent = answers.filter((_, index) => calls[index]?.name === SAVE_AS_BID) as SavedCart[];
    const [first] = sent;
    if (!first) return;
    sent.forEach(kept.put);
    notify(ORDER_NOTICES.savedAsBid);
    await navigate(cartHref(first._id));
  };
}

function Limit({ limit }: { limit: HoldLimit }) {
  return (
    <ul>
      {limit.lines.map(({ line, name, quantity, mayHold }) => (
        <li key={line}>{`${name}: ${quantity} in the order, at most ${mayHold} can be held`}</li>
      ))}
      {limit.total && (
        <li>{`This order costs ${formatMoney(limit.total.asked)}; goods worth up to ${formatMoney(limit.total.mayHold)} can be held`}</li>
      )}
      {limit.orders && (
        <li>{`${limit.orders.held} unpaid orders; please pay or cancel one of them first`}</li>
      )}
    </ul>
  );
}
