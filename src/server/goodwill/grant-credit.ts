import { and, eq, isNull, sql } from 'drizzle-orm';
import { lockOwner } from '#server/companies/customers.ts';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying, rows } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { byAsker } from '#server/limits/act-words.ts';
import { mayGiveAlone, orWait, refuseAboveLimit, takePlaceOf } from '#server/limits/refuse-above-limit.ts';
import { recordLog } from '#server/logs/logs.ts';
import { notifyUsers } from '#server/notifications/notifications.ts';
import { hashOfContents } from '#server/orders/hash-contents.ts';
import { noteGiven } from '#server/payments/note-given.ts';
import { givenBack, storeCreditEntries } from '#server/payments/tables.ts';
import { creditOwnerOf, type Owner } from '#server/receipts/owners.ts';
import { users } from '#server/users/tables.ts';
import { formatMoney, type Money, toMoney } from '#shared/rules/money.ts';
import type { CreditLook, GrantStoreCredit, LookAtCredit } from '#shared/schemas/give-back.ts';

/**
 * Gives somebody store credit, with a reason; answers what they have then. It counts for what an Employee may give
 * in a day (rule A13): above that it waits, and for themselves it always does (A15). The same key again changes nothing; with
 * other contents `key_reused`.
 */
export const grantStoreCredit = (
  app: App,
  staff: SessionUser,
  input: GrantStoreCredit,
): Promise<{ balance: Money }> =>
  orWait(app.db, staff, () => retrying(app.db, tx => grantIn(tx, staff, input)));

/** The same in the transaction of whoever decides it; `asker`: the name of who asked them for it. */
export async function grantIn(
  tx: Db,
  staff: SessionUser,
  input: GrantStoreCredit,
  asker = '',
): Promise<{ balance: Money }> {
  const { key, amount, reason, ...who } = input;
  const requestHash = hashOfContents({ amount, reason, ...who });
  await takePlaceOf(tx, staff, { kind: 'grant', key, input });
  const owner = await creditOwnerOf(tx, who);
  await lockOwner(tx, owner);
  const byKey = `grant:${key}`;
  const [first] = await tx.select().from(givenBack).where(eq(givenBack.key, byKey));
  if (first) {
    if (first.requestHash !== requestHash) throw new AppError('key_reused');
    return { balance: await balanceOf(tx, owner) };
  }
  const words = `${formatMoney(amount)} as store credit: ${reason}`;
  const asked = { kind: 'grant' as const, order: null, account: owner, key, input, amount, words };
  await refuseAboveLimit(tx, staff, asked);
  const act = { cause: 'grant', way: 'credit', amount, reason, requestHash, key: byKey } as const;
  const given = await noteGiven(tx, staff, act);
  const { company, user } = owner;
  await tx.insert(storeCreditEntries).values({
    ...{ company, user, amount, given, kind: 'granted', note: reason, createdBy: staff._id },
  });
  await recordLog(tx, staff, {
    ...{ type: 'payment', category: 'store credit', name: 'Store credit' },
    ...{ description: words + byAsker(asker), subject: company ?? user },
  });
  await notifyUsers(tx, await toldOf(tx, owner), {
    type: 5,
    title: `You have ${formatMoney(amount)} of store credit`,
    details: reason,
  });
  return { balance: await balanceOf(tx, owner) };
}

/** Tells what somebody has of store credit, and how much of it the staff may add without an Admin. */
export async function lookAtCredit(db: Db, staff: SessionUser, asked: LookAtCredit): Promise<CreditLook> {
  const account = await creditOwnerOf(db, asked);
  return {
    balance: await balanceOf(db, account),
    alone: await mayGiveAlone(db, staff, { order: null, account }),
  };
}

/** Sums what somebody has of store credit. */
export async function balanceOf(tx: Db, { company, user }: Owner): Promise<Money> {
  const [sum] = rows<{ cents: string }>(
    await tx.execute(sql`
      select coalesce(sum(amount), 0)::text as cents from store_credit_entries
      where company = ${company}::uuid or "user" = ${user}::uuid`),
  );
  return toMoney(Number(sum?.cents ?? 0));
}

/** The person; of a company those who see what it owes. */
export async function toldOf(tx: Db, { company, user }: Owner): Promise<string[]> {
  if (!company) return user ? [user] : [];
  const primaries = await tx
    .select({ _id: users._id })
    .from(users)
    .where(and(eq(users.company, company), eq(users.role, 'Primary'), isNull(users.deletedAt)));
  return primaries.map(({ _id }) => _id);
}
