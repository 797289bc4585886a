import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/db.ts';
import { createStripeGateway } from '#server/integrations/stripe.ts';
import type { ChargeRequest, PaymentGateway } from '#server/payments/gateway.ts';
import { createTestGateway } from '#server/payments/test-gateway.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { type FakeStripe, startFakeStripe } from '#server/test/fake-stripe.ts';
import type { Cents } from '#shared/rules/money.ts';
import { type Card, cardSchema } from '#shared/schemas/payments.ts';

/** The things that a gateway needs around it to be put through the contract. */
interface Bench {
  gateway: PaymentGateway;
  /** Another process of the same shop. */
  secondProcess: () => PaymentGateway;
  card(outcome: 'approve' | 'decline' | 'insufficient_funds' | 'needs_confirmation'): Card;
  /** A card with which the money moves while the answer is lost. */
  lostReply(): Card;
  /** Does what the payer's bank does in the browser. */
  confirm(reference: string): void;
}

let fake: FakeStripe;
let database: Database;
beforeAll(async () => {
  fake = await startFakeStripe();
  database = await testDatabase();
});
afterAll(async () => {
  await fake.close();
  await closeTestDatabase(database);
});

const benches: Record<PaymentGateway['name'], () => Bench> = {
  test: () => ({
    gateway: createTestGateway(database.db),
    secondProcess: () => createTestGateway(database.db),
    card: outcome => ({ testOutcome: outcome }),
    lostReply: () => ({ testOutcome: 'slow' }),
    confirm: () => {},
  }),
  stripe: () => ({
    gateway: createStripeGateway(fake.options),
    secondProcess: () => createStripeGateway(fake.options),
    card: outcome => ({ confirmationToken: fake.confirmationToken(outcome) }),
    lostReply: () => {
      // The package repeats a cut call twice.
      fake.fail('drop_reply', 3);
      return { confirmationToken: fake.confirmationToken('approve') };
    },
    confirm: reference => fake.authenticate(reference, 'confirmed'),
  }),
};

let made = 0;
function request(card: Card, amount = 10825): ChargeRequest {
  made += 1;
  return {
    paymentId: `payment-${made}`,
    orderId: `order-${made}`,
    orderNumber: 10000 + made,
    amount: amount as Cents,
    currency: 'usd',
    idempotencyKey: `charge:order-${made}:${JSON.stringify(card)}`,
    card,
    email: 'ann@example.com',
  };
}

const lookup = ({ paymentId }: ChargeRequest, reference: string | null) => ({
  paymentId,
  reference,
  createdAt: new Date(),
});

