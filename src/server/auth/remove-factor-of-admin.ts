import { removeFactor } from '#server/auth/second-factor.ts';
import { CommandError } from '#server/command-error.ts';
import type { Db } from '#server/database/db.ts';
import { recordLog } from '#server/logs/logs.ts';
import { findUserByEmail } from '#server/users/users.ts';
import { isAdmin } from '#shared/rules/permissions.ts';

/**
 * Removes an Admin's second factor, for whoever has the machine: the way back in when no other Admin is left who could.
 * Whether one is left nobody can tell from here, as that one may have lost theirs as well.
 */
export async function removeFactorOfAdmin(db: Db, email: string): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new CommandError(`There is no account with the address ${email}.`);
  if (!isAdmin(user))
    throw new CommandError(`${email} is not an Admin: an Admin can remove it in the account settings.`);
  await db.transaction(async tx => {
    if (!(await removeFactor(tx, user._id))) throw new CommandError(`${email} has no second factor.`);
    await recordLog(tx, 'system', {
      type: 'security',
      category: 'second-factor',
      name: 'Second factor removed by a command on the machine',
      description: user.email,
      subject: user._id,
    });
  });
}
