import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { writeCartsPaid } from '#server/orders/carts-paid.ts';
import { hashOfContents } from '#server/orders/hash-contents.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { tellOfPayment } from '#server/orders/tell-customer.ts';
import { raiseAlert } from '#server/payments/alerts.ts';
import { endHandOuts } from '#server/payments/hand-outs.ts';
import { accountReceipt } from '#server/payments/ledgers.ts';
import { oweWhatWasGiven } from '#server/payments/owe-what-was-given.ts';
import { type ReceiptRow, sourcesOf } from '#server/payments/sources.ts';
import { lockDebts, lockPaid, type Owner, ownerOf } from '#server/receipts/owners.ts';
import { cameWords, receiptById, receiptWords } from '#server/receipts/read-receipts.ts';
import { receiptParts, receipts } from '#server/receipts/tables.ts';
import { refuseOwnAccount } from '#server/refuse-own-account.ts';
import { addMoney, formatMoney, type Money, subtractMoney, sumMoney, ZERO } from '#shared/rules/money.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import { appliedIssues, spreadReceipt } from '#shared/rules/receipts.ts';
import type { BounceReceipt, Receipt, TakeReceipt } from '#shared/schemas/receipts.ts';

/**
 * Takes money that came in without a card (rule O21): it pays the orders that staff named, else the longest due first, and
 * what is left stays on its owner's account. The same key again is the first receipt; with other contents `key_reused`.
 * Throws `receipt_known` for a number that its owner's money had before, unless staff say that it is another one, and
 * refuses the very same check; `invalid` beside what can't be; `forbidden` to an Employee for money of their own (A15).
 * In the transaction of what it pays.
 */
export async function takeReceiptIn(
  app: App,
  tx: Db,
  staff: SessionUser,
  input: TakeReceipt,
): Promise<Receipt> {
  const { key, again: _, ...contents } = input;
  const requestHash = hashOfContents(contents);
  const owner = await ownerOf(tx, input);
  refuseOwnAccount(staff, owner, 'Somebody else has to take money of yours or of your company.');
  const debts = await lockDebts(tx, owner, input.orders && [...input.orders, ...(input.fromAccount ?? [])]);
  const [first] = await tx.select().from(receipts).where(eq(receipts.key, key));
  if (first) {
    if (first.requestHash !== requestHash) throw new AppError('key_reused');
    return receiptById(tx, first._id);
  }
  await refuseKnown(tx, owner, input);
  const applied = input.orders ?? spreadReceipt(input.amount, debts).applied;
  const issues = appliedIssues(input.amount, applied, debts);
  if (issues.length > 0) throw new AppError('invalid', { issues });
  const rest = subtractMoney(input.amount, sumMoney(applied.map(({ amount }) => amount)));
  if (owner.order !== null && rest > 0)
    throw fieldError('amount', `is ${formatMoney(rest)} more than is open, and they have no account`);

  const { method, number, amount, receivedOn, note } = input;
  const [receipt] = await tx
    .insert(receipts)
    .values({
      ...{ method, number: number.trim(), amount, receivedOn, note, key, requestHash },
      ...{ company: owner.company, user: owner.user, createdBy: staff._id },
    })
    .returning();
  if (!receipt) throw new Error('the receipt was not stored');
  for (const part of applied) {
    const order = debts.find(({ _id }) => _id === part._id);
    if (order) await payOrder(app, tx, staff, order, { parts: [{ receipt, amount: part.amount }] });
  }
  await accountReceipt(tx, receipt, null, rest);
  await recordLog(tx, staff, {
    type: 'payment',
    category: 'receipt',
    name: receiptWords(receipt),
    description: `${formatMoney(amount)} received.`,
    subject: owner.company ?? owner.user ?? owner.order,
  });
  return receiptById(tx, receipt._id);
}

/**
 * Throws `receipt_known` where one of this number came from the same owner before, or paid the same order of a guest. One
 * entered by mistake never came.
 */
