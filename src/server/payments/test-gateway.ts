import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { type Db, retrying } from '#server/database/db.ts';
import {
  type ChargeRequest,
  type ChargeResult,
  declined,
  type FindResult,
  type KeptCard,
  type PaymentGateway,
  type RefundLookup,
  type RefundRequest,
  type RefundResult,
} from '#server/payments/gateway.ts';
import { testGatewayEntries } from '#server/payments/tables.ts';
import { type Cents, toCents, toMoney } from '#shared/rules/money.ts';
import type { Card, TestOutcome } from '#shared/schemas/payments.ts';

/**
 * The gateway of a shop without a payment account: no money moves, and the payer picks the outcome where card
 * fields would stand. The outcome of a charge is written into its reference; confirmations, cancellations and refunds
 * stand in a table of its own, as Stripe has them on its side. So every process, also after a restart, gives the
 * same answers.
 */
export function createTestGateway(db: Db): PaymentGateway {
  return {
    name: 'test',
    problem: async () => null,
    charge: async request =>
      'paymentIntent' in request.card ? confirm(db, request, request.card.paymentIntent) : charge(request),
    customer: async ({ userId }) => ({ status: 'found', reference: `test_customer_${letters(userId)}` }),
    // All that it keeps stands in the card's own reference.
    forgetCard: async () => true,
    find: payment => find(db, payment.reference),
    cancel: async reference => {
      const now = await find(db, reference);
      if (now.status !== 'requires_action') return now;
      await end(db, reference, 'canceled');
      return find(db, reference);
    },
    refund: request => refund(db, request),
    findRefund: async wanted => (await madeRefund(db, wanted)) ?? { status: 'absent' },
    // Its answers are never lost, and nobody can refund or dispute there by hand.
    listCharges: async () => [],
    listRefunds: async () => [],
    listDisputes: async () => [],
    findDispute: async () => ({ status: 'absent' }),
    // It sends no events, so none can be genuine.
    verifyWebhook: async () => null,
  };
}

async function find(db: Db, reference: string | null): Promise<FindResult> {
  const charge = reference === null ? null : readReference(reference);
  if (reference === null || charge === null) return { status: 'absent', reference: null };
  const paid = {
    status: 'succeeded',
    reference,
    amount: charge.amount,
    ...(charge.keeps && { keptCard: keptCard(charge) }),
  } as const;
  if (charge.outcome === 'paid') return paid;
  const how = await endOf(db, reference);
  if (how === 'confirmed') return paid;
  if (how === 'canceled') return { status: 'canceled', reference };
  return { status: 'requires_action', reference, clientSecret: `${reference}_secret` };
}

async function confirm(db: Db, request: ChargeRequest, reference: string): Promise<ChargeResult> {
  const written = readReference(reference);
  const isOurs =
    written?.outcome === 'confirm' &&
    written.amount === request.amount &&
    written.payment === letters(request.paymentId);
  if (!isOurs) return declined('invalid_card', null);
  await end(db, reference, 'confirmed');
  const now = await find(db, reference);
  return now.status === 'succeeded' ? now : declined('invalid_card', null);
}

const endKey = (reference: string) => `end:${reference}`;

/** How a charge that waited for its confirmation ended; the first word counts. */
async function end(db: Db, reference: string, kind: 'confirmed' | 'canceled'): Promise<void> {
  await db
    .insert(testGatewayEntries)
    .values({ key: endKey(reference), charge: reference, kind })
    .onConflictDoNothing();
}

async function endOf(db: Db, reference: string) {
  const [entry] = await db
    .select({ kind: testGatewayEntries.kind })
    .from(testGatewayEntries)
    .where(eq(testGatewayEntries.key, endKey(reference)));
  return entry?.kind ?? null;
}

