import type { Planted } from './bugs.ts';

/** Wrong prices of trade customers, and what comes after an order: returns, refunds by hand or sent back, disputes, mails. */
export const OF_PRICES_AND_RETURNS: readonly Planted[] = [
  {
    name: 'a quantity price holds one piece too early',
    file: '../shared/rules/pricing.ts',
    from: 'variant.quantityPrices.findLast(tier => quantity >= tier.quantity);',
    to: 'variant.quantityPrices.findLast(tier => quantity + 1 >= tier.quantity);',
  },
  {
    name: 'parts of many sets cost as much as those of one',
    file: '../shared/rules/pricing.ts',
    from: 'const price = bundlePrice(items, variant.bundleDiscountPer ?? 0, quantity);',
    to: 'const price = bundlePrice(items, variant.bundleDiscountPer ?? 0);',
  },
  {
    name: 'per cents off one vendor are off all',
    file: '../shared/rules/pricing.ts',
    from: 'return of.vendor != null && of.vendor === tier.ref;',
    to: 'return of.vendor != null;',
  },
  {
    name: 'a company’s per cents are forgotten',
    file: 'variants/price-facts.ts',
    from: '::uuid or ',
    to: '::uuid or false and ',
  },
  {
    name: 'a special price that was taken back stays',
    file: 'companies/companies.ts',
    from: '.where(and(ofOwner(specialPrices, owner), eq(specialPrices.variant, variant)));',
    to: '.where(sql`false`);',
  },
  {
    name: 'an address may have one more unpaid order',
    file: 'orders/unpaid-orders.ts',
    from: 'if (unpaid < LIMITS.unpaidOrders.most) continue;',
    to: 'if (unpaid <= LIMITS.unpaidOrders.most) continue;',
  },
  {
    name: 'a dispute that was lost is taken for won',
    file: 'integrations/stripe.ts',
    from: "  lost: 'lost',\n",
    to: "  lost: 'won',\n",
  },
  {
    name: 'store credit for a company’s return goes to whoever ordered',
    file: 'payments/ledgers.ts',
    from: 'const owner = order.company ? { company: order.company } : order.user ? { user: order.user } : null;\n  if (!owner) throw',
    to: 'const owner = order.user ? { user: order.user } : null;\n  if (!owner) throw',
  },
  {
    name: 'a charge that nobody is left to confirm stays open',
    file: 'payments/charge.ts',
    from: "const isAbandoned = found.status === 'requires_action' && !isOpen(payment);",
    to: 'const isAbandoned = false;',
  },
  {
    name: 'charges of which no event arrived are not looked for',
    file: 'payments/sweep-gateway.ts',
    from: '  await sweepCharges(app, charges, signal);\n',
    to: '',
  },
  {
    name: 'a refund that came back is in the books, and nothing follows',
    file: 'payments/refunds.ts',
    from: '    await addRefunded(tx, order, refund.payment, amount);\n    await accountRefund(tx, reversal);\n',
    to: '',
  },
  {
    name: 'the rest of a refund by hand is forgotten where there was no room for it',
    file: 'payments/outside-refunds.ts',
    from: 'const shares = open > 0 ? sharesOf',
    to: 'const shares = written.length === 0 ? sharesOf',
  },
  {
    name: 'two refunds of one payment are owed at once',
    file: 'payments/ledgers.ts',
    from: 'Math.min(Number(sums?.given), -toCents(entry.amount))',
    to: 'Number(sums?.given)',
  },
  {
    name: 'per cents that were all taken back stay',
    file: 'companies/companies.ts',
    from: '  await tx.delete(priceTiers).where(ofOwner(priceTiers, owner));\n  if (byTarget.size === 0) return;\n',
    to: '  if (byTarget.size === 0) return;\n  await tx.delete(priceTiers).where(ofOwner(priceTiers, owner));\n',
  },
  {
    name: 'people without a company are told of prices that they do not get',
    file: 'companies/special-items.ts',
    from: '      ...people.filter(({ company }) => company === null).map(({ _id }) => ({ user: _id })),\n',
    to: '',
  },
  {
    name: 'a return brings back no tax',
    file: '../shared/rules/returns.ts',
    from: 'toCents(addMoney(goods, line.itemTax)) - toCents(line.itemCredit)',
    to: 'toCents(goods) - toCents(line.itemCredit)',
  },
  {
    name: 'store credit is spent unasked',
    file: 'orders/figures.ts',
    from: 'useStoreCredit: request.useStoreCredit,',
    to: 'useStoreCredit: true,',
  },
  {
    name: 'nobody is told of a dispute that was lost',
    file: 'payments/disputes.ts',
    from: "    case 'lost':\n      return `The",
    to: "    case 'lost':\n      if (amount > 0) return null;\n      return `The",
  },
  {
    name: 'mails and pages show an order’s subtotal for its total',
    file: '../shared/rules/figure-rows.ts',
    from: "{ name: 'total', label: 'Total', amount: formatMoney(total) }",
    to: "{ name: 'total', label: 'Total', amount: formatMoney(subTotal) }",
  },
  {
    name: 'a request is placed without its store credit and its coupon',
    file: 'approvals/approvals.ts',
    from: 'cartIds, checkout: kept, total }',
    to: "cartIds, checkout: { ...kept, useStoreCredit: false, couponCode: '' }, total }",
  },
  {
    name: 'a refund by hand is written down before its charge',
    file: 'payments/outside-refunds.ts',
    from: 'if (!(await reconcilePayment(app, payment._id)))',
    to: 'if (app.jobs === null)',
  },
];
