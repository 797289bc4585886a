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
    from: 'found.company} for no key update',
    to: 'found.company}',
  },
  {
    name: 'a customer spends store credit twice at once',
    breaks: ['store credit is never overspent'],
    file: 'companies/customers.ts',
    from: "    .where(eq(users._id, user._id))\n    .for('no key update');",
    to: '    .where(eq(users._id, user._id));',
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
    breaks: ['no request is approved that nobody approved', 'nothing fails in an unknown way'],
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
];
