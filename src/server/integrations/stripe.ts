import type Stripe from 'stripe';
import {
  asCharge,
  errorType,
  idOf,
  isMissing,
  readChargeError,
  readIntent,
  readRefund,
  unknown,
} from '#server/integrations/stripe-answers.ts';
import { readWebhook } from '#server/integrations/stripe-events.ts';
import {
  type ChargeRequest,
  type ChargeResult,
  type CustomerRequest,
  type CustomerResult,
  type DisputeResult,
  declined,
  type FindResult,
  type FoundCharge,
  type FoundRefund,
  type PaymentGateway,
  type PaymentLookup,
  type RefundLookup,
  type RefundRequest,
  type RefundResult,
} from '#server/payments/gateway.ts';
import type { Cents } from '#shared/rules/money.ts';

export interface StripeOptions {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Another server that speaks Stripe's protocol; null is Stripe. */
  readonly apiBase: string | null;
  /** For one whole try, the answer's last byte included; a charge has three. */
  readonly timeoutMs?: number;
  readonly maxNetworkRetries?: number;
  /** Carries calls there instead of Node's own. */
  readonly fetch?: typeof fetch;
}

const CLOCK_SKEW_SECONDS = 300;
const WITH_CARD = { expand: ['payment_method'] };

/**
 * Cards through Stripe's PaymentIntents, confirmed by the server with what the browser's Payment Element made of
 * the card. The browser asks for cards alone (`allowedPaymentMethodTypes: ['card']`), as the intent does. The package is
 * loaded at the first call, which keeps the start short.
 */
export function createStripeGateway(options: StripeOptions): PaymentGateway {
  let loading: Promise<Stripe> | null = null;
  const client = () => {
    loading ??= connect(options);
    return loading;
  };
  return {
    name: 'stripe',
    publishableKey: options.publishableKey,
    problem: async () => problem(await client()),
    charge: async request => charge(await client(), request),
    customer: async user => customer(await client(), user),
    forgetCard: async reference => forgetCard(await client(), reference),
    find: async payment => find(await client(), payment),
    cancel: async reference => cancel(await client(), reference),
    refund: async request => refund(await client(), request),
    findRefund: async wanted => findRefund(await client(), wanted),
    listCharges: async since => listCharges(await client(), since),
    listRefunds: async which => listRefunds(await client(), which),
    listDisputes: async since => listDisputes(await client(), since),
    findDispute: async reference => findDispute(await client(), reference),
    verifyWebhook: async (rawBody, signature) => readWebhook(await client(), options, rawBody, signature),
  };
}

async function connect(options: StripeOptions): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const base = options.apiBase === null ? null : new URL(options.apiBase);
  const secure = base?.protocol !== 'http:';
  return new StripeClient(options.secretKey, {
    // Its other client's timeout is for a silence: an answer that drips in would be waited for without end.
    httpClient: StripeClient.createFetchHttpClient(options.fetch),
    timeout: options.timeoutMs ?? 8000,
    maxNetworkRetries: options.maxNetworkRetries ?? 2,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (secure ? 443 : 80),
      protocol: secure ? 'https' : 'http',
    }),
  });
}

/** Reads what the shop reads anyway, so that a key with few rights passes. */
async function problem(stripe: Stripe): Promise<string | null> {
  try {
    await stripe.refunds.list({ limit: 1 }, { maxNetworkRetries: 0 });
    return null;
  } catch (error) {
    const { type, message } = error as Stripe.errors.StripeError;
    if (type === 'StripeAuthenticationError') return 'STRIPE_SECRET_KEY: Stripe refuses the key';
    if (type === 'StripePermissionError') return 'STRIPE_SECRET_KEY: the key may not read refunds';
    return `STRIPE_SECRET_KEY: Stripe does not answer (${message})`;
  }
}

