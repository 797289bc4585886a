import { and, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { isBehindKey, type KeyPlace, keyText } from '#server/database/keyset.ts';
import { type Cell, listFile, PORTION } from '#server/list-file.ts';
import { FAILED, LISTED_MAIL, mailsReadableBy, narrowedTo } from '#server/mail/mailbox.ts';
import { emails } from '#server/mail/tables.ts';
import { orders } from '#server/orders/tables.ts';
import type { MailColumn } from '#shared/office-lists.ts';
import { MAIL_STATUS_WORDS, mailWords } from '#shared/rules/mail-words.ts';
import type { MailboxFile } from '#shared/schemas/list-files.ts';

/** Writes what the mailbox lists as a file: never a mail's text, which may hold what lets somebody in. */
export async function* mailboxFile(
  db: Db,
  reader: SessionUser,
  { columns, name: _, ...narrowed }: MailboxFile,
): AsyncGenerator<string> {
  const which = and(mailsReadableBy(db, reader), await narrowedTo(db, narrowed));
  const reading = (where: SQL | undefined) => (after: KeyPlace | null) => readPortion(db, where, after);
  yield* listFile(
    db,
    columns.flatMap(column => CELLS[column]),
    ...(narrowed.status ? [reading(which)] : [reading(and(which, FAILED)), reading(and(which, not(FAILED)))]),
  );
}

const ORDER = { key: emails.createdAt, type: sql`timestamptz`, _id: emails._id, falls: true };

const readPortion = (db: Db, where: SQL | undefined, after: KeyPlace | null) =>
  db
    .select({ ...LISTED_MAIL, key: keyText(emails.createdAt) })
    .from(emails)
    .leftJoin(orders, eq(orders._id, emails.order))
    .where(and(where, isBehindKey(ORDER, after)))
    .orderBy(desc(emails.createdAt), desc(emails._id))
    .limit(PORTION);

type Row = Awaited<ReturnType<typeof readPortion>>[number];

/** The cells that a column of the list makes: one for each thing that it shows. */
const CELLS: Record<MailColumn, readonly Cell<Row>[]> = {
  email: [
    ['Subject', ({ subject }) => subject],
    ['Kind', ({ template }) => mailWords(template)],
  ],
  to: [['To', ({ to }) => to]],
  state: [['State', ({ status }) => MAIL_STATUS_WORDS[status]]],
  written: [['Written', ({ createdAt }, moment) => moment(createdAt)]],
  order: [['Order', ({ orderNumber }) => orderNumber ?? '']],
  sent: [['Sent', ({ sentAt }, moment) => moment(sentAt)]],
  attempts: [['Attempts', ({ attempts }) => attempts]],
  answer: [['Answer', ({ response }) => response ?? '']],
};
