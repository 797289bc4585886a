import { chance } from '#server/time-and-chance.ts';

/** How a made-up card ends, as Stripe's own test cards do. */
export type FakeCard = 'approve' | 'decline' | 'insufficient_funds' | 'expired' | 'needs_confirmation';

export type Fields = { [name: string]: string | Fields };

export interface Intent {
  [field: string]: unknown;
  id: string;
  status: string;
  amount: number;
  amount_received: number;
  created: number;
  metadata: Record<string, string>;
  last_payment_error: Record<string, unknown> | null;
}

export interface Refund {
  [field: string]: unknown;
  id: string;
  amount: number;
  payment_intent: string;
  metadata: Record<string, string>;
  status: string;
  created?: number;
}

export interface Dispute {
  [field: string]: unknown;
  id: string;
  status: string;
  payment_intent: string;
  created?: number;
}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** The things that Stripe would remember of the shop. */
export interface Ledger {
  intents: Map<string, Intent>;
  refunds: Refund[];
  /** Whether refunds that the shop asks for stay pending, as they do while its balance is too low. */
  refundsPend: boolean;
  disputes: Map<string, Dispute>;
  tokens: Map<string, { card: FakeCard; used: boolean }>;
  customers: Map<string, Record<string, unknown>>;
  /** Every card that was charged; those that are kept belong to a customer. */
  savedCards: Map<string, { card: FakeCard; customer: string | null }>;
}

const LAST4: Record<FakeCard, string> = {
  approve: '4242',
  decline: '0002',
  insufficient_funds: '9995',
  expired: '0069',
  needs_confirmation: '3155',
};

const CREATE_FIELDS = new Set([
  'amount',
  'currency',
  'confirm',
  'confirmation_token',
  'payment_method',
  'customer',
  'allowed_payment_method_types',
  'use_stripe_sdk',
  'setup_future_usage',
  'expand',
  'description',
  'metadata',
]);

export function createIntent(ledger: Ledger, fields: Fields): Answer {
  const stranger = Object.keys(fields).find(name => !CREATE_FIELDS.has(name));
  if (stranger) {
    return error(400, {
      code: 'parameter_unknown',
      param: stranger,
      message: `Received unknown parameter: ${stranger}`,
    });
  }
  const amount = Number(fields.amount);
  if (!Number.isSafeInteger(amount) || fields.currency !== 'usd') {
    return error(400, { code: 'parameter_invalid_integer', param: 'amount', message: 'Invalid integer' });
  }
  if (amount < 50) {
    return error(400, {
      code: 'amount_too_small',
      param: 'amount',
      message: 'Amount must be at least $0.50 usd',
    });
  }
  if (fields.customer !== undefined && !ledger.customers.has(String(fields.customer))) {
    return found(undefined, 'customer', String(fields.customer));
  }
  const taken = takeCard(ledger, fields);
  if ('status' in taken) return taken;
  const { card, method } = taken;
  const id = newId('pi');
  const intent: Intent = {
    id,
    object: 'payment_intent',
    status: 'requires_confirmation',
    amount,
    amount_received: 0,
    currency: 'usd',
    created: now(),
    client_secret: `${id}_secret_${chance.bytes(6).toString('hex')}`,
    description: fields.description ?? null,
    customer: fields.customer ?? null,
    payment_method: method,
    setup_future_usage: fields.setup_future_usage ?? null,
    metadata: { ...(fields.metadata as Record<string, string> | undefined) },
    last_payment_error: null,
    next_action: null,
  };
  ledger.intents.set(id, intent);
  if (card === 'approve') succeed(intent);
  else if (card === 'needs_confirmation') {
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  } else {
    const codes = {
      decline: { code: 'card_declined', decline_code: 'generic_decline' },
      insufficient_funds: { code: 'card_declined', decline_code: 'insufficient_funds' },
      expired: { code: 'expired_card' },
    }[card];
    fail(intent, codes);
    return error(402, { ...intent.last_payment_error, payment_intent: intent });
  }
  return { status: 200, body: shown(ledger, intent, fields) };
}

/** An intent with its card, where the call asks for it. */
export function shown(ledger: Ledger, intent: Intent, fields: Fields): Intent {
  const wanted = Object.values((fields.expand ?? {}) as Fields);
  const expands = wanted.some(path => path === 'payment_method' || path === 'data.payment_method');
  if (!expands || typeof intent.payment_method !== 'string') return intent;
  return { ...intent, payment_method: paymentMethod(ledger, intent.payment_method) };
}

export function paymentMethod(ledger: Ledger, id: string): Record<string, unknown> | undefined {
  const saved = ledger.savedCards.get(id);
  if (!saved) return undefined;
  const { card, customer } = saved;
  const shownCard = {
    brand: 'visa',
    last4: LAST4[card],
    exp_month: 4,
    exp_year: 2044,
    fingerprint: `fp_${card}`,
  };
  return { id, object: 'payment_method', type: 'card', customer, card: shownCard };
}

export function createCustomer(ledger: Ledger, fields: Fields): Answer {
  const customer = { id: newId('cus'), object: 'customer', ...fields };
  ledger.customers.set(customer.id, customer);
  return { status: 200, body: customer };
}

export function detach(ledger: Ledger, id: string): Answer {
  const saved = ledger.savedCards.get(id);
  if (saved?.customer === null) {
    return error(400, { message: 'The payment method you provided is not attached to a customer.' });
  }
  if (saved) saved.customer = null;
  return found(paymentMethod(ledger, id), 'payment_method', id);
}

