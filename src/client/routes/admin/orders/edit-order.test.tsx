import { expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { EditOrder } from '#client/routes/admin/orders/edit-order.tsx';
import { COUPON_STATUS_TEXTS } from '#shared/messages.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const api = setApi();

const line = {
  ...{ _id: 'line', name: 'Knob', productNum: 'K-1', productId: 'p', variantId: 'v', quantity: 4 },
  ...{ price: 10, priceSource: 'base', fulfilled: 0 },
};
const order = (more: object = {}) =>
  ({
    ...{ _id: 'order', orderNumber: 1042, version: 1, status: 'Submitted', email: '', paymentType: 'Cash' },
    ...{ user: null, company: null, couponCode: '', shippingMethod: 'ground', shipping: 0, carts: [] },
    ...{ shippingAddress: '1 Oak', shippingCity: 'Austin', shippingState: 'TX', shippingZip: '78701' },
    ...{ billingAddress: '1 Oak', billingCity: 'Austin', billingState: 'TX', billingZip: '78701' },
    ...{ deliveryDate: '2026-11-28', poNumber: '', notes: '', stockNow: {}, cart: [line], ...more },
  }) as unknown as OrderRecord;
const figures = { subTotal: 40, discount: 0, shipping: 0, tax: 0, storeCredit: 0, total: 40 };
const edit = {
  ...{ before: figures, after: figures, lines: [], changes: [], couponStatus: null },
  ...{ owed: 0, back: [], backBefore: 0, storeCreditBack: 0 },
};
type Sent = { preview?: boolean };
const dialog = (of: OrderRecord) => api.show(<EditOrder order={of} onClose={() => undefined} />);

it('a change that somebody else was faster than leads to what they did, and keeps what is typed', async () => {
  api.answers['orders.adminReplace'] = ({ preview }: Sent) => {
    if (preview) return { edit };
    throw refused('stale');
  };
  await dialog(order());
  await api.type('Reason, for the history', 'their wish');
  await api.until(() =>
    expect(api.button('Change the order').getAttribute('aria-disabled')).not.toBe('true'),
  );
  await api.press('Change the order');
  const isFocused = (words: string) =>
    api.until(() => expect(document.activeElement?.textContent).toContain(words));
  await isFocused('Somebody else changed this order in the meantime.');
  // It stands there: the banner would cover it on a phone.
  expect(api.notice()).toBe('');
  await dialog(order({ version: 2, poNumber: 'PO 7' }));
  await isFocused('PO number is PO 7 now');
  expect(api.field('Reason, for the history').value).toBe('their wish');
});

it('a change whose answer was lost is sent again as it was, and not put onto what it may have made itself', async () => {
  let isLost = true;
  api.answers['orders.adminReplace'] = ({ preview }: Sent) => {
    if (preview) return { edit };
    if (isLost) throw new Error('no connection');
    return { edit };
  };
  const ready = () =>
    api.until(() => expect(api.button(/Change the order/).getAttribute('aria-disabled')).not.toBe('true'));
  const sent = () => api.sentTo('orders.adminReplace').filter(one => !(one as Sent).preview);
  await dialog(order());
  await ready();
  await api.press('Change the order');
  expect(api.page.textContent).toContain('It may be done already');
  expect(api.page.querySelector('[inert]')?.contains(api.field('Reason, for the history'))).toBe(true);
  // Read anew meanwhile, with what was sent in it.
  await dialog(order({ version: 2, cart: [{ ...line, quantity: 3 }] }));
  expect(api.page.textContent).not.toContain('Somebody else');
  isLost = false;
  await api.press('Change the order');
  expect(sent()).toHaveLength(2);
  expect(sent()[1]).toEqual(sent()[0]);
});

it('what a line can’t become stands beside it, and its quantity stays as it was typed', async () => {
  const message = 'can’t rise, as this set has other parts by now: add it as another line, or name a price';
  api.answers['orders.adminReplace'] = () => {
    throw refused('invalid', { issues: [{ path: ['cart', 0, 'quantity'], message }] });
  };
  await dialog(order());
  await api.type('Quantity of K-1', '5');
  await api.until(() =>
    expect(api.page.querySelector('tbody')?.textContent).toContain(`Quantity ${message}`),
  );
  expect(api.field('Quantity of K-1').value).toBe('5');
  expect(api.field('Quantity of K-1').getAttribute('aria-invalid')).toBe('true');
});

it('the bill goes to where it is typed to, also of what is picked up', async () => {
  api.answers['orders.adminReplace'] = () => ({ edit });
  await dialog(order({ shippingMethod: 'local' }));
  await api.type('City', 'Reno');
  await api.until(() =>
    expect(api.button('Change the order').getAttribute('aria-disabled')).not.toBe('true'),
  );
  await api.press('Change the order');
  const sent = api.sentTo('orders.adminReplace').at(-1);
  expect(sent).toMatchObject({ billingCity: 'Reno' });
  expect(sent).not.toHaveProperty('preview');
  expect(sent).not.toHaveProperty('billingZip');
});

it('a change that an Admin has to approve says so before it is asked for', async () => {
  api.answers['orders.adminReplace'] = () => ({ edit, waits: true });
  await dialog(order());
  await api.until(() =>
    expect(api.button('Ask an Admin for it').getAttribute('aria-disabled')).not.toBe('true'),
  );
  expect(api.page.textContent).toContain('An Admin has to approve this');
});

it('money that goes back is told beside what was refunded before', async () => {
  const back = [{ way: 'card', amount: 53.7 }];
  api.answers['orders.adminReplace'] = () => ({ edit: { ...edit, back } });
  await dialog(order({ amountRefunded: 20 }));
  await api.until(() => expect(api.page.textContent).toContain('$53.70 goes back to the card'));
  expect(api.page.textContent).toContain('$20.00 was refunded before, which this adds to');
  expect(api.button(/Change/).textContent).toBe('Change the order and give it back');
  await dialog(order({ amountRefunded: 0 }));
  await api.until(() => expect(api.page.textContent).toContain('$53.70 goes back to the card'));
  expect(api.page.textContent).not.toContain('refunded before');
});

it.each([
  [[{ way: 'account', amount: 60 }], 'Change the order and keep it on their account'],
  [
    [
      { way: 'card', amount: 5 },
      { way: 'account', amount: 60 },
    ],
    'Change the order, give back and keep the rest on their account',
  ],
])('its button says where the money goes: %#', async (back, words) => {
  api.answers['orders.adminReplace'] = () => ({ edit: { ...edit, back } });
  await dialog(order({ amountRefunded: 20 }));
  await api.until(() => expect(api.button(/Change/).textContent).toBe(words));
  expect(api.page.textContent?.includes('refunded before')).toBe(back.length > 1);
});

it('a change above the credit limit keeps its figures, and asks an Admin for just that', async () => {
  api.answers['orders.adminReplace'] = ({ preview }: Sent) => {
    const after = { ...figures, total: 90 };
    if (preview) return { edit: { ...edit, after }, waits: true, missing: 15 };
    throw refused('waits_for_admin');
  };
  await dialog(order({ paymentType: 'Terms' }));
  const said = () => api.page.textContent ?? '';
  await api.until(() => expect(said()).toContain('On account it would be $15.00 above the credit limit.'));
  expect(said()).toContain('$40.00$90.00');
  await api.until(() =>
    expect(api.button('Ask an Admin for it').getAttribute('aria-disabled')).not.toBe('true'),
  );
  await api.press('Ask an Admin for it');
  await api.until(() => expect(api.sentTo('orders.adminReplace').at(-1)).toMatchObject({ overLimit: true }));
  expect(said()).toContain('$40.00$90.00');
});

it('a line that was sold for another price than today’s says so, and the preview what is re-priced', async () => {
  api.answers['orders.adminReplace'] = ({ cart }: { cart: { quantity: number }[] }) => {
    const isFewer = cart[0]?.quantity === 6;
    const price = isFewer ? 12.5 : 9.99;
    const after = { quantity: 6, price };
    const change = { productNum: 'K-1', name: 'Knob', before: { quantity: 10, price: 9.99 }, after };
    return {
      edit: {
        ...edit,
        lines: [{ line: 'line', price, amount: 6 * price, ours: 12.5, cost: null }],
        changes: isFewer ? [change] : [],
      },
    };
  };
  await dialog(order({ cart: [{ ...line, quantity: 10, price: 9.99, priceSource: 'quote' }] }));
  const said = () => api.page.textContent ?? '';
  await api.until(() => expect(said()).toContain('$9.99$12.50 today'));
  // Untouched, it keeps what it was sold for.
  expect(api.field('Another price of K-1').getAttribute('placeholder')).toBe('$9.99');
  expect(said()).not.toContain('re-priced');
  await api.type('Quantity of K-1', '6');
  await api.until(() => expect(said()).toContain('K-1 is re-priced from $9.99 to $12.50'));
  expect(api.field('Another price of K-1').getAttribute('placeholder')).toBe('$12.50');
  expect(said()).toContain('$12.50sold for $9.99');
});

it('a line that was touched has no price while its preview is refused', async () => {
  api.answers['orders.adminReplace'] = () => {
    throw refused('invalid', { issues: [{ path: ['cart', 0, 'quantity'], message: 'only 3 left' }] });
  };
  await dialog(order());
  await api.type('Quantity of K-1', '5');
  await api.until(() => expect(api.page.textContent).toContain('Only 3 left'));
  const price = api.page.querySelector('[data-label="Our price"]');
  expect(price?.textContent).toBe('–sold for $10.00');
  expect(api.field('Another price of K-1').getAttribute('placeholder')).toBe('');
});

it.each([
  ['NOSUCH', 'unknown', true],
  ['SPRING', 'success', false],
  // The order has it: it falls by the change, which is no fault of whoever types.
  ['tenoff', 'minimum', false],
])(
  'a coupon %s that is %s is wrong beside its field as soon as it is looked at: %s',
  async (code, couponStatus, isWrong) => {
    api.answers['orders.adminReplace'] = () => ({ edit: { ...edit, couponStatus } });
    await dialog(order({ couponCode: 'TENOFF' }));
    await api.type('Coupon', code);
    await api.until(() => {
      const field = api.field('Coupon');
      const said = field.getAttribute('aria-describedby')?.split(' ') ?? [];
      const words = said.map(id => document.getElementById(id)?.textContent).join(' ');
      expect(words).toContain(COUPON_STATUS_TEXTS[couponStatus as 'unknown']);
      expect(field.getAttribute('aria-invalid') === 'true').toBe(isWrong);
    });
  },
);
