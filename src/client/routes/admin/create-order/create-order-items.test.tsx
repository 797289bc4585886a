import { act, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { keysNow } from '#client/features/office/keys.ts';
import { Component as CreateOrder } from '#client/routes/admin/create-order/create-order.tsx';
import { trpc } from '#client/trpc.ts';

const api = setApi();

const knob = {
  ...{ _id: 'v', productNum: 'K-1', options: [], price: 10, stock: 3 },
  product: { _id: 'p', title: 'Knob' },
};
const figures = {
  ...{ waits: false, couponStatus: null, couponType: null, couponCode: '', taxRate: 0, missing: null },
  ...{ subTotal: 10, discount: 0, tax: 0, shipping: 0, storeCredit: 0, total: 10 },
  cart: [{ variantId: 'v', quantity: 1, price: 10, short: null }],
  prices: [{ variantId: 'v', ours: 10, cost: 4 }],
};

/** Shows it to an Admin. */
function Shown() {
  const { auth } = trpc.useUtils();
  useState(() => auth.me.setData({}, { user: { permissionLevel: 'Admin' } } as never));
  return (
    <div id="content">
      <CreateOrder />
    </div>
  );
}

beforeEach(async () => {
  api.answers = {
    'orders.list': () => ({ orders: [] }),
    'receipts.today': () => ({ today: '2026-11-27' }),
    'variants.match': ({ numbers }: { numbers: string[] }) =>
      numbers.map(number => ({ variant: number === 'K-1' ? knob : null, similar: [] })),
    'products.search': () => ({ products: [] }),
    'orders.priceForStaff': () => figures,
    'orders.createByStaff': () => ({
      _id: 'o',
      orderNumber: 10567,
      total: 10,
      status: 'Completed',
      paid: true,
    }),
  };
  await api.show(<Shown />);
  await scan('K-1');
  await api.until(() => expect(isReady()).toBe(true));
});
const scan = async (text: string) => {
  await api.type('Item and quantity', text);
  await api.press('Add');
};
const typeInto = (name: string, text: string) =>
  act(async () => {
    const field = api.page.querySelector<HTMLInputElement>(`[aria-label="${name}"]`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const summary = () =>
  [...api.page.querySelectorAll('section')].find(
    one => one.querySelector('h2, h3')?.textContent === 'Summary',
  );
const isReady = () => api.button('Submit the order').getAttribute('aria-disabled') !== 'true';
const isPaying = () => api.page.querySelector('dialog[open]') !== null;
const byKeys = () =>
  act(async () => {
    const keys = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    api.field('Item and quantity').dispatchEvent(new KeyboardEvent('keydown', keys));
  });

it('an order is not paid, sent or held without what was scanned for it and not found', async () => {
  await scan('0123456789');
  for (const goOn of [byKeys, () => api.press('Taken along now'), () => api.press('Submit the order')]) {
    await goOn();
    expect([isPaying(), api.sentTo('orders.createByStaff')]).toEqual([false, []]);
    expect(api.page.textContent).toContain('Not everything was added.');
  }
  await api.press('Take 0123456789 out');
  await api.type('Item and quantity', 'K-1');
  await byKeys();
  expect([isPaying(), document.activeElement]).toEqual([false, api.field('Item and quantity')]);
  await api.type('Item and quantity', '');
  await byKeys();
  expect(isPaying()).toBe(true);
});

it('the change is said until the next item: it is counted when the dialog is gone', async () => {
  await api.press('Taken along now');
  await api.until(() => expect(isReady()).toBe(true));
  await api.type('Cash given', '50');
  await api.press('Take $10.00');
  expect(isPaying()).toBe(false);
  expect(api.page.textContent).toContain('Order 10567, $10.00, is paid. $40.00 is the change.');
  await scan('K-1');
  expect(api.page.textContent).not.toContain('is the change');
});

it('the change is that of the order that was made, also where that took a second try', async () => {
  const order = { _id: 'o', orderNumber: 10567, total: 10, status: 'Completed', paid: true };
  const answers = [
    () => Promise.reject(refused('key_reused', { details: { order } })),
    () => ({ ...order, total: 12 }),
  ];
  api.answers['orders.createByStaff'] = () => answers.shift()?.();
  await api.press('Taken along now');
  await api.until(() => expect(isReady()).toBe(true));
  await api.type('Cash given', '50');
  await api.press('Take $10.00');
  await api.until(() => expect(isReady()).toBe(true));
  await api.press('Make another order');
  expect(api.page.textContent).toContain('is paid. $38.00 is the change.');
});

it('while a named price has no reason, it is said beside the price and by the buttons', async () => {
  const line = () => api.page.querySelector('tbody tr')?.textContent;
  await typeInto('Another price of K-1', '8');
  const price = api.page.querySelector<HTMLElement>('[aria-label="Another price of K-1"]');
  await act(async () => price?.focus());
  expect(line()).not.toContain('Give a reason');
  await act(async () => price?.blur());
  expect(line()).toContain('Give a reason for this price');
  expect(summary()?.textContent).toContain('Give a reason for the price of K-1.');
  await typeInto('Reason for the price of K-1', 'scratched');
  expect(summary()?.textContent).not.toContain('Give a reason');
});

it('an Admin goes on above the credit limit by the box beside the words that say so, and not unseen', async () => {
  const above = { ...figures, missing: 3 };
  Object.assign(api.answers, {
    'office.find': () => ({
      ...{ orders: [], products: [], actions: [], people: [] },
      companies: [{ _id: 'c', name: 'Hall & Sons' }],
    }),
    'companies.record': () => ({ _id: 'c', creditLimit: 100, storeCredit: 0, address: '' }),
    'statement.get': () => ({
      company: { name: 'Hall & Sons', creditLimit: 100 },
      ...{ balance: 98, ageing: {} },
    }),
    'orders.priceForStaff': () => above,
    'orders.createByStaff': () => {
      throw refused('credit_limit', { details: { missing: 3 } });
    },
  });
  await api.type('Find a customer', 'Hall');
  await api.until(() => api.field(/^Hall & Sons/));
  await api.check(/^Hall & Sons/);
  await api.until(() => expect(isReady()).toBe(true));
  const box = () => api.field('Go on above the credit limit') as HTMLInputElement;
  expect(summary()?.contains(box())).toBe(true);
  expect(api.page.textContent).not.toContain('Use their store credit');
  await api.press('Submit the order');
  expect(api.page.textContent).toContain('Nothing was sent: tick “Go on above the credit limit” first');
  expect(api.page.textContent).not.toContain('an Admin can go on');
  expect(document.activeElement).toBe(box());
  await api.until(() => expect(isReady()).toBe(true));
  await api.check('Go on above the credit limit');
  await api.press('Submit the order');
  expect(api.sentTo('orders.createByStaff')).toMatchObject([{}, { overLimit: true }]);
  expect(api.sentTo('orders.createByStaff')[0]).not.toHaveProperty('overLimit');
});

it('on a phone the fields that most orders leave empty are closed', async () => {
  expect(api.page.querySelector('details')).toBeNull();
  const narrow = Object.assign(new EventTarget(), { matches: true });
  vi.spyOn(window, 'matchMedia').mockReturnValue(narrow as MediaQueryList);
  await api.show(<Shown key="phone" />);
  const closed = api.page.querySelector('details');
  expect([closed?.open, closed?.contains(api.field('PO number'))]).toEqual([false, true]);
  expect(closed?.contains(api.field('Payment'))).toBe(false);
  vi.restoreAllMocks();
});

it('the keys that work here are in the list of keys', () => {
  const keys = keysNow().flatMap(({ deeds }) => deeds.map(deed => deed.keys));
  expect(keys).toEqual(expect.arrayContaining(['Ctrl-Enter', 'Alt-1…4']));
});
