import { Choices } from '#client/features/office/choices.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  onTakeOn: () => unknown;
  /** `large` where a thumb presses them. */
  size?: 'large';
}

/** Asks whether an order on account is taken on although its company owes more than its limit. */
export function OverLimitDialog({ open, onClose, onTakeOn, size }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="This company owes more than its limit">
      <p>The order is on account. You can take it on, or wait until they have paid.</p>
      <Choices size={size} onClose={onClose}>
        <Button
          look="primary"
          size={size}
          onClick={() => {
            onClose();
            onTakeOn();
          }}
        >
          Take it on anyway
        </Button>
      </Choices>
    </Dialog>
  );
}
