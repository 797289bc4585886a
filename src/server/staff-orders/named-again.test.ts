import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceTiers } from '#server/companies/tables.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { OfficeShop } from '#server/test/office-shop.ts';
import { lineOf, reasonOf } from '#server/test/selling.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: OfficeShop;
beforeAll(async () => {
  at = await OfficeShop.open();
  await at.setLimits({ employeePriceLimit: 10 });
});
afterAll(() => at.close());

type Sold = { _id: string };

/** Names a price of all lines of an order, or takes it back; a quantity alone leaves it as it is. */
async function named({ _id }: Sold, price?: number | null, quantity = 2, by = at.clerk): Promise<Order> {
  const order = await at.read({ _id });
  const said = price === undefined ? {} : { price: price === null ? null : usd(price), priceReason: 'bent' };
  const asked = at.editOf(order, 0, { cart: order.cart.map(line => ({ _id: line._id, quantity, ...said })) });
  const { edit } = await at.as(by).orders.adminReplace({ ...asked, preview: true });
  return at.as(by).orders.adminReplace({ ...asked, figures: edit.after });
}
const told = ({ cart: [line] }: Order) => [line?.price, line?.originalPrice, line?.priceSource];

describe('a set that has other parts by now', () => {
  /** Two at $100; today each holds a knob alone, at $20. */
  async function sold(): Promise<Sold> {
    const dear = await makeVariant(at.db, { price: usd(100), stock: 20 });
    const cheap = await makeVariant(at.db, { price: usd(20), stock: 20 });
    const set = await makeVariant(at.db, { price: usd(0), isBundle: true });
    await at.db.insert(bundleItems).values({ bundle: set.variantId, variant: dear.variantId, quantity: 1 });
    const cart = [lineOf(set, 2)];
    const { total } = await at.as().orders.priceForStaff({ cart });
    const order = await at.as().orders.createByStaff(at.saleOf(2, total, { cart }));
    await at.db
      .update(bundleItems)
      .set({ variant: cheap.variantId })
      .where(eq(bundleItems.bundle, set.variantId));
    return order;
  }

  it('is held against what it was sold for, however often a price of it is named', async () => {
    const order = await sold();
    expect(told(await named(order, 95))).toEqual([95, 100, 'override']);
    expect(await reasonOf(named(order, 18))).toBe('waits_for_admin');
    expect(await reasonOf(named(order, 86))).toBe('waits_for_admin');
    expect(told(await named(order, 90))).toEqual([90, 100, 'override']);
    expect(await reasonOf(named(order, 89.99))).toBe('waits_for_admin');
    // Another quantity alone names no other price.
    expect(told(await named(order, undefined, 1))).toEqual([90, 100, 'override']);
    expect(await reasonOf(named(order, 81, 1))).toBe('waits_for_admin');
  });
});

describe('goods that left no trace', () => {
  async function sold(percent = 0): Promise<Sold> {
    const gone = await makeVariant(at.db, { price: usd(10), stock: 100 });
    const user = (await makeUser(at.db))._id;
    if (percent > 0) await at.db.insert(priceTiers).values({ user, scope: 'all', ref: '', percent });
    const cart = [lineOf(gone, 2)];
    const { total } = await at.as().orders.priceForStaff({ cart, user });
    const order = await at.as().orders.createByStaff(at.saleOf(2, total, { cart, user }));
    await at.db.update(variants).set({ product_id: null }).where(eq(variants._id, gone.variantId));
    return order;
  }

  it('are held against what they were sold for, also where the same price is named again', async () => {
    const order = await sold();
    await named(order, 9);
    expect(told(await named(order, 9))).toEqual([9, 10, 'override']);
    expect(await reasonOf(named(order, 8.2))).toBe('waits_for_admin');
  });

  it('cost what they were sold for once a named price is taken back', async () => {
    const order = await sold();
    await named(order, 9);
    expect(told(await named(order, null))).toEqual([10, 10, 'base']);
    expect(await reasonOf(named(order, 8.2))).toBe('waits_for_admin');
  });

  it('take nothing more off for their customer than when they were sold', async () => {
    const order = await sold(20);
    expect(told(await at.read(order))).toEqual([8, 10, 'tier']);
    expect(told(await named(order, undefined, 1))).toEqual([8, 8, 'base']);
    expect(await reasonOf(named(order, 7.1, 1))).toBe('waits_for_admin');
    expect(told(await named(order, 7.2, 1))).toEqual([7.2, 8, 'override']);
  });
});

describe('a price that was named after the terms of the sale had ended', () => {
  /** Two sets at $80 for a customer who had 20 % off their $100 then; an Admin has named $78 since. */
  async function sold() {
    const part = await makeVariant(at.db, { price: usd(100), stock: 20 });
    const set = await makeVariant(at.db, { price: usd(0), isBundle: true });
    await at.db.insert(bundleItems).values({ bundle: set.variantId, variant: part.variantId, quantity: 1 });
    const user = (await makeUser(at.db))._id;
    await at.db.insert(priceTiers).values({ user, scope: 'all', ref: '', percent: 20 });
    const cart = [lineOf(set, 2)];
    const { total } = await at.as().orders.priceForStaff({ cart, user });
    const order = await at.as().orders.createByStaff(at.saleOf(2, total, { cart, user }));
    expect(told(await at.read(order))).toEqual([80, 100, 'tier']);
    await at.db.delete(priceTiers).where(eq(priceTiers.user, user));
    expect(told(await named(order, 78, 2, at.admin))).toEqual([78, 100, 'override']);
    return { order, set };
  }

  it('gives way to another that is held against what a set of other parts was sold for', async () => {
    const { order, set } = await sold();
    const other = await makeVariant(at.db, { price: usd(20), stock: 20 });
    const isOfSet = eq(bundleItems.bundle, set.variantId);
    await at.db.update(bundleItems).set({ variant: other.variantId }).where(isOfSet);
    expect(await reasonOf(named(order, 71.99))).toBe('waits_for_admin');
    expect(told(await named(order, 72))).toEqual([72, 80, 'override']);
    expect(await reasonOf(named(order, 71.99))).toBe('waits_for_admin');
  });

  it('gives way to what goods that left no trace were sold for, once it is taken back', async () => {
    const { order, set } = await sold();
    await named(order, 77, 2, at.admin);
    await at.db.update(variants).set({ product_id: null }).where(eq(variants._id, set.variantId));
    expect(told(await named(order, null))).toEqual([80, 80, 'base']);
    expect(told(await named(order, 72))).toEqual([72, 80, 'override']);
  });
});
