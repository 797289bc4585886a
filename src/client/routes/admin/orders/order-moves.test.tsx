import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { countOf, fieldsOf, type OrderFields } from '#client/routes/admin/orders/order-fields.ts';
import { OrderMoves } from '#client/routes/admin/orders/order-moves.tsx';
import { useSaveOrder } from '#client/routes/admin/orders/use-save-order.ts';
import { useDraft } from '#client/ui/record/use-draft.ts';
import { ORDER_LABELS } from '#shared/office-labels.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const api = setApi();
const texts = Object.fromEntries(Object.keys(ORDER_LABELS).map(name => [name, '']));
const orderOf = (more: object = {}) =>
  ({
    ...{ ...texts, _id: 'order', version: 1, status: 'Ready', tracking: [], shippingMethod: 'local' },
    ...{ cart: [{ _id: 'line', quantity: 1, fulfilled: 1 }], paymentType: 'Cash', name: 'Tom' },
    ...{ total: 25.98, amountPaid: 0, amountCredited: 0, paid: false, ...more },
  }) as unknown as OrderRecord;

function Record({ order }: { order: OrderRecord }) {
  const draft = useDraft<OrderFields>('a test', { ...fieldsOf(order), [countOf('line')]: 1 });
  return <OrderMoves order={order} draft={draft} saving={useSaveOrder(order, draft)} more={null} />;
}
const show = (more: object = {}) => api.show(<Record order={orderOf(more)} />);
const moved = () => api.sentTo('orders.adminPatch').map(sent => (sent as { status: string }).status);
const isAsked = () => (api.page.textContent ?? '').includes('is not paid');

it('what is not paid is completed only once that is said to be wanted, or paid first', async () => {
  api.answers['orders.adminPatch'] = () => orderOf({ status: 'Completed' });
  for (const paymentType of ['Cash', 'Check', 'credit-card']) {
    await show({ paymentType });
    await api.press('Complete');
    expect(api.page.textContent).toContain('$25.98 is not paid');
    expect(api.page.textContent).toContain('Hand it over all the same?');
    expect(moved()).toEqual([]);
    await api.press('Cancel');
  }
  await show();
  await api.press('Complete');
  await api.press('Take the payment');
  await api.until(() => expect(api.page.textContent).toContain('Payment from Tom'));
  expect(moved()).toEqual([]);
});

it('it is completed unpaid by whoever says so', async () => {
  api.answers['orders.adminPatch'] = () => orderOf({ status: 'Completed' });
  await show({ status: 'Shipped', shippingMethod: 'ground' });
  await api.press('Complete');
  await api.press('Complete it');
  await api.until(() => expect(moved()).toEqual(['Completed']));
});

it('what is paid or on account is completed without a question', async () => {
  api.answers['orders.adminPatch'] = () => orderOf({ status: 'Completed' });
  for (const more of [{ paymentType: 'Terms' }, { amountPaid: 25.98, paid: true }]) {
    const before = moved().length;
    await show(more);
    await api.press('Complete');
    expect(isAsked()).toBe(false);
    await api.until(() => expect(moved()).toHaveLength(before + 1));
  }
});
