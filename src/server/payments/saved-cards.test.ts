import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { listSavedCards } from '#server/payments/saved-cards.ts';
import { savedCards } from '#server/payments/tables.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import type { FakeCard } from '#server/test/fake-stripe-ledger.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';
import { HELD, type Held, intentIn, refusal, SOLD, StripeShop } from '#server/test/stripe-shop.ts';
import { users } from '#server/users/tables.ts';
import type { Card } from '#shared/schemas/payments.ts';

describe('cards kept at Stripe', () => {
  let at: StripeShop;
  beforeAll(async () => {
    at = await StripeShop.open();
  });
  afterEach(() => at.reset());
  afterAll(() => at.close());

  const as = (user: SessionUser) => at.shop.as(user);
  const charge = (user: SessionUser, order: Held, card: Card, saveCard?: boolean) =>
    as(user).payments.charge({ order: { _id: order._id }, card, ...(saveCard && { saveCard }) });
  const rowsOf = ({ _id }: SessionUser) =>
    at.shop.app.db.select().from(savedCards).where(eq(savedCards.user, _id)).orderBy(asc(savedCards._id));

  /** Makes a customer who paid an order with a card that they let the shop keep. */
  async function keeper(card: FakeCard = 'approve') {
    const user = await makeUser(at.shop.app.db);
    const order = await at.heldOrder(user);
    const asked = await charge(user, order, at.cardOf(card), true);
    if (asked.status === 'requires_action') {
      at.fake.authenticate(intentIn(asked), 'confirmed');
      await charge(user, order, { paymentIntent: intentIn(asked) });
    }
    const [saved] = await as(user).savedCards.list();
    if (!saved) throw new Error('was not kept');
    return { user, saved };
  }

  /** Stripe's own card behind a kept one behaves otherwise from now on. */
  async function turn(user: SessionUser, into: FakeCard) {
    const [row] = await rowsOf(user);
    at.fake.turnCard(row?.reference ?? '', into);
  }

  it('takes off the list the one card that its owner removes', async () => {
    const { user, saved } = await keeper();
    const [row] = await rowsOf(user);
    if (!row) throw new Error('was not kept');
    const other = { ...row, _id: randomUUID(), reference: 'pm_another', fingerprint: 'fp_another' };
    await at.shop.app.db.insert(savedCards).values(other);
    await as(user).savedCards.remove({ _id: saved._id });
    expect((await rowsOf(user)).map(({ _id }) => _id)).toEqual([other._id]);
  });

  it('shows brand, last digits and date of what its owner asked to keep, and nothing of others', async () => {
    const { user, saved } = await keeper();
    expect(saved).toEqual({
      _id: expect.any(String),
      brand: 'visa',
      last4: '4242',
      expMonth: 4,
      expYear: 2044,
      isExpired: false,
    });
    const [row] = await rowsOf(user);
    const customer = at.fake.gatewayCustomerFor(row?.reference ?? '');
    expect(at.fake.customers.get(customer ?? '')).toMatchObject({ metadata: { user_id: user._id } });
    expect(await as(await makeUser(at.shop.app.db)).savedCards.list()).toEqual([]);
  });

  it('are none where nobody asked for it, and none for guests', async () => {
    const user = await makeUser(at.shop.app.db);
    await charge(user, await at.heldOrder(user), at.cardOf('approve'));
    expect(await as(user).savedCards.list()).toEqual([]);
    const order = await at.heldOrder();
    const { _id, orderKey } = order;
    const before = at.fake.customers.size;
    await at.shop
      .as(null)
      .payments.charge({ order: { _id, orderKey }, card: at.cardOf('approve'), saveCard: true });
    expect(at.fake.customers.size).toBe(before);
    expect(await refusal(at.shop.as(null).savedCards.list())).toBe('signed_out');
  });

  it('pay a later order, with Stripe’s customer made once', async () => {
    const { user, saved } = await keeper();
    const order = await at.heldOrder(user);
    expect((await charge(user, order, { savedCard: saved._id })).status).toBe('paid');
    expect(await at.standing(order)).toEqual(SOLD);
    const customers = at.fake.customers.size;
    await charge(user, await at.heldOrder(user), at.cardOf('needs_confirmation'), true);
    expect(at.fake.customers.size).toBe(customers);
  });

  it('make one customer when two orders are paid at once', async () => {
    const user = await makeUser(at.shop.app.db);
    const orders = [await at.heldOrder(user), await at.heldOrder(user)];
    const before = at.fake.customers.size;
    await Promise.all(orders.map(order => charge(user, order, at.cardOf('approve'), true)));
    expect(at.fake.customers.size).toBe(before + 1);
    // The same card entered twice is one card, and the other copy of it is gone at Stripe too.
    expect(await as(user).savedCards.list()).toHaveLength(1);
    await at.shop.app.jobs.drain();
    const [row] = await rowsOf(user);
    expect(at.fake.gatewayCustomerFor(row?.reference ?? '')).not.toBeNull();
    expect(at.fake.cardsKept((await customerOf(user)) ?? '')).toEqual([row?.reference]);
  });

  const customerOf = async ({ _id }: SessionUser) =>
    (await at.shop.app.db.select().from(users).where(eq(users._id, _id)))[0]?.gatewayCustomer;

  it('are kept once the bank’s confirmation was given, not before', async () => {
    const user = await makeUser(at.shop.app.db);
    const order = await at.heldOrder(user);
    const asked = await charge(user, order, at.cardOf('needs_confirmation'), true);
    expect(await as(user).savedCards.list()).toEqual([]);
    at.fake.authenticate(intentIn(asked), 'confirmed');
    await charge(user, order, { paymentIntent: intentIn(asked) });
    expect(await as(user).savedCards.list()).toMatchObject([{ last4: '3155' }]);
  });

  it('are kept also when the answer to the charge was lost', async () => {
    const user = await makeUser(at.shop.app.db);
    const order = await at.heldOrder(user);
    // The customer is made first; then the charge goes unheard.
    at.fake.fail({ delayMs: 0 });
    at.fake.fail('drop_reply', 2);
    expect(await refusal(charge(user, order, at.cardOf('approve'), true))).toBe('gateway_unavailable');
    at.fake.recover();
    await at.sweep(order);
    expect(await at.standing(order)).toEqual(SOLD);
    expect(await as(user).savedCards.list()).toMatchObject([{ last4: '4242' }]);
  });

  it('don’t hinder paying while no customer can be made', async () => {
    const user = await makeUser(at.shop.app.db);
    const order = await at.heldOrder(user);
    at.fake.fail('server_error');
    expect((await charge(user, order, at.cardOf('approve'), true)).status).toBe('paid');
    expect(await as(user).savedCards.list()).toEqual([]);
  });

  it('don’t hinder paying when their customer was removed at Stripe by hand', async () => {
    const { user } = await keeper();
    at.fake.customers.delete((await customerOf(user)) ?? '');
    const order = await at.heldOrder(user);
    expect((await charge(user, order, at.cardOf('approve'), true)).status).toBe('paid');
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it('may ask for a confirmation', async () => {
    const { user, saved } = await keeper('needs_confirmation');
    const order = await at.heldOrder(user);
    const asked = await charge(user, order, { savedCard: saved._id });
    expect(asked.status).toBe('requires_action');
    at.fake.authenticate(intentIn(asked), 'confirmed');
    expect((await charge(user, order, { paymentIntent: intentIn(asked) })).status).toBe('paid');
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it.each<FakeCard>(['decline', 'expired'])('that end in %s leave the order to another card', async card => {
    const { user, saved } = await keeper();
    await turn(user, card);
    const order = await at.heldOrder(user);
    expect(await refusal(charge(user, order, { savedCard: saved._id }))).toBe('card_declined');
    expect(await at.standing(order)).toEqual({ ...HELD, payments: ['declined'] });
    await charge(user, order, at.cardOf('approve'));
    expect(await at.standing(order)).toEqual({ ...SOLD, payments: ['declined', 'succeeded'] });
  });

  it('are nobody else’s: not to be seen, charged or removed', async () => {
    const { user, saved } = await keeper();
    const thief = await makeUser(at.shop.app.db);
    const order = await at.heldOrder(thief);
    expect(await refusal(charge(thief, order, { savedCard: saved._id }))).toBe('invalid');
    expect(await refusal(as(thief).savedCards.remove({ _id: saved._id }))).toBe('not_found');
    expect(await refusal(as(thief).savedCards.remove({ _id: randomUUID() }))).toBe('not_found');
    const admin = await makeUser(at.shop.app.db, { permissionLevel: 'Admin' });
    expect(await refusal(as(admin).savedCards.remove({ _id: saved._id }))).toBe('not_found');
    expect(await as(user).savedCards.list()).toEqual([saved]);
    expect(await at.standing(order)).toMatchObject(HELD);
  });

  it('that are removed are gone here at once, and at Stripe as soon as it answers', async () => {
    const { user, saved } = await keeper();
    const [row] = await rowsOf(user);
    expect(await as(user).savedCards.remove({ _id: saved._id })).toEqual({ _id: saved._id });
    expect(await as(user).savedCards.list()).toEqual([]);
    const order = await at.heldOrder(user);
    expect(await refusal(charge(user, order, { savedCard: saved._id }))).toBe('invalid');
    at.fake.fail('server_error');
    await at.shop.app.jobs.drain();
    expect(at.fake.gatewayCustomerFor(row?.reference ?? '')).not.toBeNull();
    await at.shop.app.jobs.drain({ delayed: true });
    expect(at.fake.gatewayCustomerFor(row?.reference ?? '')).toBeNull();
    expect(await refusal(as(user).savedCards.remove({ _id: saved._id }))).toBe('not_found');
  });

  it('say when their time is over', async () => {
    const { user } = await keeper();
    const shown = async (now: string) =>
      (await listSavedCards(at.shop.app, user, new Date(now)))[0]?.isExpired;
    expect(await shown('2044-04-30T23:59:59Z')).toBe(false);
    expect(await shown('2044-05-01T00:00:00Z')).toBe(true);
  });
});

describe('cards kept by the test gateway', () => {
  let shop: Selling;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  it.each([
    ['approve', '4242', 'paid'],
    ['needs_confirmation', '3155', 'requires_action'],
  ] as const)('of the outcome %s end in %s and do the same again', async (testOutcome, last4, status) => {
    const user = await makeUser(shop.app.db);
    const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 5 });
    const pay = async (card: Card, saveCard: boolean) => {
      const order = await shop.as(user).orders.submit({
        ...guest,
        cart: [lineOf(knob, 1)],
        shippingMethod: 'local',
        total: usd(10.83),
        idempotencyKey: randomUUID(),
      });
      const first = await shop.as(user).payments.charge({ order: { _id: order._id }, card, saveCard });
      if (first.status === 'paid') return first;
      const paymentIntent = (first.clientSecret ?? '').replace(/_secret$/, '');
      const last = await shop
        .as(user)
        .payments.charge({ order: { _id: order._id }, card: { paymentIntent } });
      return { ...last, status: first.status };
    };
    expect(await pay({ testOutcome }, true)).toMatchObject({ status, order: { paid: true } });
    const [saved] = await shop.as(user).savedCards.list();
    expect(saved).toMatchObject({ brand: 'test', last4 });
    expect(await pay({ savedCard: saved?._id ?? '' }, false)).toMatchObject({
      status,
      order: { paid: true },
    });
    expect(await shop.as(user).savedCards.list()).toHaveLength(1);
  });
});
