import { eq } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { hashOfContents } from '#server/orders/hash-contents.ts';
import { accountReceipt } from '#server/payments/ledgers.ts';
import { debtsOf, keptOf, lockDebts, type Owner, ownerOf } from '#server/receipts/owners.ts';
import { accountUses } from '#server/receipts/tables.ts';
import { payOrder, takeReceiptIn } from '#server/receipts/take-receipt.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { formatMoney, subtractMoney, sumMoney, ZERO } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { appliedIssues, spreadReceipt, takeOfKept } from '#shared/rules/receipts.ts';
import type { Debts, PayFromAccount, Receipt, TakeReceipt } from '#shared/schemas/receipts.ts';

/**
 * Lets money that somebody has on account pay their orders (rule O21): those that staff named, else the longest due first;
 * what came in first is used first. The same key again changes nothing; with other contents `key_reused`. Throws `invalid`
 * beside what can't be.
 */
export const payFromAccount = (app: App, staff: SessionUser, input: PayFromAccount): Promise<Debts> =>
  retrying(app.db, async tx => {
    await payFromAccountIn(app, tx, staff, input);
    const { company, user, order } = input;
    return debtsOf(tx, { company, user, order });
  });

async function payFromAccountIn(app: App, tx: Db, staff: SessionUser, input: PayFromAccount): Promise<void> {
  const { key, ...contents } = input;
  const requestHash = hashOfContents(contents);
  const owner = await ownerOf(tx, input);
  const debts = await lockDebts(tx, owner, input.orders);
  const [first] = await tx.select().from(accountUses).where(eq(accountUses.key, key));
  if (first && first.requestHash !== requestHash) throw new AppError('key_reused');
  if (!first) await pay(app, tx, staff, { owner, debts, input, requestHash });
}

/**
 * Takes a receipt, and lets what its owner had on account pay orders beside it, where staff say which: both, or neither.
 * Throws what either throws; what is wrong with the second stands at `fromAccount`.
 */
export const takeWithAccount = (app: App, staff: SessionUser, input: TakeReceipt): Promise<Receipt> =>
  retrying(app.db, async tx => {
    if (input.receivedOn > shopDate(clock.now(), (await shopRates(tx)).timeZone))
      throw fieldError('receivedOn', 'is in the future');
    const receipt = await takeReceiptIn(app, tx, staff, input);
    const { company, user, order, fromAccount, key } = input;
    if (!fromAccount) return receipt;
    try {
      await payFromAccountIn(app, tx, staff, { company, user, order, orders: fromAccount, key });
    } catch (error) {
      if (!(error instanceof AppError && error.reason === 'invalid')) throw error;
      const issues = (error.issues ?? []).map(({ path: [field, ...rest], message }) => ({
        path: [field === 'orders' ? 'fromAccount' : (field ?? 'fromAccount'), ...rest],
        message,
      }));
      throw new AppError('invalid', { issues });
    }
    return receipt;
  });

interface Paying {
  owner: Owner;
  debts: Awaited<ReturnType<typeof lockDebts>>;
  input: PayFromAccount;
  requestHash: string;
}

async function pay(
  app: App,
  tx: Db,
  staff: SessionUser,
  { owner, debts, input, requestHash }: Paying,
): Promise<void> {
  const kept = await keptOf(tx, owner);
  const onAccount = sumMoney(kept.map(({ left }) => left));
  const applied = input.orders ?? spreadReceipt(onAccount, debts).applied;
  const sum = sumMoney(applied.map(({ amount }) => amount));
  const issues = appliedIssues(sum, applied, debts);
  if (issues.length > 0) throw new AppError('invalid', { issues });
  if (sum > onAccount)
    throw fieldError('orders', `come to ${formatMoney(sum)}, and ${formatMoney(onAccount)} is on account`);
  if (sum === 0) throw fieldError('orders', 'leave nothing to pay: nothing is owed, or on account');

  const [use] = await tx
    .insert(accountUses)
    .values({ key: input.key, requestHash, createdBy: staff._id })
    .returning();
  const taken = takeOfKept(kept, applied);
  for (const order of debts) {
    const parts = taken.flatMap(({ order: _id, receipt, amount }) => {
      const row = _id === order._id ? kept.find(one => one.receipt === receipt)?.row : undefined;
      return row ? [{ receipt: row, amount }] : [];
    });
    if (parts.length === 0) continue;
    for (const { receipt, amount } of parts)
      await accountReceipt(tx, receipt, null, subtractMoney(ZERO, amount));
    await payOrder(app, tx, staff, order, { parts, use: use?._id });
  }
  await recordLog(tx, staff, {
    ...{ type: 'payment', category: 'receipt', name: 'Money on account' },
    description: `${formatMoney(sum)} paid orders.`,
    subject: owner.company ?? owner.user,
  });
}
