import { eq } from 'drizzle-orm';
import { lockOwner } from '#server/companies/customers.ts';
import type { App, SessionUser } from '#server/context.ts';
import { retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { balanceOf, toldOf } from '#server/goodwill/grant-credit.ts';
import { recordLog } from '#server/logs/logs.ts';
import { notifyUsers } from '#server/notifications/notifications.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { creditOwnerOf } from '#server/receipts/owners.ts';
import { formatMoney, type Money, subtractMoney, ZERO } from '#shared/rules/money.ts';
import type { TakeCreditBack } from '#shared/schemas/give-back.ts';

/**
 * Takes store credit back that was given by mistake, with a reason: at most what its owner has not spent, of which they are
 * told. Answers what they have then. The key is the entry's own `_id`: once, and with other contents `key_reused`.
 */
export const takeCreditBack = (
  app: App,
  admin: SessionUser,
  { key, amount, reason, ...who }: TakeCreditBack,
): Promise<{ balance: Money }> =>
  retrying(app.db, async tx => {
    const owner = await creditOwnerOf(tx, who);
    await lockOwner(tx, owner);
    const { company, user } = owner;
    const entry = { company, user, kind: 'used', amount: subtractMoney(ZERO, amount), note: reason } as const;
    const [first] = await tx.select().from(storeCreditEntries).where(eq(storeCreditEntries._id, key));
    if (first) {
      const isSame = Object.entries(entry).every(
        ([name, value]) => first[name as keyof typeof entry] === value,
      );
      if (!isSame) throw new AppError('key_reused');
      return { balance: await balanceOf(tx, owner) };
    }
    const unspent = await balanceOf(tx, owner);
    if (amount > unspent)
      throw fieldError('amount', `is more than the ${formatMoney(unspent)} that they have not spent`);
    await tx.insert(storeCreditEntries).values({ ...entry, _id: key, createdBy: admin._id });
    await recordLog(tx, admin, {
      ...{ type: 'payment', category: 'store credit', name: 'Store credit' },
      ...{ description: `${formatMoney(amount)} taken back: ${reason}`, subject: company ?? user },
    });
    await notifyUsers(tx, await toldOf(tx, owner), {
      type: 5,
      title: `${formatMoney(amount)} of your store credit was taken back`,
      details: reason,
    });
    return { balance: await balanceOf(tx, owner) };
  });
