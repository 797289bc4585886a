import { sql } from 'drizzle-orm';
import { DEMO_ACCOUNTS, type DemoAccount, EVERYBODYS_PASSWORD } from '#demo/demo-accounts.ts';
import { checkPassword } from '#server/auth/passwords.ts';
import { type Db, rows } from '#server/database/db.ts';

const KNOWN = [...Object.values(DEMO_ACCOUNTS).map(({ password }) => password), EVERYBODYS_PASSWORD];

/** An account that came along from a demo shop. */
export interface DemoPerson {
  _id: string;
  email: string;
  hash: string | null;
  /** Has another address by now. Without a password it is for whoever reads mail there. */
  hasMoved: boolean;
}

/**
 * The demo shop's people have addresses in `.example`, which nobody else can be written to at. One whose address was
 * changed still has the `_id` that was made of the first one (version 5; the shop's own are made of the time).
 */
export async function demoPeople(db: Db): Promise<DemoPerson[]> {
  const inExample = sql`lower(email) like '%.example'`;
  return rows(
    await db.execute(sql`
      select id::text as _id, email, password_hash as hash, not (${inExample}) as "hasMoved" from users
      where deleted_at is null and (${inExample} or substr(id::text, 15, 1) = '5')
      order by email`),
  );
}

/** Lists the accounts that can be signed in to as they are published: of a database that came from elsewhere perhaps none. */
export async function openDemoAccounts(db: Db): Promise<DemoAccount[]> {
  const people = await demoPeople(db);
  const open: DemoAccount[] = [];
  for (const account of Object.values(DEMO_ACCOUNTS)) {
    const person = people.find(({ email }) => email.toLowerCase() === account.email);
    if (person?.hash && (await checkPassword(person.hash, account.password))) open.push(account);
  }
  return open;
}

/** Tells whether a hash is of a password that everybody knows. Keeps the answer: it takes 50 ms for each password. */
export function knownPasswords(): (hash: string) => Promise<boolean> {
  const seen = new Map<string, boolean>();
  return async hash => {
    const before = seen.get(hash);
    if (before !== undefined) return before;
    let isKnown = false;
    for (const password of KNOWN) isKnown ||= await checkPassword(hash, password);
    seen.set(hash, isKnown);
    return isKnown;
  };
}

/** Tells an account of the demo shop that was locked: no mail reaches it, by which a password could be set. */
export const isLockedDemo = sql`(lower(users.email) like '%.example' and users.password_hash is null and users.google_sub is null)`;
