import { type ReactNode, useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { PayLink } from '#client/features/orders/pay-link.tsx';
import { useUser } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { customerMayCancel } from '#shared/rules/order-status.ts';
import { canReadOrder } from '#shared/rules/permissions.ts';
import type { Order } from '#shared/schemas/orders.ts';
import styles from './order-view.module.css';

interface Props {
  order: Order;
  /** By which a guest reaches it. */
  orderKey?: string;
  onChange: (order: Order) => void;
  /** Just placed: what is on account is not to be paid at once. */
  isNew?: boolean;
  /** More that the page offers; it comes first. */
  children?: ReactNode;
}

/** Shows what customers can do with an order that they look at. */
export function OrderActions({ order, orderKey, onChange, isNew = false, children }: Props) {
  const user = useUser();
  const [isAsked, setAsked] = useState(false);
  const { client } = trpc.useUtils();
  const { _id, orderNumber, status } = order;
  const cancel = useAction(() => client.orders.cancel.mutate({ _id, orderKey, reason: '' }), {
    success: ORDER_NOTICES.canceled,
    failure: ORDER_NOTICES.cancelFailed,
    after: canceled => {
      setAsked(false);
      onChange(canceled);
    },
  });
  const mayCancel = customerMayCancel(status, canReadOrder(user, order));
  return (
    <div className={`${styles.ways} no-print`}>
      {children}
      {user && <PayLink order={order} {...(!isNew && { look: 'primary' })} />}
      {status !== 'Held' && (
        <ButtonLink className="no-print" to={invoiceHref(_id, orderKey)} reloadDocument download>
          Invoice (PDF)
        </ButtonLink>
      )}
      <Button onClick={() => window.print()}>Print</Button>
      {mayCancel && (
        <Button look="quiet" onClick={() => setAsked(true)}>
          Cancel the order
        </Button>
      )}
      <Dialog open={isAsked} onClose={() => setAsked(false)} title={`Cancel order ${orderNumber}?`}>
        <p>
          {order.amountPaid > 0
            ? `${PAID_BACK[order.paymentType === 'credit-card' ? 'card' : 'otherwise']} This cannot be undone.`
            : 'Nothing was charged. This cannot be undone.'}
        </p>
        <p className={styles.asked}>
          <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
            Cancel the order
          </Button>
          <Button onClick={() => setAsked(false)}>Keep it</Button>
        </p>
      </Dialog>
    </div>
  );
}

const PAID_BACK = {
  card: 'What you paid will be refunded the way you paid it.',
  otherwise:
    'What a card paid goes back to the card; what you paid otherwise stays on your account with us, or is handed back.',
};

function invoiceHref(_id: string, orderKey: string | undefined): string {
  const query = orderKey === undefined ? '' : `?${new URLSearchParams({ orderKey })}`;
  return `/orders/${_id}/invoice.pdf${query}`;
}
