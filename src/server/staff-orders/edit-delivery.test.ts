import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { shopRates } from '#server/site/rates.ts';
import { shippingTiers } from '#server/site/tables.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { type guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { toCents } from '#shared/rules/money.ts';
import { shippingCost } from '#shared/rules/shipping.ts';
import type { EditOrder } from '#shared/schemas/edit-order.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let staff: SessionUser;
let pull: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  pull = await makeVariant(shop.app.db, { price: usd(10), stock: 1000 });
});
afterAll(() => shop.close());

const address = {
  ...{ shippingAddress: '12 Mill Lane', shippingCity: 'Austin', shippingState: 'TX', shippingZip: '78701' },
};

/** Four pulls of $10 that staff wrote down; picked up unless it is said otherwise. */
const made = async (said: Partial<typeof guest> & { shippingMethod?: 'ground' | 'local' } = {}) => {
  const asked = { cart: [lineOf(pull, 4)], shippingMethod: said.shippingMethod ?? ('local' as const) };
  const { total } = await shop.as(staff).orders.priceForStaff(asked);
  return shop.as(staff).orders.createByStaff({
    ...{ ...said, ...asked, total, paymentType: 'Cash' as const, idempotencyKey: randomUUID() },
  });
};

const ask = (order: Order, more: Partial<EditOrder>) => ({
  ...{ _id: order._id, version: order.version, idempotencyKey: randomUUID() },
  cart: order.cart.map(({ _id, quantity }) => ({ _id, quantity })),
  ...more,
});

async function edit(order: Order, more: Partial<EditOrder>) {
  const asked = ask(order, more);
  const { edit: seen } = await shop.as(staff).orders.adminReplace({ ...asked, preview: true });
  return shop.as(staff).orders.adminReplace({ ...asked, figures: seen.after });
}

const issuesOf = async (order: Order, more: Partial<EditOrder>) =>
  (await refusal(shop.as(staff).orders.adminReplace({ ...ask(order, more), preview: true }))).issues;

const stored = async ({ _id }: Order) =>
  (await shop.app.db.select().from(orders).where(eq(orders._id, _id)))[0];

const groundFor = async (subTotal: number) => {
  const { shippingTiers: tiers } = await shopRates(shop.app.db);
  return shippingCost({ subTotal: usd(subTotal), method: 'ground', tiers });
};

