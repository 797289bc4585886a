import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStripeGateway } from '#server/integrations/stripe.ts';
import { reconcileOpenPayments } from '#server/payments/charge.ts';
import type { PaymentGateway } from '#server/payments/gateway.ts';
import { payments } from '#server/payments/tables.ts';
import { browseAsEver, makeVisitor } from '#server/test/browsing.ts';
import { ask } from '#server/test/doors.ts';
import { type FaultyWire, openWire } from '#server/test/faulty-wire.ts';
import { HELD, type Held, later, StripeShop } from '#server/test/stripe-shop.ts';

const MANY = 30;

let at: StripeShop;
let good: PaymentGateway;
let wire: FaultyWire;
beforeAll(async () => {
  at = await StripeShop.open();
  good = at.shop.app.payments;
});
beforeEach(async () => {
  wire = await openWire(Number(new URL(at.fake.options.apiBase).port), 'black_hole');
  const apiBase = `http://127.0.0.1:${wire.port}`;
  // Longer than the test may take: calls end when the connections are cut.
  const how = { timeoutMs: 120_000, maxNetworkRetries: 0 };
  at.shop.app.payments = createStripeGateway({ ...at.fake.options, ...how, apiBase });
});
afterEach(() => wire.close());
afterAll(() => at.close());

const held: Held[] = [];

it('charges that hang keep nobody from browsing, filling carts and ordering', async () => {
  const visitor = await makeVisitor(at.shop);
  held.push(...(await Promise.all(Array.from({ length: MANY }, () => at.heldOrder()))));
  let ended = 0;
  const charges = held.map(order =>
    ask(at.server, 'rest', {
      procedure: 'payments.charge',
      method: 'POST',
      url: '/api/v1/creditCard/charge',
      input: { order: { _id: order._id, orderKey: order.orderKey }, card: at.cardOf('approve') },
    }).finally(() => {
      ended += 1;
    }),
  );
  await expect.poll(wire.taken, { timeout: 30_000 }).toBe(MANY);

  const listings = await Promise.all(
    Array.from({ length: MANY }, () =>
      ask(at.server, 'rest', { procedure: 'products.list', method: 'GET', url: '/api/v1/products' }),
    ),
  );
  expect(listings.map(({ status }) => status)).toEqual(Array(MANY).fill(200));
  await Promise.all(Array.from({ length: 5 }, () => browseAsEver(at.shop, visitor)));
  await at.heldOrder();
  expect(ended).toBe(0);

  await wire.mend();
  const answers = await Promise.all(charges);
  expect(answers.map(({ status }) => status)).toEqual(Array(MANY).fill(502));
  const [first] = held;
  if (first) expect(await at.standing(first)).toEqual({ ...HELD, payments: ['unknown'] });
});

it('a sweep that hangs ends with its time, and the next one settles everything', async () => {
  const { app } = at.shop;
  await app.db.update(payments).set({ updatedAt: later(-3).toISOString() });
  const time = new AbortController();
  const sweep = reconcileOpenPayments(app, time.signal);
  await expect.poll(wire.taken, { timeout: 30_000 }).toBe(1);
  time.abort();
  await wire.mend();
  await sweep;
  // The others of the thirty were not asked for.
  expect(wire.taken()).toBe(1);

  app.payments = good;
  await app.db.update(payments).set({ updatedAt: later(-3).toISOString() });
  await reconcileOpenPayments(app);
  for (const order of held) expect(await at.standing(order)).toEqual({ ...HELD, payments: ['canceled'] });
});