async function charge(stripe: Stripe, request: ChargeRequest): Promise<ChargeResult> {
  const { card } = request;
  try {
    if ('paymentIntent' in card) return await finishConfirmed(stripe, request, card.paymentIntent);
    if ('testOutcome' in card) return declined('invalid_card', null);
    const source =
      'savedCard' in card
        ? await savedCardParams(stripe, card.savedCard)
        : { confirmation_token: card.confirmationToken };
    const { saveFor } = request;
    const intent = await stripe.paymentIntents.create(
      {
        ...source,
        // Kept for payments at which the customer is present.
        ...(saveFor !== undefined && { customer: saveFor, setup_future_usage: 'on_session' as const }),
        expand: ['payment_method'],
        amount: request.amount,
        currency: request.currency,
        confirm: true,
        allowed_payment_method_types: ['card'],
        // The browser carries out what the bank asks for, without leaving the page.
        use_stripe_sdk: true,
        description: `Order ${request.orderNumber}`,
        // No `receipt_email`: it would send a second mail beside the shop's own confirmation.
        metadata: {
          ...request.metadata,
          email: request.email,
          order_number: String(request.orderNumber),
          order_id: request.orderId,
          payment_id: request.paymentId,
        },
      },
      { idempotencyKey: request.idempotencyKey },
    );
    return asCharge(readIntent(intent));
  } catch (error) {
    const isKeeperGone = isMissing(error) && (error as Stripe.errors.StripeError).param === 'customer';
    if (request.saveFor === undefined || !isKeeperGone) return readChargeError(error);
    // Removed at Stripe by hand: that must not hinder paying.
    const { saveFor: _, ...unkept } = request;
    return charge(stripe, { ...unkept, idempotencyKey: `${request.idempotencyKey}:unkept` });
  }
}

/** A card that Stripe keeps can be charged only in the name of the customer it is kept for. */
async function savedCardParams(stripe: Stripe, reference: string) {
  const method = await stripe.paymentMethods.retrieve(reference);
  const customer = typeof method.customer === 'string' ? method.customer : method.customer?.id;
  return { payment_method: reference, ...(customer !== undefined && { customer }) };
}

async function customer(
  stripe: Stripe,
  { userId, email, name, known }: CustomerRequest,
): Promise<CustomerResult> {
  if (known?.startsWith('cus_')) return { status: 'found', reference: known };
  try {
    const made = await stripe.customers.create(
      { email, name, metadata: { user_id: userId } },
      { idempotencyKey: `customer:${userId}` },
    );
    return { status: 'found', reference: made.id };
  } catch (error) {
    const { cause } = unknown(error, null);
    return { status: 'unknown', cause };
  }
}

async function forgetCard(stripe: Stripe, reference: string): Promise<boolean> {
  try {
    await stripe.paymentMethods.detach(reference);
    return true;
  } catch (error) {
    // A card that is not attached to anybody, or not there at all, is refused.
    if (errorType(error) === 'StripeInvalidRequestError') return true;
    unknown(error, null);
    return false;
  }
}

async function finishConfirmed(
  stripe: Stripe,
  request: ChargeRequest,
  reference: string,
): Promise<ChargeResult> {
  const intent = await stripe.paymentIntents.retrieve(reference, WITH_CARD);
  const isOurs =
    intent.metadata.payment_id === request.paymentId &&
    intent.amount === request.amount &&
    intent.currency === request.currency;
  if (!isOurs) return declined('invalid_card', null);
  const result = asCharge(readIntent(intent));
  // The browser still holds this intent's secret: canceled, it can't be paid behind the shop's back.
  if (result.status === 'declined') await cancel(stripe, reference);
  return result;
}

async function find(stripe: Stripe, payment: PaymentLookup): Promise<FindResult> {
  try {
    if (payment.reference !== null) {
      return readIntent(await stripe.paymentIntents.retrieve(payment.reference, WITH_CARD));
    }
    // The list is up to date at once, Stripe's search only after a minute.
    const since = Math.floor(payment.createdAt.getTime() / 1000) - CLOCK_SKEW_SECONDS;
    const listed = { created: { gte: since }, limit: 100, expand: ['data.payment_method'] };
    for await (const intent of stripe.paymentIntents.list(listed)) {
      if (intent.metadata.payment_id === payment.paymentId) return readIntent(intent);
    }
    return { status: 'absent', reference: null };
  } catch (error) {
    if (isMissing(error)) return { status: 'absent', reference: null };
    return unknown(error, payment.reference);
  }
}

async function cancel(stripe: Stripe, reference: string): Promise<FindResult> {
  try {
    return readIntent(await stripe.paymentIntents.cancel(reference));
  } catch (error) {
    if (isMissing(error)) return { status: 'absent', reference: null };
    if (errorType(error) !== 'StripeInvalidRequestError') return unknown(error, reference);
    // It is finished already, one way or the other.
    try {
      return readIntent(await stripe.paymentIntents.retrieve(reference, WITH_CARD));
    } catch (second) {
      return unknown(second, reference);
    }
  }
}

