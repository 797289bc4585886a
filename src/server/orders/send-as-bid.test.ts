import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { carts } from '#server/carts/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { errorBody } from '#server/trpc.ts';
import type { SaveAsBid } from '#shared/schemas/carts.ts';

let shop: Selling;
/** Four hundred at $1. */
let screw: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  screw = await makeVariant(shop.app.db, { price: usd(1), stock: 400 });
});
afterAll(() => shop.close());

/** The input of each call by which a refusal sends its goods as bids, or the page that leads there. */
async function bidsOffered(work: Promise<unknown>) {
  const { remedies = [] } = errorBody(await refusal(work)).body;
  const toSignIn = remedies.find(({ text }) => text === 'Sign in and send it as a bid.');
  if (toSignIn) return toSignIn.href;
  return remedies.flatMap(({ calls = [] }) =>
    calls.flatMap(({ name, input }) => (name === 'carts.saveAsBid' ? [input as SaveAsBid] : [])),
  );
}

/** Refused because another large order of the same address still waits for its payment. */
async function refusedHold(user: SessionUser | null, said: object) {
  const pull = await makeVariant(shop.app.db, { price: usd(1), stock: 400 });
  const { orders } = shop.as(user, `198.51.100.${++addresses}`);
  const asked = { ...guest, shippingMethod: 'local' as const };
  const large = { ...asked, cart: [lineOf(pull, 200)], total: usd(216.5) };
  // One that an account holds already stands in the way as well.
  await orders.submit({ ...large, idempotencyKey: randomUUID() }).catch(() => null);
  return orders.submit({ ...asked, total: usd(216.5), idempotencyKey: randomUUID(), ...said });
}
let addresses = 0;

const refusedFreight = (user: SessionUser | null, said: object) =>
  shop.as(user).orders.submit({
    ...{ ...guest, shippingMethod: 'freight', total: usd(216.5), idempotencyKey: randomUUID() },
    ...said,
  });

it.each([
  ['can’t be held', refusedHold],
  ['would go by freight', refusedFreight],
] as const)(
  'offers to send as a bid what %s: own lines, saved carts, by a guest after signing in',
  async (_what, refused) => {
    const { db } = shop.app;
    const user = await makeUser(db);
    const cart = [{ ...lineOf(screw, 200), room: 'Hall' }];
    const own = await bidsOffered(refused(user, { cart, orderName: 'Barn' }));
    expect(own).toEqual([{ orderName: 'Barn', cart }]);
    const mine = shop.as(user).carts;
    for (const input of own as SaveAsBid[]) {
      expect(await mine.saveAsBid(input)).toMatchObject({ state: 'bid', orderName: 'Barn', itemCount: 200 });
    }

    const saved = await mine.create({ orderName: 'Shed', cart });
    const [by, ...others] = (await bidsOffered(refused(user, { cartIds: [saved._id] }))) as SaveAsBid[];
    expect([by, ...others]).toEqual([{ _id: saved._id }]);
    await mine.saveAsBid(by as SaveAsBid);
    const [sent] = await db.select().from(carts).where(eq(carts._id, saved._id));
    expect(sent?.state).toBe('bid');
    // It is with staff by now.
    expect(await bidsOffered(refused(user, { cartIds: [saved._id] }))).toEqual([]);

    expect(await bidsOffered(refused(await makeUser(db), { cart }))).toMatchObject([
      { orderName: expect.stringMatching(/^Bid of \w+ \d+, \d+$/) },
    ]);
    expect(await bidsOffered(refused(null, { cart }))).toBe('/checkout/login');
  },
);

it('offers the same for freight before it is ordered, but to staff nothing of another’s', async () => {
  const { db } = shop.app;
  const [user, staff] = [await makeUser(db), await makeUser(db, { permissionLevel: 'Employee' })];
  const asked = { cart: [lineOf(screw, 200)], shippingMethod: 'freight' as const };
  expect(await bidsOffered(shop.as(user).orders.getCost(asked))).toMatchObject([{ cart: asked.cart }]);
  expect(await bidsOffered(shop.as(null).orders.getCost(asked))).toBe('/checkout/login');
  expect(await bidsOffered(shop.as(staff).orders.getCost({ ...asked, user: user._id }))).toEqual([]);
});

it('does not speak of a bid where the cart was sent already', async () => {
  const user = await makeUser(shop.app.db);
  const bid = await shop.as(user).carts.saveAsBid({ orderName: 'Porch', cart: [lineOf(screw, 200)] });
  const refused = await refusal(refusedHold(user, { cartIds: [bid._id] }));
  expect(refused.details).toMatchObject({ ways: ['call'] });
  expect(refused.message).toMatch(/Order less, or call us\.$/);
});
