import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { useUnderWay } from '#client/routes/admin/orders/use-under-way.ts';
import { trpc } from '#client/trpc.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const api = setApi();
const id = '0197f0c0-0000-7000-8000-000000000001';

function Record() {
  const { data } = trpc.orders.record.useQuery({ id }, { staleTime: 0 });
  return data ? <Shown order={data} /> : null;
}

function Shown({ order }: { order: OrderRecord }) {
  useUnderWay(order);
  return <p>{`Refunded ${order.amountRefunded}`}</p>;
}

it('an order is read anew until the refund that is under way was made', async () => {
  let status = 'starting';
  api.answers['orders.record'] = () => ({
    ...{ _id: id, status: 'Completed', paid: true, paymentType: 'credit-card', total: 40 },
    amountRefunded: status === 'succeeded' ? 40 : 0,
  });
  api.answers['orders.history'] = () => ({
    entries: [{ kind: 'refund', _id: 'refund', amount: 40, status }],
    cursor: null,
  });
  await api.show(<Record />);
  expect(api.page.textContent).toBe('Refunded 0');
  status = 'succeeded';
  await api.until(() => expect(api.page.textContent).toBe('Refunded 40'));
});
