import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { commentById } from '#server/comments/read-comments.ts';
import { comments } from '#server/comments/tables.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { type Db, retrying, rows } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { onceKey } from '#server/http/once-key.ts';
import { notifyUsers } from '#server/notifications/notifications.ts';
import { orders } from '#server/orders/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { isOfStaff, userName, users } from '#server/users/tables.ts';
import { COMMENT_MINUTES, type CommentKind, canChangeComment } from '#shared/rules/comments.ts';
import type { AddComment, Comment, EditComment } from '#shared/schemas/comments.ts';

type CommentRow = typeof comments.$inferSelect;
type Subject = Pick<CommentRow, 'kind' | 'subject'>;

/** Comments on a record and tells those who are mentioned (rule B1). Throws `not_found`, `invalid`. */
export async function addComment(
  db: Db,
  by: SessionUser,
  { kind, subject, text, mentions: asked, idempotencyKey }: AddComment,
): Promise<Comment> {
  const mentions = [...new Set(asked)];
  const key = onceKey(by, idempotencyKey, [kind, subject, text, mentions]) ?? null;
  const _id = await retrying(db, async tx => {
    // Not deleted until the comment is there to be deleted along with it.
    const called = await nameSubject(tx, { kind, subject }, sql`for key share`);
    await refuseStrangers(tx, mentions, asked);
    const [made] = await tx
      .insert(comments)
      .values({ kind, subject, by: by._id, text, mentions, onceKey: key })
      .onConflictDoNothing({ target: comments.onceKey })
      .returning({ _id: comments._id });
    if (!made) return commentOfKey(tx, key);
    await tellMentioned(tx, by, { kind, subject }, called, mentions);
    return made._id;
  });
  return commentById(db, _id);
}

async function commentOfKey(tx: Db, key: string | null): Promise<string> {
  const [first] = await tx
    .select({ _id: comments._id })
    .from(comments)
    .where(eq(comments.onceKey, key ?? ''));
  if (!first) throw new Error('the comment was not stored');
  return first._id;
}

/** Changes its words and whom it mentions; only those are told who were not mentioned before. */
export async function editComment(db: Db, by: SessionUser, input: EditComment): Promise<Comment> {
  const mentions = [...new Set(input.mentions)];
  await retrying(db, async tx => {
    const row = await lockChangeable(tx, by, input._id);
    if (row.deletedAt !== null) throw new AppError('stale');
    const added = mentions.filter(_id => !row.mentions.includes(_id));
    await refuseStrangers(tx, added, input.mentions);
    await tx
      .update(comments)
      .set({
        text: input.text,
        mentions,
        editedAt: clock.now().toISOString(),
        editedBy: by._id === row.by ? null : by._id,
      })
      .where(eq(comments._id, row._id));
    if (added.length > 0) await tellMentioned(tx, by, row, await nameSubject(tx, row), added);
  });
  return commentById(db, input._id);
}

/** Leaves a mark in its place, without its words. One that is removed already is answered as it is. */
export async function removeComment(db: Db, by: SessionUser, _id: string): Promise<Comment> {
  await retrying(db, async tx => {
    const { deletedAt } = await lockChangeable(tx, by, _id);
    if (deletedAt !== null) return;
    await tx
      .update(comments)
      .set({ text: '', mentions: [], deletedAt: clock.now().toISOString(), deletedBy: by._id })
      .where(eq(comments._id, _id));
  });
  return commentById(db, _id);
}

/** Deletes all comments on a record that is deleted itself, in its transaction. */
export async function forgetComments(tx: Db, kind: CommentKind, subject: string): Promise<void> {
  await tx.delete(comments).where(and(eq(comments.kind, kind), eq(comments.subject, subject)));
}

async function lockChangeable(tx: Db, by: SessionUser, _id: string): Promise<CommentRow> {
  const [row] = await tx.select().from(comments).where(eq(comments._id, _id)).for('update');
  if (!row) throw new AppError('not_found');
  if (canChangeComment(by, row, clock.now())) return row;
  throw new AppError('forbidden', {
    ...(row.by === by._id && {
      message: `A comment can be changed for ${COMMENT_MINUTES} minutes. Please write another one.`,
    }),
  });
}

/** Reads what a record is called where somebody is told of it. */
const CALLED: Record<CommentKind, (subject: string) => SQL> = {
  order: _id =>
    sql`select 'order ' || ${orders.orderNumber} as called from ${orders} where ${eq(orders._id, _id)}`,
  user: _id =>
    sql`select ${userName} as called from ${users} where ${and(eq(users._id, _id), isNull(users.deletedAt))}`,
  company: _id => sql`select ${companies.name} as called from ${companies} where ${eq(companies._id, _id)}`,
};

/** Throws `not_found`. */
async function nameSubject(tx: Db, { kind, subject }: Subject, lock = sql``): Promise<string> {
  const [found] = rows<{ called: string }>(await tx.execute(sql`${CALLED[kind](subject)} ${lock}`));
  if (!found) throw new AppError('not_found');
  return found.called;
}

/** Throws `invalid` for each who is not of the staff, at its place among all who were `asked` for. */
async function refuseStrangers(tx: Db, mentions: readonly string[], asked: readonly string[]): Promise<void> {
  if (mentions.length === 0) return;
  const found = await tx
    .select({ _id: users._id })
    .from(users)
    .where(and(inArray(users._id, [...mentions]), isOfStaff));
  const issues = mentions
    .filter(_id => !found.some(staff => staff._id === _id))
    .map(_id => ({ path: ['mentions', asked.indexOf(_id)], message: 'is nobody of the staff' }));
  if (issues.length > 0) throw new AppError('invalid', { issues });
}

/** Leads to the record on the screens of staff. */
const ADDRESSES: Record<CommentKind, (subject: string) => string> = {
  order: subject => `/admin/orders/${subject}`,
  user: subject => `/admin/users/${subject}/info`,
  company: subject => `/admin/companies/${subject}`,
};

/** Tells those who are mentioned, but not the one who wrote it, nor what it says: it may yet be taken back. */
async function tellMentioned(
  tx: Db,
  by: SessionUser,
  { kind, subject }: Subject,
  called: string,
  mentioned: readonly string[],
): Promise<void> {
  const told = mentioned.filter(_id => _id !== by._id);
  await notifyUsers(tx, told, {
    type: kind === 'order' ? 2 : 0,
    title: `${by.name || by.email} mentioned you on ${called}`,
    details: '',
    link: ADDRESSES[kind](subject),
  });
}
