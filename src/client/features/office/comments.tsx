import { Timeline } from '#client/features/office/timeline.tsx';
import { trpc } from '#client/trpc.ts';
import type { CommentKind } from '#shared/rules/comments.ts';
import type { Comment } from '#shared/schemas/comments.ts';
import type { HistoryEntry } from '#shared/schemas/staff-history.ts';

interface Props {
  kind: CommentKind;
  /** The `_id` of the record. */
  subject: string;
}

/** Shows what staff tell each other about a record, the newest first, and takes more of it. */
export function Comments({ kind, subject }: Props) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    trpc.comments.list.useInfiniteQuery(
      { kind, subject },
      { staleTime: 0, getNextPageParam: ({ cursor }) => cursor },
    );
  return (
    <Timeline
      title="Comments"
      kind={kind}
      subject={subject}
      source={{
        entries: data?.pages.flatMap(page => page.comments.map(entryOf)),
        error,
        onRetry: refetch,
        onEarlier: hasNextPage ? fetchNextPage : undefined,
        isReadingEarlier: isFetchingNextPage,
      }}
    />
  );
}

const entryOf = ({ by, createdAt, ...comment }: Comment): HistoryEntry => ({
  ...comment,
  kind: 'comment',
  at: createdAt,
  who: by.name,
  user: by._id,
});
