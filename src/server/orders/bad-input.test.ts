import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { products } from '#server/products/tables.ts';
import { appRouter } from '#server/router.ts';
import { type Ask, ask, DOORS, expectFailure } from '#server/test/doors.ts';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';
import { variants } from '#server/variants/tables.ts';
import type { ErrorReason } from '#shared/errors.ts';

let shop: Selling;
let app: FastifyInstance;
let knob: MadeVariant;
let draft: MadeVariant;
let gone: MadeVariant;
let dropped: MadeVariant;

beforeAll(async () => {
  shop = await openShop();
  app = await buildApp(shop.app, { router: appRouter, longestLoopDelayMs: 60_000 });
  const { db } = shop.app;
  knob = await makeVariant(db, { price: usd(10), stock: 1000 });
  draft = await makeVariant(db, {}, { publish: false });
  gone = await makeVariant(db);
  const deletedAt = new Date().toISOString();
  await db.update(products).set({ deletedAt }).where(eq(products._id, gone.productId));
  dropped = await makeVariant(db);
  await db.update(variants).set({ deletedAt }).where(eq(variants._id, dropped.variantId));
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const getCost: Ask = { procedure: 'orders.getCost', method: 'PATCH', url: '/api/v1/orders/getCost' };
const submit: Ask = { procedure: 'orders.submit', method: 'POST', url: '/api/v1/orders' };
const charge: Ask = { procedure: 'payments.charge', method: 'POST', url: '/api/v1/creditCard/charge' };

const checkout = (said: object = {}) => ({
  ...guest,
  cart: [lineOf(knob, 1)],
  shippingMethod: 'local',
  total: 10.83,
  idempotencyKey: randomUUID(),
  ...said,
});

/** A line's field replaced by JSON text to the letter, as it stands in a cart of both calls. */
const lineText = (field: string, json: string) => {
  const { [field]: _, ...line } = lineOf(knob, 1) as Record<string, unknown>;
  return `${JSON.stringify(line).slice(0, -1)},"${field}":${json}}`;
};
const withCart = (body: object, cart: string) =>
  `${JSON.stringify({ ...body, cart: undefined }).slice(0, -1)},"cart":${cart}}`;

const wrongLines: [what: string, line: () => string, reason: ErrorReason, field: string][] = [
  ...['0', '-1', '1.5', '"2"', 'null', '[]', '[2]', 'true', '1e309', '-1e309', '{}', '""', '100001'].map(
    (json): [string, () => string, ErrorReason, string] => [
      `quantity ${json}`,
      () => lineText('quantity', json),
      'invalid',
      'quantity',
    ],
  ),
  ...['price', 'tax', 'total', 'discount', 'originalPrice', 'owner', 'user', 'stock', 'lb'].map(
    (field): [string, () => string, ErrorReason, string] => [
      `its own ${field}`,
      () => lineText(field, '0'),
      'invalid',
      field,
    ],
  ),
  ['no id', () => lineText('variantId', '"1"'), 'invalid', 'variantId'],
  ['an id in a list', () => lineText('variantId', `["${knob.variantId}"]`), 'invalid', 'variantId'],
  ['an id with more', () => lineText('variantId', `"${knob.variantId}' or 1=1"`), 'invalid', 'variantId'],
  ['no product', () => lineText('productId', 'null'), 'invalid', 'productId'],
  ['a room with NUL', () => lineText('room', '"a\\u0000"'), 'invalid', 'room'],
  ['an unknown variant', () => lineText('variantId', `"${randomUUID()}"`), 'line_gone', 'variantId'],
  ['an unpublished product', () => JSON.stringify(lineOf(draft, 1)), 'line_gone', 'variantId'],
  ['a deleted product', () => JSON.stringify(lineOf(gone, 1)), 'line_gone', 'variantId'],
  ['a deleted variant', () => JSON.stringify(lineOf(dropped, 1)), 'line_gone', 'variantId'],
  [
    'the variant of another product',
    () => lineText('productId', `"${draft.productId}"`),
    'line_gone',
    'variantId',
  ],
];

const emptyBody = [
  ['nothing', ''],
  ['a list', '[]'],
  ['null', 'null'],
  ['half of it', '{"cart":['],
  ['5,000 levels', `{"cart":${'['.repeat(5000)}${']'.repeat(5000)}}`],
] as const;

/** Fields that are wrong in a checkout; each must be named. */
const wrongFields: [what: string, said: Record<string, unknown>, field: string][] = [
  ...['price', 'tax', 'subTotal', 'shipping', 'discount', 'owner', 'user', 'company', 'status', 'paid'].map(
    (field): [string, Record<string, unknown>, string] => [`its own ${field}`, { [field]: 1 }, field],
  ),
  ...['storeCredit', 'orderNumber', 'orderKey', 'heldUntil', 'taxRate', '_id', 'createdBy'].map(
    (field): [string, Record<string, unknown>, string] => [`its own ${field}`, { [field]: 1 }, field],
  ),
  ['no name', { name: undefined }, 'name'],
  ['an empty name', { name: '   ' }, 'name'],
  ['a name of 121', { name: 'x'.repeat(121) }, 'name'],
  ['a name of 200,000', { name: 'x'.repeat(200_000) }, 'name'],
  ['NUL in the name', { name: 'Ada\u0000Carver' }, 'name'],
  ['half a character', { name: 'Ada \ud83d Carver' }, 'name'],
  ['a control character', { notes: 'bell \u0007' }, 'notes'],
  ['a name that is a list', { name: ['Ada'] }, 'name'],
  ['no e-mail', { email: undefined }, 'email'],
  ['two e-mails', { email: 'a@example.com, b@example.com' }, 'email'],
  ['a header in the e-mail', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
  ['a short phone', { phone: '12345' }, 'phone'],
  ['no address', { shippingMethod: 'ground', shippingCity: '' }, 'shippingCity'],
  ['an unknown way', { shippingMethod: 'drone' }, 'shippingMethod'],
  ['freight that nobody quoted', { shippingMethod: 'freight' }, 'shippingMethod'],
  ['an unknown payment', { paymentType: 'gold' }, 'paymentType'],
  ['terms of nobody', { paymentType: 'Terms' }, 'paymentType'],
  ['a cheque of nobody', { paymentType: 'Check' }, 'paymentType'],
  ['no key', { idempotencyKey: undefined }, 'idempotencyKey'],
  ['a key that is none', { idempotencyKey: '17' }, 'idempotencyKey'],
  ['no total', { total: undefined }, 'total'],
  ['a total below nothing', { total: -10.83 }, 'total'],
  ['a total of half cents', { total: 10.835 }, 'total'],
  ['a total as text', { total: '10.83' }, 'total'],
  ['no total at all', { total: null }, 'total'],
  ['a flag as text', { useStoreCredit: 'true' }, 'useStoreCredit'],
  ['a date that is none', { deliveryDate: '2027-02-30' }, 'deliveryDate'],
  ['the year 0', { deliveryDate: '0000-01-01' }, 'deliveryDate'],
  ['a day gone by', { deliveryDate: '2026-01-01' }, 'deliveryDate'],
  ['an account of nobody', { associatedAccountNumber: 'A-100' }, 'associatedAccountNumber'],
  ['an empty cart', { cart: [] }, 'cart'],
  ['no cart', { cart: undefined }, 'cart'],
  ['two carts', { cartIds: [randomUUID()] }, 'cart'],
  ['saved carts that are no list', { cart: undefined, cartIds: 'all' }, 'cartIds'],
  ['something unknown to replace', { replaces: { _id: 'last' } }, 'replaces._id'],
  ['somebody’s order to replace', { replaces: { _id: randomUUID() } }, 'replaces._id'],
];

const wrongCharges: [what: string, body: () => object, reason: ErrorReason, fields: string[]][] = [
  ['no order', () => ({ card: { testOutcome: 'approve' } }), 'invalid', ['order']],
  [
    'an id that is none',
    () => ({ order: { _id: '1' }, card: { testOutcome: 'approve' } }),
    'invalid',
    ['order._id'],
  ],
  [
    'an unknown order',
    () => ({ order: { _id: randomUUID() }, card: { testOutcome: 'approve' } }),
    'not_found',
    [],
  ],
  [
    'an amount',
    () => ({ order: { _id: randomUUID() }, card: { testOutcome: 'approve' }, amount: 1 }),
    'invalid',
    ['amount'],
  ],
  [
    'a total',
    () => ({ order: { _id: randomUUID(), total: 1 }, card: { testOutcome: 'approve' } }),
    'invalid',
    ['order.total'],
  ],
  [
    'a card number',
    () => ({ order: { _id: randomUUID() }, card: { number: '4242424242424242' } }),
    'invalid',
    ['card'],
  ],
];

const fieldsOf = (body: unknown) =>
  (body as { issues?: { path: (string | number)[] }[] }).issues?.map(issue => issue.path.join('.')) ?? [];

const everything = () => fingerprint(shop.app.db, []);

/** Asks both doors; they must say the same, and nothing may have been written. */
async function refusedAlike(call: Ask, reason: ErrorReason, fields: string[]): Promise<void> {
  const before = await everything();
  const answers = [];
  for (const door of DOORS) answers.push(await ask(app, door, call));
  const [first, ...others] = answers.map(({ status, body }) => ({ status, body }));
  if (!first) throw new Error('no door was asked');
  expectFailure(first, reason);
  for (const other of others) expect(other).toEqual(first);
  if (fields.length > 0) expect(fieldsOf(first.body)).toEqual(fields);
  expect(await everything()).toEqual(before);
}

describe('a cart with a line that has', () => {
  it.each(wrongLines)('%s', async (_, line, reason, field) => {
    const cart = `[${JSON.stringify(lineOf(knob, 1))},${line()}]`;
    const fields = [`cart.1.${field}`];
    await refusedAlike({ ...getCost, text: withCart({ shippingMethod: 'local' }, cart) }, reason, fields);
    await refusedAlike({ ...submit, text: withCart(checkout(), cart) }, reason, fields);
  });
});

describe('a checkout with', () => {
  it.each(wrongFields)('%s', async (_, said, field) => {
    await refusedAlike({ ...submit, text: JSON.stringify(checkout(said)) }, 'invalid', [field]);
  });

  it.each(emptyBody)('%s for a body', async (_, text) => {
    for (const call of [getCost, submit, charge]) {
      const before = await everything();
      const [rest, trpc] = [
        await ask(app, 'rest', { ...call, text }),
        await ask(app, 'trpc', { ...call, text }),
      ];
      expect(rest.status).toBe(400);
      expect([trpc.status, trpc.body]).toEqual([rest.status, rest.body]);
      expect(await everything()).toEqual(before);
    }
  });

  it('501 lines', async () => {
    const cart = Array.from({ length: 501 }, () => lineOf(knob, 1));
    await refusedAlike({ ...getCost, input: { cart } }, 'invalid', ['cart']);
    await refusedAlike({ ...submit, input: checkout({ cart }) }, 'invalid', ['cart']);
  });

  it('lines of one item that come to more than a line may hold', async () => {
    const cart = [lineOf(knob, 60_000), lineOf(draft, 1), lineOf(knob, 40_000), lineOf(knob, 1)];
    await refusedAlike({ ...getCost, input: { cart } }, 'invalid', ['cart.3.quantity']);
    await refusedAlike({ ...submit, input: checkout({ cart }) }, 'invalid', ['cart.3.quantity']);
  });

  it('a prototype', async () => {
    const said = checkout({ constructor: { prototype: { admin: true } } });
    await refusedAlike({ ...submit, input: said }, 'malformed', []);
  });

  it('a megabyte', async () => {
    await refusedAlike({ ...submit, input: checkout({ notes: 'x'.repeat(1_000_000) }) }, 'too_large', []);
  });

  it.each([0, 0.01, 10.82, 10.84, 1083, 10_000_000])('another total than the server’s: %s', async total => {
    await refusedAlike({ ...submit, input: checkout({ total }) }, 'figures_changed', []);
  });

  it('more than there is, in one line or split over several', async () => {
    const scarce = await makeVariant(shop.app.db, { price: usd(10), stock: 2 });
    for (const cart of [[lineOf(scarce, 3)], [lineOf(scarce, 1), lineOf(scarce, 1), lineOf(scarce, 1)]]) {
      const fields = ['cart.0.quantity'];
      await refusedAlike({ ...submit, input: checkout({ cart, total: 32.48 }) }, 'out_of_stock', fields);
    }
  });

  it('a sum that no order can have', async () => {
    const dear = await makeVariant(shop.app.db, { price: usd(9_999_999), stock: 0, dropShip: true });
    const cart = [lineOf(dear, 100_000)];
    for (const call of [
      { ...getCost, input: { cart, shippingMethod: 'local' } },
      { ...submit, input: checkout({ cart, total: 10_000_000 }) },
    ]) {
      const answers = await Promise.all(DOORS.map(door => ask(app, door, call)));
      for (const { status } of answers) expect(status).toBeLessThan(500);
    }
  });
});

describe('a charge with', () => {
  it.each(wrongCharges)('%s', async (_, body, reason, fields) => {
    await refusedAlike({ ...charge, text: JSON.stringify(body()) }, reason, fields);
  });
});

describe('what people really write', () => {
  it.each([
    ['emoji', '👩🏽‍🔧 Ada'],
    ['right to left', 'עדה לאבלייס'],
    ['accents, composed', 'Zoe\u0308 Nu\u0303ez'],
    ['quotes and markup', `O'Brien "<b>&amp; Söhne</b>" -- ; drop table orders`],
    ['formulas', '=HYPERLINK("http://x")'],
    ['line ends', 'first\nsecond\tthird'],
  ])('is kept: %s', async (_, written) => {
    const said = { name: written.replace(/\s+/g, ' '), notes: written };
    for (const door of DOORS) {
      const { status, body } = await ask(app, door, { ...submit, input: checkout(said) });
      expect(status).toBe(200);
      // A name keeps what is seen of it; joints of emoji are not.
      const name = said.name.normalize('NFC').replaceAll('\u200d', '');
      expect(body).toMatchObject({ name, notes: written.normalize('NFC') });
    }
  });
});

describe('the tRPC door', () => {
  it('judges the same before and after the REST door was used', async () => {
    const texts = [
      ...wrongLines.map(([, line]) => withCart(checkout({ idempotencyKey: randomUUID() }), `[${line()}]`)),
      ...wrongFields.map(([, said]) => JSON.stringify(checkout(said))),
    ];
    const verdicts = async () => {
      const answers = [];
      for (const text of texts) answers.push(await ask(app, 'trpc', { ...submit, text }));
      return answers.map(({ status, body }) => ({ status, body }));
    };
    const before = await verdicts();
    for (const text of texts) await ask(app, 'rest', { ...submit, text });
    await app.inject('/api/v1/openapi.json');
    expect(await verdicts()).toEqual(before);
    expect(before.filter(({ status }) => status < 400 || status > 499)).toEqual([]);
  });
});
