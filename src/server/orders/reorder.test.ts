import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setSpecialPrices } from '#server/companies/companies.ts';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { products } from '#server/products/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';
import { variants } from '#server/variants/tables.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** An exempt company's user, so that sums are those of the goods. */
async function makeBuyer() {
  const { db } = shop.app;
  const company = await makeCompany(db, { creditLimit: usd(10_000), taxExempt: true });
  return makeUser(db, { company });
}

const order = (buyer: SessionUser, cart: ReturnType<typeof lineOf>[], total: number, said: object = {}) =>
  shop.as(buyer).orders.submit({
    ...guest,
    cart,
    shippingMethod: 'local',
    paymentType: 'Terms',
    total: usd(total),
    idempotencyKey: randomUUID(),
    ...said,
  });

const change = (variant: MadeVariant, values: Partial<typeof variants.$inferInsert>) =>
  shop.app.db.update(variants).set(values).where(eq(variants._id, variant.variantId));

/** Five things that were bought, four of which are not what they were. */
async function bought() {
  const { db } = shop.app;
  const buyer = await makeBuyer();
  const made: MadeVariant[] = [];
  for (let n = 0; n < 5; n += 1) made.push(await makeVariant(db, { price: usd(10), stock: 100 }));
  const [same, dearer, short, gone, packed] = made as [
    MadeVariant,
    MadeVariant,
    MadeVariant,
    MadeVariant,
    MadeVariant,
  ];
  const first = await order(
    buyer,
    made.map(one => lineOf(one, 2)),
    100,
    { orderName: 'Smith kitchen' },
  );
  await change(dearer, { price: usd(12.5) });
  await change(short, { stock: 1 });
  await db.update(products).set({ publish: false }).where(eq(products._id, gone.productId));
  await change(packed, { pieceSize: 25 });
  return { buyer, first, same, dearer, short, gone, packed };
}

describe('ordering again', () => {
  it('is preceded by what changed: price, stock, what is gone, the pack', async () => {
    const { buyer, first, dearer, short, gone, packed } = await bought();
    await setSpecialPrices(shop.app.db, { company: buyer.company ?? '' }, [[packed.variantId, usd(9)]]);
    const said = await shop.as(buyer).orders.compare({ _id: first._id });
    const of = ({ variantId }: MadeVariant) => said.lines.find(line => line.variantId === variantId);
    expect(said.lines).toHaveLength(5);
    expect(said.lines[0]).toMatchObject({
      gone: false,
      short: null,
      priceThen: 10,
      priceNow: 10,
      quantity: 2,
    });
    expect(of(dearer)).toMatchObject({ priceThen: 10, priceNow: 12.5, gone: false });
    expect(of(short)).toMatchObject({ short: 1, gone: false });
    expect(of(gone)).toMatchObject({ gone: true });
    expect(of(packed)).toMatchObject({ priceNow: 9, pieceSizeThen: 1, pieceSizeNow: 25 });
    // 2 × (10 + 12.50 + 10 + 9), without what is gone.
    expect([said.totalThen, said.totalNow]).toEqual([100, 83]);
  });

  it('makes a saved cart of what can still be had', async () => {
    const { buyer, first, gone } = await bought();
    const cart = await shop.as(buyer).orders.duplicate({ orderNumber: first.orderNumber });
    expect(cart).toMatchObject({ state: 'saved', orderName: 'Smith kitchen', itemCount: 8, poNumber: '' });
    expect(cart.cart.some(line => line.variantId === gone.variantId)).toBe(false);
    expect(cart.cart.find(line => line.short !== null)).toMatchObject({ short: 1, quantity: 2 });
    expect((await shop.as(buyer).carts.list({})).map(({ _id }) => _id)).toContain(cart._id);
  });

  it('is refused where nothing of it can be had any more', async () => {
    const { db } = shop.app;
    const buyer = await makeBuyer();
    const knob = await makeVariant(db, { price: usd(10) });
    const first = await order(buyer, [lineOf(knob, 1)], 10);
    await db.update(products).set({ publish: false }).where(eq(products._id, knob.productId));
    const refused = await refusal(shop.as(buyer).orders.duplicate({ orderNumber: first.orderNumber }));
    expect(refused).toMatchObject({
      reason: 'line_gone',
      message: 'Nothing in this order is still available.',
    });
    expect(await shop.as(buyer).carts.list({})).toEqual([]);
  });

  it('joins what two carts of an order had of the same thing', async () => {
    const buyer = await makeBuyer();
    const knob = await makeVariant(shop.app.db, { price: usd(10) });
    const carts = [];
    for (const orderName of ['Kitchen', 'Bath']) {
      carts.push(await shop.as(buyer).carts.create({ orderName, cart: [lineOf(knob, 2)] }));
    }
    const first = await shop.as(buyer).orders.submit({
      ...guest,
      cartIds: carts.map(({ _id }) => _id),
      shippingMethod: 'local',
      paymentType: 'Terms',
      total: usd(40),
      idempotencyKey: randomUUID(),
    });
    const cart = await shop.as(buyer).orders.duplicateById({ _id: first._id });
    expect(cart.cart.map(({ quantity }) => quantity)).toEqual([4]);
    expect(cart.orderName).toBe(`Order ${first.orderNumber}`);
  });

  it('is its owner’s and staff’s, who may make the cart another’s; to others the order is not there', async () => {
    const { buyer, first } = await bought();
    const { db } = shop.app;
    const staff = await makeUser(db, { permissionLevel: 'Employee' });
    const stranger = await makeUser(db);
    const asks = [
      () => shop.as(stranger).orders.compare({ _id: first._id }),
      () => shop.as(stranger).orders.duplicate({ orderNumber: first.orderNumber }),
      () => shop.as(stranger).orders.duplicateById({ _id: first._id }),
      () => shop.as(buyer).orders.duplicateById({ _id: randomUUID() }),
    ];
    for (const ask of asks) expect((await refusal(ask())).reason).toBe('not_found');
    const forOther = shop.as(buyer).orders.duplicateById({ _id: first._id, user: stranger._id });
    expect((await refusal(forOther)).reason).toBe('forbidden');
    const cart = await shop.as(staff).orders.duplicateById({ _id: first._id, user: stranger._id });
    expect((await shop.as(stranger).carts.list({})).map(({ _id }) => _id)).toEqual([cart._id]);
    // At the prices of whose it is.
    expect(cart.cart.every(line => line.priceSource === 'base')).toBe(true);
  });
});

