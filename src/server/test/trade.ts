import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { logEntries } from '#server/logs/tables.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';

/** A company with credit, its people, and everybody else who might ask for something of it. */
export interface Trade {
  company: string;
  primary: SessionUser;
  /** May spend $100 on one order. */
  member: SessionUser;
  /** The Primary of another company. */
  stranger: SessionUser;
  employee: SessionUser;
  admin: SessionUser;
}

export async function makeTrade(db: Db): Promise<Trade> {
  const company = await makeCompany(db, { creditLimit: usd(1000), accountNumber: `T-${randomUUID()}` });
  return {
    company,
    primary: await makeUser(db, { company, emailConfirmedAt: '2026-01-02T00:00:00.000Z' }),
    member: await makeUser(db, { company, role: 'Member', spendingLimit: usd(100) }),
    stranger: await makeUser(db, { company: await makeCompany(db) }),
    employee: await makeUser(db, { permissionLevel: 'Employee' }),
    admin: await makeUser(db, { permissionLevel: 'Admin' }),
  };
}

/** Returns what was logged last about a company or a user; undefined if nothing was. */
export async function lastLog(db: Db, subject: string) {
  const [entry] = await db
    .select()
    .from(logEntries)
    .where(eq(logEntries.subject, subject))
    .orderBy(desc(logEntries.date), desc(logEntries._id))
    .limit(1);
  return entry;
}
