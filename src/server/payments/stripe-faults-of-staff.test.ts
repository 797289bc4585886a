import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { reconcileRefunds } from '#server/payments/refunds.ts';
import { payments, refunds } from '#server/payments/tables.ts';
import { testDriver } from '#server/test/database.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf } from '#server/test/selling.ts';
import { BrokenStripe, STRIPE_FAULTS } from '#server/test/stripe-faults.ts';
import { later, refusal, StripeShop } from '#server/test/stripe-shop.ts';
import { historyWords } from '#shared/rules/history-words.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { HistoryEntry } from '#shared/schemas/staff-history.ts';

/** The shop looks for what it made before: so none of the faults lets a first refund through, but one that comes later. */
const WITH_REFUNDS = [
  ...STRIPE_FAULTS.map(one => ({ ...one, isMade: false })),
  { name: 'is cut in the middle of its answer to a refund', ...{ isMade: true, secure: false } },
].map(one => ({ fault: { resetAt: '"object":"refund"' }, ...one }));

/** It also looks whose a saved card is before it charges that one. */
const WITH_CHARGES = [
  ...STRIPE_FAULTS.map(one => ({ ...one, byCard: false })),
  {
    name: 'is cut in the middle of its answer to a charge',
    ...{ charged: true, byCard: true, secure: false },
  },
].map(one => ({ fault: { resetAt: '"object":"payment_intent"' }, ...one }));

