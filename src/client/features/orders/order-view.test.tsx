import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { OrderView } from '#client/features/orders/order-view.tsx';
import { trpc } from '#client/trpc.ts';
import { SHIPPING_METHODS, type ShippingMethod } from '#shared/enumerations.ts';
import { toMoney, ZERO } from '#shared/rules/money.ts';
import { type Order, orderSchema } from '#shared/schemas/orders.ts';

const _id = '01890000-0000-7000-8000-000000000001';
const total = toMoney(2500);
const addressOf = (kind: 'shipping' | 'billing') => ({
  [`${kind}Address`]: '12 Oak Street',
  ...{ [`${kind}City`]: 'Austin', [`${kind}State`]: 'TX', [`${kind}Zip`]: '78701' },
});

const order = (changes: Partial<Order>) =>
  orderSchema.parse({
    ...{ _id, orderNumber: 10001, orderName: '', status: 'Submitted', user: null, company: null },
    ...{ cart: [], carts: [], couponCode: '', paymentType: 'credit-card', shippingMethod: 'ground' },
    ...{ name: 'Ann', email: 'ann@example.com', phone: '', businessName: '', businessEmail: '' },
    ...{ ...addressOf('shipping'), ...addressOf('billing'), associatedAccountNumber: '' },
    ...{ customerRef: null, salesman: '', date: '2026-11-21', deliveryDate: '2026-11-24' },
    ...{ subTotal: total, shipping: ZERO, tax: ZERO, taxRate: 0, discount: ZERO, storeCredit: ZERO, total },
    ...{ amountPaid: ZERO, amountTakenBack: ZERO, amountRefunded: ZERO, amountCredited: ZERO },
    ...{ paid: false, finished: false },
    ...{ order_return: false, quickbooksId: null, poNumber: '', notes: '', heldUntil: null, dueDate: null },
    ...{ tracking: [], test: false, version: 1, createdAt: '2026-11-20T15:00:00Z' },
    ...changes,
  });

/** Shows an order in a shop whose address and clock are known. */
function shown(changes: Partial<Order>): string {
  const client = new QueryClient();
  const site = { timeZone: 'America/Chicago', address: '100 Anvil Lane, Austin' };
  client.setQueryData(getQueryKey(trpc.site.get, {}, 'query'), { site });
  return renderToStaticMarkup(
    <trpc.Provider client={trpc.createClient({ links: [] })} queryClient={client}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <OrderView order={order(changes)} />
        </MemoryRouter>
      </QueryClientProvider>
    </trpc.Provider>,
  );
}

it('an order says on which day it was placed, by the clock of the shop', () => {
  expect(shown({ createdAt: '2026-11-21T03:00:00Z' })).toContain(
    '<dt>Ordered</dt><dd>November 20, 2026</dd>',
  );
});

it('an order to pick up says where', () => {
  expect(shown({ shippingMethod: 'local' })).toContain('100 Anvil Lane, Austin\nAnn');
  expect(shown({ shippingMethod: 'ground' })).not.toContain('100 Anvil Lane');
});

it.each<[ShippingMethod]>(SHIPPING_METHODS.map(method => [method]))(
  'an order by %s says for when it was asked, and promises no day',
  shippingMethod => {
    const page = shown({ shippingMethod });
    expect(page).toContain('<dt>Requested for</dt><dd>November 24, 2026</dd>');
    expect(page).not.toMatch(/expected|arriv|>Ready</i);
  },
);

it('an order that was canceled tells of no day', () => {
  expect(shown({ status: 'Canceled' })).not.toContain('November 24');
});

it('an order whose check bounced after an edit had given back of it says so beside what it owes', () => {
  const page = shown({
    ...{ amountPaid: toMoney(-3000), amountTakenBack: toMoney(3000), amountRefunded: toMoney(3000) },
  });
  expect(page).toContain('<dt>Paid</dt><dd>$0.00</dd>');
  expect(page).toContain('<dt>Given back of a payment that fell through</dt><dd>$30.00</dd>');
  expect(page).toContain('<dt>Still to pay</dt><dd>$55.00</dd>');
});

it.each([
  ['with what an Admin gave back besides', 6952],
  ['while the card has not got it back yet', 0],
])('an order that was edited down shows all that came in, %s', (_, refunded) => {
  const page = shown({
    ...{ total: toMoney(9905), amountPaid: toMoney(9905), amountTakenBack: toMoney(4952), paid: true },
    amountRefunded: toMoney(refunded),
  });
  expect(page).toContain('<dt>Paid</dt><dd>$148.57</dd>');
  if (refunded > 0) expect(page).toContain('<dt>Refunded</dt><dd>$69.52</dd>');
  expect(page).toContain('<dt>Still to pay</dt><dd>$0.00</dd>');
});
