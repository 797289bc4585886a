import { and, desc, eq, isNotNull, not, sql } from 'drizzle-orm';
import { lockOwner } from '#server/companies/customers.ts';
import type { App, SessionUser } from '#server/context.ts';
import { moneyOf } from '#server/database/columns.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { balanceOf, toldOf } from '#server/goodwill/grant-credit.ts';
import { recordLog } from '#server/logs/logs.ts';
import { notifyUsers } from '#server/notifications/notifications.ts';
import { lockOrder, type OrderRow } from '#server/orders/read-order.ts';
import { accountPaysOut } from '#server/payments/ledgers.ts';
import { isInstead } from '#server/payments/left-of-payments.ts';
import { oweWhatWasGiven } from '#server/payments/owe-what-was-given.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { creditOwnerOf, type Owner, ownerOf } from '#server/receipts/owners.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import { formatMoney, type Money, subtractMoney, toCents, toMoney, ZERO } from '#shared/rules/money.ts';
import type { TakeCreditBack } from '#shared/schemas/give-back.ts';
import type { ReceiptOwner } from '#shared/schemas/receipts.ts';

/**
 * Takes store credit back that was given by mistake, with a reason: at most what its owner has not spent, of which they are
 * told; `order`: from what staff gave them for it, which stays theirs when they join a company; of a canceled one it pays
 * what was given beyond what was paid. Answers what they have then.
 * The key is the entry's own `_id`: once, and with other contents `key_reused`.
 */
export const takeCreditBack = (
  app: App,
  admin: SessionUser,
  { key, amount, reason, order, ...who }: TakeCreditBack,
): Promise<{ balance: Money }> =>
  retrying(app.db, async tx => {
    const of = order === undefined ? null : await lockOrder(tx, order);
    const owner = await ledgerOf(tx, of, who);
    await lockOwner(tx, owner);
    const { company, user } = owner;
    const back = subtractMoney(ZERO, amount);
    const entry = { company, user, order: order ?? null, kind: 'used', amount: back, note: reason } as const;
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
    const given = of && (await giftOf(tx, owner, { order: of, amount }));
    await tx.insert(storeCreditEntries).values({ ...entry, given, _id: key, createdBy: admin._id });
    if (of?.status === 'Canceled' && given) {
      // Nothing of it goes back any more: that much less was given beyond what was paid.
      await accountPaysOut(tx, of, back, { given });
      await oweWhatWasGiven(tx, of._id);
    }
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

/**
 * Finds in whose ledger it stands: a gift for an order of one's own is in one's own, also of whoever belongs to a company
 * since, where it waits until they are without one.
 */
async function ledgerOf(tx: Db, order: OrderRow | null, who: ReceiptOwner): Promise<Owner> {
  const asked = await ownerOf(tx, who);
  const isOfOwn = order?.company === null && order.user !== null && order.user === asked.user;
  return isOfOwn ? asked : creditOwnerOf(tx, who);
}

/**
 * Finds the latest act that gave its owner so much for a locked order, of which that much was not taken back; `invalid` without one,
 * `order_state` for a canceled order that owes nothing, and `invalid` above what it owes.
 */
async function giftOf(
  tx: Db,
  { company, user }: Owner,
  { order, amount }: { order: OrderRow; amount: Money },
): Promise<string> {
  if (order.status === 'Canceled') refuseBeyondDebt(order, amount);
  const { given, amount: left } = storeCreditEntries;
  const sum = moneyOf(sql`sum(${left})`);
  const gifts = await tx
    .select({ given, left: sum })
    .from(storeCreditEntries)
    .where(
      and(
        eq(storeCreditEntries.order, order._id),
        isNotNull(given),
        not(isInstead(given)),
        company ? eq(storeCreditEntries.company, company) : eq(storeCreditEntries.user, user ?? ''),
      ),
    )
    .groupBy(given)
    .orderBy(desc(given));
  const gift = gifts.find(one => one.left >= amount);
  if (gift?.given) return gift.given;
  const most = formatMoney(toMoney(Math.max(0, ...gifts.map(one => toCents(one.left)))));
  throw fieldError('amount', `is more than the ${most} left of one gift of credit for this order`);
}

/** The money of a canceled order went back, so that nobody would get the rest of it; but what it owes may be paid by credit. */
function refuseBeyondDebt(order: OrderRow, amount: Money): void {
  const owed = openBalance(order);
  if (owed <= 0)
    throw new AppError('order_state', { details: { order: { _id: order._id, status: order.status } } });
  if (amount > owed)
    throw fieldError('amount', `is more than the ${formatMoney(owed)} that is owed of this canceled order`);
}
