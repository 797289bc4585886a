import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { isOneOf } from '#server/database/columns.ts';
import type { Db } from '#server/database/db.ts';
import type { Printable } from '#server/documents/print-worker.ts';
import { MailError } from '#server/integrations/smtp.ts';
import { hideLinks, showLinks } from '#server/mail/mail-links.ts';
import { emails, type MailAttachment, mailLinks } from '#server/mail/tables.ts';
import { isToStaff } from '#server/mail/to-staff.ts';
import { chance, clock } from '#server/time-and-chance.ts';
import { UNSENT_EMAIL_STATUSES } from '#shared/enumerations.ts';
import type { MailTemplate } from '#shared/office-lists.ts';

/** A file, or a paper that is printed as the mail is sent. */
type Attachment = { name: string; contentType: string } & ({ content: Buffer } | { document: Printable });

interface OutgoingMail {
  template: MailTemplate;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** One event, one mail: a second one with the same key is not queued. */
  dedupeKey?: string;
  order?: string;
  user?: string;
  /** The address that an answer goes to, when not to the shop: only one. */
  replyTo?: string;
  attachments?: readonly Attachment[];
  /** Addresses in it that let somebody in: they are kept apart from the text. */
  secrets?: readonly string[];
}

/** The limit for all files of one mail: many a mail server takes no more than 10 MB of them in base64. */
const MAX_ATTACHED_BYTES = 7_000_000;

/**
 * Writes a mail in the transaction of the event that causes it; a job sends it after the commit. A rolled-back
 * event leaves no mail. Answers its `_id`, null where one with its key is queued already. Throws a RangeError on more
 * than 7 MB of files.
 */
export async function queueMail(
  tx: Db,
  app: Pick<App, 'jobs' | 'env'>,
  { secrets = [], ...mail }: OutgoingMail,
): Promise<string | null> {
  const attached = mail.attachments ?? [];
  if (attached.reduce((bytes, one) => bytes + bytesOf(one), 0) > MAX_ATTACHED_BYTES) {
    throw new RangeError(`more than ${MAX_ATTACHED_BYTES} bytes attached to the mail ${mail.template}`);
  }
  const _id = chance.uuidInOrder();
  // The same Message-ID at every attempt, so that a mail sent twice shows once.
  const domain = app.env.mailFrom.split('@')[1]?.replace(/[^\w.-]/g, '') ?? 'localhost';
  const insertion = tx
    .insert(emails)
    .values({
      ...mail,
      ...hideLinks(_id, mail, secrets),
      _id,
      messageId: `<${_id}@${domain}>`,
      toStaff: isToStaff(tx, { user: mail.user ?? null, to: mail.to }),
      attachments: attached.map(stored),
    })
    .onConflictDoNothing({ target: emails.dedupeKey })
    .returning({ _id: emails._id });
  // Both in one statement, and no links where the mail was queued before.
  const queued = tx.$with('queued').as(insertion);
  const urls = sql`${sql.param([...secrets], mailLinks.urls)}`.as('urls');
  const [written] =
    secrets.length === 0
      ? await insertion
      : await tx
          .with(queued)
          .insert(mailLinks)
          .select(tx.select({ email: queued._id, urls }).from(queued))
          .returning({ _id: mailLinks.email });
  if (!written) return null;
  await app.jobs.send(tx, 'send-mail', { email: _id });
  return _id;
}

/** Whether a mail with this key was queued before. */
export const wasQueued = async (db: Db, dedupeKey: string | undefined): Promise<boolean> =>
  dedupeKey !== undefined && (await db.$count(emails, eq(emails.dedupeKey, dedupeKey))) > 0;

const bytesOf = (one: Attachment) => ('content' in one ? one.content.length : 0);

const stored = (one: Attachment): MailAttachment =>
  'content' in one ? { ...one, content: one.content.toString('base64') } : one;

/** The attachments of a mail that was queued, for another one. */
const storedAttachments = (all: readonly MailAttachment[]): Attachment[] =>
  all.map(one => ('content' in one ? { ...one, content: Buffer.from(one.content, 'base64') } : one));

async function printed({ printer }: App, one: Attachment) {
  if ('content' in one) return one;
  const { document, ...file } = one;
  return { ...file, content: await printer.print(document) };
}

