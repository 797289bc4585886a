import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { OfficeShop } from '#server/test/office-shop.ts';
import { type Refused, RefusingShop, type Things } from '#server/test/refusing-shop.ts';
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
const receipt = (said: object = {}) => at.receiptOf(of.terms.company, 50, said);
const refund = (said: object = {}) => at.refundOf(of.paid, 10, said);
const part = (order: Order, amount: number) => ({ _id: order._id, amount });

const REFUSED: Record<string, Refused[]> = {
  'refunds.make': [
    ['nothing', () => ({}), 'invalid', ['order', 'version', 'way', 'reason', 'key']],
    ['an amount of 0', () => refund({ amount: 0 }), 'invalid', ['amount']],
    ['an amount below 0', () => refund({ amount: -5 }), 'invalid', ['amount']],
    ['half a cent', () => refund({ amount: 0.005 }), 'invalid', ['amount']],
    ['an amount as text', () => refund({ amount: '5' }), 'invalid', ['amount']],
    ['neither amount nor lines', () => refund({ amount: undefined }), 'invalid', ['amount']],
    ['an amount beside lines', () => refund({ lines: [line(of.paid)] }), 'invalid', ['amount']],
    ['no reason', () => refund({ reason: ' ' }), 'invalid', ['reason']],
    ['a way that there is not', () => refund({ way: 'gold' }), 'invalid', ['way']],
    ['more than was paid', () => refund({ amount: 108.26 }), 'invalid', ['amount']],
    ['cash for what a card paid', () => refund({ way: 'cash' }), 'invalid', ['way']],
    ['store credit for a guest', () => refund({ way: 'credit' }), 'invalid', ['way']],
    [
      'more units than were bought',
      () => refund({ amount: undefined, lines: [line(of.paid, { quantity: 11 })] }),
      'invalid',
      ['lines.0.quantity'],
    ],
    [
      'the line of another order',
      () => refund({ amount: undefined, lines: [line(of.ofBuyer)] }),
      'invalid',
      ['lines.0._id'],
    ],
    [
      'a line twice',
      () => refund({ amount: undefined, lines: [line(of.paid), line(of.paid)] }),
      'invalid',
      ['lines'],
    ],
    ['shipping that was free', () => refund({ amount: undefined, shipping: 1 }), 'invalid', ['shipping']],
    ['an unknown order', () => refund({ order: randomUUID() }), 'not_found'],
    ['an order that somebody changed', () => refund({ version: of.paid.version + 1 }), 'stale'],
    ['a Held order', () => at.refundOf(of.held, 1), 'order_state'],
    ['a canceled order', () => at.refundOf(of.canceled, 1), 'order_state'],
    ['an order that nothing was paid of', () => at.refundOf(of.unpaid, 1, { way: 'cash' }), 'order_state'],
  ],
  'receipts.take': [
    ['nothing', () => ({}), 'invalid', ['method', 'amount', 'receivedOn', 'key']],
    ['nobody', () => receipt({ company: undefined }), 'invalid', ['company']],
    ['two owners', () => receipt({ order: of.terms.order._id }), 'invalid', ['company']],
    ['an amount of 0', () => receipt({ amount: 0 }), 'invalid', ['amount']],
    ['an amount below 0', () => receipt({ amount: -1 }), 'invalid', ['amount']],
    ['a check without its number', () => receipt({ number: ' ' }), 'invalid', ['number']],
    ['a day that is none', () => receipt({ receivedOn: '2026-02-30' }), 'invalid', ['receivedOn']],
    ['an unknown company', () => receipt({ company: randomUUID() }), 'not_found'],
    [
      'somebody else’s order',
      () => receipt({ orders: [part(of.stranger.order, 10)] }),
      'invalid',
      ['orders.0._id'],
    ],
    ['an order that is paid', () => receipt({ orders: [part(of.paid, 10)] }), 'invalid', ['orders.0._id']],
    [
      'an order twice',
      () => receipt({ orders: [part(of.terms.order, 1), part(of.terms.order, 1)] }),
      'invalid',
      ['orders.1._id'],
    ],
    [
      'more for an order than is open',
      () => receipt({ amount: 200, orders: [part(of.terms.order, 100.01)] }),
      'invalid',
      ['orders.0.amount'],
    ],
    [
      'more for orders than came',
      () => receipt({ amount: 10, orders: [part(of.terms.order, 10.01)] }),
      'invalid',
      ['amount'],
    ],
    [
      'more from a guest than is open',
      () => receipt({ company: undefined, order: of.unpaid._id, amount: 22 }),
      'invalid',
      ['amount'],
    ],
    [
      'the number of a check that came before',
      () => at.receiptOf(of.settled.company, 61, { number: '77' }),
      'receipt_known',
    ],
    [
      'the very check that came before',
      () => at.receiptOf(of.settled.company, 60, { number: '77', again: true }),
      'invalid',
      ['number'],
    ],
    [
      'the number of one that bounced',
      () => at.receiptOf(of.settled.company, 100, { number: '55' }),
      'receipt_known',
    ],
  ],
  'receipts.payFromAccount': [
    ['nobody', () => ({ key: randomUUID() }), 'invalid', ['company']],
    ['nothing on account', () => ({ company: of.terms.company, key: randomUUID() }), 'invalid', ['orders']],
    [
      'no orders',
      () => ({ company: of.terms.company, key: randomUUID(), orders: [] }),
      'invalid',
      ['orders'],
    ],
    [
      'somebody else’s order',
      () => ({ company: of.terms.company, key: randomUUID(), orders: [part(of.stranger.order, 1)] }),
      'invalid',
      ['orders.0._id'],
    ],
  ],
  'receipts.bounce': [['an unknown receipt', () => ({ _id: randomUUID() }), 'not_found']],
  'storeCredit.grant': [
    ['nobody', () => ({ amount: 1, reason: 'sorry', key: randomUUID() }), 'invalid', ['company']],
    [
      'an amount of 0',
      () => ({ user: of.buyer._id, amount: 0, reason: 'sorry', key: randomUUID() }),
      'invalid',
      ['amount'],
    ],
    [
      'an amount below 0',
      () => ({ user: of.buyer._id, amount: -1, reason: 'sorry', key: randomUUID() }),
      'invalid',
      ['amount'],
    ],
    [
      'no reason',
      () => ({ user: of.buyer._id, amount: 1, reason: '', key: randomUUID() }),
      'invalid',
      ['reason'],
    ],
    [
      'an unknown user',
      () => ({ user: randomUUID(), amount: 1, reason: 'sorry', key: randomUUID() }),
      'not_found',
    ],
  ],
  'payLinks.make': [
    ['an unknown order', () => ({ order: randomUUID() }), 'not_found'],
    ['no address', () => ({ order: of.terms.order._id, email: 'somebody' }), 'invalid', ['email']],
    ['an order that is paid', () => ({ order: of.paid._id }), 'order_state'],
    ['a Held order', () => ({ order: of.held._id }), 'order_state'],
    ['a canceled order', () => ({ order: of.canceled._id }), 'order_state'],
  ],
  'payLinks.pay': [
    [
      'a key of nothing',
      () => ({
        order: of.terms.order._id,
        key: 'a.b.c',
        card: { testOutcome: 'approve' },
        total: 100,
        idempotencyKey: randomUUID(),
      }),
      'link_invalid',
    ],
    [
      'a card number',
      () => ({
        order: of.terms.order._id,
        key: 'a.b.c',
        card: { number: '4242424242424242' },
        total: 100,
        idempotencyKey: randomUUID(),
      }),
      'invalid',
      ['card'],
    ],
  ],
  'returns.create': [
    ['no lines', () => ({ orderId: of.ready._id, lines: [] }), 'invalid', ['lines']],
    [
      'a quantity of 0',
      () => ({
        orderId: of.ready._id,
        lines: [{ variantId: at.knob.variantId, quantity: 0, reason: 'bent' }],
      }),
      'invalid',
      ['lines.0.quantity'],
    ],
    [
      'more than is left',
      () => ({
        orderId: of.ready._id,
        lines: [{ variantId: at.knob.variantId, quantity: 8, reason: 'bent' }],
      }),
      'invalid',
      ['lines.0.quantity'],
    ],
    [
      'what is not in the order',
      () => ({ orderId: of.ready._id, lines: [{ variantId: randomUUID(), quantity: 1, reason: 'bent' }] }),
      'invalid',
      ['lines.0.variantId'],
    ],
    [
      'an order that has not left',
      () => ({
        orderId: of.paid._id,
        lines: [{ variantId: at.knob.variantId, quantity: 1, reason: 'bent' }],
      }),
      'order_state',
    ],
    [
      'an unknown order',
      () => ({
        orderId: randomUUID(),
        lines: [{ variantId: at.knob.variantId, quantity: 1, reason: 'bent' }],
      }),
      'not_found',
    ],
  ],
  'returns.update': [
    ['an unknown return', () => ({ _id: randomUUID(), status: 'Approved' }), 'not_found'],
    ['a step that there is not', () => ({ _id: of.asked._id, status: 'Refunded' }), 'order_state'],
    [
      'money before it is settled',
      () => ({ _id: of.asked._id, status: 'Approved', refund: 1 }),
      'invalid',
      ['refund'],
    ],
    [
      'a count before it came',
      () => ({
        _id: of.asked._id,
        status: 'Approved',
        lines: [{ _id: of.asked.lines[0]?._id, received: 1 }],
      }),
      'invalid',
      ['lines'],
    ],
    [
      'more than was asked back',
      () => ({
        _id: of.asked._id,
        status: 'Received',
        lines: [{ _id: of.asked.lines[0]?._id, received: 4 }],
      }),
      'invalid',
      ['lines.0.received'],
    ],
    [
      'more scrap than came',
      () => ({
        _id: of.asked._id,
        status: 'Received',
        lines: [{ _id: of.asked.lines[0]?._id, received: 1, scrapped: 2 }],
      }),
      'invalid',
      ['lines.0.scrapped'],
    ],
    [
      'the line of another return',
      () => ({ _id: of.asked._id, status: 'Received', lines: [{ _id: of.back.lines[0]?._id, received: 1 }] }),
      'invalid',
      ['lines.0._id'],
    ],
    [
      'a line that is counted twice',
      () => ({
        ...{ _id: of.asked._id, status: 'Received' },
        lines: [3, 1].map(received => ({ _id: of.asked.lines[0]?._id, received })),
      }),
      'invalid',
      ['lines.1._id'],
    ],
    [
      'more than the goods were worth',
      () => ({ _id: of.back._id, status: 'Refunded', refund: 32.49 }),
      'invalid',
      ['refund'],
    ],
    [
      'a fee above what they were worth',
      () => ({ _id: of.back._id, status: 'Refunded', fee: 32.49 }),
      'invalid',
      ['fee'],
    ],
    ['a fee below 0', () => ({ _id: of.back._id, status: 'Refunded', fee: -1 }), 'invalid', ['fee']],
    [
      'cash for what a card paid',
      () => ({ _id: of.back._id, status: 'Refunded', refundTo: 'cash' }),
      'invalid',
      ['refundTo'],
    ],
    [
      'store credit for a guest',
      () => ({ _id: of.back._id, status: 'Refunded', refundTo: 'credit' }),
      'invalid',
      ['refundTo'],
    ],
  ],
  'statement.remind': [['an unknown company', () => ({ company: randomUUID() }), 'not_found']],
  'approvals.decide': [
    ['what an Employee may not', () => ({ _id: randomUUID(), approve: true }), 'forbidden'],
    ['no word', () => ({ _id: randomUUID() }), 'forbidden'],
  ],
};

describe.each(Object.entries(REFUSED))('%s refuses', (procedure, refused) => {
  it.each(refused)('%s', async (...row) => shop.expectRefused(procedure, row));
});
