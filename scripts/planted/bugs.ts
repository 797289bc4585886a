import { IN_RUSH } from './in-rush.ts';
import { OF_PRICES_AND_RETURNS } from './prices-and-returns.ts';

/** A small wrong change of the shop, for the simulator to find. */
export interface Planted {
  /** Says what goes wrong with it. */
  name: string;
  /** From `src/server`. */
  file: string;
  /** Stands there once. */
  from: string;
  to: string;
  /** Needs two open transactions: it is looked for in a rush. */
  inRush?: true;
}

/** Money defects that were found, and others of their kind; at the end, those that need a rush. */
export const PLANTED: readonly Planted[] = [
  {
    name: 'a commit that was none is taken for done',
    file: 'database/embedded.ts',
    from: "if (isCommit && command !== 'COMMIT') throw notCommitted(String(command));",
    to: '',
  },
  {
    name: 'a coupon’s use is not given back with its order',
    file: 'orders/give-back.ts',
    from: 'if (order.couponCode) await returnCouponUse(tx, order._id);',
    to: '',
  },
  {
    name: 'store credit is not given back with its order',
    file: 'orders/give-back.ts',
    from: 'await returnStoreCredit(tx, order);',
    to: '',
  },
  {
    name: 'a canceled order on account stays owed',
    file: 'orders/give-back.ts',
    from: 'await cancelAccountCharge(tx, order);',
    to: '',
  },
  {
    name: 'a canceled order keeps its stock',
    file: 'orders/give-back.ts',
    from: 'await putBackStock(tx, await takenBy(tx, order), {',
    to: 'await putBackStock(tx, [], {',
  },
  {
    name: 'a charge after its hold ran out is kept',
    file: 'payments/settle.ts',
    from: "if (said.isStray || order.status === 'Canceled' || amount > open) {",
    to: 'if (said.isStray || amount > open) {',
  },
  {
    name: 'an order is charged again after its hold ran out',
    file: 'payments/charge.ts',
    from: "const isOpen = order.status === 'Held' && order.paymentType === 'credit-card';",
    to: "const isOpen = order.paymentType === 'credit-card';",
  },
  {
    name: 'a payment is settled again each time somebody comes with it',
    file: 'payments/settle.ts',
    from: "if (payment.status === 'succeeded' || !(isSucceeded || isOpen(payment))) {",
    to: 'if (!(isSucceeded || isOpen(payment))) {',
  },
  {
    name: 'a declined payment that succeeded after all is not believed',
    file: 'payments/settle.ts',
    from: "if (payment.status === 'succeeded' || !(isSucceeded || isOpen(payment))) {",
    to: 'if (!isOpen(payment)) {',
  },
  {
    name: 'nobody looks up what became of a payment',
    file: 'payments/charge.ts',
    from: "if (result.status === 'absent' && mayStillCome) return false;",
    to: 'return false;',
  },
  {
    name: 'a charge that is not there yet is taken for one that never was',
    file: 'payments/charge.ts',
    from: "if (result.status === 'absent' && mayStillCome) return false;",
    to: '',
  },
  {
    name: 'each try to charge a card has a key of its own',
    file: 'payments/attempts.ts',
    from: 'idempotencyKey: payment.idempotencyKey,\n    card,',
    to: 'idempotencyKey: payment.idempotencyKey + clock.elapsed(),\n    card,',
  },
  {
    name: 'another card may pay while nobody knows what became of the first',
    file: 'payments/attempts.ts',
    from: "if (open.some(({ status }) => status !== 'requires_action')) return null;",
    to: "await tx.update(payments).set({ status: 'canceled' }).where(ofBatch(open[0]?._id ?? wanted.order));",
  },
  {
    name: 'a refund whose outcome is unknown is asked for as a new one',
    file: 'payments/refunds.ts',
    from: 'idempotencyKey: refund.idempotencyKey,\n  });',
    to: 'idempotencyKey: refund.idempotencyKey + clock.elapsed(),\n  });',
  },
  {
    name: 'a canceled order is refunded whole, whatever was refunded of it before',
    file: 'payments/refunds.ts',
    from: '(payment.amount) - (await refundedCents(tx, payment._id));\n    if (left > 0) await',
    to: '(payment.amount);\n    if (left > 0) await',
  },
  {
    name: 'a refund whose outcome is unknown is taken for refused',
    file: 'payments/refunds.ts',
    from: "const outcome = result.status === 'refused' ? 'failed' : result.status;",
    to: "const outcome = result.status === 'succeeded' ? result.status : 'failed';",
  },
  {
    name: 'an order that is paid is confirmed without its mail',
    file: 'orders/complete-submit.ts',
    from: '  await confirmOrder(app, tx, submitted);\n  return submitted;',
    to: '  return submitted;',
  },
  {
    name: 'an approval is good for any number of orders',
    file: 'orders/complete-submit.ts',
    from: '    await spendApproval(tx, order);\n',
    to: '',
  },
  {
    name: 'a mail whose server was down is not tried again',
    file: 'mail/mail.ts',
    from: 'if (!permanent) throw error;',
    to: '',
  },
  {
    name: 'holds do not run out',
    file: 'orders/jobs.ts',
    from: 'run: app => expireHolds(app)',
    to: 'run: async () => undefined',
  },
  {
    name: 'a Member’s limit is not looked at',
    file: 'orders/submit-order.ts',
    from: 'if (!customer?.company || approvedBy || !needsApproval(customer, priced)) return;',
    to: 'if (customer !== undefined) return;',
  },
  {
    name: 'a company’s credit limit is not looked at',
    file: 'orders/submit-order.ts',
    from: '  if (allowed) return;\n  const payer',
    to: '  if (allowed || missing) return;\n  const payer',
  },
  {
    name: 'a coupon’s uses by one customer are not counted',
    file: 'coupons/coupons.ts',
    from: 'const usesByCustomer = coupon.maxUsesPerCustomer === null ? 0 : await countUses(db, coupon._id, customer);',
    to: 'const usesByCustomer = coupon.maxUsesPerCustomer === null ? 0 : 0 * (await countUses(db, coupon._id, customer));',
  },
  {
    name: 'settings are kept for an hour',
    file: 'cache.ts',
    from: 'const KEEP_MS = 60_000;',
    to: 'const KEEP_MS = 3_600_000;',
  },
  {
    name: 'the rest of a canceled order, refunded by hand in part, is not given back',
    file: 'payments/outside-refunds.ts',
    from: '  if (refused) await refundRest(app, refused, byHand.length);',
    to: '',
  },
  {
    name: 'refunds that were made by hand are not looked for',
    file: 'payments/outside-refunds.ts',
    from: '  for (const refund of [...back, ...others]) await recordOutside(app, payment, refund);',
    to: '',
  },
  {
    name: 'an event of the payment service is believed before its payment is looked up',
    file: 'payments/webhook.ts',
    from: "if (!(await reconcilePayment(app, payment._id))) throw new AppError('gateway_unavailable');",
    to: "await app.db.update(payments).set({ status: 'succeeded' }).where(eq(payments._id, payment._id));",
  },
  {
    name: 'a mail is taken for sent before it is',
    file: 'mail/mail.ts',
    from: '{emails.attempts} + 1` })',
    to: "{emails.attempts} + 1`, status: 'sent' })",
  },
  {
    name: 'a set takes none of its parts off the shelf',
    file: '../shared/rules/stock.ts',
    from: 'const asked = items.length > 0 ? items :',
    to: 'const asked = items.length > 0 ? [] :',
  },
  {
    name: 'goods are taken off the shelf that are not there',
    file: 'variants/stock.ts',
    from: 'where v.id = w.id and (v.stock >= w.pieces or v.back_order)',
    to: 'where v.id = w.id',
  },
  {
    name: 'a return does not say how much of its lines came back',
    file: 'returns/update-return.ts',
    from: '{orderLines.returned} + $',
    to: '{orderLines.returned} + 0 * $',
  },
  {
    name: 'a return takes nothing off what is owed',
    file: 'returns/refund-return.ts',
    from: 'if (offDebt > 0) await creditOrder(tx, order, offDebt);',
    to: '',
  },
  {
    name: 'a return paid out as store credit is paid out as nothing',
    file: 'payments/ledgers.ts',
    from: 'await tx.insert(storeCreditEntries).values({ ...owner, ...given, order: order._id });',
    to: '',
  },
  {
    name: 'jobs of a process that died are not taken back',
    file: 'jobs/jobs.ts',
    from: 'openBoss(database, true, settings.upkeepSeconds)',
    to: 'openBoss(database, false, settings.upkeepSeconds)',
  },
  {
    name: 'an order is placed for another price than its customer saw',
    file: 'orders/submit-order.ts',
    from: 'return couponFell || cartChanged || toCents(priced.total) !== toCents(input.total);',
    to: 'return couponFell || cartChanged;',
  },
  {
    name: 'a coupon’s use is not counted',
    file: 'coupons/coupons.ts',
    from: '{coupons.uses} + 1',
    to: '{coupons.uses} + 0',
  },
  {
    name: 'a saved cart that is an order can be ordered again',
    file: 'carts/carts.ts',
    from: '  if (!first) return;',
    to: '  if (first || !first) return;',
  },
  {
    name: 'a call that is made again does not find its order',
    file: 'orders/unpaid-orders.ts',
    from: '.leftJoin(orders, eq(orders.idempotencyKey, key));',
    to: ".leftJoin(orders, eq(orders.idempotencyKey, key + '!'));",
  },
  {
    name: 'a refund takes nothing off what its order was paid',
    file: 'payments/refunds.ts',
    from: '  if (!(await isTaken(tx, payment))) return;\n',
    to: '  if (await isTaken(tx, payment)) return;\n',
  },
  {
    name: 'stock that is put back is put back twice',
    file: 'orders/give-back.ts',
    from: 'await putBackStock(tx, await takenBy(tx, order), {',
    to: 'await putBackStock(tx, [...(await takenBy(tx, order)), ...(await takenBy(tx, order))], {',
  },
  {
    name: 'half of the tax is asked for',
    file: '../shared/rules/tax.ts',
    from: 'return exempt ? 0 : rate;',
    to: 'return exempt ? 0 : rate / 2;',
  },
  {
    name: 'ground shipping costs nothing',
    file: '../shared/rules/shipping.ts',
    from: 'ground: 1, fedex: 1',
    to: 'ground: 0, fedex: 1',
  },
  {
    name: 'sets are sold for nearly nothing',
    file: '../shared/rules/pricing.ts',
    from: 'return items.length > 0 ? bundlePrice(items, variant.bundleDiscountPer ?? 0) : variant.price;',
    to: 'return items.length > 0 ? bundlePrice(items, 99) : variant.price;',
  },
  {
    name: 'a shipped order can be canceled',
    file: '../shared/rules/order-status.ts',
    from: "Shipped: { Completed: ['staff'] },",
    to: "Shipped: { Completed: ['staff'], Canceled: ['staff'] },",
  },
  {
    name: 'a use of a coupon is written down for nobody',
    file: 'coupons/coupons.ts',
    from: 'coupon: coupon._id, user, email: email.toLowerCase() });',
    to: 'coupon: coupon._id, user: null, email: _id });',
  },
  {
    name: 'a charge that its order can’t take is kept',
    file: 'payments/settle.ts',
    from: "  await queueRefund(app, tx, payment, payment.amount, 'late charge');\n",
    to: '',
  },
  {
    name: 'a return by card pays nothing',
    file: 'returns/refund-return.ts',
    from: "if (way === 'card') return refundPart(",
    to: "if (way === 'card') return;\n  if (way === 'credit' && !row) return refundPart(",
  },
  {
    name: 'a return pays for what a coupon had taken off',
    file: 'returns/refund-return.ts',
    from: 'const discount = isShippingFree ? ZERO : sold.itemDiscount;',
    to: 'const discount = ZERO;',
  },
  {
    name: 'a mail that is refused for now is given up',
    file: 'mail/mail.ts',
    from: 'const permanent = error instanceof MailError && error.permanent;',
    to: 'const permanent = error instanceof MailError;',
  },
  {
    name: 'orders on account can’t be paid',
    file: 'payments/pay-order.ts',
    from: '  if (payment === null) throw',
    to: '  if (payment !== undefined) throw',
  },
  ...OF_PRICES_AND_RETURNS,
  ...IN_RUSH.map(one => ({ ...one, inRush: true as const })),
];
