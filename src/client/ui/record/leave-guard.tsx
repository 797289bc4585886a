import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { useAskToStay } from '#client/ui/ask-to-stay.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import styles from './save-bar.module.css';

interface Guard {
  changes: readonly string[];
  onDiscard: () => void;
}

/** The router asks one blocker alone, and a record may have a dialog of its own open that would lose something, too. */
const guards = new Set<{ readonly current: Guard }>();

/** Has it asked before the page is left, for as long as `changes` names something that would be lost. */
export function useLeaveGuard(changes: readonly string[], onDiscard: () => void): void {
  const guard = useRef<Guard>({ changes, onDiscard });
  guard.current = { changes, onDiscard };
  const isChanged = changes.length > 0;
  useAskToStay(isChanged);
  useEffect(() => {
    if (!isChanged) return;
    guards.add(guard);
    return () => {
      guards.delete(guard);
    };
  }, [isChanged]);
}

/** Asks before a page is left on which something is not saved. Stands once in the frame of all pages that have any. */
export function LeaveAsked() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      guards.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  const stay = () => blocker.reset?.();
  const unsaved = [...guards].flatMap(({ current }) => current.changes);
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={stay} title="Leave without saving?">
      <p>{`Not saved: ${unsaved.join(', ')}.`}</p>
      <div className={styles.choice}>
        <Button onClick={stay}>Stay here</Button>
        <Button
          look="danger"
          onClick={() => {
            for (const { current } of guards) current.onDiscard();
            blocker.proceed?.();
          }}
        >
          Leave and discard
        </Button>
      </div>
    </Dialog>
  );
}
