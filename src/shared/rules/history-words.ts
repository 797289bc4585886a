import type { EMAIL_STATUSES, PaymentStatus, RefundStatus, ReturnStatus } from '#shared/enumerations.ts';
import { ORDER_LABELS } from '#shared/office-labels.ts';
import { formatMoney, toCents, toMoney } from '#shared/rules/money.ts';
import type { OrderEventName } from '#shared/rules/order-events.ts';
import { dayText, SHIPPING_WORDS, STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { HistoryEntry } from '#shared/schemas/staff-history.ts';

/** Puts what happened to an order into words, for staff; its description follows them. */
export const ORDER_EVENT_WORDS: Record<OrderEventName, string> = {
  submitted: 'Order placed',
  approved: 'Order approved',
  owner: 'Order given to its customer',
  status: 'Status changed',
  edited: 'Details changed',
  changed: 'Order changed',
  fulfilled: 'Counts changed',
  tracking: 'Parcels changed',
  canceled: 'Order canceled',
  paid: 'Payment received',
  'card declined': 'Card declined',
  'payment refused': 'Payment came too late',
  'payment link': 'Payment link made',
  'refund succeeded': 'Refund went through',
  'refund failed': 'Refund refused',
  'refund came back': 'Refund came back',
  'refund made at the payment service': 'Refund made at the payment service',
  'dispute opened': 'Payment disputed',
  'dispute answered': 'Dispute under review',
  'dispute won': 'Dispute won',
  'dispute lost': 'Dispute lost',
  'return requested': 'Return requested',
  return: 'Return moved on',
  mailed: 'Mailed by staff',
  'alert dismissed': 'Alert dismissed',
  'taken on over limit': 'Taken on over the limit',
  'changed over limit': 'Changed over the limit',
  'receipt bounced': 'Receipt bounced',
  'receipt taken back': 'Receipt taken back',
  'refund at will': 'Given back',
  'to hand out': 'To be handed out',
  'waits for an Admin': 'Waits for an Admin',
  'Admin approved': 'Approved by an Admin',
  'Admin declined': 'Declined by an Admin',
  'request lapsed': 'Not done any more',
  'picking begun': 'Picking begun',
  'picking taken over': 'Picking taken over',
  'picking left': 'Picking left',
  picked: 'Picked',
  'handed over': 'Handed over',
};

const EMAIL_WORDS: Record<(typeof EMAIL_STATUSES)[number], string> = {
  queued: 'is on its way',
  sent: 'was sent',
  captured: 'was written, and kept here',
  failed: 'could not be sent',
};

const PAYMENT_WORDS: Record<PaymentStatus, string> = {
  starting: 'has begun',
  requires_action: 'waits for the customer',
  succeeded: 'was received',
  declined: 'was declined',
  unknown: 'is being looked up',
  canceled: 'was canceled',
};

const REFUND_WORDS: Record<RefundStatus, string> = {
  starting: 'is on its way',
  succeeded: 'was made',
  failed: 'was refused',
  unknown: 'is being looked up',
};

const RETURN_WORDS: Record<ReturnStatus, string> = {
  Requested: 'Return requested',
  Approved: 'Return approved',
  Received: 'Return received',
  Refunded: 'Return settled',
  Rejected: 'Return rejected',
};

/** Puts an entry of an order's history into words, as it stands now. */
export function historyWords(entry: HistoryEntry): string {
  switch (entry.kind) {
    case 'event':
      return entry.name === 'return' ? stepWords(entry.description) : ORDER_EVENT_WORDS[entry.name];
    case 'email':
      return `Email to ${entry.to} ${EMAIL_WORDS[entry.status]}`;
    case 'payment':
      return `Payment of ${formatMoney(entry.amount)} ${PAYMENT_WORDS[entry.status]}`;
    case 'refund':
      return entry.amount < 0
        ? `Refund of ${formatMoney(toMoney(-toCents(entry.amount)))} came back`
        : `Refund of ${formatMoney(entry.amount)} ${REFUND_WORDS[entry.status]}`;
    case 'return':
      // It stands when it was asked for; what became of it is told by its steps.
      return RETURN_WORDS.Requested;
    case 'comment':
      return entry.deletedAt === null ? 'Comment' : 'Comment removed';
  }
}

/** Says of `Received → Refunded: $10.00 …` what the return is since; older ones end with the status. */
function stepWords(description: string): string {
  const [, status = ''] = /→ (\w+)/.exec(description) ?? [];
  return (RETURN_WORDS as Record<string, string>)[status] ?? ORDER_EVENT_WORDS.return;
}

/** Names whoever did it, as `historyEntrySchema` tells of them. */
export function whoWords({ who, user }: Pick<HistoryEntry, 'who' | 'user'>): string {
  if (user !== null) return who;
  return who === 'system' ? 'The shop' : who === 'customer' ? 'The customer' : who;
}

/** Says what is to be known besides, a line each: what changed, the words that were left with it, where money went. */
export function historyDetails(entry: HistoryEntry): string[] {
  return detailsOf(entry).filter(line => line !== '');
}

function detailsOf(entry: HistoryEntry): string[] {
  switch (entry.kind) {
    case 'event':
      if (entry.changes.length > 0) return entry.changes.map(fieldWords);
      if (entry.name === 'status' || entry.name === 'submitted') return [statusWords(entry.description)];
      if (entry.name === 'return') return [entry.description.split(': ').slice(1).join(': ')];
      if (entry.name === 'waits for an Admin') return [onceWords(entry.description)];
      return [entry.name === 'tracking' && entry.description === '' ? 'None are known' : entry.description];
    case 'email':
      return [entry.subject];
    case 'payment':
      return [METHOD_WORDS[entry.method] ?? entry.method, declineWords(entry.declineReason)];
    case 'refund':
      return [entry.reason];
    case 'return':
      return [entry.notes];
    case 'comment':
      return [entry.text];
  }
}

/** Leaves out an amount with which the words after it begin themselves: `$22.09: $22.09 in cash`. */
const onceWords = (description: string): string => description.replace(/^(\S*\$[\d,.]+): (?=\1 )/, '');

/** Says the statuses of `Submitted → Processing` as the rest of the office does. */
const statusWords = (description: string): string =>
  description
    .split(' → ')
    .map(one => (STATUS_WORDS as Record<string, string>)[one] ?? one)
    .join(' → ');

/** Says why a card was declined; '' where that says no more than that it was. */
const declineWords = (reason: string | null): string => (reason !== null && DECLINE_WORDS[reason]) || '';

/** Names the reasons of `payments/gateway.ts`, as staff would tell them. */
const DECLINE_WORDS: Record<string, string> = {
  insufficient_funds: 'Not enough money on the card',
  expired_card: 'The card has expired',
  incorrect_cvc: 'The security code was wrong',
  authentication_failed: 'The bank could not confirm that it was its owner',
  invalid_card: 'The card details were no longer valid',
  amount_not_chargeable: 'Cards can’t be charged this amount',
};

const METHOD_WORDS: Record<string, string> = { card: 'By card', check: 'By check', cash: 'In cash' };

/** Says a change of a field as the page of its order names it. */
export function fieldWords({
  field,
  before,
  after,
}: {
  field: string;
  before: string;
  after: string;
}): string {
  if (field === 'deliveryDate')
    return `${ORDER_LABELS[field]}: ${dayText(before) || '–'} → ${dayText(after) || '–'}`;
  if (field === 'shippingMethod') return `Delivery: ${methodWords(before)} → ${methodWords(after)}`;
  const name = (ORDER_LABELS as Record<string, string>)[field] ?? field;
  return `${name}: ${before || '–'} → ${after || '–'}`;
}

const methodWords = (method: string) =>
  (SHIPPING_WORDS as Record<string, { name: string }>)[method]?.name ?? method;
