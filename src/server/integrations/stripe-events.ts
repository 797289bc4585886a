import type Stripe from 'stripe';
import { z } from 'zod';
import { errorType } from '#server/integrations/stripe-answers.ts';
import type { GatewayEvent } from '#server/payments/gateway.ts';

/** Read of a signed event by the shop; its texts end in the database. */
const name = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/);
const named = z.union([name, z.looseObject({ id: name })]).nullish();
const eventSchema = z.looseObject({
  id: name,
  type: name,
  livemode: z.boolean(),
  data: z.looseObject({
    object: z.looseObject({
      id: name.optional(),
      payment_intent: named,
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
});

/** The event of a webhook call; null when it does not bear our signature, `unreadable` when it does and makes no sense. */
export function readWebhook(
  stripe: Stripe,
  { secretKey, webhookSecret }: { secretKey: string; webhookSecret: string },
  rawBody: Buffer,
  signature: string,
): GatewayEvent | null {
  let given: unknown;
  try {
    given = stripe.webhooks.constructEvent(rawBody, signature, webhookSecret);
  } catch (error) {
    if (errorType(error) === 'StripeSignatureVerificationError') return null;
    if (error instanceof SyntaxError) return UNREADABLE;
    throw error;
  }
  const parsed = eventSchema.safeParse(given);
  if (!parsed.success) return UNREADABLE;
  const { id, type, livemode } = parsed.data;
  if (livemode !== /^[sr]k_live_/.test(secretKey)) return { id, type, kind: 'other_mode' };
  return readEvent(parsed.data);
}

const UNREADABLE: GatewayEvent = { id: '', type: '', kind: 'unreadable' };

function readEvent({ id, type, data }: z.infer<typeof eventSchema>): GatewayEvent {
  const { id: _id, payment_intent: charge, metadata } = data.object;
  if (type.startsWith('payment_intent.')) {
    if (_id === undefined) return UNREADABLE;
    return { id, type, kind: 'payment', reference: _id, paymentId: metadata?.payment_id ?? null };
  }
  const reference = typeof charge === 'string' ? charge : (charge?.id ?? null);
  if (reference === null) return { id, type, kind: 'other' };
  if (type.startsWith('charge.dispute.') && _id !== undefined) {
    return { id, type, kind: 'dispute', reference: _id };
  }
  if (type.startsWith('refund.') || type === 'charge.refunded' || type === 'charge.refund.updated') {
    return { id, type, kind: 'refund', reference, refundId: metadata?.refund_id ?? null };
  }
  return { id, type, kind: 'other' };
}
