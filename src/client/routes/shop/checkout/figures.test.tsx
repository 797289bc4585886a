import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { observable } from '@trpc/server/observable';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useFigures } from '#client/routes/shop/checkout/figures.ts';
import { trpc } from '#client/trpc.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { GetCostInput } from '#shared/schemas/checkout.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const _id = '01890000-0000-7000-8000-000000000001';
const saved: GetCostInput = { cartIds: [_id], shippingMethod: 'local' };

function Total({ input, isPlacing }: { input: GetCostInput; isPlacing: boolean }) {
  return <output>{useFigures(input, isPlacing).data?.total}</output>;
}

it('asks nothing of an order that is being placed, and shows its last figures until it is not', async () => {
  const asked: unknown[] = [];
  const client = trpc.createClient({
    links: [
      () =>
        ({ op }) =>
          observable(observer => {
            asked.push(op.input);
            observer.next({ result: { type: 'data', data: { total: toMoney(100 * asked.length) } } });
            observer.complete();
          }),
    ],
  });
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  const queryClient = new QueryClient();
  const show = (input: GetCostInput, isPlacing: boolean) =>
    act(async () =>
      root.render(
        <trpc.Provider client={client} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <Total {...{ input, isPlacing }} />
          </QueryClientProvider>
        </trpc.Provider>,
      ),
    );
  await show(saved, false);
  await act(() => vi.waitFor(() => expect(page.textContent).toBe('1')));

  const replacing = { ...saved, replaces: { _id } };
  await show(replacing, true);
  expect(asked).toEqual([saved]);
  expect(page.textContent).toBe('1');

  await show(replacing, false);
  await act(() => vi.waitFor(() => expect(page.textContent).toBe('2')));
  expect(asked).toEqual([saved, replacing]);
  await act(async () => root.unmount());
});
