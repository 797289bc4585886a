import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { OfficeShop } from '#server/test/office-shop.ts';
import { type Refused, RefusingShop, type Things } from '#server/test/refusing-shop.ts';
import { lineOf } from '#server/test/selling.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: RefusingShop;
let at: OfficeShop;
let of: Things;
beforeAll(async () => {
  shop = await RefusingShop.open();
  ({ at, of } = shop);
});
afterAll(() => shop.close());

const line = (order: Order, more: object = {}) => ({ _id: order.cart[0]?._id, quantity: 10, ...more });
const preview = (order: Order, said: object = {}) => ({
  ...at.editOf(order, 10),
  ...{ preview: true, ...said },
});
const sale = (said: object = {}) => at.saleOf(1, 10.83, said);

/** As a preview tells them of ten knobs at 10.00. */
const FIGURES = { subTotal: 100, discount: 0, shipping: 0, tax: 8.25, storeCredit: 0, total: 108.25 };
const ADDRESS = {
  ...{ shippingAddress: '12 Mill Lane', shippingCity: 'Austin' },
  ...{ shippingState: 'TX', shippingZip: '78701' },
};
const quote = (said: object = {}) => ({
  ...{ _id: of.bid._id, version: of.bid.version, prices: [{ variantId: at.knob.variantId, price: 9 }] },
  ...{ quotedUntil: new Date(Date.now() + 86_400_000).toISOString(), ...said },
});

const payment = (said: object = {}) => ({
  ...{ orders: of.unpaid._id, card: { testOutcome: 'approve' }, total: 21.65, idempotencyKey: randomUUID() },
  ...said,
});

