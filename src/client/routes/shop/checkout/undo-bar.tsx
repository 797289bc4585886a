import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import styles from './cart.module.css';

interface Undoable {
  text: string;
  back: () => void;
}

/** Keeps what was just taken away and can be brought back, the last one first. */
export function useUndo() {
  const [gone, setGone] = useState<readonly Undoable[]>([]);
  return {
    last: gone.at(-1) ?? null,
    tell: (text: string, back: () => void) => setGone(before => [...before, { text, back }]),
    forget: () => setGone(before => before.slice(0, -1)),
  };
}

/** Takes the focus, which would be lost with the button of the line that went. */
export function UndoBar({ undo }: { undo: ReturnType<typeof useUndo> }) {
  const { last, forget } = undo;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (last) button.current?.focus({ preventScroll: true });
  }, [last]);
  return (
    <div role="status" className={`${styles.undoRegion} no-print`}>
      {last && (
        <p className={styles.undo}>
          <span>{last.text}</span>
          <Button
            look="quiet"
            ref={button}
            onClick={() => {
              last.back();
              forget();
            }}
          >
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}
