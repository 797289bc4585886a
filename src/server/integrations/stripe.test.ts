import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createStripeGateway } from '#server/integrations/stripe.ts';
import type { ChargeRequest } from '#server/payments/gateway.ts';
import { type FakeFault, type FakeStripe, startFakeStripe } from '#server/test/fake-stripe.ts';
import type { FakeCard } from '#server/test/fake-stripe-ledger.ts';
import type { Cents } from '#shared/rules/money.ts';
import type { Card } from '#shared/schemas/payments.ts';

let fake: FakeStripe;
beforeAll(async () => {
  fake = await startFakeStripe();
});
afterEach(() => fake.recover());
afterAll(() => fake.close());

const gateway = (overrides = {}) => createStripeGateway({ ...fake.options, ...overrides });
const impatient = () => gateway({ timeoutMs: 200, maxNetworkRetries: 0 });

let made = 0;
function request(card: FakeCard | Card): ChargeRequest {
  made += 1;
  return {
    paymentId: `payment-${made}`,
    orderId: `order-${made}`,
    orderNumber: 10000 + made,
    amount: 4950 as Cents,
    currency: 'usd',
    idempotencyKey: `charge:order-${made}`,
    card: typeof card === 'string' ? { confirmationToken: fake.confirmationToken(card) } : card,
    email: 'ann@example.com',
  };
}

const unreferenced = ({ paymentId }: ChargeRequest) => ({
  paymentId,
  reference: null,
  createdAt: new Date(),
});

describe('charging', () => {
  it('writes order and payment on the charge, so that either finds it', async () => {
    const charged = request('approve');
    const { reference } = await gateway().charge(charged);
    expect(fake.intent(String(reference))?.metadata).toMatchObject({
      order_id: charged.orderId,
      payment_id: charged.paymentId,
      order_number: String(charged.orderNumber),
    });
  });

  it('charges a card that Stripe keeps, for the customer it is kept for', async () => {
    const saved = { savedCard: fake.savedCard('approve') };
    expect(await gateway().charge(request(saved))).toMatchObject({ status: 'succeeded', amount: 4950 });
    expect(await gateway().charge(request({ savedCard: 'pm_gone' }))).toMatchObject({
      reason: 'invalid_card',
    });
  });

  it('asks for the card again when its token was used up', async () => {
    const first = request('approve');
    await gateway().charge(first);
    const second = { ...request(first.card), idempotencyKey: 'another' };
    expect(await gateway().charge(second)).toMatchObject({ status: 'declined', reason: 'invalid_card' });
  });

  it('says when an amount is too small for a card', async () => {
    const result = await gateway().charge({ ...request('approve'), amount: 30 as Cents });
    expect(result).toMatchObject({ status: 'declined', reason: 'amount_not_chargeable' });
  });

  it('gives up a payment whose confirmation failed, so that the browser cannot pay it later', async () => {
    const first = request('needs_confirmation');
    const { reference } = await gateway().charge(first);
    const paymentIntent = String(reference);
    fake.authenticate(paymentIntent, 'failed');
    const failed = { status: 'declined', reference, reason: 'authentication_failed' };
    expect(await gateway().charge({ ...first, card: { paymentIntent } })).toMatchObject(failed);
    expect(fake.intent(paymentIntent)?.status).toBe('canceled');
    expect(await gateway().find({ ...unreferenced(first), reference })).toMatchObject(failed);
  });

  it('never pays twice under one key, even for another amount', async () => {
    const first = request('approve');
    await gateway().charge(first);
    const altered = await gateway().charge({ ...first, amount: 9900 as Cents });
    expect(altered.status).toBe('unknown');
    expect(fake.chargesOf(first.paymentId)).toHaveLength(1);
  });
});

