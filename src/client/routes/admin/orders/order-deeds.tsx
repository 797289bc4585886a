import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DuplicateOrder } from '#client/routes/admin/orders/duplicate-order.tsx';
import { CancelOrder, DeleteOrder } from '#client/routes/admin/orders/end-order.tsx';
import { MailPaper } from '#client/routes/admin/orders/mail-paper.tsx';
import { Button } from '#client/ui/button.tsx';
import { canBePicked } from '#shared/rules/picking.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';
import styles from './order-moves.module.css';

type Deed = 'confirmation' | 'invoice' | 'duplicate' | 'cancel' | 'delete';

/** Offers what else staff do with an order: its papers, its mails, and how it ends. */
export function OrderDeeds({ order, back }: { order: OrderRecord; back: string }) {
  const [deed, setDeed] = useState<Deed | null>(null);
  const close = () => setDeed(null);
  const { _id, status } = order;
  const isHeld = status === 'Held';
  return (
    <div className={styles.deeds}>
      <a href={`/orders/${_id}/invoice.pdf`}>Invoice</a>
      <a href={`/orders/${_id}/packing-slip.pdf`}>Packing slip</a>
      {canBePicked(status) && <Link to={`/admin/picking/${_id}`}>Pick</Link>}
      {!isHeld && status !== 'Canceled' && (
        <Button size="small" onClick={() => setDeed('confirmation')}>
          Mail the confirmation
        </Button>
      )}
      {!isHeld && (
        <Button size="small" onClick={() => setDeed('invoice')}>
          Mail the invoice
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
      {(deed === 'confirmation' || deed === 'invoice') && (
        <MailPaper order={order} kind={deed} onClose={close} />
      )}
      {deed === 'duplicate' && <DuplicateOrder order={order} onClose={close} />}
      {deed === 'cancel' && <CancelOrder order={order} onClose={close} />}
      {deed === 'delete' && <DeleteOrder order={order} back={back} onClose={close} />}
    </div>
  );
}
