import { expect, it } from 'vitest';
import { ORDER_EVENT_WORDS } from '#shared/rules/history-words.ts';
import { ORDER_EVENTS } from '#shared/rules/order-events.ts';

it('every event of an order has words of its own', () => {
  expect(Object.keys(ORDER_EVENT_WORDS).sort()).toEqual([...ORDER_EVENTS].sort());
  expect(new Set(Object.values(ORDER_EVENT_WORDS)).size).toBe(ORDER_EVENTS.length);
});