async function refund(stripe: Stripe, request: RefundRequest): Promise<RefundResult> {
  try {
    // Stripe forgets idempotency keys after a day; a refund that was left unanswered may be older.
    const earlier = await madeRefund(stripe, request);
    if (earlier) return readRefund(earlier);
    const created = await stripe.refunds.create(
      {
        payment_intent: request.reference,
        amount: request.amount,
        metadata: { ...request.metadata, refund_id: request.refundId },
      },
      { idempotencyKey: request.idempotencyKey },
    );
    return readRefund(created);
  } catch (error) {
    if (isMissing(error)) {
      return { status: 'refused', reason: 'not_paid', message: 'Stripe has no such payment.' };
    }
    if (errorType(error) !== 'StripeInvalidRequestError') return unknown(error, null);
    const { code, param, message } = error as Stripe.errors.StripeInvalidRequestError;
    const exceeds = code === 'charge_already_refunded' || param === 'amount';
    return { status: 'refused', reason: exceeds ? 'exceeds_payment' : 'failed', message };
  }
}

async function findRefund(
  stripe: Stripe,
  wanted: RefundLookup,
): Promise<RefundResult | { status: 'absent' }> {
  try {
    const made = await madeRefund(stripe, wanted);
    return made ? readRefund(made) : { status: 'absent' };
  } catch (error) {
    return isMissing(error) ? { status: 'absent' } : unknown(error, null);
  }
}

async function madeRefund(stripe: Stripe, { reference, refundId }: RefundLookup) {
  for await (const refund of stripe.refunds.list({ payment_intent: reference, limit: 100 })) {
    if (refund.metadata?.refund_id === refundId) return refund;
  }
  return null;
}

async function listRefunds(
  stripe: Stripe,
  which: { charge: string } | { since: Date },
): Promise<FoundRefund[] | null> {
  const wanted =
    'charge' in which ? { payment_intent: which.charge } : { created: { gte: seconds(which.since) } };
  try {
    const found: FoundRefund[] = [];
    for await (const refund of stripe.refunds.list({ ...wanted, limit: 100 })) {
      const charge = idOf(refund.payment_intent);
      if (charge === null) continue;
      const read = readRefund(refund);
      const { status } = read;
      found.push({
        reference: refund.id,
        charge,
        refundId: refund.metadata?.refund_id ?? null,
        status: status === 'unknown' ? 'pending' : status === 'refused' ? 'failed' : status,
        amount: refund.amount as Cents,
        message: read.status === 'refused' ? read.message : '',
      });
    }
    return found;
  } catch (error) {
    if (isMissing(error)) return [];
    unknown(error, null);
    return null;
  }
}

async function listCharges(stripe: Stripe, since: Date): Promise<FoundCharge[] | null> {
  try {
    const found: FoundCharge[] = [];
    for await (const intent of stripe.paymentIntents.list({ created: { gte: seconds(since) }, limit: 100 })) {
      const { status } = readIntent(intent);
      if (status !== 'succeeded' && status !== 'requires_action') continue;
      const paymentId = intent.metadata.payment_id ?? null;
      found.push({ reference: intent.id, paymentId, status, amount: intent.amount as Cents });
    }
    return found;
  } catch (error) {
    unknown(error, null);
    return null;
  }
}

async function listDisputes(stripe: Stripe, since: Date): Promise<string[] | null> {
  try {
    const found: string[] = [];
    for await (const { id } of stripe.disputes.list({ created: { gte: seconds(since) }, limit: 100 })) {
      found.push(id);
    }
    return found;
  } catch (error) {
    unknown(error, null);
    return null;
  }
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);

async function findDispute(stripe: Stripe, reference: string): Promise<DisputeResult> {
  try {
    const dispute = await stripe.disputes.retrieve(reference);
    const charge = idOf(dispute.payment_intent);
    if (charge === null) return { status: 'absent' };
    const due = dispute.evidence_details.due_by;
    return {
      status:
        DISPUTE_ENDS[dispute.status] ?? (isUnderReview(dispute.status) ? 'under_review' : 'needs_response'),
      reference: dispute.id,
      charge,
      amount: dispute.amount as Cents,
      reason: dispute.reason.replaceAll('_', ' '),
      respondBy: due === null ? null : new Date(due * 1000),
    };
  } catch (error) {
    return isMissing(error) ? { status: 'absent' } : unknown(error, null);
  }
}

// An inquiry (warning) that is closed cost nothing; a prevented dispute was settled by giving the money back.
const DISPUTE_ENDS: Record<string, 'won' | 'lost'> = {
  won: 'won',
  warning_closed: 'won',
  lost: 'lost',
  prevented: 'lost',
};
const isUnderReview = (status: string) => status.endsWith('under_review');
