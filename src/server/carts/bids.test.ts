import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carts } from '#server/carts/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { variants } from '#server/variants/tables.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { longDate } from '#shared/rules/order-facts.ts';

let shop: Selling;
let staff: SessionUser;
let knob: MadeVariant;
let pull: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  staff = await makeUser(db, { permissionLevel: 'Employee' });
  knob = await makeVariant(db, { price: usd(10), stock: 5000 });
  pull = await makeVariant(db, { price: usd(4), stock: 5000 });
});
afterAll(() => shop.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** Six knobs in two rooms, and two pulls. */
async function bid() {
  const buyer = await makeUser(shop.app.db);
  const cart = await shop.as(buyer).carts.create({
    orderName: 'Smith kitchen',
    cart: [{ ...lineOf(knob, 4), room: 'Island' }, { ...lineOf(knob, 2), room: 'Pantry' }, lineOf(pull, 2)],
  });
  return { buyer, cart: await shop.as(buyer).carts.saveAsBid({ _id: cart._id }) };
}

const versionOf = async (_id: string) =>
  (await shop.app.db.select().from(carts).where(eq(carts._id, _id)))[0]?.version ?? 1;

const quote = async (_id: string, said: object = {}) =>
  shop.as(staff).carts.quote({
    _id,
    version: await versionOf(_id),
    prices: [{ variantId: knob.variantId, price: usd(7.5) }],
    quotedUntil: inHours(48),
    quotedShipping: usd(120),
    quoteNotes: 'Two weeks from the maker.',
    ...said,
  });

const buy = (buyer: SessionUser, cart: string, total: number, said: object = {}) =>
  shop.as(buyer).orders.submit({
    ...guest,
    cartIds: [cart],
    shippingMethod: 'local',
    total: usd(total),
    idempotencyKey: randomUUID(),
    ...said,
  });

describe('a bid', () => {
  it('[CART-13] is a saved cart that was sent to staff: it stays as it is, and they are told', async () => {
    const { buyer, cart } = await bid();
    expect(cart).toMatchObject({ state: 'bid', orderName: 'Smith kitchen', itemCount: 8 });
    expect(ORDER_NOTICES.savedAsBid.text).toBe('Order saved as a bid');
    expect(ORDER_NOTICES.saveBidFailed.text).toBe('Error saving bid.');
    const told = await shop.app.db.select().from(notifications).where(eq(notifications.user, staff._id));
    expect(told.at(-1)?.title).toBe('Bid: Smith kitchen');
    const mine = shop.as(buyer).carts;
    expect((await refusal(mine.saveAsBid({ _id: cart._id }))).reason).toBe('cart_state');
    expect((await refusal(mine.add({ _id: cart._id, lines: [lineOf(knob, 1)] }))).reason).toBe('cart_state');
    expect((await mine.duplicate({ _id: cart._id })).state).toBe('saved');
    await mine.create({ orderName: 'Empty', cart: [] }).then(async empty => {
      expect((await refusal(mine.saveAsBid({ _id: empty._id }))).issues).toMatchObject([{ path: ['_id'] }]);
    });
  });

  it('tells staff of all that a customer sends by one notification, as long as it is unread', async () => {
    const { db } = shop.app;
    const [clerk, buyer] = [await makeUser(db, { permissionLevel: 'Employee' }), await makeUser(db)];
    const told = async () =>
      (await shop.as(clerk).notifications.list({ limit: 100 })).notifications.map(
        ({ title, details, link, read }) => ({ title, details, link, read }),
      );
    const send = (orderName: string, who = buyer) =>
      shop.as(who).carts.saveAsBid({ orderName, cart: [lineOf(knob, 3)] });
    await send('One');
    await send('Two');
    const third = await send('Three');
    const said = { title: 'Bid: Three', details: 'A customer is asking for prices. 3 bids of theirs wait.' };
    expect(await told()).toEqual([{ ...said, link: `/admin/bids/${third._id}`, read: false }]);
    // Another customer's is another one,
    await send('Else', await makeUser(db));
    expect((await told()).map(({ title }) => title)).toEqual(['Bid: Else', 'Bid: Three']);
    // and the next after it was read, which stays as it was.
    const { notifications: unread } = await shop.as(clerk).notifications.list({ limit: 100 });
    for (const { _id } of unread) await shop.as(clerk).notifications.update({ _id, read: true });
    await send('Four');
    expect((await told()).map(({ title }) => title)).toEqual(['Bid: Four', 'Bid: Else', 'Bid: Three']);
  });

  it('is made of lines at once, by staff for a customer too', async () => {
    const buyer = await makeUser(shop.app.db);
    const asked = { orderName: 'Porch', cart: [lineOf(knob, 3)] };
    expect(await shop.as(buyer).carts.saveAsBid(asked)).toMatchObject({ state: 'bid', itemCount: 3 });
    const forHim = await shop.as(staff).carts.saveAsBid({ ...asked, user: buyer._id });
    expect((await shop.as(buyer).carts.list({})).map(({ _id }) => _id)).toContain(forHim._id);
    const other = await makeUser(shop.app.db);
    expect((await refusal(shop.as(other).carts.saveAsBid({ ...asked, user: buyer._id }))).reason).toBe(
      'forbidden',
    );
    await expect(shop.as(buyer).carts.saveAsBid({ orderName: 'Porch' })).rejects.toThrow(/is required/);
    await expect(shop.as(buyer).carts.saveAsBid({ _id: forHim._id, ...asked })).rejects.toThrow(
      /cannot be given together/,
    );
  });

  it('is its owner’s and staff’s; what staff were not sent they don’t see', async () => {
    const { buyer, cart } = await bid();
    const other = await makeUser(shop.app.db);
    expect((await shop.as(staff).carts.byId({ _id: cart._id }))._id).toBe(cart._id);
    expect((await refusal(shop.as(other).carts.byId({ _id: cart._id }))).reason).toBe('not_found');
    expect((await refusal(shop.as(other).carts.saveAsBid({ _id: cart._id }))).reason).toBe('not_found');
    const saved = await shop.as(buyer).carts.create({ orderName: 'Mine', cart: [lineOf(knob, 1)] });
    expect((await refusal(shop.as(staff).carts.byId({ _id: saved._id }))).reason).toBe('not_found');
    expect((await refusal(quote(saved._id))).reason).toBe('not_found');
    expect((await refusal(quote(randomUUID()))).reason).toBe('not_found');
  });
});

describe('a quote', () => {
  it('shows its prices, one a variant in all rooms, its end and its words, and tells its customer', async () => {
    const { buyer, cart } = await bid();
    const quotedUntil = inHours(48);
    await quote(cart._id, { quotedUntil });
    const shown = await shop.as(buyer).carts.byId({ _id: cart._id });
    expect(shown).toMatchObject({
      state: 'quoted',
      quotedUntil,
      quotedShipping: 120,
      quoteNotes: 'Two weeks from the maker.',
      // 6 × 7.50 + 2 × 4.00
      subTotal: 53,
    });
    expect(shown.cart.map(({ price, priceSource }) => [price, priceSource])).toEqual([
      [7.5, 'quoted'],
      [7.5, 'quoted'],
      [4, 'quoted'],
    ]);
    const told = await shop.app.db.select().from(notifications).where(eq(notifications.user, buyer._id));
    const details = expect.stringMatching(/^It is valid until [A-Z][a-z]+ \d{1,2}, \d{4}\.$/);
    const link = `/checkout?cart=${cart._id}`;
    expect(told).toMatchObject([{ title: 'Your quote: Smith kitchen', details, link }]);
    // Given anew, it is another.
    await quote(cart._id, { prices: [{ variantId: pull.variantId, price: usd(3) }], quotedShipping: null });
    expect(await shop.as(buyer).carts.byId({ _id: cart._id })).toMatchObject({
      subTotal: 66,
      quotedShipping: null,
    });
  });

  it('is mailed to its customer, each answer by itself, unless he wants no such mails', async () => {
    const { buyer, cart } = await bid();
    const mailed = () =>
      shop.app.db
        .select()
        .from(emails)
        .where(and(eq(emails.to, buyer.email), eq(emails.template, 'quote-answered')))
        .orderBy(emails._id);
    const quotedUntil = inHours(24 * 90);
    await quote(cart._id, { quotedUntil });
    const [first] = await mailed();
    const day = longDate(shopDate(new Date(quotedUntil), 'America/Chicago'));
    for (const said of ['Smith kitchen', day, '$120.00', 'Two weeks from the maker.']) {
      expect(first?.text).toContain(said);
    }
    expect(first?.text).toContain(`/checkout?cart=${cart._id}`);
    await quote(cart._id, { quoteNotes: 'From stock.', quotedShipping: null });
    const [, second] = await mailed();
    expect(second?.text).toContain('From stock.');
    expect(second?.text).not.toContain('Freight');
    await shop.as(buyer).users.updateProfile({ email: buyer.email, notify: { '2': false } });
    await quote(cart._id);
    expect(await mailed()).toHaveLength(2);
  });

  it('[CART-13] becomes an order at its prices, whatever the catalogue says by then, with its freight', async () => {
    const { buyer, cart } = await bid();
    await quote(cart._id);
    await shop.app.db
      .update(variants)
      .set({ price: usd(11) })
      .where(eq(variants._id, knob.variantId));
    // 53.00, tax 4.37, freight 120.00.
    const order = await buy(buyer, cart._id, 177.37, { shippingMethod: 'freight' });
    expect(order).toMatchObject({ subTotal: 53, shipping: 120, total: 177.37 });
    expect(order.cart.find(line => line.variantId === knob.variantId)).toMatchObject({
      price: 7.5,
      quantity: 6,
    });
    await shop.app.db
      .update(variants)
      .set({ price: usd(10) })
      .where(eq(variants._id, knob.variantId));
  });

  it('holds until its end: then today’s prices count, and who still sees the others is told', async () => {
    const { buyer, cart } = await bid();
    await quote(cart._id);
    const over = { quotedUntil: inHours(-1) };
    await shop.app.db.update(carts).set(over).where(eq(carts._id, cart._id));
    expect(await shop.as(buyer).carts.byId({ _id: cart._id })).toMatchObject({
      state: 'quoted',
      subTotal: 68,
    });
    expect((await refusal(buy(buyer, cart._id, 57.37))).reason).toBe('figures_changed');
    const freight = await refusal(buy(buyer, cart._id, 193.61, { shippingMethod: 'freight' }));
    expect(freight.issues).toMatchObject([{ path: ['shippingMethod'] }]);
    expect((await buy(buyer, cart._id, 73.61)).subTotal).toBe(68);
  });

  it('needs an end to come, and prices of what is in the cart', async () => {
    const { cart } = await bid();
    expect((await refusal(quote(cart._id, { quotedUntil: inHours(-1) }))).issues).toEqual([
      { path: ['quotedUntil'], message: 'is in the past' },
    ]);
    const elsewhere = { variantId: randomUUID(), price: usd(1) };
    expect((await refusal(quote(cart._id, { prices: [elsewhere] }))).issues).toEqual([
      { path: ['prices', 0, 'variantId'], message: 'is not in this cart' },
    ]);
    const twice = { variantId: knob.variantId, price: usd(1) };
    await expect(quote(cart._id, { prices: [twice, twice] })).rejects.toThrow(/name a variant twice/);
    const { buyer } = await bid();
    expect(
      (
        await refusal(
          shop.as(buyer).carts.quote({ _id: cart._id, version: 1, prices: [], quotedUntil: inHours(1) }),
        )
      ).reason,
    ).toBe('forbidden');
  });
});
