import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { carts } from '#server/carts/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { logEntries } from '#server/logs/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { testDriver } from '#server/test/database.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { variants } from '#server/variants/tables.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';

let shop: Selling;
let admin: SessionUser;
let clerk: SessionUser;
let company: string;
let buyer: SessionUser;
let knob: MadeVariant;
let pull: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  admin = await makeUser(db, { permissionLevel: 'Admin' });
  company = await makeCompany(db, { name: 'Hollis Mill', creditLimit: usd(1000) });
  knob = await makeVariant(db, { price: usd(10), cost: usd(6), stock: 5000 });
  pull = await makeVariant(db, { price: usd(4), stock: 5000 });
  const limit = { employeePriceLimit: 20 };
  await db
    .insert(siteSettings)
    .values({ hoursOfOperation: [], ...limit })
    .onConflictDoUpdate({ target: siteSettings.only, set: limit });
});
beforeEach(async () => {
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  buyer = await makeUser(shop.app.db, { name: 'Rae Moss', company });
});
afterAll(() => shop.close());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Four knobs in one room, two in another, and two pulls, with words to staff. */
const bid = async (of = buyer) =>
  shop.as(of).carts.saveAsBid({
    orderName: 'Smith kitchen',
    cart: [{ ...lineOf(knob, 4), room: 'Island' }, { ...lineOf(knob, 2), room: 'Pantry' }, lineOf(pull, 2)],
  });

const answer = ({ _id, version }: Pick<SavedCart, '_id' | 'version'>, price: number, said: object = {}) => ({
  ...{ _id, version, prices: [{ variantId: knob.variantId, price: usd(price) }], quotedUntil: inHours(48) },
  ...said,
});
const quote = (cart: SavedCart, price: number, said: object = {}, by = clerk) =>
  shop.as(by).carts.quote(answer(cart, price, said));

const actOf = async ({ _id }: SavedCart) => {
  const { acts } = await shop.as(admin).approvals.list({});
  return acts.filter(({ cart }) => cart === _id);
};
const decide = async (cart: SavedCart, approve: boolean) =>
  shop.as(admin).approvals.decide({ _id: (await actOf(cart))[0]?._id ?? '', approve });

const toldOf = async (user: SessionUser) =>
  shop.app.db
    .select({ title: notifications.title, details: notifications.details, link: notifications.link })
    .from(notifications)
    .where(and(eq(notifications.user, user._id), eq(notifications.type, 2)))
    .orderBy(notifications.createdAt);

