import { type ReactNode, useState } from 'react';
import { NotPaid, unpaidAtHandOver } from '#client/features/office/not-paid.tsx';
import { OverLimitDialog } from '#client/features/office/over-limit-dialog.tsx';
import { ReceivePayment } from '#client/features/office/receive-payment.tsx';
import { Ask } from '#client/routes/admin/orders/ask.tsx';
import { ChargeCard } from '#client/routes/admin/orders/charge-card.tsx';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import { MOVE_WORDS } from '#client/routes/admin/orders/move-words.ts';
import { countOf, type OrderDraft } from '#client/routes/admin/orders/order-fields.ts';
import type { SaveOrder } from '#client/routes/admin/orders/use-save-order.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { NEXT_STATUSES, type NextStatus } from '#shared/office-lists.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { STATUS_WORDS } from '#shared/rules/order-facts.ts';
import { nextStatuses } from '#shared/rules/order-status.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';
import styles from './order-moves.module.css';

interface Props {
  order: OrderRecord;
  draft: OrderDraft;
  saving: SaveOrder;
  /** Opens, on phones, all but the first move. */
  more: ReactNode;
}

/** Offers the next steps of an order. Each saves what is changed with it. */
export function OrderMoves({ order, draft, saving, more }: Props) {
  const { save, isSaving, errors, asked, forgetAsked } = saving;
  const [hasOpen, setHasOpen] = useState(false);
  const next = nextStatuses(order.status, 'staff').filter(isNext);
  const ordered = order.cart.reduce((sum, { quantity }) => sum + quantity, 0);
  const picked = order.cart.reduce((sum, { _id }) => sum + (draft.values[countOf(_id)] ?? 0), 0);
  // Parcels go first where the goods are sent, the counter where they are fetched.
  const ranks: readonly NextStatus[] =
    order.shippingMethod === 'local' ? ['Ready', 'Completed', 'Shipped'] : ['Shipped', 'Completed', 'Ready'];
  const sorted = next.toSorted((one, other) => ranks.indexOf(one) - ranks.indexOf(other));

  const unpaid = unpaidAtHandOver(order.paymentType, openBalance(order));
  const [isGoing, setGoing] = useState(false);
  const [isPaying, setPaying] = useState(false);
  const move = (status: NextStatus) => {
    if (status === 'Completed' && picked < ordered) setHasOpen(true);
    else if (status === 'Completed' && unpaid !== null) setGoing(true);
    else void save({ status });
  };
  const part =
    picked > 0 && picked < ordered ? `: ${picked} of ${ordered}, keep ${ordered - picked} open` : '';
  const wordsOf = (status: NextStatus) =>
    MOVE_WORDS[status].text + (status === 'Ready' || status === 'Shipped' ? part : '');
  // Goods at the counter are handed over, with the name of whoever collects them; to end an order without is the exception.
  const isAtCounter = order.status === 'Ready' && order.shippingMethod === 'local' && picked > 0;
  const firstMoves = isAtCounter ? 0 : 1;
  return (
    <>
      {isAtCounter && (
        <ButtonLink look="primary" to={`/admin/picking/${order._id}`}>
          Hand over
        </ButtonLink>
      )}
      {sorted.slice(0, firstMoves).map(status => (
        <Button key={status} look="primary" busy={isSaving} onClick={() => move(status)}>
          {wordsOf(status)}
        </Button>
      ))}
      {more}
      {sorted.slice(firstMoves).map(status => (
        <Button key={status} className={styles.rest} busy={isSaving} onClick={() => move(status)}>
          {wordsOf(status)}
        </Button>
      ))}
      {errors.status && <p role="alert" className={styles.error}>{`The order ${errors.status}.`}</p>}
      <Ask
        title="Nothing is counted as picked"
        open={asked?.about === 'not_counted'}
        onClose={forgetAsked}
        yes={`All ${ordered} were picked`}
        no="Enter the counts"
        onYes={() => asked && save({ status: asked.status, allPicked: true })}
      >
        {asked && `Before the order is “${STATUS_WORDS[asked.status]}”, say what is in it.`}
      </Ask>
      <OverLimitDialog
        open={asked?.about === 'over_limit'}
        onClose={forgetAsked}
        onTakeOn={() => asked && save({ status: asked.status, evenOverLimit: true })}
      />
      {unpaid !== null && (
        <NotPaid
          open={isGoing}
          amount={unpaid}
          deed={order.status === 'Ready' ? 'Hand it over' : 'Complete it'}
          onGoOn={() => save({ status: 'Completed' })}
          onClose={() => setGoing(false)}
          payment={
            <Button
              look="primary"
              onClick={() => {
                setGoing(false);
                setPaying(true);
              }}
            >
              Take the payment
            </Button>
          }
        />
      )}
      {isPaying && <TakePayment order={order} onClose={() => setPaying(false)} />}
      <Ask
        title={`${ordered - picked} still to come`}
        open={hasOpen}
        onClose={() => setHasOpen(false)}
        no="Keep it open"
      >
        An order is completed once everything in it was picked. Enter the rest when it comes.
      </Ask>
    </>
  );
}

/** Takes what is open of an order as it is to be paid. */
function TakePayment({ order, onClose }: DeedProps) {
  if (order.paymentType === 'credit-card') return <ChargeCard order={order} onClose={onClose} />;
  const from = order.companyName || order.name || 'the counter';
  return <ReceivePayment owner={{ order: order._id }} from={from} order={order._id} onClose={onClose} />;
}

const isNext = (status: string): status is NextStatus => NEXT_STATUSES.some(one => one === status);