// How a gateway fails does not depend on which database the shop has.
describe.runIf(testDriver === 'pglite')('while Stripe', () => {
  let at: StripeShop;
  let way: BrokenStripe;
  let staff: SessionUser;
  beforeAll(async () => {
    at = await StripeShop.open();
    way = new BrokenStripe(at);
    staff = await makeUser(at.shop.app.db, { permissionLevel: 'Employee' });
  });
  afterEach(() => way.reset());
  afterAll(() => at.close());

  const office = () => at.shop.as(staff);
  const read = ({ _id }: Pick<Order, '_id'>) => office().orders.byId({ id: _id });

  /** Knobs at $10, collected and paid by card: 10.83 for one, 21.65 for two. */
  async function bought(quantity: number, buyer: SessionUser | null = null): Promise<Order> {
    const knob = await makeVariant(at.shop.app.db, { price: usd(10), stock: 10 });
    const caller = at.shop.as(buyer);
    const asked = { cart: [lineOf(knob, quantity)], shippingMethod: 'local' as const };
    const { total } = await caller.orders.getCost(asked);
    const key = { idempotencyKey: randomUUID() };
    const { _id, orderKey } = await caller.orders.submit({ ...guest, ...asked, ...key, total });
    const saveCard = buyer !== null && { saveCard: true };
    await caller.payments.charge({ order: { _id, orderKey }, card: at.cardOf('approve'), ...saveCard });
    return read({ _id });
  }

  /** A refund is told of as such while it is under way, and by what came of it after that. */
  const isOfRefund = (entry: HistoryEntry) =>
    entry.kind === 'refund' || (entry.kind === 'event' && entry.name === 'refund succeeded');
  const toldOf = (entry: HistoryEntry) =>
    entry.kind === 'event' ? `${historyWords(entry)}: ${entry.description}` : historyWords(entry);

  const editTo = (order: Order, quantity: number) => ({
    ...{ _id: order._id, version: order.version, idempotencyKey: randomUUID() },
    cart: order.cart.map(({ _id }) => ({ _id, quantity })),
  });

  async function edit(order: Order, quantity: number) {
    const asked = editTo(order, quantity);
    const { edit: seen } = await office().orders.adminReplace({ ...asked, preview: true });
    return office().orders.adminReplace({ ...asked, figures: seen.after });
  }

  /** Reads what the shop and Stripe have of money that goes back. */
  async function givenBack({ _id }: Order) {
    const { db } = at.shop.app;
    const made = await db.select().from(refunds).where(eq(refunds.order, _id)).orderBy(asc(refunds._id));
    const [order] = await db.select().from(orders).where(eq(orders._id, _id));
    const mailed = await db.select().from(emails).where(eq(emails.order, _id));
    const { entries } = await office().orders.history({ id: _id });
    const charges = at.fake.chargesOfOrder(_id).map(({ id }) => id);
    return {
      open: made.filter(({ status }) => status === 'starting' || status === 'unknown').length,
      done: made.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount),
      told: entries.filter(isOfRefund).map(toldOf),
      counted: order?.amountRefunded,
      paid: order?.paid,
      mails: mailed.filter(({ template }) => template === 'refund-issued').length,
      atStripe: at.fake.refunds
        .filter(one => one.status === 'succeeded' && charges.includes(one.payment_intent))
        .map(({ amount }) => amount),
    };
  }

  /** Lists what was charged for an order at Stripe, in the order of time, and what the shop knows of it. */
  async function charged({ _id }: Order) {
    const { db } = at.shop.app;
    const attempts = await db
      .select()
      .from(payments)
      .where(eq(payments.order, _id))
      .orderBy(asc(payments._id));
    const { paid, amountPaid } = await read({ _id });
    return {
      paid,
      amountPaid,
      known: attempts.map(({ status }) => status),
      atStripe: at.fake.chargesOfOrder(_id).map(({ amount }) => amount),
    };
  }

  it.each(WITH_REFUNDS)(
    '$name, what goes back at will and by an edit is owed, told as such, and given once, afterwards',
    async ({ fault, secure, isMade }) => {
      const { jobs } = at.shop.app;
      const [atWill, edited] = [await bought(2), await bought(2)];
      const asked = {
        ...{ order: atWill._id, version: atWill.version, amount: usd(5), reason: 'late' },
        ...{ way: 'card' as const, key: randomUUID() },
      };
      await way.breakWith(fault, secure);
      // Nobody waits for Stripe.
      await office().refunds.make(asked);
      await edit(edited, 1);
      await jobs.drain();
      await office().refunds.make(asked);
      await jobs.drain();
      await expect(reconcileRefunds(at.shop.app, later(6))).rejects.toThrow('2 of 2 rows of a sweep failed');

      const owed = { open: 1, done: [], counted: 0, paid: true, mails: 0 };
      const [first, second] = [await givenBack(atWill), await givenBack(edited)];
      expect(first).toMatchObject({ ...owed, atStripe: isMade ? [500] : [] });
      expect(second).toMatchObject({ ...owed, atStripe: isMade ? [1082] : [] });
      expect([first.told, second.told]).toEqual([
        ['Refund of $5.00 is being looked up'],
        ['Refund of $10.82 is being looked up'],
      ]);
      // It is on its way, so that nobody gives it a second time.
      const { version } = await read(atWill);
      const rest = { ...asked, version, amount: usd(16.66), key: randomUUID() };
      expect(await refusal(office().refunds.make(rest))).toBe('invalid');

      await way.mend(secure);
      await jobs.drain({ delayed: true });
      const given = { open: 0, paid: true, mails: 1 };
      expect(await givenBack(atWill)).toEqual({
        ...{ ...given, done: [5], counted: 5, atStripe: [500], told: ['Refund went through: $5.00'] },
      });
      expect(await givenBack(edited)).toEqual({
        ...{
          ...given,
          done: [10.82],
          counted: 10.82,
          atStripe: [1082],
          told: ['Refund went through: $10.82'],
        },
      });
    },
  );

  it.each(WITH_CHARGES)(
    '$name, what an edit added is charged once, by a saved card and by a link',
    async ({ fault, secure, charged: isDone, byCard }) => {
      const buyer = await makeUser(at.shop.app.db);
      const [ofBuyer, ofGuest] = [await edit(await bought(1, buyer), 2), await edit(await bought(1), 2)];
      expect([ofBuyer.edit.owed, ofGuest.edit.owed]).toEqual([10.82, 10.82]);
      const [card] = await office().savedCards.ofOrder({ id: ofBuyer._id });
      const { url } = await office().payLinks.make({ order: ofGuest._id });
      const paying = { total: usd(10.82), idempotencyKey: randomUUID() };
      const bySavedCard = () =>
        office().orders.pay({ ...paying, orders: ofBuyer._id, card: { savedCard: card?._id ?? '' } });
      const key = new URL(url).searchParams.get('key') ?? '';
      const byLink = (with_ = at.cardOf('approve'), idempotencyKey = randomUUID()) =>
        at.shop.as(null).payLinks.pay({ ...paying, idempotencyKey, order: ofGuest._id, key, card: with_ });

      await way.breakWith(fault, secure);
      expect(await refusal(bySavedCard())).toBe('gateway_unavailable');
      expect(await refusal(byLink())).toBe('gateway_unavailable');
      // Neither another card nor an edit makes it worse while nobody knows.
      expect(await refusal(byLink())).toBe('gateway_unavailable');
      const less = { ...editTo(await read(ofGuest), 1), preview: true };
      expect(await refusal(office().orders.adminReplace(less))).toBe('order_state');
      const unknown = { paid: false, amountPaid: 10.83, known: ['succeeded', 'unknown'] };
      expect(await charged(ofBuyer)).toEqual({ ...unknown, atStripe: byCard ? [1083, 1082] : [1083] });
      expect(await charged(ofGuest)).toEqual({ ...unknown, atStripe: isDone ? [1083, 1082] : [1083] });

      await way.mend(secure);
      const done = { paid: true, amountPaid: 21.65, known: ['succeeded', 'succeeded'] };
      expect(await bySavedCard()).toMatchObject({ status: 'paid', finished: true });
      expect(await charged(ofBuyer)).toEqual({ ...done, atStripe: [1083, 1082] });
      await at.sweep(ofGuest, 3);
      if (!isDone) {
        expect(await charged(ofGuest)).toMatchObject({ paid: false, known: ['succeeded', 'canceled'] });
        expect(await byLink()).toEqual({ status: 'paid' });
      }
      expect(await charged(ofGuest)).toEqual({
        ...{ ...done, atStripe: [1083, 1082] },
        known: isDone ? done.known : ['succeeded', 'canceled', 'succeeded'],
      });
      expect(await refusal(byLink())).toBe('order_state');
    },
  );

  it('is well and the bank refuses, what goes back stays owed, staff are told, and it can be given again', async () => {
    const { jobs } = at.shop.app;
    const order = await bought(2);
    const give = async () => {
      const { version } = await read(order);
      return office().refunds.make({
        ...{ order: order._id, version, amount: usd(5), reason: 'late', way: 'card', key: randomUUID() },
      });
    };
    await give();
    await jobs.drain();
    const [sent] = at.fake.refunds.filter(one => one.payment_intent === at.intentOf(order).id);
    expect(await office().refunds.look({ order: order._id })).toMatchObject({ card: 16.65 });
    await at.deliver(
      at.fake.signedEvent('refund.failed', at.fake.returnRefund(sent?.id ?? '', 'expired_card')),
    );
    await jobs.drain({ delayed: true });
    const { alerts } = await office().orders.record({ id: order._id });
    expect(alerts).toEqual([
      expect.stringMatching(/^A refund of \$5\.00 came back from the customer’s bank/),
    ]);
    expect(await givenBack(order)).toMatchObject({ counted: 0, paid: true, atStripe: [] });
    const { owed, ...left } = await office().refunds.look({ order: order._id });
    expect([left, owed]).toMatchObject([{ card: 16.65, inAll: 16.65 }, [{ amount: 5, isRefused: false }]]);
    const instead = {
      refund: owed[0]?.refund ?? '',
      way: 'check' as const,
      number: '77',
      reason: 'card expired',
    };
    const admin = await makeUser(at.shop.app.db, { permissionLevel: 'Admin' });
    await at.shop.as(admin).refunds.giveInstead(instead);
    expect(await givenBack(order)).toMatchObject({ counted: 5, atStripe: [] });
    expect(await office().refunds.look({ order: order._id })).toMatchObject({ card: 16.65, owed: [] });
  });
});
