import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { specialPrices } from '#server/companies/tables.ts';
import { coupons, couponUses } from '#server/coupons/tables.ts';
import type { Db } from '#server/database/db.ts';
import { emails } from '#server/mail/tables.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { accountEntries, storeCreditEntries } from '#server/payments/tables.ts';
import { products } from '#server/products/tables.ts';
import { SITE, siteSettings } from '#server/site/tables.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const stockOf = async (id: string) =>
  (await shop.app.db.select({ stock: variants.stock }).from(variants).where(eq(variants._id, id)))[0]?.stock;
const countOrders = () => shop.app.db.$count(orders);

async function submit(
  cart: ReturnType<typeof lineOf>[],
  said: Record<string, unknown> = {},
  user: Parameters<Selling['as']>[0] = null,
) {
  const caller = shop.as(user);
  const asked = { cart, shippingMethod: 'ground' as const, couponCode: '', useStoreCredit: false, ...said };
  const { total } = await caller.orders.getCost({
    cart,
    shippingMethod: asked.shippingMethod,
    couponCode: asked.couponCode,
    useStoreCredit: asked.useStoreCredit,
  });
  return caller.orders.submit({ ...guest, ...asked, total, idempotencyKey: randomUUID(), ...said });
}

describe('placing an order', () => {
  it('prices lines, shipping and tax as worked by hand, and holds a card order', async () => {
    const knob = await makeVariant(shop.app.db, {
      price: usd(6.85),
      wholeSaleQtyOne: 10,
      wholeSalePriceOne: usd(6.17),
      stock: 48,
    });
    const pull = await makeVariant(shop.app.db, { price: usd(12.5), stock: 9 });
    const order = await submit([lineOf(knob, 12), lineOf(pull, 2)]);
    // 12 × 6.17 + 2 × 12.50 = 99.04; below 100, so the second tier: 12.95; tax 99.04 × 0.0825 = 8.1708.
    expect(order).toMatchObject({
      status: 'Held',
      subTotal: 99.04,
      shipping: 12.95,
      tax: 8.17,
      discount: 0,
      storeCredit: 0,
      total: 120.16,
      paid: false,
    });
    expect(order.cart.map(line => [line.price, line.originalPrice, line.priceSource])).toEqual([
      [6.17, 6.85, 'wholesale'],
      [12.5, 12.5, 'base'],
    ]);
    // Shipping by quantity: 12/14 and 2/14 of 12.95, exactly.
    expect(order.cart.map(line => line.itemShipping)).toEqual([11.1, 1.85]);
    expect(await stockOf(knob.variantId)).toBe(36);
    expect(await stockOf(pull.variantId)).toBe(7);
    expect(order.orderKey).toMatch(/^[\w-]{24}$/);
    expect(order.heldUntil && Date.parse(order.heldUntil) - Date.now()).toBeGreaterThan(14 * 60_000);
  });

  it('answers the first order when the same key comes again, and refuses the key for other contents', async () => {
    const knob = await makeVariant(shop.app.db, { stock: 10 });
    const idempotencyKey = randomUUID();
    const first = await submit([lineOf(knob, 1)], { idempotencyKey });
    const again = await submit([lineOf(knob, 1)], { idempotencyKey });
    expect(again.orderNumber).toBe(first.orderNumber);
    expect(await stockOf(knob.variantId)).toBe(9);
    const other = await refusal(submit([lineOf(knob, 2)], { idempotencyKey }));
    expect([other.reason, other.message]).toEqual(['key_reused', expect.stringMatching(/^This order was /)]);
    expect(await stockOf(knob.variantId)).toBe(9);
  });

  it('counts split lines of one variant together', async () => {
    const knob = await makeVariant(shop.app.db, {
      price: usd(10),
      wholeSaleQtyOne: 10,
      wholeSalePriceOne: usd(9),
      stock: 100,
    });
    const order = await submit([lineOf(knob, 4), lineOf(knob, 6)], { shippingMethod: 'local' });
    expect(order.cart).toHaveLength(1);
    expect(order).toMatchObject({ subTotal: 90, shipping: 0, tax: 7.43, total: 97.43 });
  });

  it('refuses a total that is not the server’s, with the new figures, and writes nothing [CHK-11]', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 5 });
    const before = await countOrders();
    const refused = await refusal(
      shop.as(null).orders.submit({
        ...guest,
        cart: [lineOf(knob, 2)],
        shippingMethod: 'local',
        total: 21.64 as never,
        idempotencyKey: randomUUID(),
      }),
    );
    expect(refused.reason).toBe('figures_changed');
    expect(refused.details).toMatchObject({ figures: { subTotal: 20, tax: 1.65, total: 21.65 } });
    expect(await countOrders()).toBe(before);
    expect(await stockOf(knob.variantId)).toBe(5);
  });

  it('names each line that the stock does not cover, and takes nothing', async () => {
    const scarce = await makeVariant(shop.app.db, { stock: 2 });
    const plenty = await makeVariant(shop.app.db, { stock: 50 });
    const refused = await refusal(submit([lineOf(plenty, 5), lineOf(scarce, 3)]));
    expect(refused.reason).toBe('out_of_stock');
    expect(refused.issues).toEqual([{ path: ['cart', 1, 'quantity'], message: 'only 2 left' }]);
    expect(await stockOf(plenty.variantId)).toBe(50);
    // Also where the total is another: the lines are what there is to mend.
    expect((await refusal(submit([lineOf(scarce, 3)], { total: usd(0.01) }))).reason).toBe('out_of_stock');
  });

  it('sells drop-shipped and back-ordered ones without a limit', async () => {
    const dropped = await makeVariant(shop.app.db, { stock: 0, dropShip: true });
    const back = await makeVariant(shop.app.db, { stock: 1, backOrder: true });
    await submit([lineOf(dropped, 30), lineOf(back, 5)]);
    expect(await stockOf(dropped.variantId)).toBe(0);
    expect(await stockOf(back.variantId)).toBe(-4);
  });

  it('takes a bundle’s items off the shelf, and says how many bundles are left', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(5), stock: 20 });
    const screw = await makeVariant(shop.app.db, { price: usd(0.5), stock: 30 });
    const kit = await makeVariant(shop.app.db, {
      price: usd(1),
      stock: 0,
      isBundle: true,
      bundleDiscountPer: 10,
    });
    await shop.app.db.insert(bundleItems).values([
      { bundle: kit.variantId, variant: knob.variantId, quantity: 2 },
      { bundle: kit.variantId, variant: screw.variantId, quantity: 4 },
    ]);
    // (2 × 5.00 + 4 × 0.50) less 10 % = 10.80
    const order = await submit([lineOf(kit, 3)], { shippingMethod: 'local' });
    expect(order).toMatchObject({ subTotal: 32.4, tax: 2.67, total: 35.07 });
    expect(order.cart[0]?.bundleItems).toHaveLength(2);
    expect(await stockOf(knob.variantId)).toBe(14);
    expect(await stockOf(screw.variantId)).toBe(18);
    const refused = await refusal(submit([lineOf(kit, 5)]));
    expect(refused.issues).toEqual([{ path: ['cart', 0, 'quantity'], message: 'only 4 left' }]);
  });
});

