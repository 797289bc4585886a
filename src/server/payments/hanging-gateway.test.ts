import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStripeGateway } from '#server/integrations/stripe.ts';
import { browseAsEver, makeVisitor } from '#server/test/browsing.ts';
import { ask } from '#server/test/doors.ts';
import { type FaultyWire, openWire } from '#server/test/faulty-wire.ts';
import { HELD, StripeShop } from '#server/test/stripe-shop.ts';

const MANY = 30;

let at: StripeShop;
let wire: FaultyWire;
beforeAll(async () => {
  at = await StripeShop.open();
  wire = await openWire(Number(new URL(at.fake.options.apiBase).port), 'black_hole');
  const apiBase = `http://127.0.0.1:${wire.port}`;
  // Longer than the test may take: they end when the connections are cut.
  at.shop.app.payments = createStripeGateway({
    ...at.fake.options,
    apiBase,
    timeoutMs: 120_000,
    maxNetworkRetries: 0,
  });
});
afterAll(async () => {
  await wire.close();
  await at.close();
});

it('charges that hang keep nobody from browsing, filling carts and ordering', async () => {
  const visitor = await makeVisitor(at.shop);
  const held = await Promise.all(Array.from({ length: MANY }, () => at.heldOrder()));
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
