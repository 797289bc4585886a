import { type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { useModal } from './modal.ts';
import styles from './sheet.module.css';
import { useSwipeAway } from './swipe-away.ts';

interface Props {
  open: boolean;
  /** Called once the sheet is gone; its owner then sets `open` to false. */
  onClose: () => void;
  title: string;
  /** The text of the button at its foot, which closes it. */
  done?: ReactNode;
  /** Stands beside the title: a link that clears filters. */
  aside?: ReactNode;
  children: ReactNode;
}

const LEAVING = [{ translate: '0 100%' }];

/**
 * Shows a sheet from the bottom of a phone's screen (rule S7). It is closed by Done, by pulling it down, by Esc or by
 * the backdrop. Its content is in the page only while it is open.
 */
export function Sheet({ open, onClose, title, done = 'Done', aside, children }: Props) {
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const { dialog, name, leave, handlers } = useModal({ open, onClose, leaving: LEAVING });
  useSwipeAway(dialog, content, open, leave);
  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby={id} {...handlers}>
      {open && (
        <div className={styles.frame}>
          <div className={styles.head}>
            <i className={styles.handle} />
            <h2 id={id} ref={name} tabIndex={-1}>
              {title}
            </h2>
            {aside}
          </div>
          {/* Notices stand here, and make room for themselves: they cover neither its name nor what is in it. */}
          <div data-notices />
          <div className={styles.content} ref={content}>
            {children}
          </div>
          <div className={styles.foot}>
            <Button look="primary" size="large" wide onClick={leave}>
              {done}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  );
}
