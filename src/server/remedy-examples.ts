import type { Facts } from '#server/remedies.ts';
import type { ErrorReason } from '#shared/errors.ts';
import type { Money } from '#shared/rules/money.ts';
import type { Figures } from '#shared/schemas/orders.ts';

const money = (dollars: number) => dollars as Money;

const _id = '0190c1d2-0000-7000-8000-000000000001';
const order = { _id, orderNumber: 10567, status: 'Held' };
const line = { productId: _id, variantId: _id, quantity: 12 };
const rest = {
  ...{ isEmpty: false, isFixed: false, change: { cartVersions: null }, total: money(84.2) },
  carts: [{ _id, version: 3, cart: [line] }],
  fewer: [
    { name: 'Ardmore Knob', asked: 25, left: 12 },
    { name: 'Screw', asked: 3, left: 0 },
  ],
};
const figures = {
  ...{ couponCode: '', couponStatus: null, couponType: null, total: money(97.43), cart: [] },
  carts: [{ _id, orderName: 'Job', version: 4 }],
} as unknown as Figures;

/** Shows what each refusal knows, as its domain tells it; the first of each stands in the API's document. */
export const FACTS: Partial<Record<ErrorReason, Facts[]>> = {
  invalid: [
    { mend: { text: 'Pay by card.', change: { paymentType: 'credit-card' } } },
    { bids: [{ _id }] },
    { bids: null },
  ],
  too_many: [{ retryAfter: 61, unpaid: [order] }, { retryAfter: 1 }, {}],
  stale: [{ cart: { _id, version: 7 } }, {}],
  needs_approval: [{ primaries: ['Ada Carver', 'Bo Finch', 'Cy Gable'] }, {}],
  figures_changed: [
    { figures },
    { figures: { ...figures, couponCode: 'WELCOME10', couponStatus: 'used' } },
    { figures: { ...figures, couponCode: 'WELCOME10', couponStatus: 'used' }, approval: _id },
    { total: money(12) },
    { total: money(12), givesBack: true },
  ],
  line_gone: [{ rest }, { rest: { ...rest, isEmpty: true } }],
  out_of_stock: [
    {
      rest,
      missing: [{ ...line, name: 'Ardmore Knob' }],
      equals: [
        {
          for: { variantId: _id, name: 'Ardmore Knob' },
          productId: _id,
          variantId: _id,
          name: 'Brass',
          productNum: 'AK-2',
        },
      ],
    },
    { rest, approval: _id },
    { rest: { ...rest, isFixed: true } },
    { isStaff: true },
  ],
  link_invalid: [{}, { isPayLink: true }],
  cart_ordered: [{ order }, { order: { ...order, status: 'Submitted' } }, {}],
  cart_full: [{ cartIds: [_id, _id] }, {}],
  key_reused: [
    { order, nextKey: _id },
    { order, nextKey: _id, isStaff: true },
    { nextKey: _id, isPayment: true },
  ],
  hold_limit: [
    { rest, unpaid: [order], ways: ['call', 'bid'], bids: [{ orderName: 'Job', cart: [line] }] },
    { ways: ['sign-in', 'call', 'bid'], bids: null },
    { ways: ['call', 'bid'], bids: [{ _id }, { _id }] },
    { ways: ['call'], bids: [] },
    {},
  ],
  hold_expired: [{ order }, {}],
  order_state: [
    { order, replaces: true },
    { order },
    {},
    { order, isStaff: true },
    { return: { _id }, isStaff: true },
    { isStaff: true },
  ],
  credit_limit: [
    { release: { orders: [order, { ...order, orderNumber: 10570 }], isEnough: true } },
    { release: { orders: [order], isEnough: false } },
    { approval: _id },
  ],
  gateway_unavailable: [{ order }, {}, { order, isStaff: true }],
};

export const SAMPLE = { order, rest, figures };
