import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { orders } from '#server/orders/tables.ts';
import { makeVariant, usd } from '#server/test/factories.ts';
import { openPicking } from '#server/test/picked.ts';
import { lineOf, reasonOf } from '#server/test/selling.ts';
import { variants } from '#server/variants/tables.ts';
import type { PickList } from '#shared/schemas/staff-picking.ts';

const { shop, erin, ben, dana, company, knob, pull, set, fromMaker, ordered, fifty, begin, finish, close } =
  await openPicking();
afterAll(close);

const { db } = shop.app;
const list = (numbers?: number[]) => shop.as(erin).orders.pickList(numbers ? { orders: numbers } : {});
const told = ({ bins, orders: found }: PickList) =>
  bins.map(({ bin, lines }) => [
    bin,
    ...lines.map(({ productNum, pieces, takers }) => {
      const numbers = takers.map(
        ({ order, pieces: part }) => `${found.findIndex(({ _id }) => _id === order)}×${part}`,
      );
      return `${productNum} ${pieces}: ${numbers.join(' ')}`;
    }),
  ]);

describe('the picking list (rule O18)', () => {
  it('goes to each bin once, in the order of the bins, for all orders that wait', async () => {
    const screw = await makeVariant(db, { productNum: 'S-1', price: usd(10), stock: 99 });
    const first = await fifty();
    const second = await ordered([
      [knob, 5],
      [set, 2],
      [fromMaker, 3],
      [screw, 1],
    ]);
    const all = await list();
    expect(all.total).toBe(2);
    expect(all.orders.map(({ _id }) => _id)).toEqual([first._id, second._id]);
    expect(told(all)).toEqual([
      ['A2', 'P-1 14: 0×10 1×4'],
      ['A10', 'K-1 65: 0×40 1×25'],
      ['', 'S-1 1: 1×1'],
    ]);
    expect(told(await list([second.orderNumber, 999_999]))).toEqual([
      ['A2', 'P-1 4: 0×4'],
      ['A10', 'K-1 25: 0×25'],
      ['', 'S-1 1: 0×1'],
    ]);
  });

  it('marks what is sold at a price that staff named, for them alone', async () => {
    const cart = [
      { ...lineOf(knob, 2), price: usd(9), priceReason: 'scratched' },
      { ...lineOf(pull, 1), price: undefined },
    ];
    const order = await shop.as(erin).orders.createByStaff({
      ...{ company, cart, total: usd(28), idempotencyKey: randomUUID() },
    });
    const plain = await fifty();
    const { bins } = await list([order.orderNumber, plain.orderNumber]);
    const named = bins.flatMap(({ lines }) =>
      lines.flatMap(({ productNum, takers }) =>
        takers.flatMap(one => (one.isPriceNamed ? [[productNum, one.order, one.pieces]] : [])),
      ),
    );
    expect(named).toEqual([['K-1', order._id, 2]]);
    const { places } = await shop.as(erin).picking.sheet({ id: order._id });
    expect(places.map(({ productNum, isPriceNamed }) => [productNum, isPriceNamed])).toEqual([
      ['P-1', false],
      ['K-1', true],
    ]);
  });

  it('leads to where a thing lies today, and counts what is still open alone', async () => {
    const bin = eq(variants._id, pull.variantId);
    const order = await fifty();
    await db.update(variants).set({ binLocation: 'B1' }).where(bin);
    await finish(await begin(order), { 'P-1': 6 }, { ready: false });
    expect(told(await list([order.orderNumber]))).toEqual([['B1', 'P-1 4: 0×4']]);
    await db.update(variants).set({ binLocation: 'A2' }).where(bin);
  });

  it('says who picks an order, and leaves out what waits no more', async () => {
    const [picked, whole, canceled, ready] = [await fifty(), await fifty(), await fifty(), await fifty()];
    await begin(picked, ben);
    await finish(await begin(whole), {}, { ready: false });
    await shop.as(erin).orders.cancel({ _id: canceled._id });
    await finish(await begin(ready), { 'P-1': 6 });
    const numbers = [picked, whole, canceled, ready].map(({ orderNumber }) => orderNumber);
    const { orders: found, total } = await list(numbers);
    expect([total, found.map(({ orderNumber, picker }) => [orderNumber, picker])]).toEqual([
      1,
      [[picked.orderNumber, 'Ben Oak']],
    ]);
  });

  it('has the 100 oldest orders at most, and says how many wait', async () => {
    const row = await fifty();
    const [stored] = await db.select().from(orders).where(eq(orders._id, row._id));
    if (!stored) throw new Error('no order');
    const before = (await list()).total;
    const { _id, orderNumber, paid, finished, ...rest } = stored;
    const copies = Array.from({ length: 105 }, (_, n) => ({ ...rest, idempotencyKey: `copy ${n}` }));
    const made = await db.insert(orders).values(copies).returning({ _id: orders._id });
    await db.execute(`
      insert into order_lines (id, "order", position, product_id, variant_id, name, product_num, quantity, price,
        original_price, item_shipping, item_tax, item_discount, item_credit)
      select gen_random_uuid(), o.id, 0, '${knob.productId}', '${knob.variantId}', 'Knob', 'K-1', 1, 0, 0, 0, 0, 0, 0
      from orders o where o.id in (${made.map(one => `'${one._id}'`).join()})`);
    const all = await list();
    expect([all.orders.length, all.total]).toEqual([100, before + 105]);
    await db.execute(`delete from orders where id in (${made.map(one => `'${one._id}'`).join()})`);
  });

  it('is staff’s alone', async () => {
    expect(await reasonOf(shop.as(dana).orders.pickList({}))).toBe('forbidden');
    expect(await reasonOf(shop.as(null).orders.pickList({}))).toBe('signed_out');
  });
});
