import type { Planted } from './planted.ts';

/** Locks that are left out: two transactions have to meet. */
export const IN_RUSH: readonly Omit<Planted, 'inRush'>[] = [
  {
    name: 'two orders use a coupon at once',
    breaks: ['a coupon is counted once for each order with it', 'nothing fails in an unknown way'],
    file: 'coupons/coupons.ts',
    from: "    .orderBy(coupons._id)\n    .for('no key update');",
    to: '    .orderBy(coupons._id);',
  },
  {
    name: 'two of a company spend its credit at once',
    breaks: ['no company owes more than its limit', 'store credit is never overspent'],
    file: 'companies/customers.ts',
    from: '{found.company} for no key update',
    to: '{found.company}',
  },
  {
    name: 'a customer spends store credit twice at once',
    breaks: ['store credit is never overspent'],
    file: 'companies/customers.ts',
    from: "user._id))\n    .for('no key update');",
    to: 'user._id));',
  },
  {
    name: 'a saved cart is ordered from two pages at once',
    breaks: ['a saved cart is ordered once'],
    file: 'carts/carts.ts',
    from: "    .for('no key update');\n  // A statement of its own: what it sees was committed",
    to: '    ;\n  // A statement of its own: what it sees was committed',
  },
  {
    name: 'two change an order at once',
    breaks: [
      'an order goes only ways that there are',
      'an order has what its payments brought',
      'orders hold as much stock as they took',
      'nothing fails in an unknown way',
    ],
    file: 'orders/read-order.ts',
    from: "await tx.select().from(orders).where(eq(orders._id, _id)).for('no key update');",
    to: 'await tx.select().from(orders).where(eq(orders._id, _id));',
  },
  {
    name: 'a charge is settled twice at once',
    breaks: ['an order has what its payments brought', 'nothing fails in an unknown way'],
    file: 'payments/batches.ts',
    from: "    .for('no key update', { of: [orders, payments] });",
    to: '    ;',
  },
  {
    name: 'the same order is placed twice at once',
    breaks: ['nothing fails in an unknown way', 'one key makes one order'],
    file: 'orders/unpaid-orders.ts',
    from: 'sql`pg_advisory_xact_lock(hashtextextended(',
    to: 'sql`pg_try_advisory_xact_lock(hashtextextended(',
  },
  {
    name: 'a request is decided twice at once',
    breaks: ['a request that was turned down stays so', 'nothing fails in an unknown way'],
    file: 'approvals/decide.ts',
    from: "    .for('no key update');\n  if (!row) throw new AppError('not_found');\n  if (row.state",
    to: "    ;\n  if (!row) throw new AppError('not_found');\n  if (row.state",
  },
  {
    name: 'several orders are paid twice at once',
    breaks: [
      'the books have each charge of the payment service',
      'no order has a charge that it did not take',
      'nothing fails in an unknown way',
    ],
    file: 'payments/batches.ts',
    from: "    .orderBy(asc(orders._id))\n    .for('no key update');",
    to: '    .orderBy(asc(orders._id));',
  },
  {
    name: 'two change what was ordered at once',
    breaks: [
      'orders hold as much stock as they took',
      'an order costs what its lines say',
      'an edit does what was asked for',
      'nothing fails in an unknown way',
    ],
    file: 'staff-orders/edit-order.ts',
    from: 'const order = await lockOrder(tx, input._id);',
    to: 'const [order] = (await tx.select().from(orders).where(eq(orders._id, input._id))) as [OrderRow];\n  void lockOrder;',
  },
  {
    name: 'two give money of an order back at once',
    breaks: [
      'no order gives back more than it was paid',
      'no more is given back than was paid',
      'no money of a card is handed out',
      'nothing fails in an unknown way',
    ],
    file: 'goodwill/refund-at-will.ts',
    from: 'const order = await lockOrder(tx, input.order);',
    to: 'const [order] = (await tx.select().from(orders).where(eq(orders._id, input.order))) as [OrderRow];\n  void lockOrder;',
  },
  {
    name: 'two settle a return at once',
    breaks: [
      'a return brings what it says',
      'money that is given back goes somewhere, once',
      'nothing fails in an unknown way',
    ],
    file: 'returns/update-return.ts',
    from: `const order = await lockOrder(tx, found.order);
  const [row] = await tx.select().from(returns).where(eq(returns._id, input._id)).for('no key update');`,
    to: `const [order] = (await tx.select().from(orders).where(eq(orders._id, found.order))) as [OrderRow];
  void lockOrder;
  const [row] = await tx.select().from(returns).where(eq(returns._id, input._id));`,
  },
  {
    name: 'two say yes to an act at once',
    breaks: ['a request that was turned down stays so', 'nothing fails in an unknown way'],
    file: 'waiting-acts/decide-act.ts',
    from: "where(isOfIt).for('update');",
    to: 'where(isOfIt);',
  },
];
