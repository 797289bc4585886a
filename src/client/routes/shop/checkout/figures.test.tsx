import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { useFigures } from '#client/routes/shop/checkout/figures.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { GetCostInput } from '#shared/schemas/checkout.ts';

const api = setApi();

const _id = '01890000-0000-7000-8000-000000000001';
const saved: GetCostInput = { cartIds: [_id], shippingMethod: 'local' };

function Total({ input, isPlacing }: { input: GetCostInput; isPlacing: boolean }) {
  return <output>{useFigures(input, isPlacing).data?.total}</output>;
}

it('asks nothing of an order that is being placed, and shows its last figures until it is not', async () => {
  const asked = () => api.sentTo('orders.getCost');
  api.answers['orders.getCost'] = () => ({ total: toMoney(100 * asked().length) });
  await api.show(<Total input={saved} isPlacing={false} />);
  expect(api.page.textContent).toBe('1');

  const replacing = { ...saved, replaces: { _id } };
  await api.show(<Total input={replacing} isPlacing />);
  expect(asked()).toEqual([saved]);
  expect(api.page.textContent).toBe('1');

  await api.show(<Total input={replacing} isPlacing={false} />);
  expect(api.page.textContent).toBe('2');
  expect(asked()).toEqual([saved, replacing]);
});
