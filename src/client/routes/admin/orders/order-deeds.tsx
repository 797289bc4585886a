import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { ReceivePayment } from '#client/features/office/receive-payment.tsx';
import { isToPayByCard } from '#client/features/office/record-links.ts';
import { BeginReturn } from '#client/routes/admin/orders/begin-return.tsx';
import { ChargeCard } from '#client/routes/admin/orders/charge-card.tsx';
import { DuplicateOrder } from '#client/routes/admin/orders/duplicate-order.tsx';
import { EditOrder } from '#client/routes/admin/orders/edit-order.tsx';
import { CancelOrder, DeleteOrder } from '#client/routes/admin/orders/end-order.tsx';
import { MailPaper } from '#client/routes/admin/orders/mail-paper.tsx';
import { RefundOrder } from '#client/routes/admin/orders/refund-order.tsx';
import { Button } from '#client/ui/button.tsx';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { canBePicked } from '#shared/rules/picking.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';
import styles from './order-moves.module.css';

type Deed =
  | ('confirmation' | 'invoice' | 'duplicate' | 'cancel' | 'delete')
  | ('edit' | 'refund' | 'charge' | 'receive' | 'return');

interface Props {
  order: OrderRecord;
  /** The list. */
  back: string;
  /** Takes the return that was begun. */
  onReturn: (made: string) => void;
}

/** Offers what else staff do with an order: its papers, its mails, and how it ends. */
export function OrderDeeds({ order, back, onReturn }: Props) {
  const { _id, status } = order;
  const isHeld = status === 'Held';
  const isPlaced = !isHeld && status !== 'Canceled';
  const isOwed = isPlaced && openBalance(order) > 0;
  const asksForCard = useAskedForCard();
  const [deed, setDeed] = useState<Deed | null>(isOwed && asksForCard ? 'charge' : null);
  const close = () => setDeed(null);
  // The dialogs stand outside of the buttons, which a phone hides until they are asked for.
  return (
    <>
      <div className={styles.deeds}>
        <a href={`/orders/${_id}/invoice.pdf`}>Invoice</a>
        <a href={`/orders/${_id}/packing-slip.pdf`}>Packing slip</a>
        {canBePicked(status) && <Link to={`/admin/picking/${_id}`}>Pick</Link>}
        {isPlaced && (
          <Button size="small" onClick={() => setDeed('confirmation')}>
            Mail the confirmation
          </Button>
        )}
        {!isHeld && (
          <Button size="small" onClick={() => setDeed('invoice')}>
            Mail the invoice
          </Button>
        )}
        {order.mayEdit && (
          <Button size="small" onClick={() => setDeed('edit')}>
            Change the items
          </Button>
        )}
        {isOwed && (
          <>
            <Button size="small" onClick={() => setDeed('receive')}>
              Take a payment
            </Button>
            <Button size="small" onClick={() => setDeed('charge')}>
              Pay by card
            </Button>
          </>
        )}
        {isPlaced && order.amountPaid > 0 && (
          <Button size="small" onClick={() => setDeed('refund')}>
            Refund
          </Button>
        )}
        {order.mayReturn && (
          <Button size="small" onClick={() => setDeed('return')}>
            Begin a return
          </Button>
        )}
        <Button size="small" onClick={() => setDeed('duplicate')}>
          Duplicate
        </Button>
        {order.mayCancel && (
          <Button size="small" onClick={() => setDeed('cancel')}>
            Cancel
          </Button>
        )}
        {order.mayDelete && (
          <Button size="small" onClick={() => setDeed('delete')}>
            Delete
          </Button>
        )}
      </div>
      {(deed === 'confirmation' || deed === 'invoice') && (
        <MailPaper order={order} kind={deed} onClose={close} />
      )}
      {deed === 'duplicate' && <DuplicateOrder order={order} onClose={close} />}
      {deed === 'edit' && <EditOrder order={order} onClose={close} />}
      {deed === 'refund' && <RefundOrder order={order} onClose={close} />}
      {deed === 'return' && <BeginReturn order={order} onClose={close} onBegun={onReturn} />}
      {deed === 'charge' && <ChargeCard order={order} onClose={close} />}
      {deed === 'receive' && (
        <ReceivePayment
          owner={{ order: _id }}
          from={order.companyName || order.name || 'the counter'}
          order={_id}
          onClose={close}
        />
      )}
      {deed === 'cancel' && <CancelOrder order={order} onClose={close} />}
      {deed === 'delete' && <DeleteOrder order={order} back={back} onClose={close} />}
    </>
  );
}

/** Tells whether whoever made the order wants it paid by card at once. It is asked once: neither Back nor a reload asks again. */
function useAskedForCard(): boolean {
  const { state, search, hash } = useLocation();
  const navigate = useNavigate();
  const [isAsked] = useState(() => isToPayByCard(state));
  const forget = useEffectEvent(() => void navigate({ search, hash }, { replace: true, state: null }));
  useEffect(() => {
    if (isAsked) forget();
  }, [isAsked]);
  return isAsked;
}
