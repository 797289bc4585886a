import { useEffect, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useLeaveGuard } from '#client/ui/record/leave-guard.tsx';
import styles from './save-bar.module.css';

interface Props {
  /** Lists what is changed and not saved, in the words of its labels. */
  changes: readonly string[];
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Stands below a record while it is changed; saves with Ctrl-S, too, and asks before the page is left. */
export function SaveBar({ changes, busy, onSave, onDiscard }: Props) {
  const isChanged = changes.length > 0;
  const [asks, setAsks] = useState(false);
  useLeaveGuard(changes, onDiscard);
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (isChanged && !busy) onSave();
    };
    document.addEventListener('keydown', save);
    return () => document.removeEventListener('keydown', save);
  });
  return (
    <>
      {isChanged && (
        <section className={`${styles.bar} no-print`} aria-label="Unsaved changes">
          <p role="status">
            <b>{count(changes)}</b> <span>{changes.join(', ')}</span>
          </p>
          <Button onClick={() => setAsks(true)}>Discard</Button>
          <Button look="primary" busy={busy} onClick={onSave}>
            Save
          </Button>
        </section>
      )}
      <Dialog open={asks} onClose={() => setAsks(false)} title="Discard your changes?">
        <p>{`${changes.join(', ')}: back to what is saved.`}</p>
        <div className={styles.choice}>
          <Button
            look="danger"
            onClick={() => {
              setAsks(false);
              onDiscard();
            }}
          >
            Discard
          </Button>
          <Button onClick={() => setAsks(false)}>Go on editing</Button>
        </div>
      </Dialog>
    </>
  );
}

const count = ({ length }: readonly string[]) =>
  length === 1 ? '1 unsaved change:' : `${length} unsaved changes:`;
