import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Bulk } from '#client/features/office/use-bulk.ts';
import { Button } from '#client/ui/button.tsx';
import styles from './bulk.module.css';

interface Props {
  /** So many rows are chosen, of so many that match. */
  count: number;
  total: number;
  /** All rows of the page are among them, so that the next step is all that match. */
  hasPage: boolean;
  /** More than this can't be chosen. */
  most: number;
  onAll: () => void;
  isFindingAll: boolean;
  onClear: () => void;
  bulk: Bulk;
  /** Buttons of what can be done to them, and where they stand. */
  children: ReactNode;
  deeds: RefObject<HTMLDivElement | null>;
}

const words = (count: number) => count.toLocaleString('en-US');

/** Stands below a list while rows of it are chosen; shows how far it is while something is done to them. */
export function BulkBar({ bulk, ...props }: Props) {
  if (bulk.progress) return <Progress bulk={bulk} {...bulk.progress} />;
  if (props.count === 0) return null;
  return <Chosen {...props} />;
}

function Chosen({
  count,
  total,
  hasPage,
  most,
  onAll,
  isFindingAll,
  onClear,
  children,
  deeds,
}: Omit<Props, 'bulk'>) {
  const reachable = Math.min(total, most);
  const isAll = count >= reachable && total > 0;
  return (
    <section className={`${styles.bar} no-print`} aria-label="Selected">
      <p role="status">
        <b>{`${words(count)} selected`}</b>
        {isAll && hasPage && total > count && `, the first of ${words(total)}`}
      </p>
      {hasPage && !isAll && (
        <Button size="small" look="quiet" busy={isFindingAll} onClick={onAll}>
          {total > most
            ? `Select the first ${words(most)} of ${words(total)}`
            : `Select all ${words(total)} that match`}
        </Button>
      )}
      <Button size="small" look="quiet" onClick={onClear}>
        Clear
      </Button>
      <small className={styles.keys}>
        <kbd>x</kbd> selects, <kbd>Shift</kbd> <kbd>x</kbd> selects a range, <kbd>b</kbd> leads here
      </small>
      <div className={styles.deeds} ref={deeds}>
        {children}
      </div>
    </section>
  );
}

function Progress({
  bulk,
  done,
  of,
  isStopping,
}: {
  bulk: Bulk;
  done: number;
  of: number;
  isStopping: boolean;
}) {
  const stop = useRef<HTMLButtonElement>(null);
  // The button that began it is gone.
  useEffect(() => stop.current?.focus(), []);
  return (
    <section className={`${styles.bar} no-print`} aria-label="Selected">
      <p role="status">
        <b>{`${words(done)} of ${words(of)}`}</b>
      </p>
      <progress value={done} max={of} aria-label="How far it is" />
      <Button size="small" ref={stop} busy={isStopping} onClick={bulk.stop}>
        {isStopping ? 'Stopping…' : 'Stop'}
      </Button>
    </section>
  );
}
