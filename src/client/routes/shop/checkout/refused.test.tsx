import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { observable } from '@trpc/server/observable';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { board } from '#client/features/notices/notices.ts';
import { Refused } from '#client/routes/shop/checkout/refused.tsx';
import { trpc } from '#client/trpc.ts';
import type { Remedy } from '#shared/errors.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const _id = '01890000-0000-7000-8000-000000000001';
const bid: Remedy = {
  text: 'Send the cart as a bid for our prices.',
  calls: [{ name: 'carts.saveAsBid', rest: 'POST /users/cart', input: { _id } }],
};

function Place() {
  const { pathname, search } = useLocation();
  return <output>{`${pathname}${search}`}</output>;
}

it('leads to the cart that a remedy sent as a bid, and says that it was sent', async () => {
  const queryClient = new QueryClient();
  const sent: unknown[] = [];
  const client = trpc.createClient({
    links: [
      () =>
        ({ op }) =>
          observable(observer => {
            sent.push([op.path, op.input]);
            observer.next({ result: { type: 'data', data: { _id } } });
            observer.complete();
          }),
    ],
  });
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  const failure = { issues: [], payment: null, said: 'Too much to be held.', remedies: [bid] };
  await act(async () =>
    root.render(
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={['/checkout/summary']}>
            <Refused failure={failure} taken={null} onAgain={() => null} />
            <Place />
          </MemoryRouter>
        </QueryClientProvider>
      </trpc.Provider>,
    ),
  );
  await act(async () => page.querySelector('button')?.click());
  await vi.waitFor(() => expect(page.querySelector('output')?.textContent).toBe(`/checkout?cart=${_id}`));
  expect(sent).toEqual([['carts.saveAsBid', { _id }]]);
  expect(board.shown()?.text).toBe(ORDER_NOTICES.savedAsBid.text);
  act(() => root.unmount());
  page.remove();
});