function takeCard(ledger: Ledger, fields: Fields): { card: FakeCard; method: string } | Answer {
  if (fields.confirmation_token !== undefined) {
    const id = String(fields.confirmation_token);
    const token = ledger.tokens.get(id);
    if (!token || token.used) {
      return error(token ? 400 : 404, {
        code: token ? 'token_already_used' : 'resource_missing',
        param: 'confirmation_token',
        message: `No such confirmation token: ${id}`,
      });
    }
    token.used = true;
    const method = newId('pm');
    const keeps = fields.setup_future_usage !== undefined && fields.customer !== undefined;
    ledger.savedCards.set(method, { card: token.card, customer: keeps ? String(fields.customer) : null });
    return { card: token.card, method };
  }
  const method = String(fields.payment_method);
  const saved = ledger.savedCards.get(method);
  if (!saved || saved.customer !== fields.customer) {
    return error(400, {
      param: 'payment_method',
      message: 'The PaymentMethod does not belong to the customer.',
    });
  }
  return { card: saved.card, method };
}

export function succeed(intent: Intent): void {
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, next_action: null });
}

export function fail(intent: Intent, codes: { code: string; decline_code?: string }): void {
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.last_payment_error = { type: 'card_error', message: 'Your card was declined.', ...codes };
}

export function listIntents(ledger: Ledger, fields: Fields): Answer {
  const { gte = '0' } = (fields.created ?? {}) as Fields;
  const limit = Number(fields.limit ?? 10);
  const all = [...ledger.intents.values()].filter(intent => intent.created >= Number(gte)).toReversed();
  const start = all.findIndex(intent => intent.id === fields.starting_after) + 1;
  const page = all.slice(start, start + limit).map(intent => shown(ledger, intent, fields));
  return list(page, '/v1/payment_intents', start + limit < all.length);
}

export function cancelIntent(ledger: Ledger, id: string): Answer {
  const intent = ledger.intents.get(id);
  if (intent?.status === 'succeeded' || intent?.status === 'canceled') {
    return error(400, {
      code: 'payment_intent_unexpected_state',
      message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
    });
  }
  if (intent) Object.assign(intent, { status: 'canceled', next_action: null });
  return found(intent, 'payment_intent', id);
}

export function createRefund(ledger: Ledger, fields: Fields): Answer {
  const id = String(fields.payment_intent);
  const intent = ledger.intents.get(id);
  if (!intent) return found(undefined, 'payment_intent', id);
  if (intent.status !== 'succeeded') {
    return error(400, { message: `This PaymentIntent (${id}) does not have a successful charge to refund.` });
  }
  const refunded = ledger.refunds
    .filter(refund => refund.payment_intent === id && refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amount, 0);
  const amount = Number(fields.amount);
  if (refunded === intent.amount) {
    return error(400, { code: 'charge_already_refunded', message: 'Charge has already been refunded.' });
  }
  if (amount > intent.amount - refunded) {
    return error(400, {
      param: 'amount',
      message: `Refund amount is greater than unrefunded amount on charge.`,
    });
  }
  const metadata = { ...(fields.metadata as Record<string, string> | undefined) };
  const made = addRefund(ledger, id, amount, metadata);
  return { status: 200, body: Object.assign(made, ledger.refundsPend && { status: 'pending' }) };
}

export const refundByHand = (ledger: Ledger, charge: string, cents: number): Refund =>
  addRefund(ledger, charge, cents, {});

function addRefund(ledger: Ledger, charge: string, amount: number, metadata: Record<string, string>): Refund {
  const refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    payment_intent: charge,
    metadata,
    status: 'succeeded',
    created: now(),
  };
  ledger.refunds.push(refund);
  return refund;
}

/** Selects what was made since some moment, for a list that asks for it. */
export function since(fields: Fields): (made: { created?: unknown }) => boolean {
  const { gte = '0' } = (fields.created ?? {}) as Fields;
  return ({ created }) => Number(created ?? now()) >= Number(gte);
}

/** Disputes the whole charge, as the card's owner does at their bank. */
export function openDispute(ledger: Ledger, intent: Intent, dueBy: number): Dispute {
  const dispute = {
    id: newId('dp'),
    object: 'dispute',
    created: now(),
    amount: intent.amount,
    charge: newId('ch'),
    payment_intent: intent.id,
    reason: 'product_not_received',
    status: 'needs_response',
    evidence_details: { due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
    metadata: {},
  };
  ledger.disputes.set(dispute.id, dispute);
  return dispute;
}

export function error(status: number, fields: Record<string, unknown>): Answer {
  return { status, body: { error: { type: 'invalid_request_error', ...fields } } };
}

export function found(object: Record<string, unknown> | undefined, what: string, id: string): Answer {
  if (object) return { status: 200, body: object };
  return error(404, { code: 'resource_missing', param: what, message: `No such ${what}: '${id}'` });
}

export function list(data: unknown[], url: string, hasMore = false): Answer {
  return { status: 200, body: { object: 'list', data, has_more: hasMore, url } };
}

export const newId = (prefix: string) =>
  `${prefix}_${chance
    .bytes(12)
    .toString('hex')
    .replace(/\d/g, digit => 'ghijklmnop'.charAt(Number(digit)))}`;
export const now = () => Math.floor(Date.now() / 1000);
