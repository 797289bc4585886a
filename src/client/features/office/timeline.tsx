import { type ReactNode, useId } from 'react';
import { CommentForm } from '#client/features/office/comment-form.tsx';
import { RecordLink } from '#client/features/office/record-link.tsx';
import { TimelineComment } from '#client/features/office/timeline-comment.tsx';
import { useLooksAgain } from '#client/features/office/use-looks-again.ts';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import { useDraft } from '#client/ui/record/use-draft.ts';
import type { CommentKind } from '#shared/rules/comments.ts';
import { historyDetails, historyWords, whoWords } from '#shared/rules/history-words.ts';
import type { HistoryEntry } from '#shared/schemas/staff-history.ts';
import styles from './timeline.module.css';

/** Gives what a timeline shows, read from wherever it stands. */
interface Source {
  /** The newest first; undefined while they are read. */
  entries: readonly HistoryEntry[] | undefined;
  error: unknown;
  onRetry: () => unknown;
  /** Reads those before; undefined: there are none. */
  onEarlier?: (() => unknown) | undefined;
  isReadingEarlier?: boolean;
}

interface Props {
  title: string;
  /** The record that comments are on. */
  kind: CommentKind;
  subject: string;
  source: Source;
}

/** Shows all that happened to an order, the newest first, and takes comments that staff alone read. */
export function OrderTimeline({ order }: { order: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    trpc.orders.history.useInfiniteQuery(
      { id: order },
      { staleTime: 0, getNextPageParam: ({ cursor }) => cursor },
    );
  const entries = data?.pages.flatMap(page => page.entries);
  useLooksAgain(
    entries?.filter(entry => entry.kind === 'email' && entry.status === 'queued').map(({ _id }) => _id) ?? [],
    refetch,
  );
  return (
    <Timeline
      title="History"
      kind="order"
      subject={order}
      source={{
        entries,
        error,
        onRetry: refetch,
        onEarlier: hasNextPage ? fetchNextPage : undefined,
        isReadingEarlier: isFetchingNextPage,
      }}
    />
  );
}

/** Shows what happened to a record, and takes comments on it. */
export function Timeline({ title, kind, subject, source }: Props) {
  const heading = useId();
  const { entries, error, onRetry, onEarlier, isReadingEarlier = false } = source;
  return (
    <section className={styles.timeline} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <NewComment kind={kind} subject={subject} onAdded={onRetry} />
      {Boolean(error) && <LoadError message={refusal(error).message} onRetry={onRetry} />}
      {!error && !entries && <p role="status">Loading…</p>}
      {entries && (
        <ol className={styles.entries}>
          {entries.map(entry => (
            <Entry key={entry._id} entry={entry} onChanged={onRetry} />
          ))}
        </ol>
      )}
      {onEarlier && (
        <Button size="small" busy={isReadingEarlier} onClick={() => onEarlier()}>
          Show earlier
        </Button>
      )}
    </section>
  );
}

function NewComment({
  kind,
  subject,
  onAdded,
}: Pick<Props, 'kind' | 'subject'> & { onAdded: () => unknown }) {
  const { client } = trpc.useUtils();
  const user = useUser();
  const draft = useDraft(`comment ${user?._id} ${subject}`, { text: '' });
  return (
    <CommentForm
      name="Comment"
      label="Comment for staff"
      send="Comment"
      text={draft.values.text}
      onText={text => draft.type({ text })}
      onSend={async written => {
        await client.comments.add.mutate({ kind, subject, ...written });
        draft.discard();
        await onAdded();
      }}
    />
  );
}

function Entry({ entry, onChanged }: { entry: HistoryEntry; onChanged: () => unknown }) {
  return (
    <li data-kind={entry.kind}>
      <p>
        <b>{historyWords(entry)}</b>
      </p>
      <Details entry={entry} onChanged={onChanged} />
      <p className={styles.when}>
        {whoWords(entry)} · <time dateTime={entry.at}>{MOMENT.format(new Date(entry.at))}</time>
        {entry.kind === 'comment' && changedBy(entry)}
      </p>
    </li>
  );
}

function Details({ entry, onChanged }: { entry: HistoryEntry; onChanged: () => unknown }): ReactNode {
  if (entry.kind === 'comment') return <TimelineComment entry={entry} onChanged={onChanged} />;
  const details = historyDetails(entry);
  if (entry.kind === 'email') {
    return (
      <p className={styles.said}>
        <RecordLink to={`/admin/mailbox/${entry._id}`}>{details[0] ?? 'The email'}</RecordLink>
      </p>
    );
  }
  return details.map(line => (
    <p key={line} className={styles.said}>
      {line}
    </p>
  ));
}

/** Says whose hand was last at a comment, where that is not its author's, and that it is not as it was first. */
function changedBy({ editedAt, editedBy, deletedAt, deletedBy }: Extract<HistoryEntry, { kind: 'comment' }>) {
  if (deletedAt !== null) return deletedBy ? ` · removed by ${deletedBy.name}` : ' · removed';
  if (editedAt === null) return '';
  return editedBy ? ` · changed by ${editedBy.name}` : ' · changed';
}