/**
 * Sends one queued mail. A temporary failure is thrown, so that the job is tried again later; a permanent one
 * ends as `failed`. A mail that was sent already is left alone.
 */
export async function sendQueuedMail(app: App, _id: string): Promise<void> {
  const [mail] = await app.db
    .update(emails)
    .set({ attempts: sql`${emails.attempts} + 1` })
    .where(and(eq(emails._id, _id), eq(emails.status, 'queued')))
    .returning({
      ...getTableColumns(emails),
      links: sql<string[] | null>`(select l.urls from ${mailLinks} l where l.email = ${emails._id})`,
    });
  if (!mail) return;
  try {
    const { response } = await app.mail.send({
      from: app.env.mailFrom,
      to: mail.to,
      subject: mail.subject,
      ...showLinks(mail, mail.links ?? []),
      messageId: mail.messageId,
      ...(mail.replyTo !== null && { replyTo: mail.replyTo }),
      attachments: await Promise.all(storedAttachments(mail.attachments).map(one => printed(app, one))),
    });
    const status = app.mail.name === 'captured' ? 'captured' : 'sent';
    await app.db
      .update(emails)
      .set({ status, response, sentAt: clock.now().toISOString() })
      .where(eq(emails._id, _id));
    // Captured mails are read here and nowhere else.
    if (status === 'sent') await app.db.delete(mailLinks).where(eq(mailLinks.email, _id));
  } catch (error) {
    const permanent = error instanceof MailError && error.permanent;
    await app.db
      .update(emails)
      .set({
        response: error instanceof Error ? error.message : String(error),
        ...(permanent && { status: 'failed' }),
      })
      .where(eq(emails._id, _id));
    if (!permanent) throw error;
  }
}

/** A mail whose attempts are used up is `failed`; its last error stands in `response`. */
export async function giveUpMail(app: App, _id: string): Promise<void> {
  const [failed] = await app.db
    .update(emails)
    .set({ status: 'failed', response: sql`coalesce(${emails.response}, 'no answer')` })
    .where(and(eq(emails._id, _id), eq(emails.status, 'queued')))
    .returning({ response: emails.response });
  if (failed) app.log.error({ email: _id, response: failed.response }, 'a mail could not be sent');
}

/**
 * Queues a failed mail anew, to its own address and under its own Message-ID. False: it is on its way or sent, or its
 * text was cleared.
 */
export async function requeueMail(tx: Db, app: Pick<App, 'jobs'>, _id: string): Promise<boolean> {
  const failed = await tx
    .update(emails)
    .set({ status: 'queued' })
    .where(and(eq(emails._id, _id), eq(emails.status, 'failed'), isNull(emails.clearedAt)))
    .returning({ _id: emails._id });
  if (failed.length === 0) return false;
  await app.jobs.send(tx, 'send-mail', { email: _id });
  return true;
}

/**
 * Queues what was sent once more, as a mail of its own: under the Message-ID of the first one mail programs would hide it.
 * Not for a mail that holds links which let somebody in. Answers the new mail's `_id`.
 */
export function copyMail(
  tx: Db,
  app: Pick<App, 'jobs' | 'env'>,
  { template, to, subject, html, text, replyTo, attachments, order, user }: typeof emails.$inferSelect,
): Promise<string | null> {
  return queueMail(tx, app, {
    ...{ template: template as MailTemplate, to, subject, html, text },
    attachments: storedAttachments(attachments),
    ...(replyTo !== null && { replyTo }),
    ...(order !== null && { order }),
    ...(user !== null && { user }),
  });
}

/** Lets mails that were given up be sent after all: their jobs are about to run once more. */
export async function reopenMails(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .update(emails)
    .set({ status: 'queued' })
    .where(and(inArray(emails._id, [...ids]), eq(emails.status, 'failed'), isNull(emails.clearedAt)));
}

/** How many mails wait, and how many failed for good. */
export async function countUnsentMails(db: Db): Promise<{ queued: number; failed: number }> {
  const counted = await db
    .select({ status: emails.status, mails: sql<number>`count(*)::int` })
    .from(emails)
    // Without parameters, so that the partial index is known to hold them.
    .where(isOneOf(emails.status, UNSENT_EMAIL_STATUSES))
    .groupBy(emails.status);
  const of = (status: string) => counted.find(one => one.status === status)?.mails ?? 0;
  return { queued: of('queued'), failed: of('failed') };
}
