import { expect, it } from 'vitest';
import { EMAIL_STATUSES, PAYMENT_STATUSES, REFUND_STATUSES } from '#shared/enumerations.ts';
import { historyDetails, historyWords, ORDER_EVENT_WORDS, whoWords } from '#shared/rules/history-words.ts';
import { ORDER_EVENTS } from '#shared/rules/order-events.ts';
import type { HistoryEntry } from '#shared/schemas/staff-history.ts';

it('every event of an order has words of its own', () => {
  expect(Object.keys(ORDER_EVENT_WORDS).sort()).toEqual([...ORDER_EVENTS].sort());
  expect(new Set(Object.values(ORDER_EVENT_WORDS)).size).toBe(ORDER_EVENTS.length);
});

it.each([
  [{ who: 'system', user: null }, 'The shop'],
  [{ who: 'customer', user: null }, 'The customer'],
  [{ who: 'rae@example.com', user: null }, 'rae@example.com'],
  [{ who: 'system', user: '019ab000-0000-7000-8000-000000000000' }, 'system'],
])('%o did it: “%s”', (entry, expected) => {
  expect(whoWords(entry)).toBe(expected);
});

const words = (entry: object) => historyWords(entry as HistoryEntry);

it('every state of each kind of entry has words', () => {
  for (const [kind, statuses, fields] of [
    ['email', EMAIL_STATUSES, { to: 'ada@example.com' }],
    ['payment', PAYMENT_STATUSES, { amount: 10.83 }],
    ['refund', REFUND_STATUSES, { amount: 10.83 }],
  ] as const) {
    const told = statuses.map(status => words({ kind, status, ...fields }));
    expect(told.join()).not.toContain('undefined');
    expect(new Set(told).size).toBe(statuses.length);
  }
});

it.each([
  [{ kind: 'event', name: 'status' }, 'Status changed'],
  [{ kind: 'email', to: 'ada@example.com', status: 'sent' }, 'Email to ada@example.com was sent'],
  [{ kind: 'payment', amount: 430.84, status: 'declined' }, 'Payment of $430.84 was declined'],
  [{ kind: 'refund', amount: 53.69, status: 'succeeded' }, 'Refund of $53.69 was made'],
  [{ kind: 'refund', amount: -53.69, status: 'succeeded' }, 'Refund of $53.69 came back'],
  [{ kind: 'return', status: 'Received' }, 'Return requested'],
  [{ kind: 'event', name: 'return', description: 'Requested → Approved' }, 'Return approved'],
  [{ kind: 'event', name: 'return', description: 'Received → Refunded: $5.00 by check.' }, 'Return settled'],
  [{ kind: 'event', name: 'return', description: '' }, 'Return moved on'],
  [{ kind: 'comment', deletedAt: null }, 'Comment'],
  [{ kind: 'comment', deletedAt: '2026-11-25T10:00:00.000Z' }, 'Comment removed'],
])('%o is told as “%s”', (entry, expected) => {
  expect(words(entry)).toBe(expected);
});

it.each([
  [
    {
      ...{ kind: 'event', name: 'edited', description: 'poNumber, cost' },
      changes: [
        { field: 'poNumber', before: 'PO 1', after: 'PO 9' },
        { field: 'cost', before: '', after: '3' },
      ],
    },
    ['PO number: PO 1 → PO 9', 'cost: – → 3'],
  ],
  [
    { kind: 'event', name: 'status', description: 'Submitted → Processing', changes: [] },
    ['Submitted → Being prepared'],
  ],
  [{ kind: 'event', name: 'status', description: 'by hand', changes: [] }, ['by hand']],
  [{ kind: 'event', name: 'tracking', description: 'UPS 1Z9', changes: [] }, ['UPS 1Z9']],
  [{ kind: 'event', name: 'tracking', description: '', changes: [] }, ['None are known']],
  [{ kind: 'event', name: 'canceled', description: '', changes: [] }, []],
  [
    { kind: 'event', name: 'waits for an Admin', description: '$22.09: $22.09 in cash: late', changes: [] },
    ['$22.09 in cash: late'],
  ],
  [
    { kind: 'event', name: 'waits for an Admin', description: '$22.09: $2.00 in cash', changes: [] },
    ['$22.09: $2.00 in cash'],
  ],
  [
    {
      ...{ kind: 'event', name: 'edited', description: 'deliveryDate' },
      changes: [{ field: 'deliveryDate', before: '2026-12-08', after: '' }],
    },
    ['Requested for: December 8, 2026 → –'],
  ],
  [{ kind: 'email', subject: 'Your order' }, ['Your order']],
  [
    { kind: 'payment', method: 'card', declineReason: 'insufficient_funds' },
    ['By card', 'Not enough money on the card'],
  ],
  [{ kind: 'payment', method: 'card', declineReason: 'card_declined' }, ['By card']],
  [{ kind: 'payment', method: 'check', declineReason: null }, ['By check']],
  [{ kind: 'payment', method: 'ach', declineReason: null }, ['ach']],
  [{ kind: 'refund', reason: 'late charge' }, ['late charge']],
  [
    { kind: 'event', name: 'return', description: 'Received → Refunded: $5.00 by check.', changes: [] },
    ['$5.00 by check.'],
  ],
  [{ kind: 'event', name: 'return', description: 'Requested → Approved', changes: [] }, []],
  [{ kind: 'event', name: 'submitted', description: 'Held', changes: [] }, ['Waiting for payment']],
  [{ kind: 'return', notes: 'Two bent', refund: 53.69, refundTo: 'card' }, ['Two bent']],
  [{ kind: 'return', notes: '', refund: 53.69, refundTo: 'card' }, []],
  [{ kind: 'comment', text: 'Call them' }, ['Call them']],
])('%o says besides: %j', (entry, expected) => {
  expect(historyDetails(entry as HistoryEntry)).toEqual(expected);
});
