import { act, lazy } from 'react';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { App } from '#client/app.tsx';
import { OfficeTools } from '#client/features/office/office-tools.tsx';
// Read beforehand, as the tools read it when it is first opened.
import '#client/features/office/palette.tsx';
import { createApiClient, createQueryClient } from '#client/trpc.ts';
import { setStage } from '#client/ui/stage.test-support.ts';

const stage = setStage();

const LATE = ['data', 'program'] as const;

/** Shows an office with a start page, and another at `/orders` whose data or program comes when it is let come. */
function openOffice(late: (typeof LATE)[number]) {
  let comes: () => void = () => undefined;
  const isThere = new Promise<null>(resolve => {
    comes = () => resolve(null);
  });
  const Orders = lazy(async () => {
    if (late === 'program') await isThere;
    return { default: () => <h1>Orders</h1> };
  });
  const office = (
    <>
      <OfficeTools commands={[]} withPages={new Set()} />
      <Outlet />
    </>
  );
  const children = [
    { path: '/', element: <h1>Today</h1> },
    { path: '/orders', element: <Orders />, loader: () => (late === 'data' ? isThere : null) },
  ];
  const router = createBrowserRouter([{ element: office, hydrateFallbackElement: <p />, children }]);
  stage.show(
    <App api={createApiClient()} queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </App>,
  );
  return {
    goToOrders: () => act(async () => void router.navigate('/orders')),
    comes: () => act(async () => comes()),
  };
}

const heading = () => stage.page.querySelector('h1')?.textContent;
const field = () => stage.page.querySelector<HTMLInputElement>('dialog [role="combobox"]');
async function pressCtrlK(): Promise<void> {
  await act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
  });
}
const opened = () => act(async () => expect.poll(field).toBeTruthy());

it.each(LATE)('a palette opened while the %s of the next page is on its way stays as it is', async late => {
  const office = openOffice(late);
  await office.goToOrders();
  expect(heading()).toBe('Today');
  expect(window.location.pathname).toBe(late === 'data' ? '/' : '/orders');
  await pressCtrlK();
  await opened();
  const before = field();
  await office.comes();
  await act(async () => expect.poll(heading).toBe('Orders'));
  expect(field()).toBe(before);
});

it('a palette that is open goes with its page', async () => {
  const office = openOffice('data');
  await office.comes();
  await pressCtrlK();
  await opened();
  await office.goToOrders();
  await act(async () => expect.poll(heading).toBe('Orders'));
  expect(field()).toBeNull();
});
