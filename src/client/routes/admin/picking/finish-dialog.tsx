import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import type { PickSheet } from '#shared/schemas/staff-picking.ts';
import styles from './pick.module.css';

interface Props {
  open: boolean;
  onClose: () => void;
  order: PickSheet['order'];
  /** Tells in words what is not there. */
  shorts: readonly string[];
  picked: number;
  asked: number;
  busy: boolean;
  onFinish: (ready: boolean) => void;
}

/** Asks what becomes of an order that is picked: its customer comes for it, or it is sent. */
export function FinishDialog({ open, onClose, order, shorts, picked, asked, busy, onFinish }: Props) {
  const isFetched = order.shippingMethod === 'local';
  const isReady = order.status === 'Ready';
  const canBeReady = isFetched && !isReady && (picked > 0 || order.fulfilled > 0);
  return (
    <Dialog open={open} onClose={onClose} title={`${picked} of ${asked} picked`}>
      {shorts.length > 0 && (
        <ul className={styles.shorts}>
          {shorts.map(short => (
            <li key={short}>{short}</li>
          ))}
        </ul>
      )}
      <p>
        {isReady
          ? 'The customer is told of what is added to the order.'
          : isFetched
            ? 'The customer gets an email: ready for pick-up, and what is still to come.'
            : 'The order is to be sent. The customer is told when it leaves.'}
      </p>
      <div className={styles.choice}>
        {canBeReady && (
          <Button look="primary" size="large" wide busy={busy} onClick={() => onFinish(true)}>
            Ready for pick-up
          </Button>
        )}
        <Button
          look={canBeReady ? 'outline' : 'primary'}
          size="large"
          wide
          busy={busy}
          onClick={() => onFinish(false)}
        >
          {isReady ? 'Add it' : isFetched ? 'Leave it as picked' : 'Picked, to be sent'}
        </Button>
        <Button size="large" wide onClick={onClose}>
          Go on picking
        </Button>
      </div>
    </Dialog>
  );
}