describe('tax', () => {
  it('is 8.25 % until the settings say otherwise, then theirs at once, and none for exempt companies [MONEY-02]', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(100) });
    const cart = [lineOf(knob, 1)];
    const company = await makeCompany(shop.app.db, { taxExempt: true });
    const exempt = await makeUser(shop.app.db, { company });
    const taxOf = async (user: Parameters<Selling['as']>[0] = null) => {
      const figures = await shop.as(user).orders.getCost({ cart });
      return [figures.tax, figures.taxRate];
    };
    const settings = await shop.app.db.select().from(siteSettings);
    const change = (work: (tx: Db) => Promise<unknown>) =>
      shop.app.db.transaction(tx => shop.app.cache.invalidate(tx, SITE).then(() => work(tx)));
    await change(tx => tx.delete(siteSettings));
    expect(await taxOf()).toEqual([8.25, 0.0825]);
    await change(tx => tx.insert(siteSettings).values(settings.map(row => ({ ...row, tax: '0.0625' }))));
    expect(await taxOf()).toEqual([6.25, 0.0625]);
    expect(await taxOf(exempt)).toEqual([0, 0]);
    await change(tx => tx.update(siteSettings).set({ tax: '0.0825' }));
  });
});

describe('what is not for sale', () => {
  it('refuses unknown, unpublished and deleted products and the variant of another one, naming the line', async () => {
    const knob = await makeVariant(shop.app.db);
    const draft = await makeVariant(shop.app.db, {}, { publish: false });
    const gone = await makeVariant(shop.app.db);
    await shop.app.db
      .update(products)
      .set({ deletedAt: new Date().toISOString() })
      .where(eq(products._id, gone.productId));
    const before = await countOrders();
    const wrong = [
      { ...lineOf(knob, 1), variantId: randomUUID() },
      lineOf(draft, 1),
      lineOf(gone, 1),
      { ...lineOf(knob, 1), productId: draft.productId },
    ];
    for (const line of wrong) {
      for (const call of [
        () => shop.as(null).orders.getCost({ cart: [lineOf(knob, 1), line] }),
        () =>
          shop.as(null).orders.submit({
            ...guest,
            cart: [lineOf(knob, 1), line],
            total: 1 as never,
            idempotencyKey: randomUUID(),
          }),
      ]) {
        const refused = await refusal(call());
        expect(refused.reason).toBe('line_gone');
        expect(refused.issues?.map(issue => issue.path)).toEqual([['cart', 1, 'variantId']]);
      }
    }
    expect(await countOrders()).toBe(before);
  });

  it('has Terms only for companies with credit, freight only for quoted carts', async () => {
    const knob = await makeVariant(shop.app.db);
    const terms = await refusal(submit([lineOf(knob, 1)], { paymentType: 'Terms' }));
    expect(terms.issues?.[0]?.path).toEqual(['paymentType']);
    const freight = await refusal(submit([lineOf(knob, 1)], { shippingMethod: 'freight' }));
    expect(freight.issues?.[0]?.path).toEqual(['shippingMethod']);
  });
});