describe.each(['test', 'stripe'] as const)('gateway %s', name => {
  let bench: Bench;
  let gateway: PaymentGateway;
  beforeAll(() => {
    bench = benches[name]();
    gateway = bench.gateway;
  });

  async function paid(amount?: number) {
    const charged = request(bench.card('approve'), amount);
    const result = await gateway.charge(charged);
    if (result.status !== 'succeeded') throw new Error(`not paid: ${result.status}`);
    return { ...result, request: charged };
  }

  it('says its name', () => expect(gateway.name).toBe(name));

  it('charges the amount and finds the charge again, also in another process', async () => {
    const { reference, amount, request: charged } = await paid();
    expect(amount).toBe(10825);
    const expected = { status: 'succeeded', reference, amount: 10825 };
    expect(await gateway.find(lookup(charged, reference))).toEqual(expected);
    expect(await bench.secondProcess().find(lookup(charged, reference))).toEqual(expected);
  });

  it('tells a declined card from one without funds, in words for the payer', async () => {
    expect(await gateway.charge(request(bench.card('decline')))).toMatchObject({
      status: 'declined',
      reason: 'card_declined',
      message: 'Your card was declined. Please try another card.',
    });
    expect(await gateway.charge(request(bench.card('insufficient_funds')))).toMatchObject({
      status: 'declined',
      reason: 'insufficient_funds',
      message: 'Your card has insufficient funds. Please try another card.',
    });
  });

  it('charges once however often the same charge is sent', async () => {
    const once = request(bench.card('approve'));
    const answers = [await gateway.charge(once), await bench.secondProcess().charge(once)];
    answers.push(...(await Promise.all([gateway.charge(once), gateway.charge(once)])));
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 'succeeded', amount: 10825 });
  });

  it('repeats a decline for the same charge', async () => {
    const once = request(bench.card('decline'));
    expect(await gateway.charge(once)).toEqual(await gateway.charge(once));
  });

  it('asks for a confirmation and is paid once it was given', async () => {
    const first = request(bench.card('needs_confirmation'));
    const asked = await gateway.charge(first);
    if (asked.status !== 'requires_action') throw new Error(`not asked: ${asked.status}`);
    expect(asked.clientSecret).toContain(asked.reference);
    expect(await gateway.find(lookup(first, asked.reference))).toEqual(asked);

    bench.confirm(asked.reference);
    const finished = { ...first, card: { paymentIntent: asked.reference } };
    const result = { status: 'succeeded', reference: asked.reference, amount: 10825 };
    expect(await gateway.charge(finished)).toEqual(result);
    expect(await gateway.charge(finished)).toEqual(result);
    expect(await gateway.find(lookup(first, asked.reference))).toEqual(result);
    expect(await bench.secondProcess().find(lookup(first, asked.reference))).toEqual(result);
  });

  it('takes no confirmation of another payment or amount', async () => {
    const first = request(bench.card('needs_confirmation'));
    const asked = await gateway.charge(first);
    if (asked.status !== 'requires_action') throw new Error(`not asked: ${asked.status}`);
    bench.confirm(asked.reference);
    const card = { paymentIntent: asked.reference };
    const refused = { status: 'declined', reason: 'invalid_card' };
    expect(await gateway.charge({ ...first, card, paymentId: 'another' })).toMatchObject(refused);
    expect(await gateway.charge({ ...first, card, amount: 100 as Cents })).toMatchObject(refused);
  });

  it('answers unknown when the reply is lost, and finds the charge afterwards', async () => {
    const lost = request(bench.lostReply());
    const answer = await gateway.charge(lost);
    if (answer.status !== 'unknown') throw new Error(`not lost: ${answer.status}`);
    expect(await gateway.find(lookup(lost, answer.reference))).toMatchObject({
      status: 'succeeded',
      amount: 10825,
    });
  });

  it('finds nothing where nothing was charged', async () => {
    const absent = { status: 'absent', reference: null };
    expect(await gateway.find(lookup(request(bench.card('approve')), null))).toEqual(absent);
    expect(await gateway.find(lookup(request(bench.card('approve')), 'pi_unknown'))).toEqual(absent);
  });

  it('cancels an unanswered confirmation, which can then not be paid', async () => {
    const first = request(bench.card('needs_confirmation'));
    const { reference } = await gateway.charge(first);
    if (reference === null) throw new Error('no reference');
    expect(await gateway.cancel(reference)).toEqual({ status: 'canceled', reference });
    expect(await gateway.cancel(reference)).toEqual({ status: 'canceled', reference });
    const confirmed = { ...first, card: { paymentIntent: reference } };
    expect(await gateway.charge(confirmed)).toMatchObject({ status: 'declined' });
    expect(await bench.secondProcess().charge(confirmed)).toMatchObject({ status: 'declined' });
    expect(await bench.secondProcess().find(lookup(first, reference))).toEqual({
      status: 'canceled',
      reference,
    });
  });

  it('says that a charge succeeded when it comes to be canceled too late', async () => {
    const { reference } = await paid();
    expect(await gateway.cancel(reference)).toEqual({ status: 'succeeded', reference, amount: 10825 });
  });

  it('refunds in parts, each once, never more than was paid', async () => {
    const { reference } = await paid(10000);
    const part = (refundId: string, cents: number) => ({
      refundId: `${reference}-${refundId}`,
      reference,
      amount: cents as Cents,
      idempotencyKey: `refund:${reference}-${refundId}`,
    });
    const first = await gateway.refund(part('a', 6000));
    expect(first).toMatchObject({ status: 'succeeded', amount: 6000 });
    expect(await gateway.refund(part('a', 6000))).toEqual(first);
    expect(await bench.secondProcess().refund(part('a', 6000))).toEqual(first);
    for (const process of [gateway, bench.secondProcess()]) {
      expect(await process.refund(part('b', 4001))).toMatchObject({
        status: 'refused',
        reason: 'exceeds_payment',
      });
    }
    expect(await gateway.refund(part('c', 4000))).toMatchObject({ status: 'succeeded', amount: 4000 });
    expect(await gateway.refund(part('d', 1))).toMatchObject({
      status: 'refused',
      reason: 'exceeds_payment',
    });
  });

  it('never gives back more than was paid, also by refunds that are asked for at once', async () => {
    const { reference } = await paid(10000);
    const parts = ['a', 'b', 'c'].map(part => ({
      refundId: `${reference}-at-once-${part}`,
      reference,
      amount: 6000 as Cents,
      idempotencyKey: `refund:${reference}-at-once-${part}`,
    }));
    const answers = await Promise.all(parts.map(part => gateway.refund(part)));
    expect(answers.map(({ status }) => status).sort()).toEqual(['refused', 'refused', 'succeeded']);
  });

  it('finds the refunds that it made, and makes none by looking', async () => {
    const { reference } = await paid(10000);
    const wanted = { refundId: `${reference}-looked-for`, reference };
    expect(await gateway.findRefund(wanted)).toEqual({ status: 'absent' });
    expect(await gateway.findRefund({ ...wanted, reference: 'pi_unknown' })).toEqual({ status: 'absent' });
    const made = await gateway.refund({ ...wanted, amount: 10000 as Cents, idempotencyKey: 'looked-for' });
    expect(made).toMatchObject({ status: 'succeeded', amount: 10000 });
    expect(await gateway.findRefund(wanted)).toEqual(made);
  });

  it('refunds nothing of a payment that it does not know', async () => {
    const refund = {
      refundId: `r-${name}`,
      reference: 'pi_unknown',
      amount: 1 as Cents,
      idempotencyKey: 'r',
    };
    expect(await gateway.refund(refund)).toMatchObject({ status: 'refused', reason: 'not_paid' });
  });

  it('makes references that the wire accepts as a confirmed payment', async () => {
    const { reference } = await gateway.charge(request(bench.card('needs_confirmation')));
    expect(cardSchema.parse({ paymentIntent: reference })).toEqual({ paymentIntent: reference });
  });

  it('believes no webhook that its gateway did not sign', async () => {
    const forged = fake.signedEvent(
      'payment_intent.succeeded',
      { id: 'pi_1', metadata: {} },
      { secret: 'whsec_thief' },
    );
    expect(await gateway.verifyWebhook(forged.body, forged.signature)).toBeNull();
    expect(await gateway.verifyWebhook(forged.body, '')).toBeNull();
  });

  it('takes no card of the other gateway', async () => {
    const foreign: Card = name === 'test' ? { confirmationToken: 'ctoken_x' } : { testOutcome: 'approve' };
    expect(await gateway.charge(request(foreign))).toMatchObject({
      status: 'declined',
      reason: 'invalid_card',
    });
  });
});
