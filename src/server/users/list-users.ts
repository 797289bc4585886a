import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { companies } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/like.ts';
import { users } from '#server/users/tables.ts';
import type { PermissionLevel } from '#shared/rules/permissions.ts';
import type { listedUsersSchema, simpleUsersSchema, UserList } from '#shared/schemas/users.ts';

const SORTS = {
  name: sql`lower(${users.name})`,
  email: sql`lower(${users.email})`,
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
    found(search),
  );
  const column = SORTS[sort.replace('-', '') as keyof typeof SORTS];
  const listed = await db
    .select({
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
    })
    .from(users)
    .leftJoin(companies, eq(companies._id, users.company))
    .where(where)
    .orderBy(sort.startsWith('-') ? desc(column) : asc(column), asc(users._id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(users)
    .leftJoin(companies, eq(companies._id, users.company))
    .where(where);
  return { users: listed, total: counted?.total ?? 0 };
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
    .orderBy(SORTS.name, users._id)
    .limit(MAX_SIMPLE);
}

/** A `contains` match, whatever the capitals; `%` and `_` are letters like others. */
function found(search: string): SQL | undefined {
  if (search === '') return undefined;
  const pattern = contains(search);
  return sql`(${users.name} ilike ${pattern} or ${users.email} ilike ${pattern}
    or ${users.phone} ilike ${pattern} or ${companies.name} ilike ${pattern})`;
}
