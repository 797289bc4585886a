import type { Planted } from './planted.ts';

/** Lists what goes wrong where staff change orders, and take and give money. */
export const OF_THE_TILL: readonly Planted[] = [
  {
    name: 'an edit gives nothing back to the card',
    breaks: ['an edit gives back what it made too much, once'],
    file: 'payments/ways-back.ts',
    from: `      await queueRefund(app, tx, { _id: way.payment, order: order._id }, amount, reason, \`\${cause}:\${act}\`);
`,
    to: '',
  },
  {
    name: 'an edit takes no stock for what it adds',
    breaks: ['orders hold as much stock as they took'],
    file: 'staff-orders/edited-lines.ts',
    from: '  for (const line of cart) add(1)(line.stored ? takenBy(line.stored, line.quantity) : stockDemand(line));',
    to: '  for (const line of cart) if (line.stored) add(1)(takenBy(line.stored, line.quantity));',
  },
  {
    name: 'an edit changes no account',
    breaks: ['a company owes what is open of its orders'],
    file: 'staff-orders/edit-order.ts',
    from: '    amount: addMoney(subtractMoney(priced.total, order.total), settled.before),',
    to: '    amount: settled.before,',
  },
  {
    name: 'an edit forgets what it made too much',
    breaks: ['an order has what its payments brought'],
    file: 'staff-orders/edit-order.ts',
    from: '      amountTakenBack: addMoney(order.amountTakenBack, subtractMoney(settled.takenBack, ontoAccount)),',
    to: '      amountTakenBack: order.amountTakenBack,',
  },
  {
    name: 'an edit keeps store credit that its order uses no more',
    breaks: ['an order used the store credit that it says'],
    file: 'staff-orders/edit-order.ts',
    from: `  await returnUnusedCredit(tx, order, { amount: edit.storeCreditBack, edit: _id });
`,
    to: '',
  },
  {
    name: 'a bounced check still pays its orders',
    breaks: ['an order has what its payments brought'],
    file: 'receipts/take-receipt.ts',
    from: `      await writePaid(tx, order, subtractMoney(order.amountPaid, amount));
`,
    to: '',
  },
  {
    name: 'what a refund did not get to its customer goes elsewhere too',
    breaks: ['no more is given back than was paid', 'no order gives back more than it was paid'],
    file: 'payments/owed-refunds.ts',
    from: 'left: subtractMoney(one.left, lowestMoney(due, one.left))',
    to: 'left: subtractMoney(one.left, lowestMoney(ZERO, due))',
  },
  {
    name: 'a lost dispute of a canceled order stays on its account',
    breaks: ['a company owes what is open of its orders'],
    file: 'orders/cancel-order.ts',
    from: 'await accountBack(tx, { payment: payment._id, order: order._id });',
    to: 'void [accountBack, payment];',
  },
  {
    name: 'a bounced check leaves the account as it was',
    breaks: ['a company owes what is open of its orders'],
    file: 'receipts/take-receipt.ts',
    from: `      await accountReceipt(tx, receipt, order, back);
`,
    to: '',
  },
  {
    name: 'the rest of a check is on no account',
    breaks: ['a company owes what is open of its orders'],
    file: 'receipts/take-receipt.ts',
    from: `  await accountReceipt(tx, receipt, null, rest);
`,
    to: '',
  },
  {
    name: 'money on account is used twice',
    breaks: ['a company owes what is open of its orders', 'a receipt pays no more than it brought'],
    file: 'receipts/pay-from-account.ts',
    from: `    for (const { receipt, amount } of parts)
      await accountReceipt(tx, receipt, null, subtractMoney(ZERO, amount));
`,
    to: '',
  },
  {
    name: 'a refund at will lets no debt go',
    breaks: ['a company owes what is open of its orders'],
    file: 'goodwill/refund-at-will.ts',
    from: `    { kind: 'credit' as const, amount: subtractMoney(ZERO, amount) },
`,
    to: '',
  },
  {
    name: 'a refund at will may be of any amount',
    breaks: ['no more is given back than was paid', 'nobody is refused for a reason that they can’t meet'],
    file: 'goodwill/refund-at-will.ts',
    from: `  refuseMore(order, amount, way, left, { amount: 'amount', way: 'way' });
`,
    to: '',
  },
  {
    name: 'what is handed out stands nowhere',
    breaks: ['money that is given back goes somewhere, once', 'an order gave back what its refunds took'],
    file: 'payments/left-to-give.ts',
    from: '  await tx.insert(payouts).values({ ...out, order: _id, ...(isToHandOut && { handedOutAt: null }) });\n',
    to: '',
  },
  {
    name: 'goods that can’t be sold again go onto the shelf',
    breaks: ['orders hold as much stock as they took'],
    file: 'returns/update-return.ts',
    from: '    shelf.push(...(await piecesOf(tx, sold, received - scrapped)));',
    to: '    shelf.push(...(await piecesOf(tx, sold, received)));',
  },
  {
    name: 'a fee is given back with the rest',
    breaks: ['a return brings what its goods were worth'],
    file: 'returns/refund-return.ts',
    from: 'granted: granted ?? (fee > 0 ? most : null)',
    to: 'granted: granted ?? null',
  },
  {
    name: 'small refunds are counted one by one',
    breaks: ['no Employee gives back more than they may'],
    file: 'limits/refuse-above-limit.ts',
    from: '  return mostAlone({ forOrder, today }, site);',
    to: '  return mostAlone({ forOrder: ZERO, today: ZERO }, site);',
  },
  {
    name: 'an order by staff is on no account',
    breaks: ['a company owes what is open of its orders'],
    file: 'staff-orders/create-order.ts',
    from: `  if (order.paymentType === 'Terms' && customer?.company)
    await chargeAccount(tx, customer.company, _id, priced.total);
`,
    to: '',
  },
  {
    name: 'orders on account can’t be paid',
    breaks: ['nobody is refused for a reason that they can’t meet'],
    file: 'payments/pay-order.ts',
    from: '  if (payment === null) throw',
    to: '  if (payment !== undefined) throw',
  },
];
