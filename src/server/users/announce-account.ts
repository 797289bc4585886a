import type { Db } from '#server/database/db.ts';
import { notifyStaff } from '#server/notifications/notifications.ts';
import type { UserRow } from '#server/users/users.ts';

/** Tells staff of an account that a customer made, in the transaction that makes it. `company`: that came with it. */
export function announceAccount(
  tx: Db,
  { _id, name, email }: Pick<UserRow, '_id' | 'name' | 'email'>,
  company?: string,
): Promise<void> {
  return notifyStaff(tx, {
    type: 8,
    title: company ? `New trade account: ${company}` : `New account: ${name}`,
    details: email,
    link: `/admin/users/${_id}/info`,
  });
}
