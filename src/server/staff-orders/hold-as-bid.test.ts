import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { carts } from '#server/carts/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { logEntries } from '#server/logs/tables.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let clerk: SessionUser;
let knob: MadeVariant;
let pull: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 5000 });
  pull = await makeVariant(shop.app.db, { price: usd(4), stock: 5000 });
});
afterAll(() => shop.close());

const FIELDS = {
  ...{ poNumber: 'PO-7', notes: 'Ring at the gate', couponCode: 'SPRING', paymentType: 'Check' as const },
  ...{ shippingMethod: 'ground' as const, shippingAddress: '12 Mill Lane', shippingCity: 'Austin' },
  ...{ shippingState: 'TX', shippingZip: '78701', deliveryDate: '2027-03-01', useStoreCredit: true },
};

const asked = (user: string, more: object = {}) => ({
  ...{ user, key: randomUUID(), orderName: 'Porch', ...FIELDS },
  cart: [{ ...lineOf(knob, 6), price: usd(7.5), priceReason: 'matches a rival' }, lineOf(pull, 2)],
  ...more,
});

it('what staff typed for an order is kept as a bid of its customer, with all of it', async () => {
  const buyer = await makeUser(shop.app.db);
  const held = await shop.as(clerk).orders.holdAsBid(asked(buyer._id));
  expect(held).toMatchObject({ state: 'bid', orderName: 'Porch', itemCount: 8, ...FIELDS });
  const [mine] = await shop.as(buyer).carts.list({});
  // Its customer sees the catalogue’s prices, and no word of staff, until the quote is sent.
  expect(mine).toMatchObject({ _id: held._id, state: 'bid', subTotal: 68, bidNotes: '', ...FIELDS });
  const [entry] = await shop.app.db.select().from(logEntries).where(eq(logEntries.subject, held._id));
  expect(entry?.description).toBe(`Kept as a bid, ${knob.productNum} at $7.50 (matches a rival).`);
});

it('the prices that they named stand in its quote, and hold once that is sent', async () => {
  const buyer = await makeUser(shop.app.db);
  const { _id } = await shop.as(clerk).orders.holdAsBid(asked(buyer._id));
  const bid = await shop.as(clerk).carts.bid({ _id });
  expect(bid.prices).toMatchObject([
    { variantId: knob.variantId, ours: 10, quoted: 7.5 },
    { variantId: pull.variantId, ours: 4, quoted: null },
  ]);
  const prices = bid.prices.flatMap(({ variantId, quoted }) =>
    quoted === null ? [] : [{ variantId, price: quoted }],
  );
  const quotedUntil = new Date(Date.now() + 86_400_000).toISOString();
  await shop.as(clerk).carts.quote({ _id, version: bid.version, prices, quotedUntil });
  const [quoted] = await shop.as(buyer).carts.list({});
  expect(quoted).toMatchObject({ _id, state: 'quoted', subTotal: 53, poNumber: 'PO-7' });
});

it('is one bid for one key, which staff are told of, and none where something is wrong with it', async () => {
  const [buyer, other] = [
    await makeUser(shop.app.db),
    await makeUser(shop.app.db, { permissionLevel: 'Employee' }),
  ];
  const once = asked(buyer._id);
  const [first, second] = await Promise.all([1, 2].map(() => shop.as(clerk).orders.holdAsBid(once)));
  expect(second?._id).toBe(first?._id);
  const changed = { ...once, notes: 'Ring twice' };
  expect(await reasonOf(shop.as(clerk).orders.holdAsBid(changed))).toBe('key_reused');
  expect((await shop.as(clerk).orders.holdAsBid(once))._id).toBe(first?._id);
  const { notifications } = await shop.as(other).notifications.list({ limit: 10 });
  expect(notifications).toMatchObject([
    {
      title: 'Bid: Porch',
      link: `/admin/bids/${first?._id}`,
      details: `${clerk.name} keeps it for a customer.`,
    },
  ]);
  const hold = (more: object) => refusal(shop.as(clerk).orders.holdAsBid(asked(buyer._id, more)));
  const twice = [{ ...lineOf(knob, 6), price: usd(7), priceReason: 'x' }, lineOf(knob, 1)];
  expect((await hold({ cart: twice })).issues).toMatchObject([{ path: ['cart', 1, 'price'] }]);
  expect((await hold({ shippingMethod: 'freight' })).issues).toMatchObject([{ path: ['shippingMethod'] }]);
  expect((await hold({ user: randomUUID() })).reason).toBe('not_found');
  expect(await reasonOf(shop.as(buyer).orders.holdAsBid(asked(buyer._id)))).toBe('forbidden');
  expect(await shop.app.db.$count(carts, eq(carts.user, buyer._id))).toBe(1);
});
