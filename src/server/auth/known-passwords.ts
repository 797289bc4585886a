import { sql } from 'drizzle-orm';
import { demoPeople, knownPasswords } from '#server/auth/demo-people.ts';
import type { App } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';
import { clock } from '#server/time-and-chance.ts';

const KNOWN =
  'Accounts of the demo shop can sign in with passwords that everybody knows; the log names them.';
const STILL_IN =
  'Accounts of the demo shop without a password are still signed in, or have keys; the log names them.';

/** Looks for accounts that came along from a demo shop with their passwords, or with what those once opened. */
interface KnownPasswordCheck {
  /** Warnings to an operator; the accounts are logged once. */
  look(): Promise<string[]>;
}

/** Looks in a live shop, where none is made anew, until there are none: a demo shop's are meant to be known. */
export function checkKnownPasswords({ db, env, log }: Pick<App, 'db' | 'env' | 'log'>): KnownPasswordCheck {
  const isKnown = knownPasswords();
  const told = new Set<string>();
  const tell = (accounts: string[], message: string) => {
    if (accounts.length > 0 && !told.has(message)) log.warn({ accounts }, message);
    if (accounts.length > 0) told.add(message);
  };
  let isOver = env.mode !== 'live';
  return {
    look: async () => {
      if (isOver) return [];
      const known: string[] = [];
      for (const { hash, email } of await demoPeople(db))
        if (hash !== null && (await isKnown(hash))) known.push(email);
      const stillIn = await whoIsStillIn(db);
      tell(known, 'accounts of the demo shop have passwords that everybody knows');
      tell(stillIn, 'accounts of the demo shop without a password are still signed in, or have keys');
      isOver = known.length === 0 && stillIn.length === 0;
      return [...(known.length > 0 ? [KNOWN] : []), ...(stillIn.length > 0 ? [STILL_IN] : [])];
    },
  };
}

/**
 * Lists accounts without a password, but for those that an Admin of the shop's own acts as. Links don't count: anybody
 * can have one sent, and nobody reads what is sent there.
 */
async function whoIsStillIn(db: Db, now = clock.now()): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const found = rows<{ email: string }>(
    await db.execute(sql`
      select email from users
      where lower(email) like '%.example' and password_hash is null and deleted_at is null and (
        exists (
          select from sessions where coalesce(impersonator, "user") = users.id and expires_at > ${at})
        or exists (
          select from api_keys where "user" = users.id and revoked_at is null and expires_at > ${at})
        or exists (select from waiting_sign_ins where "user" = users.id and expires_at > ${at}))
      order by email`),
  );
  return found.map(({ email }) => email);
}
