import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { HandOver } from '#client/routes/admin/picking/hand-over.tsx';
import type { PickSheet } from '#shared/schemas/staff-picking.ts';

const api = setApi();
const show = (order: object) =>
  api.show(
    <HandOver
      sheet={{ order: { _id: 'order', ordered: 1, fulfilled: 1, ...order }, ready: 1 } as PickSheet}
      onHandedOver={() => undefined}
    />,
  );
const handed = () => api.sentTo('orders.handOver').length;

it('what is not paid is handed over only once that is said to be wanted', async () => {
  api.answers['orders.handOver'] = () => ({ status: 'Completed', ordered: 1, fulfilled: 1 });
  await show({ paymentType: 'Cash', open: 19.49 });
  await api.type('Collected by', 'Tom');
  await api.press('Hand over');
  expect(api.page.textContent).toContain('$19.49 is not paid');
  expect(api.page.querySelector('a')?.getAttribute('href')).toBe('/admin/orders/order');
  expect(handed()).toBe(0);
  await api.press('Hand it over');
  await api.until(() => expect(handed()).toBe(1));
});

it('what is on account is handed over without a question', async () => {
  api.answers['orders.handOver'] = () => ({ status: 'Completed', ordered: 1, fulfilled: 1 });
  await show({ paymentType: 'Terms', open: 19.49 });
  await api.type('Collected by', 'Tom');
  await api.press('Hand over');
  await api.until(() => expect(handed()).toBe(1));
});
