import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { OrderAlerts } from '#client/routes/admin/orders/order-alerts.tsx';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const api = setApi();

const orderWith = (...alerts: string[]) =>
  ({ _id: 'order', company: null, companyName: null, overLimit: false, alerts }) as unknown as OrderRecord;
const buttons = () => [...api.page.querySelectorAll('button')].map(({ textContent }) => textContent);

it('an alert is dismissed, but for one about money: by that it is said to be handed out', async () => {
  const handOut = 'Hand out $22.09 in cash for order 1042, which was canceled.';
  const send = 'Send a check of $36.95 for order 1042, which was changed.';
  const alerts = [handOut, send, 'The card was refused'];
  await api.show(<OrderAlerts order={orderWith(...alerts)} />);
  expect(buttons()).toEqual(['I handed out the cash', 'I sent the check', 'Dismiss']);
});

it.each([
  ['Hand out $22.09 in cash for order 1042, which was canceled.', 'I handed out the cash'],
  ['Send a check of $36.95 for order 1042, which was changed.', 'I sent the check'],
])('%s: its button sends the alert with the note', async (alert, deed) => {
  api.answers['orders.dismissAlert'] = () => ({});
  await api.show(<OrderAlerts order={orderWith(alert)} />);
  await api.type('Note', 'at the counter');
  await api.press(deed);
  await api.submit();
  expect(api.sentTo('orders.dismissAlert')[0]).toEqual({ _id: 'order', alert, note: 'at the counter' });
});
