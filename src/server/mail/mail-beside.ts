import { and, asc, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { besideOf } from '#server/database/beside.ts';
import type { Db } from '#server/database/db.ts';
import { FAILED, mailsReadableBy, narrowedTo } from '#server/mail/mailbox.ts';
import { emails } from '#server/mail/tables.ts';
import type { MailBeside } from '#shared/schemas/mail.ts';
import type { Neighbours } from '#shared/schemas/staff-people.ts';

/** Finds the mails before and after one in the mailbox: the latest first, and those that failed before all others. */
export async function mailBeside(
  db: Db,
  by: SessionUser,
  { id, ...narrowed }: MailBeside,
): Promise<Neighbours> {
  const which = and(mailsReadableBy(db, by), await narrowedTo(db, narrowed));
  const nearest = (where: SQL | undefined, orderBy: SQL[]) =>
    db
      .select({ _id: emails._id, name: emails.subject })
      .from(emails)
      .where(and(which, where))
      .orderBy(...orderBy)
      .limit(1);
  const [mail] = await db
    .select({ status: emails.status })
    .from(emails)
    .where(and(eq(emails._id, id), mailsReadableBy(db, by)));
  if (!mail) return { before: null, after: null };
  const isFailed = mail.status === 'failed';
  const alike = narrowed.status ? undefined : isFailed ? FAILED : not(FAILED);
  const own = sql`(select m.created_at, m.id from emails m where m.id = ${id}::uuid)`;
  const { before, after } = await besideOf(
    { key: emails.createdAt, _id: emails._id, falls: true, own },
    ({ where, orderBy }) => nearest(and(alike, where), orderBy),
  );
  if (narrowed.status) return { before, after };
  if (isFailed) return { before, after: after ?? (await first(nearest(not(FAILED), LATEST))) };
  return { before: before ?? (await first(nearest(FAILED, EARLIEST))), after };
}

const LATEST = [desc(emails.createdAt), desc(emails._id)];
const EARLIEST = [asc(emails.createdAt), asc(emails._id)];

const first = async <Row>(found: PromiseLike<Row[]>): Promise<Row | null> => (await found)[0] ?? null;