describe('trade customers', () => {
  it('pays the special price without tax, on the company’s account, until the limit is reached', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 100 });
    const company = await makeCompany(shop.app.db, { creditLimit: usd(100), taxExempt: true });
    const buyer = await makeUser(shop.app.db, { company });
    await shop.app.db.insert(specialPrices).values({ company, variant: knob.variantId, price: usd(8) });
    const said = { shippingMethod: 'local', paymentType: 'Terms' };
    const order = await submit([lineOf(knob, 10)], said, buyer);
    expect(order).toMatchObject({ status: 'Submitted', subTotal: 80, tax: 0, taxRate: 0, total: 80 });
    expect(order.orderKey).toBeUndefined();
    // 80 owed: exactly 20 more is allowed, a cent above is not.
    const over = await refusal(submit([lineOf(knob, 3)], said, buyer));
    expect(over.reason).toBe('credit_limit');
    expect(over.message).toBe(
      'Your outstanding balance has exceeded your credit limit. Please make a payment or contact accounting.',
    );
    await shop.app.db
      .update(specialPrices)
      .set({ price: usd(10) })
      .where(eq(specialPrices.company, company));
    await submit([lineOf(knob, 2)], said, buyer);
    const [owed] = await shop.app.db
      .select({ cents: sql<number>`sum(amount)::int` })
      .from(accountEntries)
      .where(eq(accountEntries.company, company));
    expect(owed?.cents).toBe(10_000);
  });

  it('spends store credit once, taxes what is left of the subtotal, and gives it back when canceled [MONEY-08]', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(40), stock: 10 });
    const buyer = await makeUser(shop.app.db);
    await shop.app.db
      .insert(storeCreditEntries)
      .values({ user: buyer._id, amount: usd(55), kind: 'granted', note: 'return 7' });
    const said = { shippingMethod: 'local', useStoreCredit: true };
    const first = await submit([lineOf(knob, 1)], said, buyer);
    // Credit for the whole subtotal: then the whole subtotal is taxed (rule T5).
    expect(first).toMatchObject({ subTotal: 40, storeCredit: 40, tax: 3.3, total: 3.3 });
    const second = await submit([lineOf(knob, 1)], said, buyer);
    expect(second).toMatchObject({ storeCredit: 15, tax: 2.06, total: 27.06 });
    await shop.as(buyer).orders.cancel({ _id: first._id });
    await shop.as(buyer).orders.cancel({ _id: second._id });
    const [balance] = await shop.app.db
      .select({ cents: sql<number>`sum(amount)::int` })
      .from(storeCreditEntries)
      .where(eq(storeCreditEntries.user, buyer._id));
    expect(balance?.cents).toBe(5500);
    expect(await stockOf(knob.variantId)).toBe(10);
  });
});

