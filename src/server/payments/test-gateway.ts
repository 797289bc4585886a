import { createHash } from 'node:crypto';
import {
  type ChargeRequest,
  type ChargeResult,
  declined,
  type FindResult,
  type PaymentGateway,
  type RefundRequest,
  type RefundResult,
} from '#server/payments/gateway.ts';
import type { Cents } from '#shared/rules/money.ts';

/**
 * The gateway of a shop without a payment account: no money moves, and the payer picks the outcome where card
 * fields would stand. What a charge came to is written into its reference, so that every process, also after a
 * restart, gives the same answers for the same payment; the payments row is the record. Only confirmations,
 * cancellations and sums of refunds are remembered by the process.
 */
export function createTestGateway(): PaymentGateway {
  const confirmed = new Set<string>();
  const canceled = new Set<string>();
  const refunds = new Map<string, { charge: string; result: RefundResult & { status: 'succeeded' } }>();

  const find = (reference: string | null): FindResult => {
    const charge = reference === null ? null : readReference(reference);
    if (reference === null || charge === null) return { status: 'absent', reference: null };
    if (canceled.has(reference)) return { status: 'canceled', reference };
    if (charge.outcome === 'confirm' && !confirmed.has(reference)) {
      return { status: 'requires_action', reference, clientSecret: `${reference}_secret` };
    }
    return { status: 'succeeded', reference, amount: charge.amount };
  };

  const confirm = (request: ChargeRequest, reference: string): ChargeResult => {
    if (reference !== makeReference('confirm', request) || canceled.has(reference)) {
      return declined('invalid_card', null);
    }
    confirmed.add(reference);
    return { status: 'succeeded', reference, amount: request.amount };
  };

  const refund = (request: RefundRequest): RefundResult => {
    const earlier = refunds.get(request.refundId);
    if (earlier) return earlier.result;
    const charge = readReference(request.reference);
    if (charge === null || canceled.has(request.reference)) {
      return { status: 'refused', reason: 'not_paid', message: 'There is no such payment.' };
    }
    let left: number = charge.amount;
    for (const made of refunds.values()) if (made.charge === request.reference) left -= made.result.amount;
    if (request.amount > left) {
      return { status: 'refused', reason: 'exceeds_payment', message: 'The refund exceeds the payment.' };
    }
    const result = {
      status: 'succeeded',
      reference: `test_refund_${letters(request.refundId)}`,
      amount: request.amount,
    } as const;
    refunds.set(request.refundId, { charge: request.reference, result });
    return result;
  };

  return {
    name: 'test',
    charge: async request =>
      'paymentIntent' in request.card ? confirm(request, request.card.paymentIntent) : charge(request),
    find: async payment => find(payment.reference),
    cancel: async reference => {
      const now = find(reference);
      if (now.status === 'requires_action') canceled.add(reference);
      return find(reference);
    },
    refund: async request => refund(request),
    // It sends no events, so none can be genuine.
    verifyWebhook: async () => null,
  };
}

function charge(request: ChargeRequest): ChargeResult {
  const outcome = 'testOutcome' in request.card ? request.card.testOutcome : null;
  switch (outcome) {
    case 'approve':
      return { status: 'succeeded', reference: makeReference('paid', request), amount: request.amount };
    case 'slow':
      return { status: 'unknown', reference: makeReference('paid', request), cause: 'slow on request' };
    case 'needs_confirmation': {
      const reference = makeReference('confirm', request);
      return { status: 'requires_action', reference, clientSecret: `${reference}_secret` };
    }
    case 'decline':
      return declined('card_declined', null);
    case 'insufficient_funds':
      return declined('insufficient_funds', null);
    case null:
      return declined('invalid_card', null);
  }
}

type WrittenOutcome = 'paid' | 'confirm';

function makeReference(outcome: WrittenOutcome, request: ChargeRequest): string {
  return `test_${outcome}_${request.amount}_${letters(request.paymentId)}`;
}

function readReference(reference: string): { outcome: WrittenOutcome; amount: Cents } | null {
  const [, outcome, amount] = /^test_(paid|confirm)_([1-9]\d{0,9})_[a-p]{32}$/.exec(reference) ?? [];
  if (outcome === undefined || amount === undefined) return null;
  return { outcome: outcome as WrittenOutcome, amount: Number(amount) as Cents };
}

/** A digest without digits, so that no reference ever looks like a card number. */
function letters(id: string): string {
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 32);
  return digest.replace(/\d/g, digit => 'ghijklmnop'.charAt(Number(digit)));
}