const REFUSED: Record<string, Refused[]> = {
  'orders.adminReplace': [
    ['no lines', () => preview(of.paid, { cart: [] }), 'invalid', ['cart']],
    ['no figures', () => preview(of.paid, { preview: false }), 'invalid', ['figures']],
    ['its own tax', () => preview(of.paid, { tax: 0 }), 'invalid', ['tax']],
    [
      'a quantity of 0',
      () => preview(of.paid, { cart: [line(of.paid, { quantity: 0 })] }),
      'invalid',
      ['cart.0.quantity'],
    ],
    [
      'half a unit',
      () => preview(of.paid, { cart: [line(of.paid, { quantity: 1.5 })] }),
      'invalid',
      ['cart.0.quantity'],
    ],
    [
      'a quantity as text',
      () => preview(of.paid, { cart: [line(of.paid, { quantity: '2' })] }),
      'invalid',
      ['cart.0.quantity'],
    ],
    [
      'an added line of no variant',
      () => preview(of.paid, { cart: [line(of.paid), { productId: at.knob.productId, quantity: 1 }] }),
      'invalid',
      ['cart.1.variantId'],
    ],
    [
      'a price below 0',
      () => preview(of.paid, { cart: [line(of.paid, { price: -1, priceReason: 'gift' })] }),
      'invalid',
      ['cart.0.price'],
    ],
    [
      'a price without its reason',
      () => preview(of.paid, { cart: [line(of.paid, { price: 1 })] }),
      'invalid',
      ['cart.0.priceReason'],
    ],
    [
      'the line of another order',
      () => preview(of.paid, { cart: [line(of.ofBuyer)] }),
      'invalid',
      ['cart.0._id', 'cart'],
    ],
    [
      'a line twice',
      () => preview(of.paid, { cart: [line(of.paid), line(of.paid)] }),
      'invalid',
      ['cart.1._id'],
    ],
    [
      'fewer than are fulfilled, some of them asked back',
      () => preview(of.ready, { cart: [line(of.ready, { quantity: 9 })] }),
      'invalid',
      ['cart.0.quantity'],
    ],
    [
      'the last line taken out',
      () => preview(of.paid, { cart: [{ ...lineOf(at.knob, 1), productId: randomUUID() }] }),
      'invalid',
      ['cart.0.variantId'],
    ],
    [
      'more than there is',
      () => preview(of.paid, { cart: [line(of.paid, { quantity: 90_000 })] }),
      'out_of_stock',
      ['cart.0.quantity'],
    ],
    [
      'an added line of a cart that the order has not',
      () => preview(of.paid, { cart: [line(of.paid), { ...lineOf(at.knob, 1), cart: randomUUID() }] }),
      'invalid',
      ['cart.1.cart'],
    ],
    [
      'a coupon that there is not',
      () => ({ ...preview(of.paid, { couponCode: 'NOSUCH' }), preview: false, figures: FIGURES }),
      'figures_changed',
    ],
    ['an unknown order', () => preview(of.paid, { _id: randomUUID() }), 'not_found'],
    ['an order that somebody changed', () => preview(of.paid, { version: 99 }), 'stale'],
    [
      'other figures than were seen',
      () => ({
        ...preview(of.paid),
        preview: false,
        figures: { subTotal: 1, discount: 0, shipping: 0, tax: 0, storeCredit: 0, total: 1 },
      }),
      'figures_changed',
    ],
    ['a Held order', () => preview(of.held as Order), 'order_state'],
    ['a canceled order', () => preview(of.canceled), 'order_state'],
    ['a Completed order, by an Employee', () => preview(of.completed), 'order_state'],
    ['a disputed order', () => preview(of.disputed), 'order_state'],
    ['an order whose card is being charged', () => preview(of.charged.order), 'order_state'],
    [
      'more on account than its key may order',
      () => preview(of.terms.order, { cart: [line(of.terms.order, { quantity: 95 })] }),
      'key_amount',
    ],
  ],
  'orders.createByStaff': [
    ['no lines', () => sale({ cart: [] }), 'invalid', ['cart']],
    ['its own status', () => sale({ status: 'Completed' }), 'invalid', ['status']],
    [
      'a user and a company',
      () => sale({ user: of.buyer._id, company: of.terms.company }),
      'invalid',
      ['company'],
    ],
    ['an unknown user', () => sale({ user: randomUUID() }), 'not_found'],
    ['an unknown company', () => sale({ company: randomUUID() }), 'not_found'],
    [
      'a price below 0',
      () => sale({ cart: [{ ...lineOf(at.knob, 1), price: -0.01, priceReason: 'gift' }] }),
      'invalid',
      ['cart.0.price'],
    ],
    [
      'a price without its reason',
      () => sale({ cart: [{ ...lineOf(at.knob, 1), price: 1 }] }),
      'invalid',
      ['cart.0.priceReason'],
    ],
    ['Terms of nobody', () => sale({ paymentType: 'Terms' }), 'invalid', ['paymentType']],
    ['a delivery in the year 9999', () => sale({ deliveryDate: '9999-12-30' }), 'invalid', ['deliveryDate']],
    [
      'days beside what is taken along',
      () => sale({ date: '2026-12-01', deliveryDate: '2026-12-02', takenAlong: { method: 'cash' } }),
      'invalid',
      ['date', 'deliveryDate'],
    ],
    ['a coupon that there is not', () => sale({ couponCode: 'NOSUCH' }), 'figures_changed'],
    ['another total than it costs', () => sale({ total: 10 }), 'figures_changed'],
    [
      'more than there is',
      () => sale({ cart: [lineOf(at.knob, 90_000)] }),
      'out_of_stock',
      ['cart.0.quantity'],
    ],
    [
      'what is no longer sold',
      () => sale({ cart: [{ ...lineOf(at.knob, 1), productId: randomUUID() }] }),
      'line_gone',
      ['cart.0.variantId'],
    ],
    [
      'no address to send it to',
      () => sale({ shippingMethod: 'ground' }),
      'invalid',
      ['shippingAddress', 'shippingCity', 'shippingState', 'shippingZip'],
    ],
    [
      'something sent and taken along',
      () => sale({ shippingMethod: 'ground', ...ADDRESS, takenAlong: { method: 'cash' } }),
      'invalid',
      ['shippingMethod'],
    ],
    [
      'a check without its number',
      () => sale({ takenAlong: { method: 'check' } }),
      'invalid',
      ['takenAlong.number'],
    ],
    [
      'more than its company may owe',
      () =>
        sale({ company: of.charged.company, paymentType: 'Terms', cart: [lineOf(at.knob, 91)], total: 910 }),
      'key_amount',
    ],
  ],
  'orders.pay': [
    ['no card', () => payment({ card: {} }), 'invalid', ['card']],
    [
      'two kinds of card',
      () => payment({ card: { testOutcome: 'approve', savedCard: randomUUID() } }),
      'invalid',
      ['card'],
    ],
    [
      'a card that is none of the saved',
      () => payment({ card: { savedCard: 'the red one' } }),
      'invalid',
      ['card.savedCard'],
    ],
    [
      'more orders than can be paid together',
      () => payment({ orders: Array.from({ length: 51 }, () => randomUUID()) }),
      'invalid',
      ['orders'],
    ],
    ['an order that is none', () => payment({ orders: ['17'] }), 'invalid', ['orders.0']],
  ],
  'carts.quote': [
    ['an unknown bid', () => quote({ _id: randomUUID() }), 'not_found'],
    ['a cart that is no bid', () => quote({ _id: of.cart._id }), 'not_found'],
    ['a day gone by', () => quote({ quotedUntil: '2020-01-01T00:00:00.000Z' }), 'invalid', ['quotedUntil']],
    [
      'a day in the year 9999',
      () => quote({ quotedUntil: '9999-01-01T00:00:00Z' }),
      'invalid',
      ['quotedUntil'],
    ],
    [
      'a price below 0',
      () => quote({ prices: [{ variantId: at.knob.variantId, price: -1 }] }),
      'invalid',
      ['prices.0.price'],
    ],
    [
      'a price of what is not in it',
      () => quote({ prices: [{ variantId: randomUUID(), price: 1 }] }),
      'invalid',
      ['prices.0.variantId'],
    ],
    [
      'a price twice',
      () => quote({ prices: [1, 2].map(price => ({ variantId: at.knob.variantId, price })) }),
      'invalid',
      ['prices'],
    ],
    ['an older version', () => quote({ version: of.bid.version + 1 }), 'stale'],
    ['no version', () => quote({ version: undefined }), 'invalid', ['version']],
    ['freight below 0', () => quote({ quotedShipping: -1 }), 'invalid', ['quotedShipping']],
  ],
};

describe.each(Object.entries(REFUSED))('%s refuses', (procedure, refused) => {
  it.each(refused)('%s', async (...row) => shop.expectRefused(procedure, row));
});
