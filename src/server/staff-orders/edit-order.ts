import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { refuseAboveKey } from '#server/auth/key-scopes.ts';
import { creditOf, lockOwner } from '#server/companies/customers.ts';
import type { App, SessionUser } from '#server/context.ts';
import {
  type FoundCoupon,
  givenVariant,
  lockCoupons,
  returnCouponUse,
  spendCoupon,
  tookOffShipping,
} from '#server/coupons/coupons.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import {
  MustWait,
  orWait,
  refuseAboveLimit,
  refuseLowPrices,
  wouldWait,
} from '#server/limits/refuse-above-limit.ts';
import { writeCartsPaid } from '#server/orders/carts-paid.ts';
import { refuseFallenCoupon } from '#server/orders/fallen-coupon.ts';
import { hashOfContents } from '#server/orders/hash-contents.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, type OrderRow, orderById, orderOf } from '#server/orders/read-order.ts';
import { orderEdits, orders } from '#server/orders/tables.ts';
import { refuseDisputed } from '#server/payments/disputes.ts';
import { editAccount, returnUnusedCredit } from '#server/payments/ledgers.ts';
import { noteGiven } from '#server/payments/note-given.ts';
import { endingUnfinished, refuseInFlight, refuseUnfinished } from '#server/payments/unfinished.ts';
import { giveBackParts, waysBack } from '#server/payments/ways-back.ts';
import { shopRates } from '#server/site/rates.ts';
import { answerOf, couponAfter, tellOfEdit } from '#server/staff-orders/edit-answer.ts';
import { changedDelivery, type DeliveryChange, recordDelivery } from '#server/staff-orders/edit-delivery.ts';
import { type EditPrices, isOtherCoupon, priceEdit } from '#server/staff-orders/edit-prices.ts';
import { addedVariants, type Before, readBefore } from '#server/staff-orders/edited-lines.ts';
import {
  aboveCredit,
  refuseFurther,
  refuseOverLimitAlone,
  withinLimit,
} from '#server/staff-orders/over-limit.ts';
import { askedInWords, judgedLines } from '#server/staff-orders/waiting-edit.ts';
import { moveStockOfEdit, writeEditedLines } from '#server/staff-orders/write-edit.ts';
import { chance } from '#server/time-and-chance.ts';
import { lockVariants } from '#server/variants/stock.ts';
import { refuseStale } from '#server/versioned.ts';
import { creditCheck } from '#shared/rules/credit.ts';
import type { KeyGrant } from '#shared/rules/key-scopes.ts';
import { addMoney, formatMoney, type Money, subtractMoney, sumMoney } from '#shared/rules/money.ts';
import { settleEdit } from '#shared/rules/order-edit.ts';
import type { EditAnswer, EditedOrder, EditOrder } from '#shared/schemas/edit-order.ts';

/** Rolls an edit back that was only to be looked at. */
class Preview extends Error {
  constructor(readonly edited: EditedOrder) {
    super('a preview');
  }
}

/**
 * Changes what was ordered (rule O20), in one transaction with its stock, coupon, store credit, account and refunds.
 * A preview is the same, rolled back: so it tells what would be done. Throws `stale`, `figures_changed` with the new
 * figures, `order_state` for an order that can't be edited now, `invalid`, `line_gone`, `out_of_stock`, `credit_limit`,
 * and `key_reused` for a key that brought another edit.
 */
export async function editOrder(
  app: App,
  user: SessionUser,
  input: EditOrder,
  key: KeyGrant | null = null,
): Promise<EditedOrder> {
  try {
    return await orWait(app.db, user, () =>
      endingUnfinished(app, async tx => {
        const edited = await editIn(app, tx, user, input, { key });
        refuseRiseAboveKey(key, edited.edit);
        if (input.preview) throw new Preview(edited);
        return edited;
      }),
    );
  } catch (error) {
    if (error instanceof Preview) return error.edited;
    throw error;
  }
}

/**
 * The same in the transaction of whoever decides it; a preview is not rolled back. `mostAbove`: how far above a company's
 * limit they saw it go; null: it is not bounded. `key`: the API key by which it is asked for.
 */
