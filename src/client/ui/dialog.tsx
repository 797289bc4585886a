import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';
import { useModal } from './modal.ts';

interface Props {
  open: boolean;
  /** Called once the dialog is gone; its owner then sets `open` to false. */
  onClose: () => void;
  /** Asked before Esc, its cross or the backdrop closes it; false: it stays. */
  mayLeave?: () => boolean;
  title: string;
  /** The title is only heard: what is inside says it already. */
  quiet?: boolean;
  size?: 'small' | 'large' | 'full';
  children: ReactNode;
}

const LEAVING = [{ opacity: 0 }];

/** A dialog in the middle of the page: closed by its cross, by Esc or by the backdrop. */
export function Dialog({ open, onClose, mayLeave, title, quiet, size = 'small', children }: Props) {
  const id = useId();
  const { dialog, name, leave, handlers } = useModal({ open, onClose, mayLeave, leaving: LEAVING });
  return (
    <dialog ref={dialog} className={`${styles.dialog} ${styles[size]}`} aria-labelledby={id} {...handlers}>
      {open && (
        <div className={styles.frame}>
          <div className={quiet ? `${styles.head} ${styles.quiet}` : styles.head}>
            <h2 id={id} ref={name} tabIndex={-1} className={quiet ? 'visually-hidden' : undefined}>
              {title}
            </h2>
            <Button look="icon" aria-label="Close" onClick={leave}>
              <Icon name="close" />
            </Button>
          </div>
          {/* Notices stand here, and make room for themselves: they cover neither its name nor what is in it. */}
          <div data-notices />
          <div className={styles.content}>{children}</div>
        </div>
      )}
    </dialog>
  );
}
