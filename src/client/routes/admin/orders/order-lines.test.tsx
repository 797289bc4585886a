import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import type { OrderDraft } from '#client/routes/admin/orders/order-fields.ts';
import { OrderLines } from '#client/routes/admin/orders/order-lines.tsx';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const api = setApi();

const line = (_id: string) => ({
  ...{ _id, variantId: _id, name: 'Knob', productNum: _id, vendor: '', room: '', isBundle: false },
  ...{ bundleItems: [], quantity: 6, fulfilled: 0, price: 10, priceSource: 'base', binLocation: 'A-1' },
  ...{ itemDiscount: 0, pieceSize: 1 },
});
const draft = { values: {}, type: () => undefined } as unknown as OrderDraft;

it.each([
  [0, '0 more available'],
  [1200, '1,200 more available'],
  [-2, '2 back-ordered'],
  [null, 'ships from the maker'],
])('a line of an order says what is left beside its own pieces: %s is told as “%s”', async (stock, words) => {
  const order = {
    ...{ _id: 'order', status: 'Submitted', carts: [], cart: [line('K-1')], stockNow: { 'K-1': stock } },
  } as unknown as OrderRecord;
  await api.show(<OrderLines order={order} draft={draft} errors={{}} />);
  expect(api.page.textContent).toContain(words);
  expect(api.page.textContent).not.toContain('on the shelf');
});
