import { and, eq, getTableColumns, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';
import { contains } from '#server/database/like.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { holdsLinks, maskLinks, showLinks } from '#server/mail/mail-links.ts';
import { emails, mailLinks } from '#server/mail/tables.ts';
import { toNobodyOfStaff } from '#server/mail/to-staff.ts';
import { orders } from '#server/orders/tables.ts';
import { withinDays } from '#server/shop-days.ts';
import { countViews } from '#server/views/count-views.ts';
import { MAX_COUNTED_MAILS } from '#shared/office-lists.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import { type MailList, mailQuerySchema, type ShownMail } from '#shared/schemas/mail.ts';
import type { SavedCountsQuery } from '#shared/schemas/staff-views.ts';

/** Mails that somebody of the staff may read: those to accounts that are or were of the staff are the Admins'. */
export function mailsReadableBy(db: Db, by: SessionUser): SQL | undefined {
  return isAdmin(by) ? undefined : and(eq(emails.toStaff, false), toNobodyOfStaff(db));
}

/** Addresses and subjects, as the index on them has it. */
const TEXT = sql`(${emails.to} || E'\\n' || ${emails.subject})`;

/** Letters enough for an index of threes: those in a row, or fewer where the word is seen to begin or to end. */
const HAS_THREES =
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}][^\p{L}\p{N}]/u;

/** Finds by a part of the address or the subject, or by the number of the mail's order, with or without a #. */
function matching(search: string): SQL | undefined {
  const [, number] = /^#?(\d{1,9})$/.exec(search) ?? [];
  return or(
    HAS_THREES.test(search) ? sql`${TEXT} ilike ${contains(search)}` : amongLatest(search),
    // An array: what is selected inside of an `or` keeps it from its indexes.
    number === undefined
      ? undefined
      : sql`${emails.order} = any(array(select id from orders where order_number = ${number}::int))`,
  );
}

/** One or two letters stand nearly everywhere, and no index finds them: they are looked for in as many as are counted. */
const amongLatest = (search: string): SQL => sql`
  ((${emails.createdAt}, ${emails._id}) >= (select created_at, id from
      (select created_at, id from emails order by created_at desc, id desc limit ${MAX_COUNTED_MAILS}) latest
      order by created_at, id limit 1)
    and strpos(lower(${TEXT}), ${search.toLowerCase()}) > 0)`;

type Narrowed = Omit<MailList, 'page' | 'limit'>;

export async function narrowedTo(db: Db, { search, status, template, from, to }: Narrowed) {
  return and(
    search ? matching(search) : undefined,
    status ? eq(emails.status, status) : undefined,
    template ? eq(emails.template, template) : undefined,
    await withinDays(db, emails.createdAt, { from, to }),
  );
}

/** They stand before all others, unless one status is asked for. */
export const FAILED = sql`${emails.status} = 'failed'`;

/**
 * The mails of the shop without their texts, the latest first; unless one status is asked for, those that failed before.
 * They are shown and counted no further than anybody leafs: to count all mails of years, all would be read for each page.
 */
export async function listMails(db: Db, by: SessionUser, { page, limit, ...narrowed }: MailList) {
  const which = and(mailsReadableBy(db, by), await narrowedTo(db, narrowed));
  // One after the other: sorted together, all the mails that there ever were would be read for a page of them.
  const parts = narrowed.status ? [which] : [and(which, FAILED), and(which, not(FAILED))];
  const listed = sql.join(parts.map(latest), sql` union all `);
  const [found] = rows<{ ids: string[]; total: number }>(
    await db.execute(sql`
      with listed as materialized (${listed})
      select (select count(*) from listed)::int as total, array(
        select id::text from listed order by part, created_at desc, id desc
        limit ${limit} offset ${(page - 1) * limit}) as ids`),
  );
  const { ids, total } = found ?? { ids: [], total: 0 };
  return { mails: await mailsOf(db, ids), total: Math.min(total, MAX_COUNTED_MAILS + 1) };
}

/** Selects the latest of a part of the mailbox, one more than are counted. */
const latest = (where: SQL | undefined, part: number) => sql`
  (select id, created_at, ${part}::int as part from emails where ${where ?? sql`true`}
    order by created_at desc, id desc limit ${MAX_COUNTED_MAILS + 1})`;

/** Counts the mails of the saved views that somebody has. */
export const savedMailCounts = (db: Db, by: SessionUser, which: SavedCountsQuery) =>
  countViews(db, by, 'mailbox', which, async query => {
    const which = and(mailsReadableBy(db, by), await narrowedTo(db, mailQuerySchema.parse(query)));
    return sql`select from emails where ${which ?? sql`true`}`;
  });

const { _id, template, to, subject, status, order, createdAt, sentAt, attempts, response } = emails;
/** Selects what the list tells of a mail, where its order is joined. */
export const LISTED_MAIL = {
  ...{ _id, template, to, subject, status, order, createdAt, sentAt, attempts, response },
  orderNumber: orders.orderNumber,
};

/** Lists mails in the order of their ids here. */
async function mailsOf(db: Db, ids: readonly string[]) {
  const found = await db
    .select(LISTED_MAIL)
    .from(emails)
    .leftJoin(orders, eq(orders._id, emails.order))
    .where(inArray(_id, [...ids]));
  const byId = new Map(found.map(mail => [mail._id, mail]));
  return ids.flatMap(id => byId.get(id) ?? []);
}

/** Shown in place of a text that is no longer kept (rule B6). */
const CLEARED = {
  html: '<p>The text of this email is no longer kept.</p>',
  text: 'The text of this email is no longer kept.',
};

/**
 * Reads a mail, and writes down who read it. Links that let somebody in are hidden in live mode; in demo mode they are
 * shown as far as they are kept, as nobody could follow them otherwise. Throws `not_found`.
 */
export async function readMail(app: App, by: SessionUser, _id: string): Promise<ShownMail> {
  const mail = await reachMail(app.db, by, _id);
  const [links] = await app.db.select().from(mailLinks).where(eq(mailLinks.email, _id));
  const shown = app.env.mode === 'demo' && links ? showLinks(mail, links.urls) : maskLinks(mail);
  await recordLog(app.db, by, {
    type: 'security',
    category: 'mail',
    name: `Read the mail “${mail.subject}” to ${mail.to}`,
    subject: _id,
  });
  const attachments = mail.attachments.map(({ name }) => name);
  if (mail.clearedAt !== null) return { ...mail, ...CLEARED, attachments, holdsLinks: false };
  return { ...mail, ...shown, attachments, holdsLinks: holdsLinks(mail) };
}

/** A mail that the asker may read. `not_found`. */
export async function reachMail(db: Db, by: SessionUser, _id: string) {
  const [mail] = await db
    .select({ ...getTableColumns(emails), orderNumber: orders.orderNumber })
    .from(emails)
    .leftJoin(orders, eq(orders._id, emails.order))
    .where(and(eq(emails._id, _id), mailsReadableBy(db, by)));
  if (!mail) throw new AppError('not_found');
  return mail;
}
