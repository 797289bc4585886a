import { expect, it } from 'vitest';
import { EMAIL_STATUSES, PAYMENT_STATUSES, REFUND_STATUSES, RETURN_STATUSES } from '#shared/enumerations.ts';
import { historyWords, ORDER_EVENT_WORDS } from '#shared/rules/history-words.ts';
import { ORDER_EVENTS } from '#shared/rules/order-events.ts';
import type { HistoryEntry } from '#shared/schemas/staff-history.ts';

it('every event of an order has words of its own', () => {
  expect(Object.keys(ORDER_EVENT_WORDS).sort()).toEqual([...ORDER_EVENTS].sort());
  expect(new Set(Object.values(ORDER_EVENT_WORDS)).size).toBe(ORDER_EVENTS.length);
});

const words = (entry: object) => historyWords(entry as HistoryEntry);

it('every state of each kind of entry has words', () => {
  for (const [kind, statuses, fields] of [
    ['email', EMAIL_STATUSES, { to: 'ada@example.com' }],
    ['payment', PAYMENT_STATUSES, { amount: 10.83 }],
    ['refund', REFUND_STATUSES, { amount: 10.83 }],
    ['return', RETURN_STATUSES, {}],
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
  [{ kind: 'return', status: 'Received' }, 'Return received'],
  [{ kind: 'comment', deletedAt: null }, 'Comment'],
  [{ kind: 'comment', deletedAt: '2026-11-25T10:00:00.000Z' }, 'Comment removed'],
])('%o is told as “%s”', (entry, expected) => {
  expect(words(entry)).toBe(expected);
});
