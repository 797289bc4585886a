import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JobName, Jobs } from '#server/jobs/jobs.ts';
import { expireHolds } from '#server/orders/cancel-order.ts';
import { registerJobs } from '#server/register-jobs.ts';
import type { FakeFault } from '#server/test/fake-stripe.ts';
import type { FakeCard } from '#server/test/fake-stripe-ledger.ts';
import { HELD, intentIn, later, refusal, SOLD, StripeShop, UNDONE } from '#server/test/stripe-shop.ts';

let at: StripeShop;
beforeAll(async () => {
  at = await StripeShop.open();
});
afterEach(() => at.reset());
afterAll(() => at.close());

describe('a card order through Stripe', () => {
  it('is charged once and submitted [CHK-12]', async () => {
    const order = await at.heldOrder();
    const answer = await at.charge(order, at.cardOf('approve'));
    expect(answer).toMatchObject({ status: 'paid', order: { status: 'Submitted', amountPaid: 10.83 } });
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it.each<[FakeCard, string]>([
    ['decline', 'card_declined'],
    ['insufficient_funds', 'insufficient_funds'],
    ['expired', 'card_declined'],
  ])('stays as it is when the card ends in %s, and takes another', async (card, reason) => {
    const order = await at.heldOrder();
    expect(await refusal(at.charge(order, at.cardOf(card)))).toBe(reason);
    expect(await at.standing(order)).toEqual({ ...HELD, payments: ['declined'] });
    await at.charge(order, at.cardOf('approve'));
    expect(await at.standing(order)).toEqual({ ...SOLD, payments: ['declined', 'succeeded'] });
  });

  it('is paid when the bank’s confirmation was given [CHK-12]', async () => {
    const order = await at.heldOrder();
    const asked = await at.charge(order, at.cardOf('needs_confirmation'));
    expect(asked).toMatchObject({ status: 'requires_action', order: { status: 'Held' } });
    const paymentIntent = intentIn(asked);
    at.fake.authenticate(paymentIntent, 'confirmed');
    expect((await at.charge(order, { paymentIntent })).status).toBe('paid');
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it('is not paid by a confirmation that failed, nor by the intent of another order', async () => {
    const order = await at.heldOrder();
    const asked = await at.charge(order, at.cardOf('needs_confirmation'));
    const paymentIntent = intentIn(asked);
    const other = await at.heldOrder();
    await at.charge(other, at.cardOf('approve'));
    expect(await refusal(at.charge(order, { paymentIntent: at.intentOf(other).id }))).toBe('invalid');
    at.fake.authenticate(paymentIntent, 'failed');
    expect(await refusal(at.charge(order, { paymentIntent }))).toBe('card_declined');
    expect(await at.standing(order)).toEqual({ ...HELD, payments: ['declined'] });
    expect(at.fake.intent(paymentIntent)?.status).toBe('canceled');
  });

  it('that waits for a confirmation nobody gives takes another card, or ends with its hold [CHK-12]', async () => {
    const order = await at.heldOrder();
    const asked = await at.charge(order, at.cardOf('needs_confirmation'));
    const first = intentIn(asked);
    const second = await at.charge(order, at.cardOf('needs_confirmation'));
    // Somebody else came second to the other window of the bank: no fault of the order's, nor of their card.
    const late = await refusal(at.charge(order, { paymentIntent: first }));
    expect(late).toBe('card_declined');
    expect(second.status).toBe('requires_action');
    await at.charge(order, at.cardOf('approve'));
    await at.shop.app.jobs.drain();
    expect(await at.standing(order)).toEqual({ ...SOLD, payments: ['canceled', 'canceled', 'succeeded'] });
    expect(at.fake.intent(first)?.status).toBe('canceled');

    const abandoned = await at.heldOrder();
    const { clientSecret } = await at.charge(abandoned, at.cardOf('needs_confirmation'));
    await expireHolds(at.shop.app, later(16));
    await at.shop.app.jobs.drain();
    expect(await at.standing(abandoned)).toEqual({
      ...UNDONE,
      payments: ['canceled'],
      charged: [],
      refunded: [],
    });
    expect(at.fake.intent(intentIn({ clientSecret }))?.status).toBe('canceled');
  });

  it('that was confirmed to the bank meanwhile pays, and no other card is charged', async () => {
    const order = await at.heldOrder();
    const asked = await at.charge(order, at.cardOf('needs_confirmation'));
    at.fake.authenticate(intentIn(asked), 'confirmed');
    expect((await at.charge(order, at.cardOf('approve'))).status).toBe('paid');
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it('keeps other cards from being charged as long as it could not be ended', async () => {
    const order = await at.heldOrder();
    const asked = await at.charge(order, at.cardOf('needs_confirmation'));
    at.fake.fail('server_error');
    expect(await refusal(at.charge(order, at.cardOf('approve')))).toBe('gateway_unavailable');
    expect(await at.standing(order)).toMatchObject({ ...HELD, payments: ['unknown'] });
    at.fake.recover();
    await at.sweep(order);
    at.fake.authenticate(intentIn(asked), 'confirmed');
    expect((await at.charge(order, at.cardOf('approve'))).status).toBe('paid');
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it('makes the confirmation of an expired order impossible also when Stripe was down at first', async () => {
    const order = await at.heldOrder();
    const { clientSecret } = await at.charge(order, at.cardOf('needs_confirmation'));
    await expireHolds(at.shop.app, later(16));
    at.fake.fail('server_error');
    await at.shop.app.jobs.drain();
    const intent = at.fake.intent(intentIn({ clientSecret }));
    expect(intent?.status).toBe('requires_action');
    await at.sweep(order);
    await at.sweep(order);
    expect(intent?.status).toBe('canceled');
    expect(await at.standing(order)).toMatchObject({ ...UNDONE, payments: ['canceled'] });
  });
});

describe('Stripe out of reach', () => {
  it.each<{ fault: FakeFault; charged: boolean }>([
    { fault: 'reset', charged: false },
    { fault: 'black_hole', charged: false },
    { fault: 'server_error', charged: false },
    { fault: 'rate_limit', charged: false },
    { fault: 'drop_reply', charged: true },
    { fault: 'html', charged: true },
    { fault: 'truncated', charged: true },
    { fault: { delayMs: 4000 }, charged: true },
  ])('keeps the hold on $fault, charges nothing twice, and settles', async ({ fault, charged }) => {
    const order = await at.heldOrder();
    // Stripe's package tries a connection that was kept open once more by itself.
    at.fake.fail(fault, fault === 'drop_reply' || fault === 'reset' ? 2 : 1);
    expect(await refusal(at.charge(order, at.cardOf('approve')))).toBe('gateway_unavailable');
    at.fake.recover();
    expect(await at.standing(order)).toMatchObject({
      ...HELD,
      payments: ['unknown'],
      charged: expect.anything(),
    });
    // A reloaded page asks for the card anew, which must not be charged while nobody knows.
    expect(await refusal(at.charge(order, at.cardOf('approve')))).toBe('gateway_unavailable');
    // The slow one is done meanwhile.
    await expect
      .poll(() => at.fake.chargesOfOrder(order._id).length, { timeout: 10_000 })
      .toBe(charged ? 1 : 0);
    await at.sweep(order, 0.5);
    if (!charged) {
      // It may still come, so the card that was tried is not given up yet.
      expect(await at.standing(order)).toEqual({ ...HELD, payments: ['unknown'] });
      await at.sweep(order, 1);
      expect(await at.standing(order)).toEqual({ ...HELD, payments: ['canceled'] });
      await at.charge(order, at.cardOf('approve'));
    }
    expect(await at.standing(order)).toEqual({
      ...SOLD,
      payments: charged ? ['succeeded'] : ['canceled', 'succeeded'],
    });
  });

  it.each<{ fault: FakeFault; ends: string }>([
    { fault: 'drop_reply', ends: 'succeeded' },
    { fault: 'server_error', ends: 'canceled' },
  ])(
    'leaves no outcome of $fault unknown for more than a minute of the sweep’s schedule',
    async ({ fault, ends }) => {
      const every = scheduleOf('reconcile-payments');
      for (const first of [0, every - 1]) {
        const order = await at.heldOrder();
        at.fake.fail(fault, 2);
        expect(await refusal(at.charge(order, at.cardOf('approve')))).toBe('gateway_unavailable');
        at.fake.recover();
        // The sweeps of the minute, the first of them at once or just before the second would be due.
        for (let age = first; age <= 60 - every; age += every) await at.sweep(order, age / 60);
        expect(await at.standing(order)).toMatchObject({ payments: [ends] });
      }
    },
  );

  it('is asked again by itself after a lost reply, with nobody waiting', async () => {
    const order = await at.heldOrder();
    await at.chargeUnheard(order);
    await at.shop.app.jobs.drain({ delayed: true });
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it('is asked again with the same key when the page sends the same card again', async () => {
    const order = await at.heldOrder();
    const card = at.cardOf('approve');
    expect(await at.chargeUnheard(order, card)).toBe('gateway_unavailable');
    expect((await at.charge(order, card)).status).toBe('paid');
    expect((await at.charge(order, card)).status).toBe('paid');
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it('charges once for a double click, also while Stripe is slow', async () => {
    const order = await at.heldOrder();
    const card = at.cardOf('approve');
    at.fake.fail({ delayMs: 200 }, 2);
    const answers = await Promise.all([
      at.charge(order, card),
      at.charge(order, card),
      at.charge(order, card),
    ]);
    expect(answers.map(answer => answer.status)).toEqual(['paid', 'paid', 'paid']);
    expect(await at.standing(order)).toEqual(SOLD);
  });

  it('lets one of two cards pay that are sent at once', async () => {
    const order = await at.heldOrder();
    const outcomes = await Promise.all([
      refusal(at.charge(order, at.cardOf('approve'))),
      refusal(at.charge(order, at.cardOf('approve'))),
    ]);
    expect(outcomes).toContain(undefined);
    expect(await at.standing(order)).toEqual(SOLD);
  });
});

/** How many seconds apart a job runs. */
function scheduleOf(job: JobName): number {
  const { app } = at.shop;
  const every = new Map<string, number>();
  const jobs: Jobs = Object.create(app.jobs);
  jobs.register = () => undefined;
  jobs.schedule = (name, _payload, { everySeconds }) => every.set(name, everySeconds);
  registerJobs({ ...app, jobs });
  const seconds = every.get(job);
  if (seconds === undefined) throw new Error(`${job} has no schedule`);
  return seconds;
}
