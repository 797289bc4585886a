import { useId, useState } from 'react';
import { CommentForm } from '#client/features/office/comment-form.tsx';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { type CommentKind, canChangeComment } from '#shared/rules/comments.ts';
import type { Comment } from '#shared/schemas/comments.ts';
import styles from './comments.module.css';

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

interface Props {
  kind: CommentKind;
  /** The `_id` of the record. */
  subject: string;
}

/** Shows what staff tell each other about a record, the newest first, and takes more of it. */
export function Comments({ kind, subject }: Props) {
  const heading = useId();
  const { client } = trpc.useUtils();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    trpc.comments.list.useInfiniteQuery(
      { kind, subject },
      { staleTime: 0, getNextPageParam: ({ cursor }) => cursor },
    );
  const comments = data?.pages.flatMap(page => page.comments);
  return (
    <section className={styles.comments} aria-labelledby={heading}>
      <h2 id={heading}>Comments</h2>
      <CommentForm
        label="Comment for staff"
        send="Comment"
        onSend={async written => {
          await client.comments.add.mutate({ kind, subject, ...written });
          await refetch();
        }}
      />
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {!error && !comments && <p role="status">Loading…</p>}
      {comments?.length === 0 && <p className="muted">Nobody has commented yet.</p>}
      {comments && comments.length > 0 && (
        <ol className={styles.list}>
          {comments.map(comment => (
            <Entry key={comment._id} comment={comment} onChanged={refetch} />
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

interface EntryProps {
  comment: Comment;
  onChanged: () => Promise<unknown>;
}

function Entry({ comment, onChanged }: EntryProps) {
  const { client } = trpc.useUtils();
  const [isEditing, setEditing] = useState(false);
  const { _id, by, text, mentions, createdAt, editedAt, editedBy, deletedAt, deletedBy } = comment;
  const removed = deletedBy && deletedBy._id !== by._id ? `Removed by ${deletedBy.name}` : 'Removed';
  const edited = editedBy ? `edited by ${editedBy.name}` : 'edited';
  return (
    <li>
      {isEditing ? (
        <CommentForm
          label="Your comment"
          send="Save"
          written={{ text, mentions: mentions.map(one => one._id) }}
          onSend={async written => {
            await client.comments.edit.mutate({ _id, ...written });
            setEditing(false);
            await onChanged();
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <p className={deletedAt ? 'muted' : styles.text}>{deletedAt ? removed : text}</p>
      )}
      <p className={styles.about}>
        {`${by.name} · `}
        <time dateTime={createdAt}>{MOMENT.format(new Date(createdAt))}</time>
        {editedAt && !deletedAt && ` · ${edited}`}
        {mentions.length > 0 && ` · told ${mentions.map(one => one.name).join(', ')}`}
      </p>
      {!isEditing && !deletedAt && (
        <Changes comment={comment} onEdit={() => setEditing(true)} onChanged={onChanged} />
      )}
    </li>
  );
}

/** What whoever reads a comment may do with it. */
function Changes({ comment, onEdit, onChanged }: EntryProps & { onEdit: () => void }) {
  const user = useUser();
  const { client } = trpc.useUtils();
  const [isAsking, setAsking] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { _id, by, createdAt } = comment;
  if (!canChangeComment(user, { by: by._id, createdAt }, new Date())) return null;
  const remove = async () => {
    setRemoving(true);
    setError(null);
    try {
      await client.comments.remove.mutate({ _id });
      await onChanged();
    } catch (failure) {
      setError(refusal(failure).message);
    } finally {
      setRemoving(false);
    }
  };
  return (
    <div className={`${styles.changes} no-print`}>
      {error && <p role="alert">{error}</p>}
      {isAsking ? (
        <>
          <Button size="small" busy={isRemoving} onClick={remove}>
            Remove it
          </Button>
          <Button size="small" onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </>
      ) : (
        <>
          <Button size="small" look="quiet" onClick={onEdit}>
            Edit
          </Button>
          <Button size="small" look="quiet" onClick={() => setAsking(true)}>
            Remove
          </Button>
        </>
      )}
    </div>
  );
}
