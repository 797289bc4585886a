import type { AccountEntryKind } from '#shared/enumerations.ts';
import { longDate } from '#shared/rules/order-facts.ts';
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

type Line = Pick<Statement['entries'][number], 'createdAt' | 'kind' | 'amount' | 'order' | 'receipt'>;

/** Says what a line of an account is of; the order that it is of stands after it. */
export function lineWords({ createdAt, kind, amount, order, receipt }: Line): string {
  if (!receipt) return KIND_TEXTS[kind];
  const name = [receipt.method, receipt.number].filter(Boolean).join(' ');
  if (receipt.bounced) return `${receipt.mistaken ? 'Entered by mistake' : 'Returned by the bank'}: ${name}`;
  const received = receipt.receivedOn ? `, received ${dayWords(receipt.receivedOn, createdAt)}` : '';
  if (amount < 0) return `Payment by ${name}${received}${order ? '' : ', kept on account'}`;
  return order ? `Payment by ${name}, taken off` : `Used of what was on account: ${name}`;
}

/** A day, with its year where that is another than that of the line. */
const dayWords = (day: string, createdAt: string): string => {
  const [words, year] = longDate(day).split(', ');
  return createdAt.startsWith(`${year}-`) ? `${words}` : `${words}, ${year}`;
};
