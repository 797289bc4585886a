/** A mutant that no test can tell from the right code, and why. It is known by its file, its line's text and the change. */
export interface Explained {
  file: string;
  text: string;
  from: string;
  to: string;
  why: string;
}

export const EXPLAINED: readonly Explained[] = [
  {
    file: 'src/server/payments/buyer-terms.ts',
    text: 'const company = customer.company === null ? null : customer;',
    from: 'customer.company === null',
    to: 'false',
    why: 'Without a company `customerOf` reads a limit of 0 and no preferences, which the rules treat as no company.',
  },
  {
    file: 'src/server/payments/outside-refunds.ts',
    text: 'const nth = written.length + index + 1;',
    from: 'written.length + index + 1',
    to: 'written.length + index - (1)',
    why: 'Another spelling of keys that are made nowhere else: the parts of one refund are counted on, and still have one each.',
  },
  {
    file: 'src/server/payments/settle.ts',
    text: 'const which = isWhole ? eq(orderCarts.order, order._id) : inArray(orderCarts._id, payment.carts ?? []);',
    from: 'payment.carts ?? []',
    to: 'payment.carts',
    why: 'Reached with carts alone: where the payment is not the whole, the line above has asked for them.',
  },
  {
    file: 'src/server/payments/settle.ts',
    text: 'if (parts.length > 1) await tx.update(payments).set(values).where(eq(payments.batch, payment._id));',
    from: 'parts.length > 1',
    to: 'true',
    why: 'A charge of one part has no payment whose batch it is: the statement meets no row, and is spared for its time.',
  },
  {
    file: 'src/server/payments/settle.ts',
    text: 'return left > 0 ? [...parts, { ...whole, amount: left }] : parts;',
    from: '0',
    to: '1',
    why: "A payment of carts is the sum of their lines and tax, or less, and these don't change once ordered: nothing is left.",
  },
  {
    file: 'src/server/payments/jobs.ts',
    text: 'retryLimit: 8,',
    from: '8',
    to: '9',
    why: "How often a card is tried to be forgotten before somebody looks at the dead job is a choice, and no rule's.",
  },
  {
    file: 'src/server/payments/timed-gateway.ts',
    text: 'buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],',
    from: '0.25',
    to: '1.25',
    why: 'Steps of a figure for people who watch the shop: a choice that nothing depends on.',
  },
  {
    file: 'src/server/payments/test-gateway.ts',
    text: 'await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${request.reference}, 0))`);',
    from: 'await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${request.reference}, 0))`);',
    to: '',
    why: 'The embedded database has one connection, where transactions come one after the other without a lock.',
  },
  {
    file: 'src/server/auth/ways-in.ts',
    text: "} = await ENDERS[way](tx, user, ends[cause] === 'others' ? kept : {});",
    from: "ends[cause] === 'others'",
    to: 'true',
    why: "Each cause keeps only what its column has as `others`, and no ender looks at what another one's keeps.",
  },
  {
    file: 'src/server/auth/first-admin.ts',
    text: 'await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);',
    from: 'await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);',
    to: '',
    why: 'The embedded database has one connection, where transactions come one after the other without a lock.',
  },
  {
    file: 'src/server/auth/second-factor.ts',
    text: 'and(',
    from: 'and( eq(recoveryCodes.hash, recoveryHash(_id, code)), eq(recoveryCodes.user, _id), isNull(recoveryCodes.usedAt), )',
    to: 'and(eq(recoveryCodes.hash, recoveryHash(_id, code)), isNull(recoveryCodes.usedAt))',
    why: "The hash is made with the user's `_id`, so that no other user has it: said twice on purpose.",
  },
  {
    file: 'src/server/auth/second-factor.ts',
    text: 'set: { secret: sealed, lastStep: 0 },',
    from: '0',
    to: '1',
    why: "Steps are half minutes since 1970: the last one that was taken is as far below today's at 1 as at 0.",
  },
  {
    file: 'src/server/auth/google.ts',
    text: "if (pgError(error)?.code !== '23505' && !(error instanceof AppError && error.reason === 'email_taken')) {",
    from: "pgError(error)?.code !== '23505' && !(error instanceof AppError && error.reason === 'email_taken')",
    to: "(pgError(error)?.code !== '23505') || (!(error instanceof AppError && error.reason === 'email_taken'))",
    why: 'Two that make an account at once meet only over two connections; google.test.ts has two windows do so on Postgres.',
  },
  {
    file: 'src/server/auth/google.ts',
    text: "if (pgError(error)?.code !== '23505' && !(error instanceof AppError && error.reason === 'email_taken')) {",
    from: "'email_taken'",
    to: "''",
    why: 'Two that make an account at once meet only over two connections; google.test.ts has two windows do so on Postgres.',
  },
];
