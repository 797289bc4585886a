import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { CancelOrder } from '#client/routes/admin/orders/end-order.tsx';
import type { GiveBackWay } from '#shared/enumerations.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const api = setApi();

const order = {
  ...{ _id: 'order', orderNumber: 1042, status: 'Submitted', email: '', storeCredit: 0 },
  ...{ user: 'user', company: null },
} as unknown as OrderRecord;

it.each<[GiveBackWay, string]>([
  ['check', 'goes back by check'],
  ['cash', 'goes back in cash'],
  ['account', 'stays on their account'],
  ['card', 'goes back to the card'],
])('a cancel says of money that goes back by way of %s what becomes of it', async (way, words) => {
  api.answers['refunds.look'] = () => ({ onCancel: [{ way, amount: 91.8 }] });
  await api.show(<CancelOrder order={order} onClose={() => undefined} />);
  await api.until(() =>
    expect(api.page.textContent).toContain(`$91.80, which is left of what was paid, ${words}.`),
  );
});
