import { ASK_ADMIN } from '#client/features/office/waits-note.tsx';
import styles from '#client/routes/admin/create-order/create-order.module.css';
import { notHeld, type OrderFields } from '#client/routes/admin/create-order/order-fieldset.tsx';
import { Button } from '#client/ui/button.tsx';

interface Props {
  fields: OrderFields;
  /** A bid is held for a person. */
  isPerson: boolean;
  hasLines: boolean;
  /** Says why nothing can be done with what stands there; '' where nothing keeps it. */
  why: string;
  /** The figures of what stands there are not seen yet. */
  unable: boolean;
  /** An Admin has to approve it. */
  waits: boolean;
  isSending: boolean;
  isHolding: boolean;
  onPay: () => void;
  onSend: () => void;
  onHold: () => void;
}

/** Offers what an order that is typed can become. */
export function WaysOn({
  fields,
  isPerson,
  hasLines,
  why,
  unable,
  waits,
  isSending,
  isHolding,
  ...told
}: Props) {
  const left = notHeld(fields);
  return (
    <>
      <p role="status" className={styles.trouble}>
        {why}
      </p>
      <p className={styles.ways}>
        <Button look="primary" unable={unable} onClick={told.onPay} aria-keyshortcuts="Control+Enter">
          Taken along now
        </Button>
        <Button unable={unable} busy={isSending} onClick={told.onSend}>
          {waits ? ASK_ADMIN : 'Submit the order'}
        </Button>
        <Button unable={unable || !isPerson} busy={isHolding} onClick={told.onHold}>
          Hold as a bid
        </Button>
      </p>
      {hasLines && !isPerson && <p className="muted">A bid is held for a person: find them above.</p>}
      {isPerson && left !== '' && <p className="muted">A bid doesn’t keep the {left}.</p>}
    </>
  );
}
