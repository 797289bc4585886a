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
/** The same without a server: it is asked in the process itself. */
export type FakeStripeWithin = ReturnType<typeof fakeStripeWithin>;

const SECRET_KEY = 'sk_test_fake';
const WEBHOOK_SECRET = 'whsec_fake';
const KEYS = { secretKey: SECRET_KEY, publishableKey: 'pk_test_fake', webhookSecret: WEBHOOK_SECRET };

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
    options: { ...KEYS, apiBase: `http://127.0.0.1:${port}` },
    /** The next `times` calls meet this fault, after those queued before. */
    fail(fault: FakeFault, times = 1) {
      for (let n = 0; n < times; n++) state.faults.push(fault);
    },
    /** Forgets the faults that no call has met. */
    recover: () => state.faults.splice(0),
    ...handsOn(state),
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

/** The same books and rules, for whoever carries calls and answers to and fro in the process itself. */
export function fakeStripeWithin() {
  const state = emptyState();
  return {
    options: { ...KEYS, apiBase: null },
    ask: (call: Call) => answerTo(state, call),
    ...handsOn(state),
  };
}

/** Everything that somebody else than the shop does at Stripe, or sees there. */
function handsOn(state: State) {
  return {
    calls: state.calls,
    /** Every charge that was ever begun, in whatever state. */
    intents: state.intents,
    disputes: state.disputes,
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
    /** Refunds stay pending from now on, until each is settled; or no more. */
    pendRefunds: (isOn: boolean) => Object.assign(state, { refundsPend: isOn }),
    /** The payer's bank sends a refund back that had succeeded, or does not take one that is pending. */
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
    signedEvent,
    /** Any text as Stripe would sign it. */
    signedText: (text: string) => sign(text, WEBHOOK_SECRET, now()),
    sentAgain,
  };
}

const emptyState = (): State => ({
  intents: new Map(),
  refunds: [],
  refundsPend: false,
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

type Serve = (state: State, fields: Fields, id: string) => Answer;

/** By method and path; `:id` is whatever stands there. */
const ROUTES: Record<string, Serve> = {
  'POST /v1/payment_intents': createIntent,
  'GET /v1/payment_intents': listIntents,
  'GET /v1/payment_intents/:id': (state, fields, id) => {
    const intent = state.intents.get(id);
    return found(intent && shown(state, intent, fields), 'intent', id);
  },
  'POST /v1/payment_intents/:id/cancel': (state, _, id) => cancelIntent(state, id),
  'POST /v1/customers': createCustomer,
  'GET /v1/payment_methods/:id': (state, _, id) => found(paymentMethod(state, id), 'payment_method', id),
  'POST /v1/payment_methods/:id/detach': (state, _, id) => detach(state, id),
  'POST /v1/refunds': createRefund,
  'GET /v1/disputes/:id': (state, _, id) => found(state.disputes.get(id), 'dispute', id),
  'GET /v1/disputes': (state, fields) =>
    list([...state.disputes.values()].filter(since(fields)), '/v1/disputes'),
  'GET /v1/refunds': (state, fields) => {
    const { payment_intent: charge } = fields;
    const refunds = state.refunds.filter(refund => charge === undefined || refund.payment_intent === charge);
    return list(refunds.filter(since(fields)).toReversed(), '/v1/refunds');
  },
};

/** A call as it arrives. `body`: a form, as it is sent. */
interface Call {
  method: string;
  /** With its query. */
  url: string;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
  body: string;
}

/** `replayed`: a key was seen before, and gets its first answer again. */
function answerTo(state: State, call: Call): Answer & { replayed: boolean } {
  if (call.authorization !== `Bearer ${SECRET_KEY}`)
    return { ...error(401, { message: 'Invalid API Key provided.' }), replayed: false };
  const [path = '', query = ''] = call.url.split('?');
  const [, v1, things, id = '', deed] = path.split('/');
  const shape = ['', v1, things, ...(id ? [':id'] : []), ...(deed ? [deed] : [])].join('/');
  const serve = ROUTES[`${call.method} ${shape}`];
  if (!serve) return { ...error(404, { message: `Unrecognized request URL (${path}).` }), replayed: false };
  const fields = parseForm(call.method === 'GET' ? query : call.body);
  return once(state, { ...call, path, fields }, () => serve(state, fields, id));
}

function buildServer(state: State): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, String(body)),
  );
  app.all('/*', (request, reply) => respond(state, request, reply));
  return app;
}

async function respond(state: State, request: FastifyRequest, reply: FastifyReply) {
  const fault = state.faults.shift();
  if (fault === 'reset') return cut(reply);
  if (fault === 'black_hole') return reply.hijack();
  if (fault === 'server_error') return send(reply, error(500, { type: 'api_error', message: 'Down.' }));
  if (fault === 'rate_limit') {
    return send(reply.header('retry-after', '1'), error(429, { code: 'rate_limit', message: 'Slow down.' }));
  }
  if (typeof fault === 'object') await new Promise(resolve => setTimeout(resolve, fault.delayMs));
  const { method, url, headers, body } = request;
  const key = headers['idempotency-key'];
  const result = answerTo(state, {
    ...{ method, url, authorization: headers.authorization, body: typeof body === 'string' ? body : '' },
    idempotencyKey: typeof key === 'string' ? key : undefined,
  });
  if (fault === 'drop_reply') return cut(reply);
  if (fault === 'html') return reply.type('text/html').send('<html><body>502 Bad Gateway</body></html>');
  if (fault === 'truncated') {
    return reply.type('application/json').send(JSON.stringify(result.body).slice(0, 40));
  }
  if (result.replayed) reply.header('idempotent-replayed', 'true');
  return send(reply, result);
}

function cut(reply: FastifyReply) {
  reply.hijack();
  reply.raw.socket?.destroy();
  return reply;
}

const send = (reply: FastifyReply, { status, body }: Answer) => reply.status(status).send(body);

/** A key that was seen gets its first answer again, an error too; with other parameters it is refused. */
function once(
  state: State,
  { method, path, fields, idempotencyKey }: Call & { path: string; fields: Fields },
  serve: () => Answer,
): Answer & { replayed: boolean } {
  const earlier = idempotencyKey === undefined ? undefined : state.replays.get(idempotencyKey);
  state.calls.push({ method, path, idempotencyKey, replayed: earlier !== undefined });
  const fingerprint = JSON.stringify([path, fields]);
  if (earlier && earlier.request !== fingerprint) {
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    return { ...error(400, { type: 'idempotency_error', message }), replayed: false };
  }
  if (earlier) return { ...earlier.answer, replayed: true };
  // Copied, as an intent goes on living while its answer must stay what it was.
  const made = structuredClone(serve());
  if (idempotencyKey !== undefined && method === 'POST')
    state.replays.set(idempotencyKey, { request: fingerprint, answer: made });
  return { ...made, replayed: false };
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
