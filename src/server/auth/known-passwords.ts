import { sql } from 'drizzle-orm';
import { DEMO_ACCOUNTS, EVERYBODYS_PASSWORD } from '#demo/demo-accounts.ts';
import { checkPassword } from '#server/auth/passwords.ts';
import type { App } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';

const KNOWN = [...Object.values(DEMO_ACCOUNTS).map(({ password }) => password), EVERYBODYS_PASSWORD];
const WARNING =
  'Accounts of the demo shop can sign in with passwords that everybody knows; the log names them.';

/** Looks for accounts that came along from a demo shop with their passwords. */
export interface KnownPasswordCheck {
  /** Warnings to an operator; the accounts are logged once. */
  look(): Promise<string[]>;
}

/** Looks in a live shop, where none is made anew, until there are none: a demo shop's are meant to be known. */
export function checkKnownPasswords({ db, env, log }: Pick<App, 'db' | 'env' | 'log'>): KnownPasswordCheck {
  // A hash takes 50 ms to compare with a password, and never changes what it is of.
  const seen = new Map<string, boolean>();
  let told = false;
  let isOver = env.mode !== 'live';
  return {
    look: async () => {
      if (isOver) return [];
      const emails: string[] = [];
      for (const { hash, who } of await demoHashes(db)) {
        if (!seen.has(hash)) seen.set(hash, await isKnown(hash));
        if (seen.get(hash)) emails.push(...who);
      }
      isOver = emails.length === 0;
      if (isOver) return [];
      if (!told) {
        const accounts = emails.sort();
        log.warn({ accounts }, 'accounts of the demo shop have passwords that everybody knows');
      }
      told = true;
      return [WARNING];
    },
  };
}

async function isKnown(hash: string): Promise<boolean> {
  for (const password of KNOWN) if (await checkPassword(hash, password)) return true;
  return false;
}

/** The demo shop's people have addresses in `.example`, which nobody else can have; most share one hash. */
async function demoHashes(db: Db): Promise<{ hash: string; who: string[] }[]> {
  return rows(
    await db.execute(sql`
      select password_hash as hash, array_agg(email::text) as who from users
      where email like '%.example' and password_hash is not null and deleted_at is null
      group by password_hash`),
  );
}
