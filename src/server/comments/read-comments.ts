import { and, eq, getTableColumns } from 'drizzle-orm';
import { comments } from '#server/comments/tables.ts';
import { nameUsers } from '#server/comments/user-names.ts';
import type { Db } from '#server/database/db.ts';
import { cutPage, isBehind, microsOf, newestFirst } from '#server/database/keyset.ts';
import { AppError } from '#server/errors.ts';
import type { CommentKind } from '#shared/rules/comments.ts';
import type { Comment, CommentsQuery } from '#shared/schemas/comments.ts';
import { CURSOR_PAGE_SIZE } from '#shared/schemas/cursor.ts';

type CommentRow = typeof comments.$inferSelect;

/** Reads comments on a record from a place on, the newest first, as they are stored. */
export const readComments = (
  db: Db,
  { kind, subject, cursor }: { kind: CommentKind; subject: string; cursor?: string | undefined },
  limit: number,
) =>
  db
    .select({ ...getTableColumns(comments), micros: microsOf(comments.createdAt) })
    .from(comments)
    .where(
      and(
        eq(comments.subject, subject),
        eq(comments.kind, kind),
        isBehind(comments.createdAt, comments._id, cursor),
      ),
    )
    .orderBy(...newestFirst(comments.createdAt, comments._id))
    .limit(limit);

/** Lists a page of them for staff to see. */
export async function listComments(
  db: Db,
  query: CommentsQuery,
): Promise<{ comments: Comment[]; cursor: string | null }> {
  const found = await readComments(db, query, CURSOR_PAGE_SIZE + 1);
  const { page, cursor } = cutPage(found, CURSOR_PAGE_SIZE);
  return { comments: await describeComments(db, page), cursor };
}

/** Throws `not_found`. */
export async function commentById(db: Db, _id: string): Promise<Comment> {
  const rows = await db.select().from(comments).where(eq(comments._id, _id));
  const [found] = await describeComments(db, rows);
  if (!found) throw new AppError('not_found');
  return found;
}

/** Lists every user whom a comment names. */
export const peopleOf = ({ by, mentions, editedBy, deletedBy }: CommentRow): (string | null)[] => [
  by,
  ...mentions,
  editedBy,
  deletedBy,
];

async function describeComments(db: Db, rows: readonly CommentRow[]): Promise<Comment[]> {
  const names = await nameUsers(db, rows.flatMap(peopleOf));
  return rows.map(row => describeComment(row, names));
}

/** Describes a comment as staff see it, by the names of all whom it names. */
export function describeComment(row: CommentRow, names: ReadonlyMap<string, string>): Comment {
  const person = (_id: string) => ({ _id, name: names.get(_id) ?? '' });
  const { by, mentions, editedBy, deletedBy } = row;
  return {
    ...row,
    by: person(by),
    mentions: mentions.map(person),
    editedBy: editedBy === null ? null : person(editedBy),
    deletedBy: deletedBy === null ? null : person(deletedBy),
  };
}