export async function editIn(
  app: App,
  tx: Db,
  user: SessionUser,
  input: EditOrder,
  { mostAbove = null, key = null }: { mostAbove?: Money | null; key?: KeyGrant | null } = {},
): Promise<EditedOrder> {
  const order = await lockOrder(tx, input._id);
  const requestHash = hashOf(input);
  const [first] = await tx.select().from(orderEdits).where(eq(orderEdits.key, input.idempotencyKey));
  if (first) return answerAgain(tx, order, first, requestHash);
  refuseStale(order, input.version);
  await refuseUneditable(tx, user, order);
  const delivery = changedDelivery(order, input);
  const rates = await shopRates(tx);
  const before = await lockGoods(tx, order, input);
  const prices = await priceEdit(tx, order, before, { input, rates });
  const { priced, found } = prices;
  const settled = settleEdit(order, priced.total, await waysBack(app, tx, order._id));
  const edit = answerOf(order, before, prices, settled);
  refuseOtherCoupon(order, input, priced, edit);
  refuseOtherThanSeen(input, edit);
  const missing = await aboveLimit(tx, order, edit, input);
  refuseFurther(missing, mostAbove);
  const couponCode = couponAfter(order, priced);
  const waits = await refuseAlone(tx, user, order, { input, key, edit, before, prices, delivery, missing });
  if (missing !== null)
    await recordOrderEvent(tx, order._id, user, 'changed over limit', `${formatMoney(missing)} above it`);

  const _id = chance.uuidInOrder();
  await tx.insert(orderEdits).values({
    ...{ _id, order: order._id, user: user._id, key: input.idempotencyKey, requestHash },
    reason: input.reason,
    ...{ totalBefore: order.total, totalAfter: priced.total, takenBack: settled.takenBack, answer: edit },
  });
  await moveStockOfEdit(tx, before, priced.cart, { reason: 'edit', order: order._id, user: user._id });
  const { linesText } = await writeEditedLines(tx, order, before, priced);
  await swapCoupon(tx, order, found, couponCode);
  await returnUnusedCredit(tx, order, { amount: edit.storeCreditBack, edit: _id });
  if (edit.storeCreditBack > 0)
    await noteGiven(tx, user, {
      ...{ order: order._id, amount: edit.storeCreditBack, cause: 'edit', way: 'credit' },
      ...{ reason: 'order changed', key: `edit:${_id}:credit` },
    });
  const { ontoAccount } = await giveBackParts(app, tx, user, order, {
    ...{ parts: settled.back, cause: 'edit', act: _id, reason: 'order changed' },
  });
  await tx
    .update(orders)
    .set({
      ...{ linesText, couponCode, total: priced.total, version: order.version + 1 },
      ...{ subTotal: priced.subTotal, discount: priced.discount, shipping: priced.shipping },
      ...{ tax: priced.tax, storeCredit: priced.storeCredit },
      ...delivery.after,
      amountPaid: subtractMoney(order.amountPaid, settled.takenBack),
      // Money that stays on account pays it no more; the rest was paid, and went back.
      amountTakenBack: addMoney(order.amountTakenBack, subtractMoney(settled.takenBack, ontoAccount)),
    })
    .where(eq(orders._id, order._id));
  await editAccount(tx, order, {
    amount: addMoney(subtractMoney(priced.total, order.total), settled.before),
    edit: _id,
  });
  await writeCartsPaid(tx, order._id);
  await recordDelivery(tx, order, user, delivery);
  await tellOfEdit(
    app,
    tx,
    user,
    { ...order, total: priced.total },
    { _id, edit, couponCode, delivery, input },
  );
  return { ...(await orderById(tx, order._id, { withCost: true })), edit, missing, waits };
}

/** Answers an edit that was made before; `key_reused` where it was another one. */
async function answerAgain(
  tx: Db,
  order: OrderRow,
  first: typeof orderEdits.$inferSelect,
  requestHash: string,
): Promise<EditedOrder> {
  if (first.requestHash !== requestHash)
    throw new AppError('key_reused', {
      message: 'This change of the order was sent before, with different contents.',
    });
  const now = await orderOf(tx, order, { withCost: true });
  return { ...now, edit: first.answer, missing: null, waits: false };
}

/** The goods go out for what is owed then, however it is to be paid; what a key may not do can't be asked for by it, either. */
function refuseRiseAboveKey(key: KeyGrant | null, { before, after }: EditAnswer): void {
  if (after.total > before.total) refuseAboveKey(key, { paymentType: 'Terms', total: after.total });
}

/**
 * Hashes what was asked, whatever the order of its fields; whether it was only looked at or may go above a limit, its key, and
 * how it was seen to be settled are no part of it.
 */
function hashOf({
  idempotencyKey: _key,
  preview: _preview,
  settled: _settled,
  overLimit: _overLimit,
  ...contents
}: EditOrder): string {
  return hashOfContents(contents);
}

interface Weighed {
  input: EditOrder;
  key: KeyGrant | null;
  edit: EditAnswer;
  before: Before;
  prices: EditPrices;
  delivery: DeliveryChange;
  missing: Money | null;
}

/**
 * Throws `MustWait` for what an Employee may not do without an Admin, who says yes to what it would do now: where money moved
 * meanwhile, it lapses. A preview is told so instead.
 */