describe('an edit that sends what was to be collected', () => {
  it('asks for the address first, beside each field, and is priced with the shipping', async () => {
    const order = await made();
    expect(await issuesOf(order, { shippingMethod: 'ground', shippingCity: 'Austin' })).toEqual([
      { path: ['shippingAddress'], message: 'is required' },
      { path: ['shippingState'], message: 'is required' },
      { path: ['shippingZip'], message: 'is required' },
    ]);
    const sent = await edit(order, { shippingMethod: 'ground', ...address });
    const shipping = await groundFor(40);
    expect(toCents(shipping)).toBeGreaterThan(0);
    expect(sent).toMatchObject({ shippingMethod: 'ground', ...address, shipping, tax: order.tax });
    expect(toCents(sent.total)).toBe(toCents(order.total) + toCents(shipping));
    // Like at submit: the bill goes there too, where nobody named another address for it.
    expect(await stored(order)).toMatchObject({
      ...{ ...address, billingAddress: '12 Mill Lane', billingCity: 'Austin', billingZip: '78701' },
    });
    const [event] = await shop.app.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.order, order._id))
      .orderBy(desc(orderEvents._id))
      .offset(1)
      .limit(1);
    expect(event).toMatchObject({
      name: 'edited',
      details: { before: { shippingMethod: 'local' }, after: { shippingMethod: 'ground', ...address } },
    });
    const back = await edit(sent, { shippingMethod: 'local' });
    expect(back).toMatchObject({ shipping: 0, total: order.total, ...address });
  });

  it('keeps the shipping as it was where it goes the same way to another address', async () => {
    const order = await made({ ...address, shippingMethod: 'ground' });
    await shop.app.db.update(shippingTiers).set({ cost: usd(99) });
    const moved = await edit(order, { shippingAddress: '7 Oak Row' });
    expect(moved).toMatchObject({ shippingAddress: '7 Oak Row', shippingCity: 'Austin' });
    expect(moved.shipping).toBe(order.shipping);
    const anew = await edit(moved, { recalculateShipping: true });
    expect(anew).toMatchObject({ shipping: 99 });
    // A bill that was sent to the old one still is.
    expect(await stored(order)).toMatchObject({ billingAddress: '12 Mill Lane' });
    expect(await issuesOf(anew, { shippingAddress: '' })).toEqual([
      { path: ['shippingAddress'], message: 'is required' },
    ]);
    const bad = shop.as(staff).orders.adminReplace({ ...ask(anew, { shippingZip: '787' }), preview: true });
    await expect(bad).rejects.toThrow(/Zip code has 3 digits/);
  });

  it('tells its customer where and how it goes, as far as that is another', async () => {
    const mailOf = async (order: Order, more: Partial<EditOrder>) => {
      const changed = await edit(order, more);
      const [mail] = await shop.app.db
        .select()
        .from(emails)
        .where(and(eq(emails.order, order._id), eq(emails.template, 'order-changed')))
        .orderBy(desc(emails.createdAt), desc(emails._id))
        .limit(1);
      return { changed, lines: (mail?.text ?? '').split('\n') };
    };
    const order = await made({ email: 'rae@moss.test', name: 'Rae Moss' });
    const sent = await mailOf(order, { shippingMethod: 'ground', ...address });
    const to = 'Goes to: Rae Moss, 12 Mill Lane, Austin, TX 78701';
    expect(sent.lines).toEqual(
      expect.arrayContaining(['Shipping: Ground shipping instead of Pick-up at the store', to]),
    );
    expect(sent.lines.join('\n')).not.toContain('Bill goes to');
    const moved = await mailOf(sent.changed, { shippingAddress: '7 Oak Row', billingCity: 'Waco' });
    expect(moved.lines).toEqual(
      expect.arrayContaining([
        'Goes to: Rae Moss, 7 Oak Row, Austin, TX 78701',
        'Bill goes to: Rae Moss, 12 Mill Lane, Waco, TX 78701',
      ]),
    );
    expect(moved.lines.join('\n')).not.toContain('Shipping: Ground shipping instead');
    const [line] = moved.changed.cart;
    const more = await mailOf(moved.changed, { cart: [{ _id: line?._id ?? '', quantity: 5 }] });
    expect(more.lines.join('\n')).toContain('Total now');
    expect(more.lines.join('\n')).not.toMatch(/oes to|instead of|Pick up at/);
    const back = await mailOf(more.changed, { shippingMethod: 'local' });
    expect(back.lines).toContain('Shipping: Pick-up at the store instead of Ground shipping');
    expect(back.lines.join('\n')).not.toContain('Goes to');
  });

  it('never goes by freight that nobody quoted', async () => {
    expect(await issuesOf(await made(), { shippingMethod: 'freight', ...address })).toEqual([
      { path: ['shippingMethod'], message: 'needs a quote: send the cart to us as a bid first' },
    ]);
  });
});

it('what an edit can’t have is marked where it stands in what was asked', async () => {
  const [few, none] = [
    await makeVariant(shop.app.db, { price: usd(5), stock: 3 }),
    await makeVariant(shop.app.db, { price: usd(5), stock: 0 }),
  ];
  const cart = [lineOf(pull, 1), lineOf(few, 1)];
  const { total } = await shop.as(staff).orders.priceForStaff({ cart });
  const order = await shop.as(staff).orders.createByStaff({
    ...{ cart, total, paymentType: 'Cash' as const, idempotencyKey: randomUUID() },
  });
  const [first, second] = order.cart;
  const asked = [
    lineOf(none, 1),
    { _id: second?._id ?? '', quantity: 9 },
    { _id: first?._id ?? '', quantity: 1 },
  ];
  expect(await refusal(shop.as(staff).orders.adminReplace({ ...ask(order, {}), cart: asked, preview: true })))
    // Kept ones are said first.
    .toMatchObject({
      reason: 'out_of_stock',
      issues: [
        { path: ['cart', 1, 'quantity'], message: 'only 2 more in stock' },
        { path: ['cart', 0, 'quantity'], message: 'is sold out' },
      ],
    });
});
