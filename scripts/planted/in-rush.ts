import type { Planted } from './bugs.ts';

/** Locks that are left out: two transactions have to meet. */
export const IN_RUSH: readonly Omit<Planted, 'inRush'>[] = [
  {
    name: 'two orders use a coupon at once',
    file: 'coupons/coupons.ts',
    from: "    .orderBy(coupons._id)\n    .for('no key update');",
    to: '    .orderBy(coupons._id);',
  },
  {
    name: 'two of a company spend its credit at once',
    file: 'companies/customers.ts',
    from: 'select 1 from companies where id = (select company from buyer) for no key update',
    to: 'select 1 from companies where id = (select company from buyer)',
  },
  {
    name: 'a customer spends store credit twice at once',
    file: 'companies/customers.ts',
    from: '} for no key update\n    ), account',
    to: '}\n    ), account',
  },
  {
    name: 'a saved cart is ordered from two pages at once',
    file: 'carts/carts.ts',
    from: "    .for('no key update');\n  // A statement of its own: what it sees was committed",
    to: '    ;\n  // A statement of its own: what it sees was committed',
  },
  {
    name: 'two change an order at once',
    file: 'orders/read-order.ts',
    from: "await tx.select().from(orders).where(eq(orders._id, _id)).for('no key update');",
    to: 'await tx.select().from(orders).where(eq(orders._id, _id));',
  },
  {
    name: 'a charge is settled twice at once',
    file: 'payments/batches.ts',
    from: "    .for('no key update', { of: [orders, payments] });",
    to: '    ;',
  },
  {
    name: 'the same order is placed twice at once',
    file: 'orders/unpaid-orders.ts',
    from: 'sql`pg_advisory_xact_lock(hashtextextended(',
    to: 'sql`pg_try_advisory_xact_lock(hashtextextended(',
  },
  {
    name: 'a request is decided twice at once',
    file: 'approvals/decide.ts',
    from: "    .for('no key update');\n  if (!row) throw new AppError('not_found');\n  if (row.state",
    to: "    ;\n  if (!row) throw new AppError('not_found');\n  if (row.state",
  },
  {
    name: 'several orders are paid twice at once',
    file: 'payments/batches.ts',
    from: "    .orderBy(asc(orders._id))\n    .for('no key update');",
    to: '    .orderBy(asc(orders._id));',
  },
];
