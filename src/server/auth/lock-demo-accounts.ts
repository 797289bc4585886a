import { and, not } from 'drizzle-orm';
import { type DemoPerson, demoPeople, isLockedDemo, knownPasswords } from '#server/auth/demo-people.ts';
import { hasAdmin } from '#server/auth/first-admin.ts';
import { removeFactor } from '#server/auth/second-factor.ts';
import { endWaysIn } from '#server/auth/ways-in.ts';
import { CommandError } from '#server/command-error.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { recordLog } from '#server/logs/logs.ts';
import { isOfStaff, users } from '#server/users/tables.ts';
import { lockUser } from '#server/users/users.ts';
import { endedWords } from '#shared/messages.ts';

export const LOCK_USAGE = 'lock-demo-accounts [email …]';

/**
 * Ends every way into the accounts of the demo shop that have a known password, or none any more, and answers what to
 * print. An account with a password of its own may be an operator's, or a stranger's who was in the demo: it is locked
 * where it is named.
 */
export async function lockDemoAccounts(db: Db, named: readonly string[] = []): Promise<string[]> {
  const people = await demoPeople(db);
  const wanted = new Set(named.map(email => email.toLowerCase()));
  const isNamed = ({ email }: DemoPerson) => wanted.has(email.toLowerCase());
  for (const email of named) {
    if (!people.some(one => one.email.toLowerCase() === email.toLowerCase()))
      throw new CommandError(`${email} is not an account of the demo shop. Nothing was done.`);
  }
  const isKnown = knownPasswords();
  const locked: string[] = [];
  const left: string[] = [];
  for (const person of people) {
    const { email, hash, hasMoved } = person;
    const isAnybodys = hash === null ? !hasMoved : await isKnown(hash);
    if (!isAnybodys && !isNamed(person)) {
      if (hash !== null) left.push(email);
      continue;
    }
    const words = await retrying(db, tx => lockAccount(tx, person));
    if (words === null) left.push(email);
    else if (words !== '') locked.push(`${email}: ${words}${hasMoved ? MOVED : ''}`);
  }
  return [
    ...locked,
    locked.length === 0 ? 'There was nothing to lock.' : `${counted(locked.length)} locked.`,
    ...(left.length === 0 ? [] : [`Left as they are, with a password of their own: ${left.join(', ')}.`]),
    ...(await sayStaff(db)),
  ];
}

const counted = (accounts: number) => (accounts === 1 ? 'One account was' : `${accounts} accounts were`);

const MOVED = ' Whoever reads mail to this address can set a new password: an Admin can delete the account.';

const NO_ADMIN =
  'No Admin can sign in now: the next start of the live shop logs a link by which one is made, as for a new shop.';

/** An Admin of the demo, whom anybody was, may have made another. */
async function sayStaff(db: Db): Promise<string[]> {
  const staff = await db
    .select({ email: users.email, level: users.permissionLevel })
    .from(users)
    .where(and(isOfStaff, not(isLockedDemo)))
    .orderBy(users.permissionLevel, users.email);
  const listed = staff.map(({ email, level }) => `${email} (${level})`).join(', ');
  return [
    ...(staff.length === 0 ? [] : [`Staff now: ${listed}.`]),
    ...((await hasAdmin(db)) ? [] : [NO_ADMIN]),
  ];
}

/**
 * Ends all ways into one account, its second factor too, and answers what there was of them in words. Null: its password
 * was changed since it was looked at.
 */
export async function lockAccount(
  tx: Db,
  { _id, hash }: Pick<DemoPerson, '_id' | 'hash'>,
): Promise<string | null> {
  const user = await lockUser(tx, _id);
  if (!user) return '';
  if (user.passwordHash !== hash) return null;
  const ended = endedWords(await endWaysIn(tx, _id, 'lock'));
  const factor = await removeFactor(tx, _id);
  const words = [ended, factor ? 'Its second factor was removed.' : ''].filter(one => one !== '').join(' ');
  if (words === '') return words;
  await recordLog(tx, 'system', {
    type: 'security',
    category: 'account',
    name: `Locked ${user.email} by a command on the machine`,
    description: words,
    subject: _id,
  });
  return words;
}