async function refuseAlone(
  tx: Db,
  user: SessionUser,
  order: OrderRow,
  { input, key, edit, before, prices, delivery, missing }: Weighed,
): Promise<boolean> {
  const { priced, named } = prices;
  const changes = askedInWords(order, edit, { priced, delivery });
  const said = (...parts: string[]) => parts.filter(Boolean).join('; ');
  const above = aboveCredit(missing);
  const seen = { ...withinLimit(input, missing), settled: settledOf(edit) };
  const of = { order, account: order, words: said(above, ...changes) };
  const act = { kind: 'edit' as const, ...of, key: input.idempotencyKey, input: seen };
  const asked = { ...act, aboveCredit: missing, lines: judgedLines(edit, before, priced) };
  // Money that was given back before is counted by the act that gave it.
  const amount = addMoney(sumMoney(edit.back.map(one => one.amount)), edit.storeCreditBack);
  const refuse = async () => {
    await refuseAboveLimit(tx, user, { ...asked, amount });
    await refuseLowPrices(tx, user, named, asked);
    refuseOverLimitAlone(user, missing, { ...asked, words: said(...changes, above) });
  };
  if (input.preview) return wouldWait(refuse);
  await refuse().catch(error => {
    if (error instanceof MustWait) refuseRiseAboveKey(key, edit);
    throw error;
  });
  await refuseUnfinished(tx, order);
  return false;
}

/** Throws `order_state` for an order that can't be edited now: before it is paid or canceled, or while its money moves. */
async function refuseUneditable(tx: Db, user: SessionUser, order: OrderRow): Promise<void> {
  const { _id, status } = order;
  const refuse = (message: string) => {
    throw new AppError('order_state', { message, details: { order: { _id, status } } });
  };
  if (status === 'Held') refuse('This order waits for its card. It can be edited once it is paid.');
  if (status === 'Canceled') refuse('This order is canceled.');
  if (status === 'Completed' && user.permissionLevel !== 'Admin')
    refuse('This order is Completed. An Admin can edit it.');
  await refuseInFlight(tx, order);
  await refuseDisputed(tx, { _id, status }, 'It can be edited');
}

/** Locks whatever an edit may take, give back or spend, in the order that all paths keep; then reads the order's lines. */
async function lockGoods(tx: Db, order: OrderRow, input: EditOrder): Promise<Before> {
  await lockOwner(tx, order);
  const coupons = await lockCoupons(tx, [order.couponCode, input.couponCode ?? '']);
  const before = await readBefore(tx, order, {
    freeShipping: await tookOffShipping(tx, order._id),
    isOtherCoupon: isOtherCoupon(order, input),
  });
  const sold = [...before.lines, ...(before.gift ? [before.gift] : [])];
  await lockVariants(tx, [
    ...sold.flatMap(({ row, items }) => [row.variantId, ...items.map(({ variant }) => variant)]),
    ...addedVariants(input.cart),
    ...coupons.flatMap(coupon => givenVariant(coupon) ?? []),
  ]);
  return before;
}

function refuseOtherThanSeen({ preview, figures, settled }: EditOrder, edit: EditAnswer): void {
  const isSeen = !settled || isDeepStrictEqual(settled, settledOf(edit));
  if (preview || (isSeen && isDeepStrictEqual(figures, edit.after))) return;
  throw new AppError('figures_changed', { details: { edit } });
}

const settledOf = ({ owed, back }: EditAnswer) => ({ owed, back });

/**
 * Tells how far an order on account rises above what its company may owe; null: it does not. Throws `credit_limit` where
 * nobody said that it may; a preview tells its figures all the same.
 */
async function aboveLimit(
  tx: Db,
  order: OrderRow,
  { before, after }: EditAnswer,
  { overLimit, preview }: EditOrder,
): Promise<Money | null> {
  if (order.paymentType !== 'Terms' || !order.company || after.total <= before.total) return null;
  const standing = await creditOf(tx, order.company);
  const { allowed, missing } = creditCheck({ ...standing, total: subtractMoney(after.total, before.total) });
  if (allowed) return null;
  if (!overLimit && !preview) throw new AppError('credit_limit', { details: { missing } });
  return missing;
}

/** Refuses a coupon that gives nothing. One that the order has already may fall by what is changed, as the preview told. */
function refuseOtherCoupon(
  order: OrderRow,
  input: EditOrder,
  priced: EditPrices['priced'],
  edit: EditAnswer,
): void {
  if (input.preview || !isOtherCoupon(order, input)) return;
  refuseFallenCoupon(input.couponCode ?? '', priced, () => ({ edit }));
}

/** Gives the use of a coupon back that the order bears no more, and counts the one that it bears now. */
async function swapCoupon(tx: Db, order: OrderRow, { coupon }: FoundCoupon, code: string): Promise<void> {
  if (code === order.couponCode) return;
  await returnCouponUse(tx, order._id);
  if (code && coupon) await spendCoupon(tx, coupon, order);
}