describe('a quote further below the customer’s prices than an Employee may go', () => {
  it('waits, holds nothing, and is shown as such to staff, with what it would be to an Admin', async () => {
    const cart = await bid();
    const { db } = shop.app;
    const said = { quotedShipping: usd(45), quoteNotes: 'From stock.', quotedUntil: inHours(30) };
    expect(await reasonOf(quote(cart, 0, said))).toBe('waits_for_admin');
    expect(await reasonOf(quote(cart, 0, said))).toBe('waits_for_admin');
    expect(await shop.as(buyer).carts.byId({ _id: cart._id })).toMatchObject({
      ...{ state: 'bid', subTotal: 68, quotedUntil: null, version: cart.version },
    });
    expect(await db.$count(notifications, eq(notifications.user, buyer._id))).toBe(0);
    expect((await toldOf(admin)).at(-1)).toEqual({
      ...{ title: 'A quote waits for an Admin', link: '/admin' },
      details: `${clerk.name}: A quote for Smith kitchen, at prices they set`,
    });
    const { bids } = await shop.as(clerk).carts.bids({ view: 'bid', limit: 100 });
    expect(bids.find(({ _id }) => _id === cart._id)).toMatchObject({ waits: true });
    expect(await shop.as(clerk).carts.bid({ _id: cart._id })).toMatchObject({
      waits: { askedBy: clerk.name },
    });
    const [act, ...others] = await actOf(cart);
    expect(others).toEqual([]);
    expect(act).toMatchObject({ kind: 'quote', order: null, amount: 60, askedBy: clerk.name });
    const line = { was: null, reason: '' };
    expect(act?.contents).toMatchObject({
      ...{ whom: 'Rae Moss, Hollis Mill', account: 'Rae Moss, Hollis Mill', name: 'Smith kitchen' },
      ...{ email: buyer.email, why: 'prices', shipping: 45, reason: 'From stock.', until: said.quotedUntil },
      ...{ before: 68, after: 8 },
      lines: [
        { ...line, productNum: knob.productNum, quantity: 6, price: 0, ours: 10, cost: 6 },
        { ...line, productNum: pull.productNum, quantity: 2, price: 4, ours: null, cost: null },
      ],
    });
  });

  it('is given once with an Admin’s yes, and its asker and its customer are told', async () => {
    const cart = await bid();
    await reasonOf(quote(cart, 7.99));
    const [act] = await actOf(cart);
    const yes = { _id: act?._id ?? '', approve: true };
    const decided = await Promise.allSettled([yes, yes].map(one => shop.as(admin).approvals.decide(one)));
    expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const shown = await shop.as(buyer).carts.byId({ _id: cart._id });
    expect(shown).toMatchObject({ state: 'quoted', subTotal: 55.94, version: cart.version + 1 });
    expect(await toldOf(clerk)).toEqual([
      {
        title: 'Your quote: approved',
        details: `${admin.name} approved your quote for Smith kitchen.`,
        link: `/admin/bids/${cart._id}`,
      },
    ]);
    expect(await toldOf(buyer)).toMatchObject([{ title: 'Your quote: Smith kitchen' }]);
    const logged = await shop.app.db.select().from(logEntries).where(eq(logEntries.subject, cart._id));
    expect(logged).toMatchObject([
      { user: admin._id, description: expect.stringMatching(`Z; asked for by ${clerk.name}\\.$`) },
    ]);
    expect(await shop.as(clerk).carts.bid({ _id: cart._id })).toMatchObject({ waits: null });
  });

  it('is not given where they say no', async () => {
    const cart = await bid();
    await reasonOf(quote(cart, 5));
    await decide(cart, false);
    expect(await shop.as(buyer).carts.byId({ _id: cart._id })).toMatchObject({ state: 'bid' });
    expect(await toldOf(clerk)).toMatchObject([
      { title: 'Your quote: declined', link: `/admin/bids/${cart._id}` },
    ]);
  });

  it.each([
    [
      'was changed by its customer',
      (cart: SavedCart) => shop.as(buyer).carts.saveOrUpdate({ _id: cart._id, notes: 'Hurry' }),
    ],
    [
      'was ordered',
      (cart: SavedCart) =>
        shop.as(buyer).orders.submit({
          ...{ ...guest, shippingMethod: 'local', cartIds: [cart._id], total: usd(73.61) },
          ...{ paymentType: 'Terms', idempotencyKey: crypto.randomUUID() },
        }),
    ],
    ['is gone', (cart: SavedCart) => shop.app.db.delete(carts).where(eq(carts._id, cart._id))],
    ['was quoted otherwise', (cart: SavedCart) => quote(cart, 9)],
    [
      'would have to hold until a day that has passed',
      (cart: SavedCart) =>
        shop.app.db
          .update(waitingActs)
          .set({ input: answer(cart, 5, { quotedUntil: inHours(-1) }) })
          .where(eq(waitingActs.cart, cart._id)),
    ],
  ])('lapses as its cart %s, and its asker is told', async (_, change) => {
    const cart = await bid();
    await reasonOf(quote(cart, 5));
    const [act] = await actOf(cart);
    await change(cart);
    const late = await refusal(shop.as(admin).approvals.decide({ _id: act?._id ?? '', approve: true }));
    expect(late).toMatchObject({ reason: 'act_state', details: { state: 'lapsed' } });
    expect(await toldOf(clerk)).toMatchObject([
      {
        title: 'Your quote: not done',
        details: expect.stringMatching(/ was not done, because things changed after you asked\.$/),
      },
    ]);
    expect(await actOf(cart)).toEqual([]);
  });

  it('takes the place of one that waits for the same cart, whose asker is told', async () => {
    const cart = await bid();
    const other = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
    await reasonOf(quote(cart, 5));
    await reasonOf(quote(cart, 6, {}, other));
    expect(await actOf(cart)).toMatchObject([{ askedBy: other.name }]);
    expect(await toldOf(clerk)).toEqual([
      {
        title: 'Your quote: not done',
        details: `Your quote for Smith kitchen was not done, because ${other.name} asked for another in its place.`,
        link: `/admin/bids/${cart._id}`,
      },
    ]);
  });
});

