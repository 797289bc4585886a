import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import {
  type Answer,
  cancelIntent,
  createCustomer,
  createIntent,
  createRefund,
  detach,
  error,
  type FakeCard,
  type Fields,
  fail,
  found,
  type Intent,
  type Ledger,
  list,
  listIntents,
  newId,
  now,
  openDispute,
  paymentMethod,
  refundByHand,
  shown,
  since,
  succeed,
} from '#server/test/fake-stripe-ledger.ts';

/**
 * A fault of the next calls. `reset`: cut before anything is done. `drop_reply`: done, but the answer is lost.
 * `black_hole`: nothing ever comes. `html` and `truncated`: done, with an answer that nobody can read.
 */
export type FakeFault =
  | 'reset'
  | 'black_hole'
  | 'drop_reply'
  | 'server_error'
  | 'rate_limit'
  | 'html'
  | 'truncated'
  | { delayMs: number };

interface State extends Ledger {
  replays: Map<string, { request: string; answer: Answer }>;
  faults: FakeFault[];
  calls: { method: string; path: string; idempotencyKey: string | undefined; replayed: boolean }[];
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

const SECRET_KEY = 'sk_test_fake';
const WEBHOOK_SECRET = 'whsec_fake';

/**
 * A server on the loopback address that speaks Stripe's protocol as far as the shop uses it: bearer key, nested
 * form bodies, unknown parameters refused, idempotency keys with replay, error envelopes, PaymentIntents with
 * 3-D Secure, refunds within limits, signed webhooks. Faults are queued with `fail`.
 */
export async function startFakeStripe() {
  const state = emptyState();
  const app = buildServer(state);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    options: {
      secretKey: SECRET_KEY,
      publishableKey: 'pk_test_fake',
      webhookSecret: WEBHOOK_SECRET,
      apiBase: `http://127.0.0.1:${port}`,
    },
    calls: state.calls,
    refunds: state.refunds,
    /** Makes what the browser's card fields hand to the server; good for one payment. */
    confirmationToken(card: FakeCard): string {
      const id = newId('ctoken');
      state.tokens.set(id, { card, used: false });
      return id;
    },
    savedCard(card: FakeCard): string {
      const id = newId('pm');
      const customer = newId('cus');
      state.customers.set(customer, { id: customer, object: 'customer' });
      state.savedCards.set(id, { card, customer });
      return id;
    },
    /** Tells for whom a card is kept; null: nobody any more. */
    gatewayCustomerFor: (card: string) => state.savedCards.get(card)?.customer ?? null,
    cardsKept: (customer: string) =>
      [...state.savedCards].flatMap(([id, saved]) => (saved.customer === customer ? [id] : [])),
    turnCard: (id: string, card: FakeCard) => Object.assign(state.savedCards.get(id) ?? {}, { card }),
    customers: state.customers,
    /** Does what the bank's window in the browser does. */
    authenticate(reference: string, outcome: 'confirmed' | 'failed') {
      const intent = state.intents.get(reference);
      if (intent?.status !== 'requires_action') throw new Error(`${reference} waits for no confirmation`);
      if (outcome === 'confirmed') succeed(intent);
      else fail(intent, { code: 'payment_intent_authentication_failure' });
    },
    /** Somebody refunds in Stripe's own dashboard. */
    refundByHand: (reference: string, cents: number) => refundByHand(state, reference, cents),
    /** The payer's bank sends a refund back that had succeeded. */
    returnRefund(id: string, failureReason: string) {
      const refund = state.refunds.find(one => one.id === id);
      if (!refund) throw new Error(`there is no refund ${id}`);
      return Object.assign(refund, { status: 'failed', failure_reason: failureReason });
    },
    /** The card's owner disputes a charge; the answer is due at `dueBy`. */
    dispute(reference: string, dueBy: Date) {
      const intent = state.intents.get(reference);
      if (!intent) throw new Error(`there is no charge ${reference}`);
      return openDispute(state, intent, Math.floor(dueBy.getTime() / 1000));
    },
    chargesOf: (paymentId: string) =>
      [...state.intents.values()].filter(
        intent => intent.metadata.payment_id === paymentId && intent.status === 'succeeded',
      ),
    /** Every charge that succeeded, whatever became of the payment that asked for it. */
    chargesOfOrder: (orderId: string) =>
      [...state.intents.values()].filter(
        intent => intent.metadata.order_id === orderId && intent.status === 'succeeded',
      ),
    /** A charge that another shop, or this one in another life, made. */
    addIntent: (intent: Intent) => state.intents.set(intent.id, intent),
    intent: (reference: string) => state.intents.get(reference),
    /** The next `times` calls meet this fault, after those queued before. */
    fail(fault: FakeFault, times = 1) {
      for (let n = 0; n < times; n++) state.faults.push(fault);
    },
    /** Forgets the faults that no call has met. */
    recover: () => state.faults.splice(0),
    signedEvent,
    /** Any text as Stripe would sign it. */
    signedText: (text: string) => sign(text, WEBHOOK_SECRET, now()),
    sentAgain,
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

const emptyState = (): State => ({
  intents: new Map(),
  refunds: [],
  disputes: new Map(),
  tokens: new Map(),
  customers: new Map(),
  savedCards: new Map(),
  replays: new Map(),
  faults: [],
  calls: [],
});

/** A webhook call as Stripe signs it; `ageSeconds` sets its time back. */
function signedEvent(
  type: string,
  object: object,
  { ageSeconds = 0, secret = WEBHOOK_SECRET, livemode = false } = {},
) {
  const payload = JSON.stringify({
    id: newId('evt'),
    object: 'event',
    type,
    created: now(),
    livemode,
    data: { object },
  });
  return sign(payload, secret, now() - ageSeconds);
}

function sign(payload: string, secret: string, timestamp: number) {
  const { webhooks } = new Stripe(SECRET_KEY);
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { body: Buffer.from(payload), signature };
}

/** The same event once more: Stripe repeats an event for days, each time signed anew. */
const sentAgain = ({ body }: { body: Buffer }) => sign(body.toString(), WEBHOOK_SECRET, now());

function buildServer(state: State): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(String(body))),
  );
  const route = (
    method: 'GET' | 'POST',
    path: string,
    answer: (fields: Fields, params: Record<string, string>) => Answer,
  ) =>
    app.route({
      method,
      url: path,
      handler: (request, reply) => respond(state, request, reply, answer),
    });
  route('POST', '/v1/payment_intents', fields => createIntent(state, fields));
  route('GET', '/v1/payment_intents', fields => listIntents(state, fields));
  route('GET', '/v1/payment_intents/:id', (fields, { id = '' }) => {
    const intent = state.intents.get(id);
    return found(intent && shown(state, intent, fields), 'intent', id);
  });
  route('POST', '/v1/payment_intents/:id/cancel', (_fields, { id = '' }) => cancelIntent(state, id));
  route('POST', '/v1/customers', fields => createCustomer(state, fields));
  route('GET', '/v1/payment_methods/:id', (_fields, { id = '' }) =>
    found(paymentMethod(state, id), 'payment_method', id),
  );
  route('POST', '/v1/payment_methods/:id/detach', (_fields, { id = '' }) => detach(state, id));
  route('POST', '/v1/refunds', fields => createRefund(state, fields));
  route('GET', '/v1/disputes/:id', (_fields, { id = '' }) => found(state.disputes.get(id), 'dispute', id));
  route('GET', '/v1/disputes', fields => {
    return list([...state.disputes.values()].filter(since(fields)), '/v1/disputes');
  });
  route('GET', '/v1/refunds', fields => {
    const { payment_intent: charge } = fields;
    const refunds = state.refunds.filter(refund => charge === undefined || refund.payment_intent === charge);
    return list(refunds.filter(since(fields)).toReversed(), '/v1/refunds');
  });
  return app;
}

