import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { besideOf } from '#server/database/beside.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/like.ts';
import { keyOf, LISTED_USER, orderOf, peopleFound } from '#server/users/list-users.ts';
import { userName, users } from '#server/users/tables.ts';
import { countViews } from '#server/views/count-views.ts';
import { canReadUser, isAdmin } from '#shared/rules/permissions.ts';
import {
  type DeskUser,
  type Neighbours,
  type UserBeside,
  type UserDesk,
  userQuerySchema,
} from '#shared/schemas/staff-people.ts';
import type { SavedCountsQuery } from '#shared/schemas/staff-views.ts';

/** Lists a page of the accounts that staff look for, with how much each ordered. */
export async function userDesk(
  db: Db,
  reader: SessionUser,
  { sort, page, limit, ...narrowed }: UserDesk,
): Promise<{ users: DeskUser[]; total: number }> {
  const where = narrowedTo(reader, narrowed);
  const shown = db
    .select({ _id: users._id })
    .from(users)
    .where(where)
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset((page - 1) * limit)
    .as('shown');
  const [found, total] = await Promise.all([
    db
      .select(DESK_USER)
      .from(shown)
      .innerJoin(users, eq(users._id, shown._id))
      .leftJoin(companies, eq(companies._id, users.company))
      .orderBy(...orderOf(sort)),
    db.$count(users, where),
  ]);
  return { users: found.map(user => (canReadUser(reader, user) ? user : { ...user, ...UNTOLD })), total };
}

/** Selects what this list tells of an account, where its company is joined. */
export const DESK_USER = {
  ...LISTED_USER,
  emailConfirmed: sql<boolean | null>`${users.emailConfirmedAt} is not null`,
  spendingLimit: users.spendingLimit,
  shippingCity: users.shippingCity,
  shippingState: users.shippingState,
  shippingZip: users.shippingZip,
  paymentType: users.paymentType,
  shippingMethod: users.shippingMethod,
  orders: sql<number>`(select count(*)::int from orders o where o."user" = ${users._id})`,
  lastOrderAt: sql<
    string | null
  >`(select max(o.created_at) from orders o where o."user" = ${users._id})`.mapWith(users.createdAt),
};

/** Stands for what an Employee is not told of a staff account (rule A3). */
export const UNTOLD = {
  ...{ phone: '', orders: 0, lastOrderAt: null, createdAt: '', emailConfirmed: null, spendingLimit: null },
  ...{ shippingCity: '', shippingState: '', shippingZip: '', paymentType: null, shippingMethod: null },
};

/** Counts the accounts of the saved views that a reader has. */
export const savedUserCounts = (db: Db, reader: SessionUser, which: SavedCountsQuery) =>
  countViews(db, reader, 'users', which, query => {
    const { sort: _, ...narrowed } = userQuerySchema.parse(query);
    return sql`select from users where ${narrowedTo(reader, narrowed)}`;
  });

/** Finds the accounts before and after one in such a list. */
export async function userBeside(
  db: Db,
  reader: SessionUser,
  { id, sort, page: _, limit: __, ...narrowed }: UserBeside,
): Promise<Neighbours> {
  const { key, falls } = keyOf(sort);
  const own = sql`(select ${key}, ${users._id} from ${users} where ${users._id} = ${id}::uuid)`;
  return besideOf({ key, _id: users._id, falls, own }, ({ where, orderBy }) =>
    db
      .select({ _id: users._id, name: userName })
      .from(users)
      .where(and(narrowedTo(reader, narrowed), where))
      .orderBy(...orderBy)
      .limit(1),
  );
}

type Narrowed = Pick<UserDesk, 'search' | 'permissionLevel' | 'inCompany'>;

export function narrowedTo(reader: SessionUser, { search, permissionLevel, inCompany }: Narrowed) {
  return and(
    isNull(users.deletedAt),
    permissionLevel && eq(users.permissionLevel, permissionLevel),
    inCompany === undefined ? undefined : inCompany ? isNotNull(users.company) : isNull(users.company),
    search ? and(peopleFound(search), isAdmin(reader) ? undefined : isToldBy(search)) : undefined,
  );
}

/** Finds staff accounts by what an Employee is told of them alone. */
const isToldBy = (search: string) =>
  sql`(${users.permissionLevel} not in ('Admin', 'Employee')
    or ${users.name} ilike ${contains(search)} or ${users.email} ilike ${contains(search)})`;
