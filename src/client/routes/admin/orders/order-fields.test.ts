import { expect, it } from 'vitest';
import { hasParcels, textOf } from '#client/routes/admin/orders/order-fields.ts';

const parcel = { carrier: 'UPS', number: '1Z9' };

it.each([
  ['what is sent', { shippingMethod: 'ground' }, true],
  ['what is fetched', { shippingMethod: 'local' }, false],
  ['what is fetched, and has one', { shippingMethod: 'local', tracking: [parcel] }, true],
  ['what is canceled', { shippingMethod: 'ground', status: 'Canceled' }, false],
])('parcels of %s', (_name, more, has) => {
  const order = { status: 'Submitted', tracking: [], ...more };
  expect(hasParcels(order as unknown as Parameters<typeof hasParcels>[0])).toBe(has);
});

it('a day that somebody else changed is said as the screen says days', () => {
  expect(textOf('deliveryDate', '2026-12-08')).toBe('December 8, 2026');
  expect(textOf('deliveryDate', '')).toBe('');
  expect(textOf('tracking', [parcel])).toBe('UPS 1Z9');
});
