import { expect, it } from 'vitest';
import { beginEdit, deliveryOf, type EditDraft, rebaseEdit } from '#client/routes/admin/orders/edit-draft.ts';
import { askedLines, withAdded } from '#client/routes/admin/orders/edit-lines.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const line = (_id: string, more: object = {}) => ({
  ...{ _id, name: 'Knob', productNum: _id.toUpperCase(), productId: 'p', variantId: `v ${_id}`, quantity: 4 },
  ...{ price: 10, priceSource: 'base', fulfilled: 0, ...more },
});
const record = (more: object) =>
  ({
    ...{ version: 1, status: 'Submitted', couponCode: '', shippingMethod: 'local', carts: [], notes: '' },
    ...{ shippingAddress: '', shippingCity: '', shippingState: '', shippingZip: '' },
    ...{ billingAddress: '', billingCity: '', billingState: '', billingZip: '' },
    ...{ deliveryDate: '2026-11-28', poNumber: '', ...more },
  }) as unknown as OrderRecord;
const typeLine = (draft: EditDraft, key: string, typed: object): EditDraft => ({
  ...draft,
  lines: draft.lines.map(one => (one.key === key ? { ...one, ...typed } : one)),
});

it('what is typed stays when somebody else changes the order, the rest is as they have it', () => {
  const before = record({ cart: [line('a'), line('b'), line('c'), line('d')] });
  const after = record({
    version: 2,
    cart: [line('a', { quantity: 7 }), line('b', { price: 9 }), line('e', { quantity: 1 })],
    ...{ couponCode: 'SPRING', shippingMethod: 'ground', shippingCity: 'Austin', status: 'Processing' },
    deliveryDate: '2026-12-08',
  });
  let draft = beginEdit(before);
  draft = typeLine(draft, 'a', { quantity: '5' });
  draft = typeLine(draft, 'd', { price: '8', reason: 'scratched' });
  draft = { ...draft, shippingMethod: 'air' };
  const { draft: put, others } = rebaseEdit(draft, after);
  expect(put.lines.map(({ _id, quantity, price, productNum }) => [_id, productNum, quantity, price])).toEqual(
    [
      ['a', 'A', '5', ''],
      ['b', 'B', '4', ''],
      [null, 'D', '4', '8'],
      ['e', 'E', '1', ''],
    ],
  );
  expect(put).toMatchObject({
    ...{ of: after, couponCode: 'SPRING', shippingMethod: 'air', address: { shippingCity: 'Austin' } },
  });
  expect(others).toEqual([
    'A is 7 at $10.00 now, and was 4 at $10.00',
    'B is 4 at $9.00 now, and was 4 at $10.00',
    'C was taken out',
    'D was taken out',
    'E was added, 1 at $10.00',
    'The coupon is SPRING now',
    'Delivery is Ground shipping now',
    'The status is Being prepared now',
    'Ship to: city is Austin now',
    'Requested for is December 8, 2026 now',
  ]);
});

it('no more is asked of the delivery than what was typed over', () => {
  const draft = beginEdit(record({ cart: [], shippingMethod: 'ground', shippingCity: 'Austin' }));
  expect(deliveryOf(draft)).toEqual({});
  const address = { ...draft.address, shippingAddress: ' 7 Oak Row ', shippingCity: ' Austin ' };
  expect(deliveryOf({ ...draft, shippingMethod: 'air', address })).toEqual({
    ...{ shippingMethod: 'air', shippingAddress: '7 Oak Row' },
  });
  expect(deliveryOf({ ...draft, address: { ...draft.address, billingCity: 'Reno' } })).toEqual({
    billingCity: 'Reno',
  });
});

it('whom the bill goes to stays as it was typed, and is told where somebody else changed it', () => {
  const before = record({ cart: [] });
  const draft = beginEdit(before);
  const typed = { ...draft, address: { ...draft.address, billingCity: 'Reno' } };
  const { draft: put, others } = rebaseEdit(
    typed,
    record({ cart: [], version: 2, billingCity: 'Austin', billingZip: '78701' }),
  );
  expect(put.address).toMatchObject({ billingCity: 'Reno', billingZip: '78701' });
  expect(others).toEqual(['Bill to: city is Austin now', 'Bill to: ZIP code is 78701 now']);
});

it('an item joins a cart that is not paid, where the order has several, and is one line however often it is scanned', () => {
  const cart = (_id: string, paid: boolean, cartItems: object[]) => ({
    _id,
    orderName: _id,
    paid,
    cartItems,
  });
  const [a, b] = [line('a'), line('b')];
  const several = record({ cart: [a, b], carts: [cart('Bath', true, [a]), cart('Hall', false, [b])] });
  const item = {
    variant: {
      _id: 'n',
      productNum: 'N',
      product: { _id: 'p', title: 'New' },
      options: [],
      price: 3,
      stock: 9,
    },
    quantity: 2,
  } as never;
  const lines = withAdded(several, withAdded(several, beginEdit(several).lines, [item]), [item]);
  expect(lines.map(({ note }) => note)).toEqual(['Bath', 'Hall', '9 in stock']);
  expect(askedLines(several, lines).cart.at(-1)).toEqual({
    ...{ productId: 'p', variantId: 'n', quantity: 4, cart: 'Hall' },
  });
  const one = record({ cart: [a], carts: [cart('Bath', false, [a])] });
  expect(askedLines(one, withAdded(one, [], [item])).cart).toEqual([
    { productId: 'p', variantId: 'n', quantity: 2 },
  ]);
});
