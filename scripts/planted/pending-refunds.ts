import type { Planted } from './planted.ts';

/** Lists what goes wrong with a refund that the payment service takes on and does not make yet. */
export const OF_PENDING_REFUNDS: readonly Planted[] = [
  {
    name: 'a refund that is pending is taken for done',
    breaks: ['a refund that is pending at the payment service is open in the books'],
    file: 'payments/refunds.ts',
    from: "const result = answer.status === 'pending' ? { ...answer, status: 'unknown' as const } : answer;",
    to: "const result = answer.status === 'pending' ? { ...answer, status: 'succeeded' as const } : answer;",
  },
  {
    name: 'a refund that is pending is taken for refused',
    breaks: ['a refund that is pending at the payment service is open in the books'],
    file: 'payments/refunds.ts',
    from: "const result = answer.status === 'pending' ? { ...answer, status: 'unknown' as const } : answer;",
    to: "const result = answer.status === 'pending' ? { status: 'refused' as const, message: 'Pending.' } : answer;",
  },
  {
    name: 'nobody is told of a refund that failed',
    breaks: ['staff are told of a refund that failed'],
    file: 'payments/refunds.ts',
    from: '      await raiseAlert(tx, order._id, alert);\n      // Somebody',
    to: '      // Somebody',
  },
  {
    name: 'staff are told for good that a refund was not confirmed for a day',
    breaks: ['staff are told of a refund that is open for a day, and no longer'],
    file: 'payments/refunds.ts',
    from: "    if (outcome === 'unknown') return null;\n    await clearAlert(tx, order._id, unconfirmed(refund.amount));\n",
    to: "    if (outcome === 'unknown') return null;\n",
  },
];
