import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { Component as CreateOrder } from '#client/routes/admin/create-order/create-order.tsx';

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
  await api.show(<CreateOrder />);
  await scan('K-1');
  await api.until(() => expect(isReady()).toBe(true));
});
const scan = async (text: string) => {
  await api.type('Item and quantity', text);
  await api.press('Add');
};
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
