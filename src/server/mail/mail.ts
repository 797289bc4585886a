import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { App } from '#server/context.ts';
import type { Db } from '#server/db.ts';
import { MailError } from '#server/integrations/smtp.ts';
import { emails } from '#server/mail/tables.ts';

declare module '#server/jobs.ts' {
  interface JobPayloads {
    'send-mail': { email: string };
  }
}

export interface OutgoingMail {
  template: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** One event, one mail: a second one with the same key is not queued. */
  dedupeKey?: string;
  order?: string;
  user?: string;
}

/**
 * Writes a mail in the transaction of the event that causes it; a job sends it after the commit. A rolled-back
 * event leaves no mail.
 */
export async function queueMail(tx: Db, app: Pick<App, 'jobs' | 'env'>, mail: OutgoingMail): Promise<void> {
  const _id = uuidv7();
  // The same Message-ID at every attempt, so that a mail sent twice shows once.
  const domain = app.env.mailFrom.split('@')[1]?.replace(/[^\w.-]/g, '') ?? 'localhost';
  const [queued] = await tx
    .insert(emails)
    .values({ ...mail, _id, messageId: `<${_id}@${domain}>` })
    .onConflictDoNothing({ target: emails.dedupeKey })
    .returning({ _id: emails._id });
  if (queued) await app.jobs.send(tx, 'send-mail', { email: queued._id });
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
    .returning();
  if (!mail) return;
  try {
    const { response } = await app.mail.send({
      from: app.env.mailFrom,
      to: mail.to,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      messageId: mail.messageId,
    });
    const status = app.mail.name === 'captured' ? 'captured' : 'sent';
    await app.db
      .update(emails)
      .set({ status, response, sentAt: new Date().toISOString() })
      .where(eq(emails._id, _id));
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
