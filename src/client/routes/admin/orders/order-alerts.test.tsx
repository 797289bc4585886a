import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { OrderAlerts } from '#client/routes/admin/orders/order-alerts.tsx';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const api = setApi();

const CASH = 'Hand out $22.09 in cash for order 1042, which was canceled.';
const CHECK = 'Send a check of $36.95 for order 1042, which was changed.';
const HAND_OUTS = [
  { alert: CASH, way: 'cash', amount: 22.09 },
  { alert: CHECK, way: 'check', amount: 36.95 },
];
const orderWith = (...alerts: string[]) =>
  ({
    ...{ _id: 'order', company: null, companyName: null, overLimit: false, alerts },
    handOuts: HAND_OUTS.filter(({ alert }) => alerts.includes(alert)),
  }) as unknown as OrderRecord;
const buttons = () => [...api.page.querySelectorAll('button')].map(({ textContent }) => textContent);

it('an alert is dismissed, but for one about money: by that it is said to be handed out', async () => {
  await api.show(<OrderAlerts order={orderWith(CASH, CHECK, 'The card was refused')} />);
  expect(buttons()).toEqual(['I handed out the cash', 'I sent the check', 'Dismiss']);
});

it.each([
  [CASH, 'I handed out the cash'],
  [CHECK, 'I sent the check'],
])('%s: its button sends the alert with the note', async (alert, deed) => {
  api.answers['orders.dismissAlert'] = () => ({});
  await api.show(<OrderAlerts order={orderWith(alert)} />);
  await api.type('Note', 'at the counter');
  await api.press(deed);
  await api.submit();
  expect(api.sentTo('orders.dismissAlert')[0]).toEqual({ _id: 'order', alert, note: 'at the counter' });
});
