import { type FormEvent, useId, useState } from 'react';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextArea } from '#client/ui/field.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { MAX_COMMENT_LENGTH } from '#shared/rules/comments.ts';
import { historyWords } from '#shared/rules/history-words.ts';
import type { HistoryEntry } from '#shared/schemas/staff-history.ts';
import styles from './order-timeline.module.css';

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Shows all that happened to an order, the newest first, and takes comments that staff alone read. */
export function OrderTimeline({ order }: { order: string }) {
  const heading = useId();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    trpc.orders.history.useInfiniteQuery(
      { id: order },
      { staleTime: 0, getNextPageParam: ({ cursor }) => cursor },
    );
  const entries = data?.pages.flatMap(page => page.entries);
  return (
    <section className={styles.timeline} aria-labelledby={heading}>
      <h2 id={heading}>History</h2>
      <CommentForm order={order} onAdded={refetch} />
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {!error && !entries && <p role="status">Loading…</p>}
      {entries && (
        <ol className={styles.entries}>
          {entries.map(entry => (
            <Entry key={entry._id} entry={entry} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show earlier
        </Button>
      )}
    </section>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const said = saidOf(entry);
  return (
    <li data-kind={entry.kind}>
      <p>
        <b>{historyWords(entry)}</b>
      </p>
      {said && <p className={styles.said}>{said}</p>}
      {entry.kind === 'event' &&
        entry.changes.map(({ field, before, after }) => (
          <p key={field} className={styles.said}>
            {`${field}: ${before || '–'} → ${after || '–'}`}
          </p>
        ))}
      <p className={styles.when}>
        {entry.who} · <time dateTime={entry.at}>{MOMENT.format(new Date(entry.at))}</time>
      </p>
    </li>
  );
}

/** The words that somebody, or the shop, left with it. */
function saidOf(entry: HistoryEntry): string {
  switch (entry.kind) {
    case 'event':
      return entry.changes.length > 0 ? '' : entry.description;
    case 'email':
      return entry.subject;
    case 'payment':
      return entry.declineReason ?? '';
    case 'refund':
      return entry.reason;
    case 'return':
      return entry.notes;
    case 'comment':
      return entry.text;
  }
}

function CommentForm({ order, onAdded }: { order: string; onAdded: () => unknown }) {
  const { client } = trpc.useUtils();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() === '') {
      setError('is empty');
      return;
    }
    setAdding(true);
    setError(null);
    try {
      await client.comments.add.mutate({ kind: 'order', subject: order, text: text.trim() });
      setText('');
      await onAdded();
    } catch (failure) {
      setError(refusal(failure).message);
    } finally {
      setAdding(false);
    }
  };
  return (
    <form className={`${styles.add} no-print`} onSubmit={add} aria-label="Comment" noValidate>
      <TextArea
        label="Comment for staff"
        name="text"
        rows={2}
        maxLength={MAX_COMMENT_LENGTH}
        value={text}
        optional="plainly"
        error={error}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" size="small" busy={isAdding}>
        Comment
      </Button>
    </form>
  );
}