describe('adding an order to one’s history', () => {
  const guestOrder = async (email: string): Promise<Order> => {
    const knob = await makeVariant(shop.app.db, { price: usd(10) });
    return shop.as(null).orders.submit({
      ...guest,
      email,
      cart: [lineOf(knob, 1)],
      shippingMethod: 'local',
      total: usd(10.83),
      idempotencyKey: randomUUID(),
    });
  };

  it('[ACC-10] takes one without owner that bears the user’s confirmed e-mail, however it is capitalised', async () => {
    const { db } = shop.app;
    const user = await makeUser(db, { emailConfirmedAt: new Date().toISOString() });
    const made = await guestOrder(user.email.toUpperCase());
    const added = await shop.as(user).orders.addToHistory({ orderNumber: made.orderNumber });
    expect(added).toMatchObject({ _id: made._id, user: user._id });
    expect(added.orderKey).toBeUndefined();
    expect((await shop.as(user).orders.list({})).orders.map(({ _id }) => _id)).toEqual([made._id]);
    // Again is no failure.
    expect((await shop.as(user).orders.addToHistory({ orderNumber: made.orderNumber }))._id).toBe(made._id);
  });

  it('[ACC-10] answers every other order like one that does not exist, with its text', async () => {
    const { db } = shop.app;
    const user = await makeUser(db);
    const made = await guestOrder(user.email);
    const others = await guestOrder('somebody@example.com');
    const ask = (orderNumber: number) => refusal(shop.as(user).orders.addToHistory({ orderNumber }));
    const unknown = { reason: 'not_found', message: 'That order could not be found in the database.' };
    // The address is only the user's own word until it is confirmed.
    expect(await ask(made.orderNumber)).toMatchObject(unknown);
    await db.update(users).set({ emailConfirmedAt: new Date().toISOString() }).where(eq(users._id, user._id));
    expect(await ask(others.orderNumber)).toMatchObject(unknown);
    expect(await ask(2_000_000_000)).toMatchObject(unknown);
    // One of a company is not without an owner.
    const company = await makeCompany(db);
    await db.update(orders).set({ company }).where(eq(orders._id, made._id));
    expect(await ask(made.orderNumber)).toMatchObject(unknown);
    await db.update(orders).set({ company: null }).where(eq(orders._id, made._id));
    const owner = await makeUser(db);
    await db.update(orders).set({ user: owner._id }).where(eq(orders._id, made._id));
    expect(await ask(made.orderNumber)).toMatchObject(unknown);
    const [row] = await db.select().from(orders).where(eq(orders._id, made._id));
    expect(row?.user).toBe(owner._id);
  });

  it('is slowed for whoever tries one number after the other', async () => {
    const user = await makeUser(shop.app.db, { emailConfirmedAt: new Date().toISOString() });
    const ask = async (orderNumber: number) =>
      (await refusal(shop.as(user).orders.addToHistory({ orderNumber }))).reason;
    for (let n = 1; n <= 20; n += 1) expect(await ask(2_000_000_000 + n)).toBe('not_found');
    expect(await ask(2_000_000_100)).toBe('too_many');
  });
});