async function refund(db: Db, request: RefundRequest): Promise<RefundResult> {
  const earlier = await madeRefund(db, request);
  if (earlier) return earlier;
  const paid = await find(db, request.reference);
  if (paid.status !== 'succeeded') {
    return { status: 'refused', reason: 'not_paid', message: 'There is no such payment.' };
  }
  await retrying(db, async tx => {
    // Refunds of one charge one after the other, so that they can't exceed it together.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${request.reference}, 0))`);
    const [sum] = await tx
      .select({ cents: sql<string>`coalesce(sum(${testGatewayEntries.amount}), 0)::text` })
      .from(testGatewayEntries)
      .where(eq(testGatewayEntries.charge, request.reference));
    if (request.amount > paid.amount - Number(sum?.cents ?? 0)) return;
    await tx
      .insert(testGatewayEntries)
      .values({
        key: refundKey(request),
        charge: request.reference,
        kind: 'refunded',
        amount: toMoney(request.amount),
      })
      .onConflictDoNothing();
  });
  // A second call of the same refund may have come first and taken what was left.
  const made = await madeRefund(db, request);
  return made ?? { status: 'refused', reason: 'exceeds_payment', message: 'The refund exceeds the payment.' };
}

const refundKey = ({ refundId }: RefundLookup) => `refund:${refundId}`;

async function madeRefund(db: Db, wanted: RefundLookup) {
  const [entry] = await db
    .select()
    .from(testGatewayEntries)
    .where(eq(testGatewayEntries.key, refundKey(wanted)));
  if (!entry) return null;
  const reference = `test_refund_${letters(wanted.refundId)}`;
  return { status: 'succeeded', reference, amount: toCents(entry.amount) } as const;
}

function charge(request: ChargeRequest): ChargeResult {
  switch (outcomeOf(request.card)) {
    case 'approve': {
      const reference = makeReference('paid', request);
      const made = readReference(reference);
      const kept = request.saveFor !== undefined && made ? { keptCard: keptCard(made) } : {};
      return { status: 'succeeded', reference, amount: request.amount, ...kept };
    }
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

/** A kept card does again what it did when it was kept. */
function outcomeOf(card: Card): TestOutcome | null {
  if ('testOutcome' in card) return card.testOutcome;
  if (!('savedCard' in card)) return null;
  const [, outcome] = /^test_card_(paid|confirm)_[a-p]{32}$/.exec(card.savedCard) ?? [];
  if (outcome === undefined) return null;
  return outcome === 'paid' ? 'approve' : 'needs_confirmation';
}

type WrittenOutcome = 'paid' | 'confirm';

interface Written {
  outcome: WrittenOutcome;
  amount: Cents;
  /** The letters of the payment's `_id`. */
  payment: string;
  keeps: boolean;
}

function makeReference(outcome: WrittenOutcome, request: ChargeRequest): string {
  const kept = request.saveFor === undefined ? '' : '_kept';
  return `test_${outcome}_${request.amount}_${letters(request.paymentId)}${kept}`;
}

function readReference(reference: string): Written | null {
  const [, outcome, amount, payment, kept] =
    /^test_(paid|confirm)_([1-9]\d{0,9})_([a-p]{32})(_kept)?$/.exec(reference) ?? [];
  if (outcome === undefined || amount === undefined || payment === undefined) return null;
  return {
    outcome: outcome as WrittenOutcome,
    amount: Number(amount) as Cents,
    payment,
    keeps: kept !== undefined,
  };
}

/** One card for each outcome, whose last digits tell them apart. */
function keptCard({ outcome, payment }: Written): KeptCard {
  return {
    reference: `test_card_${outcome}_${payment}`,
    brand: 'test',
    last4: outcome === 'paid' ? '4242' : '3155',
    expMonth: 12,
    expYear: 2049,
    fingerprint: `test_${outcome}`,
  };
}

/** A digest without digits, so that no reference ever looks like a card number. */
function letters(id: string): string {
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 32);
  return digest.replace(/\d/g, digit => 'ghijklmnop'.charAt(Number(digit)));
}
