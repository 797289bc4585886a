import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails, mailLinks } from '#server/mail/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { payments, savedCards } from '#server/payments/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { clock } from '#server/time-and-chance.ts';
import { errorBody } from '#server/trpc.ts';

let shop: Selling;
let staff: SessionUser;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 1000 });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

/** Three knobs on account: 30.00 are open. */
async function owing() {
  const company = await makeCompany(shop.app.db, { creditLimit: usd(1000), taxExempt: true });
  const buyer = await makeUser(shop.app.db, { company });
  const order = await shop.as(buyer).orders.submit(onTerms(knob, 3));
  return { buyer, order };
}

const make = (order: string, email?: string) => shop.as(staff).payLinks.make({ order, email });
const keyIn = (url: string) => new URL(url).searchParams.get('key') ?? '';
const guestCaller = () => shop.as(null).payLinks;
const pay = (order: string, key: string, total: number, said: object = {}) =>
  guestCaller().pay({
    ...{ order, key, total: usd(total), idempotencyKey: randomUUID() },
    ...{ card: { testOutcome: 'approve' }, ...said },
  });

describe('a payment link', () => {
  it('[ADMO-05] lets anybody pay what is open, once, and shows nothing else of the order', async () => {
    const { order } = await owing();
    const { url, amount, until } = await make(order._id);
    expect(url).toContain(`/pay/${order._id}?key=`);
    expect(amount).toBe(30);
    const key = keyIn(url);
    expect(await guestCaller().open({ order: order._id, key })).toEqual({
      ...{ order: order._id, orderNumber: order.orderNumber, test: false },
      ...{ paid: false, amount: 30, amountThen: 30, until: until.replace(/\.\d+Z/, '.000Z') },
    });
    const paying = { idempotencyKey: randomUUID() };
    expect(await pay(order._id, key, 30, paying)).toEqual({ status: 'paid' });
    // A double click is answered like the first.
    expect(await pay(order._id, key, 30, paying)).toEqual({ status: 'paid' });
    expect(await guestCaller().open({ order: order._id, key })).toMatchObject({ paid: true, amount: 0 });
    expect(await reasonOf(pay(order._id, key, 30))).toBe('order_state');
    const made = await shop.app.db.select().from(payments).where(eq(payments.order, order._id));
    expect(made).toMatchObject([{ amount: 30, status: 'succeeded', user: null }]);
    expect(await reasonOf(make(order._id))).toBe('order_state');
  });

  it('pays the amount of its day, and says what it was when it was made', async () => {
    const { order } = await owing();
    const key = keyIn((await make(order._id)).url);
    await shop.app.db
      .update(orders)
      .set({ amountCredited: usd(10) })
      .where(eq(orders._id, order._id));
    expect(await guestCaller().open({ order: order._id, key })).toMatchObject({ amount: 20, amountThen: 30 });
    const seen = await refusal(pay(order._id, key, 30));
    expect([seen.reason, seen.details]).toEqual(['figures_changed', { total: 20 }]);
    expect(await pay(order._id, key, 20)).toEqual({ status: 'paid' });
  });

  it('is of no use forged, for another order, or after two weeks', async () => {
    const [{ order }, other] = [await owing(), await owing()];
    const key = keyIn((await make(order._id)).url);
    const [until = '', cents = '', signature = ''] = key.split('.');
    for (const forged of [
      '',
      'x',
      `${until}.${cents}`,
      `${until}.1.${signature}`,
      `zzzzzzz.${cents}.${signature}`,
    ])
      if (forged) {
        expect(await reasonOf(guestCaller().open({ order: order._id, key: forged }))).toBe('link_invalid');
        expect(await reasonOf(pay(order._id, forged, 30))).toBe('link_invalid');
      }
    expect(await reasonOf(guestCaller().open({ order: other.order._id, key }))).toBe('link_invalid');
    expect(await reasonOf(pay(other.order._id, key, 30))).toBe('link_invalid');
    vi.spyOn(clock, 'ms').mockReturnValue(Date.now() + 14 * 86_400_000 + 1000);
    for (const over of [guestCaller().open({ order: order._id, key }), pay(order._id, key, 30)])
      expect(errorBody(await refusal(over), 'payLinks.open').body).toMatchObject({
        reason: 'link_invalid',
        // Whoever has it may have no account here.
        remedies: [{ text: 'Ask us for a new link.', href: '/contact' }],
      });
  });

  it('charges once for one key, also for the order of another link', async () => {
    const made = [await owing(), await owing()].map(({ order }) => order._id);
    const said = { idempotencyKey: randomUUID() };
    const reasons = [];
    for (const order of made) {
      const key = keyIn((await make(order)).url);
      const paid = pay(order, key, 30, said);
      reasons.push(order === made[0] ? (await paid).status : await reasonOf(paid));
    }
    expect(reasons).toEqual(['paid', 'key_reused']);
    expect(await shop.app.db.$count(payments, inArray(payments.order, made))).toBe(1);
  });

  it('is no way to lock others out, with cards made up or declined', async () => {
    const { order, buyer } = await owing();
    const key = keyIn((await make(order._id)).url);
    const from = (ip: string, card: object, idempotencyKey = randomUUID()) =>
      shop.as(null, ip).payLinks.pay({
        ...{ order: order._id, key, total: usd(30), idempotencyKey },
        card: card as { testOutcome: 'approve' },
      });
    // Without digits: some that chance brings look like the number of a card.
    const madeUp = () => ({ paymentIntent: `pi_${randomUUID().replace(/[-\d]/g, 'x')}` });
    for (let nth = 0; nth < 10; nth++)
      expect(await reasonOf(from('198.51.100.7', madeUp()))).toBe('card_declined');
    // No more from there, of this order or another one.
    expect(await reasonOf(from('198.51.100.7', madeUp()))).toBe('too_many');
    expect(await reasonOf(from('198.51.100.7', { testOutcome: 'approve' }))).toBe('too_many');
    // Elsewhere the link is as good as before; ten cards that a bank declined end it for the day,
    for (let nth = 0; nth < 10; nth++)
      expect(await reasonOf(from(`198.51.100.${20 + nth}`, { testOutcome: 'decline' }))).toBe(
        'card_declined',
      );
    expect(await reasonOf(from('198.51.100.40', { testOutcome: 'approve' }))).toBe('too_many');
    // for all who come by it, and not for whoever signs in.
    const card = { testOutcome: 'approve' as const };
    const paying = { orders: order._id, total: usd(30), idempotencyKey: randomUUID(), card };
    expect(await shop.as(buyer).orders.pay(paying)).toMatchObject({ status: 'paid' });
  });

  it('pays again and again from one address, as long as it pays', async () => {
    for (let nth = 0; nth < 12; nth++) {
      const { order } = await owing();
      const key = keyIn((await make(order._id)).url);
      const card = { testOutcome: 'approve' as const };
      const paying = { order: order._id, key, total: usd(30), idempotencyKey: randomUUID(), card };
      expect(await shop.as(null, '203.0.113.9').payLinks.pay(paying)).toEqual({ status: 'paid' });
    }
  });

  it('is made by staff, of a placed order, and mailed where they say', async () => {
    const { order, buyer } = await owing();
    expect(await reasonOf(shop.as(buyer).payLinks.make({ order: order._id }))).toBe('forbidden');
    expect(await reasonOf(make(randomUUID()))).toBe('not_found');
    const { url } = await make(order._id, 'site@example.com');
    const mailed = await shop.app.db.select().from(emails).where(eq(emails.to, 'site@example.com'));
    expect(mailed).toMatchObject([{ template: 'payment-link', order: order._id }]);
    // Whoever reads the mailbox can't pay by it, and learns no key.
    expect([mailed[0]?.text, mailed[0]?.html].join()).not.toContain(keyIn(url));
    const [kept] = await shop.app.db
      .select()
      .from(mailLinks)
      .where(eq(mailLinks.email, mailed[0]?._id ?? ''));
    expect(kept?.urls).toEqual([url]);
    await shop.as(staff).orders.cancel({ _id: order._id });
    expect(await reasonOf(make(order._id))).toBe('order_state');
    expect(await guestCaller().open({ order: order._id, key: keyIn(url) })).toMatchObject({ paid: true });
    expect(await reasonOf(pay(order._id, keyIn(url), 30))).toBe('order_state');
  });
});

it('[ADMO-05] staff charge the saved card of who placed an order, and nobody else’s', async () => {
  const { db } = shop.app;
  const [{ order, buyer }, other] = [await owing(), await owing()];
  const card = { provider: 'test', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2099 };
  const made = await db
    .insert(savedCards)
    .values([
      { ...card, user: buyer._id, reference: `test_card_paid_${'a'.repeat(32)}`, fingerprint: 'a' },
      { ...card, user: other.buyer._id, reference: `test_card_paid_${'b'.repeat(32)}`, fingerprint: 'b' },
    ])
    .returning();
  const [own = '', others = ''] = made.map(({ _id }) => _id);
  expect((await shop.as(staff).savedCards.ofOrder({ id: order._id })).map(({ _id }) => _id)).toEqual([own]);
  const charge = (savedCard: string) =>
    shop.as(staff).orders.pay({
      ...{ orders: order._id, total: usd(30), idempotencyKey: randomUUID(), card: { savedCard } },
    });
  expect(await refusal(charge(others))).toMatchObject({ issues: [{ path: ['card', 'savedCard'] }] });
  expect(await charge(own)).toMatchObject({ status: 'paid', finished: true });
  expect((await shop.as(staff).orders.byId({ id: order._id })).paid).toBe(true);
});
