import { type ComponentProps, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useLeaveGuard } from '#client/ui/record/leave-guard.tsx';
import styles from './kept-dialog.module.css';
import bar from './save-bar.module.css';

interface Props extends ComponentProps<typeof Dialog> {
  /** Something is changed in it that no field tells of: a line is taken out. */
  isChanged?: boolean;
}

/**
 * A dialog that is not lost by a slip: once something is typed into it, Esc, its cross, the backdrop and Back ask first.
 * A button in it that leaves all as it is does so at once.
 */
export function KeptDialog({ isChanged = false, onClose, ...dialog }: Props) {
  const [isTyped, setTyped] = useState(false);
  const [asks, setAsks] = useState(false);
  const isKept = isTyped || isChanged;
  useLeaveGuard(isKept ? [dialog.title] : [], onClose);
  const mayLeave = () => {
    setAsks(isKept);
    return !isKept;
  };
  return (
    <>
      <div className={styles.typed} onChange={() => setTyped(true)}>
        <Dialog {...dialog} onClose={onClose} mayLeave={mayLeave} />
      </div>
      <Dialog open={asks} onClose={() => setAsks(false)} title="Close without saving?">
        <p>Everything that you typed here would be lost.</p>
        <div className={bar.choice}>
          <Button onClick={() => setAsks(false)}>Go on editing</Button>
          <Button look="danger" onClick={onClose}>
            Close and discard
          </Button>
        </div>
      </Dialog>
    </>
  );
}
