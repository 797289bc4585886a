import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { BeginReturn } from '#client/routes/admin/orders/begin-return.tsx';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const api = setApi();
const order = { _id: 'order', orderNumber: 1042, email: '' } as unknown as OrderRecord;
const nothing = () => undefined;

it('a return of nothing says so beside the first quantity, which has the focus', async () => {
  api.answers['returns.returnable'] = () => [
    { variantId: 'v1', name: 'Knob', productNum: 'K-1', left: 4 },
    { variantId: 'v2', name: 'Pull', productNum: 'P-1', left: 2 },
  ];
  await api.show(<BeginReturn order={order} onClose={nothing} onBegun={nothing} />);
  await api.submit();
  const first = api.field('Knob K-1: Quantity to return, of 4');
  expect(document.activeElement).toBe(first);
  const said = document.getElementById(first.getAttribute('aria-describedby') ?? '');
  expect(said?.textContent).toBe('Please enter how many of each item come back.');
});
