import { expect, it } from 'vitest';
import { toldDetails } from '#server/refusal-details.ts';

it('keeps to itself what nobody said may be told', () => {
  const order = { _id: 'a', orderNumber: 7, status: 'Held', cost: 12, orderKey: 'secret' };
  const told = toldDetails({ order, retryAfter: 5, ...{ secretKey: 'k' } });
  expect(told).toEqual({ order: { _id: 'a', orderNumber: 7, status: 'Held' }, retryAfter: 5 });
});