describe('when Stripe or the way to it fails', () => {
  it.each<FakeFault>(['reset', 'server_error', 'drop_reply'])(
    'tries again after %s and charges once',
    async fault => {
      fake.fail(fault);
      const charged = request('approve');
      expect(await gateway().charge(charged)).toMatchObject({ status: 'succeeded', amount: 4950 });
      expect(fake.chargesOf(charged.paymentId)).toHaveLength(1);
    },
  );

  it('sends its retries with the same key and is answered from the first charge', async () => {
    fake.fail('drop_reply');
    const charged = request('approve');
    await gateway().charge(charged);
    const calls = fake.calls.filter(call => call.idempotencyKey === charged.idempotencyKey);
    expect(calls.map(call => call.replayed)).toEqual([false, true]);
  });

  it.each<{ fault: FakeFault; charged: boolean }>([
    { fault: 'reset', charged: false },
    { fault: 'black_hole', charged: false },
    { fault: 'server_error', charged: false },
    { fault: 'rate_limit', charged: false },
    { fault: 'drop_reply', charged: true },
    { fault: 'html', charged: true },
    { fault: 'truncated', charged: true },
    { fault: { delayMs: 600 }, charged: true },
  ])('answers unknown on lasting $fault and settles it afterwards', async ({ fault, charged }) => {
    fake.fail(fault, 2);
    const lost = request('approve');
    const answer = await impatient().charge(lost);
    expect(answer).toMatchObject({ status: 'unknown', reference: null });
    fake.recover();
    if (charged) {
      await expect.poll(() => fake.chargesOf(lost.paymentId).length, { timeout: 5000 }).toBe(1);
      const found = await gateway().find(unreferenced(lost));
      expect(found).toMatchObject({ status: 'succeeded', amount: 4950 });
    } else {
      expect(await gateway().find(unreferenced(lost))).toEqual({ status: 'absent', reference: null });
    }
    expect(await gateway().charge(lost)).toMatchObject({ status: 'succeeded' });
    expect(fake.chargesOf(lost.paymentId)).toHaveLength(1);
  });

  it('answers unknown when nobody listens, in every call', async () => {
    const gone = await startFakeStripe();
    await gone.close();
    const dead = createStripeGateway({ ...gone.options, maxNetworkRetries: 0 });
    expect(await dead.charge(request('approve'))).toMatchObject({ status: 'unknown' });
    expect(await dead.find(unreferenced(request('approve')))).toMatchObject({ status: 'unknown' });
    expect(await dead.cancel('pi_x')).toMatchObject({ status: 'unknown', reference: 'pi_x' });
    const refund = { refundId: 'r', reference: 'pi_x', amount: 1 as Cents, idempotencyKey: 'r' };
    expect(await dead.refund(refund)).toMatchObject({ status: 'unknown' });
    expect(await dead.findRefund(refund)).toMatchObject({ status: 'unknown' });
    expect(await dead.findDispute('dp_x')).toMatchObject({ status: 'unknown' });
  });

  it('answers unknown when its key is refused, and says nothing of the key', async () => {
    const answer = await gateway({ secretKey: 'sk_test_wrong' }).charge(request('approve'));
    expect(answer).toMatchObject({ status: 'unknown' });
    expect(JSON.stringify(answer)).not.toContain('sk_test');
  });

  it('finds a charge behind more than a page of others', async () => {
    const wanted = request('approve');
    await gateway().charge(wanted);
    for (let n = 0; n < 101; n++) await gateway().charge(request('approve'));
    expect(await gateway().find(unreferenced(wanted))).toMatchObject({ status: 'succeeded' });
  });
});

describe('refunding', () => {
  it('refunds once when the answer was lost, also after Stripe forgot the key', async () => {
    const { reference } = await gateway().charge(request('approve'));
    const refund = {
      refundId: 'r-1',
      reference: String(reference),
      amount: 1000 as Cents,
      idempotencyKey: 'k-1',
    };
    fake.fail({ delayMs: 0 });
    fake.fail('drop_reply', 2);
    expect(await impatient().refund(refund)).toMatchObject({ status: 'unknown' });
    fake.recover();
    expect(await gateway().refund({ ...refund, idempotencyKey: 'k-2' })).toMatchObject({
      status: 'succeeded',
    });
    expect(fake.refunds.filter(made => made.payment_intent === reference)).toHaveLength(1);
  });
});

describe('webhooks', () => {
  const intent = { id: 'pi_1', metadata: { payment_id: 'payment-1' } };

  it('reads which payment to look at', async () => {
    const { body, signature } = fake.signedEvent('payment_intent.succeeded', intent);
    expect(await gateway().verifyWebhook(body, signature)).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'payment_intent.succeeded',
      kind: 'payment',
      reference: 'pi_1',
      paymentId: 'payment-1',
    });
  });

  it('reads refunds, disputes and what is none of the shop’s business', async () => {
    const read = async (type: string, object: object) => {
      const { body, signature } = fake.signedEvent(type, object);
      return gateway().verifyWebhook(body, signature);
    };
    const refund = { id: 're_1', payment_intent: 'pi_1', metadata: { refund_id: 'r-1' } };
    expect(await read('refund.failed', refund)).toMatchObject({
      kind: 'refund',
      reference: 'pi_1',
      refundId: 'r-1',
    });
    expect(await read('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' })).toMatchObject({
      kind: 'refund',
      refundId: null,
    });
    expect(await read('charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_1' })).toMatchObject({
      kind: 'dispute',
      reference: 'dp_1',
    });
    expect(await read('customer.created', { id: 'cus_1' })).toMatchObject({ kind: 'other' });
  });

  it('refuses a body that was tampered with and an event of six minutes ago', async () => {
    const { body, signature } = fake.signedEvent('payment_intent.succeeded', intent);
    const tampered = Buffer.from(body.toString().replace('payment-1', 'payment-2'));
    expect(await gateway().verifyWebhook(tampered, signature)).toBeNull();
    const old = fake.signedEvent('payment_intent.succeeded', intent, { ageSeconds: 360 });
    expect(await gateway().verifyWebhook(old.body, old.signature)).toBeNull();
  });
});
