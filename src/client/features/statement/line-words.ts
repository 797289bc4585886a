import type { AccountEntryKind } from '#shared/enumerations.ts';
import type { Statement } from '#shared/schemas/payments.ts';

const KIND_TEXTS: Record<AccountEntryKind, string> = {
  charge: 'Invoice',
  edit: 'Change of an order',
  payment: 'Payment',
  receipt: 'Payment',
  credit: 'Credit',
  cancel: 'Canceled',
  refund: 'Refund',
};

type Line = Pick<Statement['entries'][number], 'kind' | 'amount' | 'order' | 'receipt'>;

/** Says what a line of an account is of; the order that it is of stands after it. */
export function lineWords({ kind, amount, order, receipt }: Line): string {
  if (!receipt) return KIND_TEXTS[kind];
  const name = [receipt.method, receipt.number].filter(Boolean).join(' ');
  if (receipt.bounced) return `Returned by the bank: ${name}`;
  if (amount < 0) return order ? `Payment by ${name}` : `Payment by ${name}, kept on account`;
  return order ? `Payment by ${name}, taken off` : `Used of what was on account: ${name}`;
}