describe('coupons in an order', () => {
  it('uses a coupon once a customer, and gives the use back with the order', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(50), stock: 10 });
    await shop.app.db.insert(coupons).values({ code: 'TEN', type: 0, value: 10, maxUsesPerCustomer: 1 });
    const said = { shippingMethod: 'local', couponCode: 'ten' };
    const order = await submit([lineOf(knob, 1)], said);
    expect(order).toMatchObject({ couponCode: 'TEN', discount: 5, tax: 4.13, total: 49.13 });
    const again = await refusal(submit([lineOf(knob, 1)], said));
    expect(again.reason).toBe('figures_changed');
    expect(again.details).toMatchObject({ figures: { couponStatus: 'used', discount: 0 } });
    await shop.as(null).orders.cancel({ _id: order._id, orderKey: order.orderKey });
    expect(await shop.app.db.$count(couponUses)).toBe(0);
    await submit([lineOf(knob, 1)], said);
  });

  it('are not found out by trying, neither in the cart nor in orders', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(50), stock: 10 });
    await shop.app.db.insert(coupons).values({ code: 'KNOWN', type: 2 });
    const cart = [lineOf(knob, 1)];
    const visitor = shop.as(null, '198.51.100.1');
    const guess = (couponCode: string) =>
      refusal(
        visitor.orders.submit({
          ...guest,
          cart,
          couponCode,
          total: usd(1),
          idempotencyKey: randomUUID(),
        }),
      );
    const reasons = [];
    for (let n = 0; n < 40; n++) {
      reasons.push((await guess(`GUESS${n}`)).reason);
      // One good code in between does not forget the bad ones.
      if (n % 10 === 9 && n < 20) await visitor.orders.getCost({ cart, couponCode: 'KNOWN' });
    }
    expect(reasons.filter(reason => reason === 'figures_changed')).toHaveLength(30);
    expect(reasons.at(-1)).toBe('too_many');
    expect((await refusal(visitor.orders.getCost({ cart, couponCode: 'MORE' }))).reason).toBe('too_many');
  });

  it('adds the free product of type 8 at no price, from the shelf', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(30), stock: 10 });
    const gift = await makeVariant(shop.app.db, { price: usd(4), stock: 1 });
    await shop.app.db.insert(coupons).values({ code: 'GIFT', type: 8, appliesTo: gift.variantId });
    const order = await submit([lineOf(knob, 1)], { shippingMethod: 'local', couponCode: 'GIFT' });
    expect(order.cart[1]).toMatchObject({
      variantId: gift.variantId,
      quantity: 1,
      price: 0,
      priceSource: 'free',
    });
    expect(order).toMatchObject({ subTotal: 30, total: 32.48 });
    expect(await stockOf(gift.variantId)).toBe(0);
  });
});

describe('a canceled order', () => {
  it('gives stock back once, however often it is canceled', async () => {
    const knob = await makeVariant(shop.app.db, { stock: 5 });
    const order = await submit([lineOf(knob, 5)]);
    expect(await stockOf(knob.variantId)).toBe(0);
    for (let time = 0; time < 3; time++) {
      await shop.as(null).orders.cancel({ _id: order._id, orderKey: order.orderKey });
    }
    expect(await stockOf(knob.variantId)).toBe(5);
  });

  it('is nobody else’s to see or cancel: 404 as for one that does not exist', async () => {
    const knob = await makeVariant(shop.app.db);
    const order = await submit([lineOf(knob, 1)]);
    const stranger = await makeUser(shop.app.db);
    const bodies = [];
    for (const call of [
      () => shop.as(stranger).orders.byId({ id: order._id }),
      () => shop.as(null).orders.byId({ id: order._id, orderKey: 'guess' }),
      () => shop.as(stranger).orders.cancel({ _id: order._id }),
      () => shop.as(null).orders.byId({ id: randomUUID() }),
    ]) {
      const { reason, message, issues } = await refusal(call());
      bodies.push({ reason, message, issues });
    }
    expect(new Set(bodies.map(body => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]?.reason).toBe('not_found');
  });

  it('is not for whoever else has its key, once it is paid', async () => {
    const knob = await makeVariant(shop.app.db);
    const order = await submit([lineOf(knob, 1)]);
    const key = { _id: order._id, orderKey: order.orderKey };
    await shop.as(null).payments.charge({ order: key, card: { testOutcome: 'approve' } });
    const stranger = await makeUser(shop.app.db);
    for (const who of [stranger, null]) {
      expect((await refusal(shop.as(who).orders.cancel(key))).reason).toBe('order_state');
    }
  });

  it('is replaced by the order of a changed cart, in one step', async () => {
    const knob = await makeVariant(shop.app.db, { stock: 5 });
    const held = await submit([lineOf(knob, 5)]);
    const order = await submit([lineOf(knob, 4)], {
      replaces: { _id: held._id, orderKey: held.orderKey },
    });
    expect(order.status).toBe('Held');
    expect(await stockOf(knob.variantId)).toBe(1);
    const old = await shop.as(null).orders.byId({ id: held._id, orderKey: held.orderKey });
    expect(old.status).toBe('Canceled');
  });
});

it('stored lines whose shares add up to every order of this file', async () => {
  const rows = await shop.app.db.select().from(orders);
  for (const order of rows) {
    const lines = await shop.app.db.select().from(orderLines).where(eq(orderLines.order, order._id));
    const sum = (pick: (line: (typeof lines)[number]) => number) =>
      Math.round(lines.reduce((all, line) => all + pick(line), 0) * 100) / 100;
    expect(sum(line => line.itemShipping)).toBe(order.shipping);
    expect(sum(line => line.itemTax)).toBe(order.tax);
    expect(sum(line => line.itemDiscount)).toBe(order.discount);
    expect(sum(line => line.itemCredit)).toBe(order.storeCredit);
    expect(sum(line => line.price * line.quantity)).toBe(order.subTotal);
  }
  expect(await shop.app.db.$count(emails)).toBeGreaterThan(0);
});