async function respond(
  state: State,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (fields: Fields, params: Record<string, string>) => Answer,
) {
  const fault = state.faults.shift();
  if (fault === 'reset') return cut(reply);
  if (fault === 'black_hole') return reply.hijack();
  if (fault === 'server_error') return send(reply, error(500, { type: 'api_error', message: 'Down.' }));
  if (fault === 'rate_limit') {
    return send(reply.header('retry-after', '1'), error(429, { code: 'rate_limit', message: 'Slow down.' }));
  }
  if (typeof fault === 'object') await new Promise(resolve => setTimeout(resolve, fault.delayMs));
  const result = authorized(request) ?? once(state, request, reply, answer);
  if (fault === 'drop_reply') return cut(reply);
  if (fault === 'html') return reply.type('text/html').send('<html><body>502 Bad Gateway</body></html>');
  if (fault === 'truncated') {
    return reply.type('application/json').send(JSON.stringify(result.body).slice(0, 40));
  }
  return send(reply, result);
}

function cut(reply: FastifyReply) {
  reply.hijack();
  reply.raw.socket?.destroy();
  return reply;
}

const send = (reply: FastifyReply, { status, body }: Answer) => reply.status(status).send(body);

function authorized(request: FastifyRequest): Answer | null {
  if (request.headers.authorization === `Bearer ${SECRET_KEY}`) return null;
  return error(401, { message: 'Invalid API Key provided.' });
}

/** A key that was seen gets its first answer again, an error too; with other parameters it is refused. */
function once(
  state: State,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (fields: Fields, params: Record<string, string>) => Answer,
): Answer {
  const fields = (
    request.method === 'GET' ? parseForm(request.url.split('?')[1] ?? '') : request.body
  ) as Fields;
  const header = request.headers['idempotency-key'];
  const key = typeof header === 'string' ? header : undefined;
  const path = request.url.split('?')[0] ?? '';
  const earlier = key === undefined ? undefined : state.replays.get(key);
  state.calls.push({ method: request.method, path, idempotencyKey: key, replayed: earlier !== undefined });
  const fingerprint = JSON.stringify([path, fields]);
  if (earlier && earlier.request !== fingerprint) {
    return error(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  }
  if (earlier) {
    reply.header('idempotent-replayed', 'true');
    return earlier.answer;
  }
  // Copied, as an intent goes on living while its answer must stay what it was.
  const made = structuredClone(answer(fields ?? {}, request.params as Record<string, string>));
  if (key !== undefined && request.method === 'POST')
    state.replays.set(key, { request: fingerprint, answer: made });
  return made;
}

/** `metadata[order_id]=1` → `{ metadata: { order_id: '1' } }` */
function parseForm(text: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.replaceAll(']', '').split('[');
    let target = fields;
    let key = first;
    for (const next of rest) {
      const inner = target[key];
      const nested: Fields = typeof inner === 'object' ? inner : {};
      target[key] = nested;
      target = nested;
      key = next;
    }
    target[key] = value;
  }
  return fields;
}
