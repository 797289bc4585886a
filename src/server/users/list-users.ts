import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { companies } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/like.ts';
import { users } from '#server/users/tables.ts';
import type { PeopleSort } from '#shared/office-lists.ts';
import type { PermissionLevel } from '#shared/rules/permissions.ts';
import type { listedUsersSchema, simpleUsersSchema, UserList } from '#shared/schemas/users.ts';

const KEYS: Record<Exclude<PeopleSort, `-${string}`>, SQL | PgColumn> = {
  name: sql`lower(${users.name})`,
  email: sql`lower(${users.email})`,
  createdAt: users.createdAt,
};

/** Tells what accounts are sorted by, and which way. */
export function keyOf(sort: PeopleSort) {
  const falls = sort.startsWith('-');
  return { falls, key: KEYS[sort.replace('-', '') as keyof typeof KEYS] };
}

export function orderOf(sort: PeopleSort): SQL[] {
  const { key, falls } = keyOf(sort);
  const by = falls ? desc : asc;
  return [by(key), by(users._id)];
}

/** Selects what lists tell of an account, where its company is joined. */
export const LISTED_USER = {
  _id: users._id,
  name: users.name,
  email: users.email,
  phone: users.phone,
  permissionLevel: users.permissionLevel,
  role: users.role,
  company: users.company,
  companyName: companies.name,
  registeredFully: users.registeredFully,
  createdAt: users.createdAt,
};

/** More names than that nobody chooses from. */
const MAX_SIMPLE = 5000;

/** The accounts that staff look for, by name, address, phone or company. */
export async function listUsers(
  db: Db,
  { search = '', permissionLevel, company, sort, page, limit }: UserList,
): Promise<z.infer<typeof listedUsersSchema>> {
  const where = and(
    isNull(users.deletedAt),
    permissionLevel && eq(users.permissionLevel, permissionLevel),
    company ? eq(users.company, company) : undefined,
    search === '' ? undefined : peopleFound(search),
  );
  const listed = await db
    .select(LISTED_USER)
    .from(users)
    .leftJoin(companies, eq(companies._id, users.company))
    .where(where)
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset((page - 1) * limit);
  return { users: listed, total: await db.$count(users, where) };
}

/** Names to choose from: the commercial users, the employees. */
export async function simpleUsers(
  db: Db,
  permissionLevel: PermissionLevel | undefined,
): Promise<z.infer<typeof simpleUsersSchema>> {
  return db
    .select({ _id: users._id, name: users.name, email: users.email, company: users.company })
    .from(users)
    .where(and(isNull(users.deletedAt), permissionLevel && eq(users.permissionLevel, permissionLevel)))
    .orderBy(...orderOf('name'))
    .limit(MAX_SIMPLE);
}

/** A phone number, or a part of one, however it is written. */
const PHONE = /^\+?[\d ().-]{4,}$/;

/**
 * Accounts whose name, address, phone or company has this in it, whatever the capitals; a phone is found by its digits.
 * `%` and `_` are letters like others.
 */
export function peopleFound(search: string): SQL {
  const pattern = contains(search);
  const digits = PHONE.test(search) ? search.replace(/\D/g, '') : '';
  const { name, email, phone } = users;
  // Word for word as the index `users_text` has it. Line ends between them, as no search has one.
  const own = sql`(${name} || E'\n' || ${email} || E'\n' || ${phone} || E'\n' || translate(${phone}, ' ().-+', ''))`;
  return sql`(${own} ilike ${pattern} ${digits === '' ? sql`` : sql`or ${own} ilike ${contains(digits)}`}
    or ${users.company} = any(array(select id from companies where name ilike ${pattern})))`;
}
