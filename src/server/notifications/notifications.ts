import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { notifications } from '#server/notifications/tables.ts';
import { chance } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import type { PermissionLevel } from '#shared/rules/permissions.ts';
import type { Notification, NotificationsQuery } from '#shared/schemas/notifications.ts';

/** Has a type from 0 to 11 (rule N5). */
export interface Note {
  type: number;
  title: string;
  details: string;
  link?: string;
}

/** To be awaited, or sent `alongside` another write. */
export function notifyCustomer(tx: Db, user: string, note: Note) {
  return tx.insert(notifications).values({ ...note, user });
}

/** Writes one for each of these users. */
export async function notifyUsers(tx: Db, told: readonly string[], note: Note): Promise<void> {
  if (told.length > 0) await tx.insert(notifications).values(told.map(user => ({ ...note, user })));
}

/** Tells all of the staff. */
export async function notifyStaff(tx: Db, note: Note): Promise<void> {
  await tx.execute(staffNotes(note));
}

/** For those who look after the shop itself. */
export async function notifyAdmins(tx: Db, note: Note): Promise<void> {
  await tx.execute(staffNotes(note, ['Admin']));
}

/** An id for each row of a statement, which sorts behind those of earlier ones. */
const idInOrder = (): SQL =>
  sql`(left(${chance.uuidInOrder()}::text, ${KEPT_DIGITS}::int) || right(gen_random_uuid()::text, ${36 - KEPT_DIGITS}::int))::uuid`;

/** Those that hold the time and the count of an id in order; the rest of it is random. */
const KEPT_DIGITS = 26;

const STAFF: readonly PermissionLevel[] = ['Admin', 'Employee'];

/** One notification for every one of these (`u`), in one statement, which can be sent `alongside` another. */
export const staffNotes = ({ type, title, details, link }: Note, levels = STAFF): SQL => sql`
  insert into notifications (id, "user", type, title, details, link)
  select ${idInOrder()}, u.id, ${type}::smallint, ${title}::text, ${details}::text, ${link ?? null}::text
  from users u where u.permission_level in ${levels} and u.deleted_at is null`;

/** For all of the staff who have nothing unread with this link. */
export async function notifyStaffAfresh(tx: Db, note: Note & { link: string }): Promise<void> {
  await tx.execute(sql`${staffNotes(note)} and not exists (
    select from notifications n where n."user" = u.id and not n.read and n.link = ${note.link})`);
}

/**
 * For all of the staff: whoever has one of this type unread with any of these links gets no other, and that one tells of
 * this from then on. So nobody floods them who does the same again and again. `links`: a query of one column.
 */
export async function notifyStaffTogether(tx: Db, note: Note & { link: string }, links: SQL): Promise<void> {
  const { type, title, details, link } = note;
  await tx.execute(sql`
    with told as (
      update notifications set title = ${title}, details = ${details}, link = ${link}
      where id in (
        select distinct on (n."user") n.id from notifications n join users u on u.id = n."user"
        where u.permission_level in ${STAFF} and n.type = ${type} and not n.read and n.link in (${links})
        order by n."user", n.created_at desc, n.id desc)
      returning "user")
    ${staffNotes(note)} and u.id not in (select "user" from told)`);
}

/** One for every Admin who has none of that title unread. */
export async function tellAdminsOnce(db: Db, note: Note): Promise<void> {
  await db.execute(sql`${staffNotes(note, ['Admin'])} and not exists (
    select from notifications n where n."user" = u.id and not n.read and n.title = ${note.title})`);
}

/** By `_id` as well: two of one moment come in the order in which they were made. */
const NEWEST = [desc(notifications.createdAt), desc(notifications._id)];

const COLUMNS = {
  _id: notifications._id,
  type: notifications.type,
  title: notifications.title,
  details: notifications.details,
  link: notifications.link,
  read: notifications.read,
  createdAt: notifications.createdAt,
};

/** The newest unread notification of a user, if it came after `since`. */
export async function newestNotification(
  db: Db,
  user: string,
  since: string | undefined,
): Promise<Notification | null> {
  const [newest] = await db
    .select(COLUMNS)
    .from(notifications)
    .where(
      and(
        eq(notifications.user, user),
        eq(notifications.read, false),
        since === undefined ? undefined : gte(notifications.createdAt, nextMoment(since)),
      ),
    )
    .orderBy(...NEWEST)
    .limit(1);
  return newest ?? null;
}

/** Names the millisecond after a moment: those who have it from here know none of the microseconds that the database keeps. */
const nextMoment = (moment: string) => new Date(Date.parse(moment) + 1).toISOString();

/** The newest unread ones. */
export async function unreadNotifications(db: Db, user: string): Promise<Notification[]> {
  return db
    .select(COLUMNS)
    .from(notifications)
    .where(and(eq(notifications.user, user), eq(notifications.read, false)))
    .orderBy(...NEWEST)
    .limit(20);
}

/** A page of somebody's own, the newest first. */
export async function listNotifications(
  db: Db,
  user: string,
  { type, read, page, limit }: NotificationsQuery,
): Promise<{ notifications: Notification[]; total: number }> {
  const own = and(
    eq(notifications.user, user),
    type === undefined ? undefined : eq(notifications.type, type),
    read === undefined ? undefined : eq(notifications.read, read),
  );
  const found = await db
    .select(COLUMNS)
    .from(notifications)
    .where(own)
    .orderBy(...NEWEST)
    .limit(limit)
    .offset((page - 1) * limit);
  return { notifications: found, total: await db.$count(notifications, own) };
}

/** Marks one's own as read or as unread. `not_found` for anybody else's. */
export async function markNotification(
  db: Db,
  user: string,
  { _id, read }: { _id: string; read: boolean },
): Promise<Notification> {
  const [marked] = await db.update(notifications).set({ read }).where(ownOne(user, _id)).returning(COLUMNS);
  if (!marked) throw new AppError('not_found');
  return marked;
}

/** `not_found` for anybody else's. */
export async function removeNotification(db: Db, user: string, _id: string): Promise<void> {
  const [removed] = await db
    .delete(notifications)
    .where(ownOne(user, _id))
    .returning({ _id: notifications._id });
  if (!removed) throw new AppError('not_found');
}

/** Deletes all of somebody's; answers how many there were. */
export async function removeNotifications(db: Db, user: string): Promise<number> {
  const removed = await db
    .delete(notifications)
    .where(eq(notifications.user, user))
    .returning({ _id: notifications._id });
  return removed.length;
}

const ownOne = (user: string, _id: string) => and(eq(notifications.user, user), eq(notifications._id, _id));

/** Types whose mails can be done without; the others always come, so that it is in writing. */
const OPTIONAL_MAILS = [2, 3, 5];

/** Tells whether a user wants mails, too, of notifications of this type (their settings). */
export async function wantsMailOf(tx: Db, user: string, type: number): Promise<boolean> {
  if (!OPTIONAL_MAILS.includes(type)) return true;
  const [found] = await tx.select({ notify: users.notify }).from(users).where(eq(users._id, user));
  return found?.notify[type] !== false;
}