it.runIf(testDriver === 'postgres')(
  'of two that are asked for at once, one waits and the other is over',
  async () => {
    for (let round = 0; round < 8; round++) {
      const cart = await bid();
      const other = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
      await Promise.all([reasonOf(quote(cart, 5)), reasonOf(quote(cart, 6, {}, other))]);
      const [left] = await actOf(cart);
      const dropped = left?.askedBy === other.name ? clerk : other;
      expect([(await actOf(cart)).length, (await toldOf(dropped)).at(-1)]).toMatchObject([
        1,
        { title: 'Your quote: not done' },
      ]);
    }
  },
);

describe('a quote', () => {
  it('holds the prices as well that staff left blank, and asks nobody for them', async () => {
    const hinge = await makeVariant(shop.app.db, { price: usd(4), stock: 5000 });
    const cart = await shop.as(buyer).carts.saveAsBid({
      ...{ orderName: 'Barn', cart: [lineOf(knob, 6), lineOf(hinge, 2)] },
    });
    const said = answer(cart, 9);
    const { version } = await shop.as(clerk).carts.quote(said);
    expect(await shop.as(clerk).carts.quote(said)).toMatchObject({ version });
    await shop.app.db
      .update(variants)
      .set({ price: usd(7) })
      .where(eq(variants._id, hinge.variantId));
    const shown = await shop.as(buyer).carts.byId({ _id: cart._id });
    expect(shown.cart).toMatchObject([
      { price: 9, priceSource: 'quoted' },
      { price: 4, priceSource: 'quoted', priceWas: null },
    ]);
    const order = await shop.as(buyer).orders.submit({
      ...{ ...guest, shippingMethod: 'local', cartIds: [cart._id], total: usd(67.12) },
      ...{ paymentType: 'Terms', idempotencyKey: crypto.randomUUID() },
    });
    expect(order.cart).toMatchObject([{ price: 9 }, { price: 4, priceSource: 'quoted' }]);
  });

  it('is worth no more than can be sold at once', async () => {
    const cart = await shop.as(buyer).carts.saveAsBid({ orderName: 'Mill', cart: [lineOf(knob, 100_000)] });
    expect((await refusal(quote(cart, 10_000_000))).issues).toEqual([
      { path: ['prices', 0, 'price'], message: 'is worth more than can be sold at once' },
    ]);
  });

  it('needs nobody’s word as low as an Employee may go, nor any of an Admin', async () => {
    expect(await quote(await bid(), 8)).toMatchObject({ state: 'quoted', subTotal: 56 });
    expect(await quote(await bid(), 0, {}, admin)).toMatchObject({ state: 'quoted', subTotal: 8 });
  });

  it('is told to whoever answers second, and does not overwrite the first; sent again it is the first', async () => {
    const cart = await bid();
    const said = answer(cart, 9);
    const first = await shop.as(clerk).carts.quote(said);
    const late = await refusal(quote(cart, 8.5, {}, admin));
    expect(late).toMatchObject({ reason: 'stale', details: { version: first.version } });
    expect(await shop.as(clerk).carts.quote(said)).toMatchObject({ version: first.version, subTotal: 62 });
    expect(await toldOf(buyer)).toHaveLength(1);
    expect(await quote(first, 8.5, {}, admin)).toMatchObject({ version: first.version + 1, subTotal: 59 });
  });

  it('of a cart of their own or of their company is not for an Employee', async () => {
    const theirs = await makeUser(shop.app.db, { permissionLevel: 'Employee', company });
    const message = 'Somebody else has to price a cart of your own or of your company.';
    for (const [own, by] of [[await bid(clerk), clerk] as const, [await bid(), theirs] as const])
      expect(await refusal(quote(own, 10, {}, by))).toMatchObject({ reason: 'forbidden', message });
    const boss = await bid(admin);
    expect(await quote(boss, 10, {}, admin)).toMatchObject({ state: 'quoted' });
  });
});
