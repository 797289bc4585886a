import { useEffect, useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { CommentForm } from '#client/features/office/comment-form.tsx';
import { partsOf } from '#client/features/office/mentions.ts';
import { useUser } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { COMMENT_NOTICES } from '#shared/office-messages.ts';
import { canChangeComment } from '#shared/rules/comments.ts';
import type { HistoryEntry } from '#shared/schemas/staff-history.ts';
import styles from './timeline.module.css';

type CommentEntry = Extract<HistoryEntry, { kind: 'comment' }>;

/** Shows the words of a comment, and lets whoever may change or remove it do so (rule B1). */
export function TimelineComment({ entry, onChanged }: { entry: CommentEntry; onChanged: () => unknown }) {
  const { client } = trpc.useUtils();
  const mayChange = useMayChange(entry);
  const [doing, setDoing] = useState<'edit' | 'remove' | null>(null);
  const [text, setText] = useState(entry.text);
  const { _id, mentions } = entry;
  const remove = useAction(() => client.comments.remove.mutate({ _id }), {
    failure: COMMENT_NOTICES.removeFailed,
    after: async () => {
      setDoing(null);
      await onChanged();
    },
  });
  const begin = (what: 'edit' | 'remove') => {
    setText(entry.text);
    setDoing(what);
  };
  if (entry.deletedAt !== null) return null;
  if (doing === 'edit') {
    return (
      <CommentForm
        name="Change the comment"
        label="Comment for staff"
        send="Save"
        text={text}
        onText={setText}
        mentioned={mentions}
        onSend={async ({ text: words, mentions: named }) => {
          await client.comments.edit.mutate({ _id, text: words, mentions: named });
          setDoing(null);
          await onChanged();
        }}
        onCancel={() => setDoing(null)}
      />
    );
  }
  return (
    <>
      <p className={styles.said}>
        {partsOf(entry.text, mentions).map((part, index) =>
          part.people.length > 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing else that tells them apart
            <b key={index}>{part.text}</b>
          ) : (
            part.text
          ),
        )}
      </p>
      {mayChange && (
        <div className={`${styles.choice} no-print`}>
          {doing === 'remove' ? (
            <>
              <p>Remove it for good?</p>
              <Button
                size="small"
                look="danger"
                busy={remove.isPending}
                onClick={() => remove.mutate(undefined)}
              >
                Remove
              </Button>
              <Button size="small" onClick={() => setDoing(null)}>
                Keep it
              </Button>
            </>
          ) : (
            <>
              <Button size="small" look="quiet" onClick={() => begin('edit')}>
                Change
              </Button>
              <Button size="small" look="quiet" onClick={() => begin('remove')}>
                Remove
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}

const MINUTE_MS = 60_000;

/** Looks at the clock again and again: an author has a quarter of an hour. */
function useMayChange({ user: by, at, deletedAt }: CommentEntry): boolean {
  const user = useUser();
  const [now, setNow] = useState(() => new Date());
  const mayChange = deletedAt === null && by !== null && canChangeComment(user, { by, createdAt: at }, now);
  useEffect(() => {
    if (!mayChange) return;
    const clock = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(clock);
  }, [mayChange]);
  return mayChange;
}