async function refuseKnown(tx: Db, { company, user, order }: Owner, input: TakeReceipt): Promise<void> {
  const number = input.number.trim().toLowerCase();
  if (number === '') return;
  const ofOrder = tx
    .select({ receipt: receiptParts.receipt })
    .from(receiptParts)
    .where(eq(receiptParts.order, order ?? ''));
  const isTheirs = company
    ? eq(receipts.company, company)
    : user
      ? eq(receipts.user, user)
      : inArray(receipts._id, ofOrder);
  const known = await tx
    .select()
    .from(receipts)
    .where(
      and(
        isTheirs,
        eq(sql`lower(${receipts.number})`, number),
        eq(receipts.method, input.method),
        isNull(receipts.mistake),
      ),
    );
  const same = known.find(
    one => one.bouncedAt === null && one.amount === input.amount && one.receivedOn === input.receivedOn,
  );
  if (same) throw fieldError('number', 'is of a receipt of the same day and amount: it was taken already');
  const [one] = known;
  if (one && !input.again)
    throw new AppError('receipt_known', { details: { receipt: await receiptById(tx, one._id) } });
}

/** Lets parts of receipts pay a locked order, and tells its customer once. `use`: the act that took them off account. */
export async function payOrder(
  app: App,
  tx: Db,
  staff: SessionUser,
  order: OrderRow,
  { parts, use }: { parts: readonly { receipt: ReceiptRow; amount: Money }[]; use?: string },
): Promise<void> {
  const act = { order: order._id, use, reason: 'paid' as const, createdBy: staff._id };
  await tx
    .insert(receiptParts)
    .values(parts.map(({ receipt, amount }) => ({ ...act, receipt: receipt._id, amount })));
  const amount = sumMoney(parts.map(part => part.amount));
  const amountPaid = addMoney(order.amountPaid, amount);
  await writePaid(tx, order, amountPaid);
  for (const part of parts) await accountReceipt(tx, part.receipt, order, part.amount);
  const words = parts.map(part => `${formatMoney(part.amount)} ${cameWords(part.receipt)}`).join(', ');
  await recordOrderEvent(tx, order._id, staff, 'paid', use ? `${words}, from what was on account` : words);
  await tellOfPayment(app, tx, order._id, { amount, by: use ?? parts[0]?.receipt._id ?? order._id });
}

/** Writes what was paid of an order, and of its saved carts. */
async function writePaid(tx: Db, order: OrderRow, amountPaid: Money): Promise<void> {
  const isLess = amountPaid < order.amountPaid;
  // Whatever was asked of it before did not know that money is gone.
  const version = sql`${orders.version} + ${isLess ? 1 : 0}`;
  await tx.update(orders).set({ amountPaid, version }).where(eq(orders._id, order._id));
  await writeCartsPaid(tx, order._id);
}

/**
 * Takes a receipt back that its bank did not pay, or that was entered by mistake, once: whatever it paid is owed again, with
 * what was handed out of it since, and what was on account is gone. Throws `invalid` for cash that would have bounced, and
 * `forbidden` to an Employee who says that it was a mistake.
 */
