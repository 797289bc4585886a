import { and, asc, eq, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { contains, hasWords, inSmallLetters } from '#server/database/like.ts';
import { users } from '#server/users/tables.ts';
import type { FoundCompany, FoundPerson } from '#shared/schemas/staff-find.ts';

/**
 * Finds accounts by name, address, phone or company, those first whose name begins so. Phones of the staff are an Admin's to
 * see, and to find somebody by.
 */
export async function findPeople(
  db: Db,
  search: string,
  { limit, isAdmin }: { limit: number; isAdmin: boolean },
): Promise<FoundPerson[]> {
  const has = (text: SQL) => hasWords(inSmallLetters(text, search), search);
  const own = has(sql`' ' || ${users.name} || ' ' || ${users.email} || ' ' || ${users.phone}`);
  const seen = isAdmin
    ? own
    : sql`(${own} and (${isCustomer} or ${has(sql`' ' || ${users.name} || ' ' || ${users.email}`)}))`;
  const named = sql`lower(${users.name}) like ${contains(search.toLowerCase()).slice(1)}`;
  return db
    .select({
      _id: users._id,
      name: users.name,
      email: users.email,
      phone: isAdmin ? users.phone : sql<string>`case when ${isCustomer} then ${users.phone} else '' end`,
      company: companies.name,
    })
    .from(users)
    .leftJoin(companies, eq(companies._id, users.company))
    .where(
      and(
        isNull(users.deletedAt),
        sql`(${seen} or ${users.company} = any(array(select id from companies where ${has(sql`' ' || name`)})))`,
      ),
    )
    .orderBy(sql`${named} desc`, sql`${seen} desc`, sql`lower(${users.name})`, asc(users._id))
    .limit(limit);
}

const isCustomer = notInArray(users.permissionLevel, ['Admin', 'Employee']);

/** Finds companies by name, account number or address, those first whose name begins so. */
export async function findCompanies(db: Db, search: string, limit: number): Promise<FoundCompany[]> {
  const { _id, name, accountNumber, email } = companies;
  const text = sql`' ' || ${name} || ' ' || coalesce(${accountNumber}, '') || ' ' || ${email}`;
  return db
    .select({ _id, name, accountNumber })
    .from(companies)
    .where(hasWords(inSmallLetters(text, search), search))
    .orderBy(
      sql`(lower(${name}) like ${contains(search.toLowerCase()).slice(1)}) desc`,
      sql`lower(${name})`,
      asc(_id),
    )
    .limit(limit);
}