export async function bounceReceipt(
  app: App,
  staff: SessionUser,
  { _id, mistake }: BounceReceipt,
): Promise<Receipt> {
  if (mistake !== undefined && !isAdmin(staff))
    throw new AppError('forbidden', { message: 'Only an Admin takes back what was entered by mistake.' });
  return retrying(app.db, async tx => {
    const [found] = await tx.select().from(receipts).where(eq(receipts._id, _id));
    if (!found) throw new AppError('not_found');
    if (found.method === 'cash' && mistake === undefined)
      throw fieldError('_id', 'is cash, which no bank sends back');
    const paid = await lockPaid(tx, found);
    const given = new Map<string, Money>();
    for (const { order, amount } of paid)
      given.set(order._id, await givenOf(app, tx, order._id, { receipt: found, amount }));
    const [receipt] = await tx
      .update(receipts)
      .set({ bouncedAt: sql`now()`, bouncedBy: staff._id, mistake })
      .where(and(eq(receipts._id, _id), isNull(receipts.bouncedAt)))
      .returning();
    if (!receipt) return takenBackBefore(tx, _id, mistake ?? null);
    const event = mistake === undefined ? 'receipt bounced' : 'receipt taken back';
    for (const { order, amount } of paid) {
      const back = subtractMoney(ZERO, amount);
      await tx
        .insert(receiptParts)
        .values({ receipt: _id, order: order._id, amount: back, reason: 'bounced', createdBy: staff._id });
      await writePaid(tx, order, subtractMoney(order.amountPaid, amount));
      await oweWhatWasGiven(tx, order._id);
      const kept = await endHandOuts(tx, order, receipt);
      const gone = subtractMoney(given.get(order._id) ?? ZERO, kept);
      await tellOfMoneyGone(tx, order, receipt, { amount, gone, kept });
      await accountReceipt(tx, receipt, order, back);
      const words = `${formatMoney(amount)} ${cameWords(receipt)}${mistake ? `: ${mistake}` : ''}`;
      await recordOrderEvent(tx, order._id, staff, event, words);
    }
    const rest = subtractMoney(receipt.amount, sumMoney(paid.map(({ amount }) => amount)));
    await accountReceipt(tx, receipt, null, subtractMoney(ZERO, rest));
    await recordLog(tx, staff, {
      type: 'payment',
      category: 'receipt',
      name: receiptWords(receipt),
      description: `${formatMoney(receipt.amount)} ${goneWords(receipt)}${mistake ? `: ${mistake}` : '.'}`,
      subject: receipt.company ?? receipt.user ?? paid[0]?.order._id ?? null,
    });
    return receiptById(tx, _id);
  });
}

/** Answers a receipt that was taken back for this very reason; throws `order_state` where it was for another. */
async function takenBackBefore(tx: Db, _id: string, mistake: string | null): Promise<Receipt> {
  const receipt = await receiptById(tx, _id);
  if (receipt.mistake === mistake) return receipt;
  const how = receipt.mistake === null ? 'marked as bounced' : 'taken back as entered by mistake';
  throw new AppError('order_state', { message: `It was ${how} before.` });
}

const goneWords = ({ mistake }: Pick<ReceiptRow, 'mistake'>) =>
  mistake === null ? 'bounced' : 'was entered by mistake';

/** Sums what went out, or is to be handed out, of the part of a receipt that pays an order. */
async function givenOf(
  app: Pick<App, 'payments'>,
  tx: Db,
  order: string,
  { receipt, amount }: { receipt: ReceiptRow; amount: Money },
): Promise<Money> {
  const sources = await sourcesOf(app, tx, order);
  const ofIt = sources.find(one => one.kind === 'receipt' && one.receipt._id === receipt._id);
  return subtractMoney(amount, ofIt?.left ?? ZERO);
}

/**
 * Tells staff where money of a receipt that is gone was given back of its order: they have to see that it is paid again.
 * `kept`: how much of that nobody had handed out yet; `gone`: the rest of it.
 */
async function tellOfMoneyGone(
  tx: Db,
  order: OrderRow,
  receipt: ReceiptRow,
  { amount, gone, kept }: { amount: Money; gone: Money; kept: Money },
): Promise<void> {
  if (gone <= 0 && kept === 0 && order.status !== 'Completed') return;
  const words = [
    `${formatMoney(amount)} ${cameWords(receipt)} ${goneWords(receipt)}`,
    gone > 0 && `${formatMoney(gone)} of the order had been given back, and is owed`,
    kept > 0 && `${formatMoney(kept)} was still to be handed out: keep it, and take it in as a payment`,
  ];
  await raiseAlert(tx, order._id, `${words.filter(Boolean).join('; ')}.`);
}
