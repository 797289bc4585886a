import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { coupons } from '#server/coupons/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { endOf, OfficeShop } from '#server/test/office-shop.ts';
import { lineOf } from '#server/test/selling.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';
import type { EditOrder } from '#shared/schemas/edit-order.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: OfficeShop;
let bumper: MadeVariant;
let pull: MadeVariant;
beforeAll(async () => {
  at = await OfficeShop.open();
  await at.setLimits({ employeeOrderLimit: usd(50), employeePriceLimit: 10 });
  bumper = await makeVariant(at.db, { price: usd(1), stock: 500 }, { title: 'Clear bumper' });
  const steps = { wholeSaleQtyOne: 100, wholeSalePriceOne: usd(5) };
  pull = await makeVariant(at.db, { price: usd(10), stock: 5000, ...steps }, { title: 'Mesa pull' });
  await at.db.insert(coupons).values([
    { code: 'GIFT', type: 8, appliesTo: bumper.variantId },
    { code: 'FIVE', type: 1, value: 5 },
  ]);
});
beforeEach(() => at.db.delete(waitingActs));
afterAll(() => at.close());

/** Sells so many knobs for cash, with a coupon. */
async function sold(quantity: number, couponCode: string, thing = at.knob): Promise<Order> {
  const cart = [lineOf(thing, quantity)];
  const { total } = await at.as().orders.priceForStaff({ cart, couponCode });
  const sale = at.saleOf(quantity, total, { cart, couponCode });
  const { _id } = await at.as(at.admin).orders.createByStaff(sale);
  return at.read({ _id });
}
async function pay(order: Order): Promise<Order> {
  const cash = { order: order._id, method: 'cash' as const, amount: order.total, number: '', note: '' };
  await at.as().receipts.take({ ...cash, receivedOn: '2026-11-24', key: crypto.randomUUID() });
  return at.read(order);
}
/** Asks for an edit that has to wait, and tells of it what an Admin sees. */
async function asked(order: Order, cart: EditOrder['cart'], more: object = {}) {
  const edit = at.editOf(order, 0, { cart, ...more });
  const { edit: seen } = await at.as().orders.adminReplace({ ...edit, preview: true });
  const end = await endOf(() => at.as().orders.adminReplace({ ...edit, figures: seen.after }));
  expect(end).toBe('waits_for_admin');
  const [act] = (await at.as(at.admin).approvals.list({})).acts;
  if (!act) throw new Error('nothing waits');
  return act;
}
const linesOf = ({ contents }: Awaited<ReturnType<typeof asked>>) =>
  contents.lines.map(({ productNum, was, quantity, price, ours }) => ({
    ...{ productNum, was, quantity, price, ours },
  }));
const yes = (_id: string) =>
  endOf(() => at.as(at.admin).approvals.decide({ _id, approve: true, aboveCredit: null }));
const countsOf = async (order: Order) =>
  (await at.read(order)).cart.map(({ productNum, quantity }) => [productNum, quantity]);
const bought = ({ cart }: Order, quantity: number, more: object = {}) =>
  cart.flatMap(({ _id, priceSource }) => (priceSource === 'free' ? [] : [{ _id, quantity, ...more }]));

describe('a change that waits, of an order with what a coupon gives', () => {
  it('shows nothing of it while it stays, be it in the list or not', async () => {
    const order = await pay(await sold(10, 'GIFT'));
    expect(await countsOf(order)).toEqual([
      [at.knob.productNum, 10],
      [bumper.productNum, 1],
    ]);
    const act = await asked(order, bought(order, 2));
    const knobs = { productNum: at.knob.productNum, was: 10, quantity: 2, price: 10, ours: null };
    expect(linesOf(act)).toEqual([knobs]);
    expect(act.words).toBe(`10 → 2 × ${at.knob.productNum}; $108.25 → $21.65; $86.60 goes back in cash`);
    await at.db.delete(waitingActs);
    const all = order.cart.map(({ _id }) => ({ _id, quantity: 2 }));
    const again = await asked(order, all);
    expect(linesOf(again)).toEqual([knobs]);
    expect(await yes(again._id)).toBe('done');
    expect(await countsOf(order)).toEqual([
      [at.knob.productNum, 2],
      [bumper.productNum, 1],
    ]);
  });

  it('shows that it goes with its coupon, and that another brings one', async () => {
    const order = await pay(await sold(10, 'GIFT'));
    const act = await asked(order, bought(order, 2), { couponCode: 'FIVE' });
    const gone = { productNum: bumper.productNum, was: 1, quantity: 0, price: 0, ours: null };
    expect(linesOf(act)).toMatchObject([{ productNum: at.knob.productNum }, gone]);
    expect(act.words).toContain('; with the coupon FIVE instead of GIFT; ');
    expect(await yes(act._id)).toBe('done');
    expect(await countsOf(order)).toEqual([[at.knob.productNum, 2]]);

    const other = await pay(await sold(10, 'FIVE'));
    const brings = await asked(other, bought(other, 2), { couponCode: 'GIFT' });
    expect(linesOf(brings)).toMatchObject([
      { productNum: at.knob.productNum, was: 10, quantity: 2 },
      { productNum: bumper.productNum, was: 0, quantity: 1, price: 0 },
    ]);
    await at.db.delete(waitingActs);
    expect((await asked(other, bought(other, 2), { couponCode: '' })).words).toContain(
      '; without the coupon FIVE; ',
    );
  });
});

describe('a change that waits', () => {
  it('shows that a price stays which was named before, beside theirs', async () => {
    const buyer = await makeUser(at.db);
    const { total } = await at.as().orders.priceForStaff({ cart: [lineOf(pull, 10)], user: buyer._id });
    const sale = at.saleOf(10, total, { cart: [lineOf(pull, 10)], user: buyer._id });
    const { _id } = await at.as(at.admin).orders.createByStaff(sale);
    const first = at.editOf(await at.read({ _id }), 10);
    const cart = first.cart.map(line => ({ ...line, price: usd(6), priceReason: 'a friend' }));
    const seen = await at.as(at.admin).orders.adminReplace({ ...first, cart, preview: true });
    await at.as(at.admin).orders.adminReplace({ ...first, cart, figures: seen.edit.after });
    const order = await at.read({ _id });
    const act = await asked(order, bought(order, 12));
    expect(act.contents.why).toBe('prices');
    expect(linesOf(act)).toEqual([
      { productNum: pull.productNum, was: 10, quantity: 12, price: 6, ours: 10 },
    ]);
    expect(act.contents.lines[0]?.reason).toBe('a friend');
  });

  it('shows a line whose price is another, though nobody touched it', async () => {
    const order = await sold(1, '', pull);
    const [own = ''] = order.cart.map(({ _id }) => _id);
    const many = at.editOf(order, 0, {
      cart: [{ _id: own, quantity: 1, price: null }, lineOf(pull, 99)],
    });
    const seen = await at.as(at.admin).orders.adminReplace({ ...many, preview: true });
    await at.as(at.admin).orders.adminReplace({ ...many, figures: seen.edit.after });
    const now = await at.read(order);
    const low = { ...lineOf(at.knob, 1), price: usd(1), priceReason: 'bent' };
    const act = await asked(now, [{ _id: own, quantity: 1 }, low]);
    expect(linesOf(act)).toEqual([
      { productNum: pull.productNum, was: 1, quantity: 1, price: 10, ours: null },
      { productNum: at.knob.productNum, was: 0, quantity: 1, price: 1, ours: 10 },
      { productNum: pull.productNum, was: 99, quantity: 0, price: 5, ours: null },
    ]);
  });

  it('says what becomes of the shipping', async () => {
    const company = await makeCompany(at.db, { creditLimit: usd(1000), taxExempt: true });
    const where = {
      ...{ shippingAddress: '12 Mill Lane', shippingCity: 'Austin', shippingState: 'TX' },
      ...{ shippingZip: '78701', shippingMethod: 'ground' as const },
    };
    const cart = [lineOf(at.knob, 10)];
    const { total } = await at.as().orders.priceForStaff({ cart, company, shippingMethod: 'ground' });
    const sale = at.saleOf(10, total, { cart, company, paymentType: 'Terms', ...where });
    const { _id } = await at.as(at.admin).orders.createByStaff(sale);
    const order = await at.read({ _id });
    const lower = bought(order, 10, { price: usd(5), priceReason: 'bent' });
    const { words } = await asked(order, lower, { shippingMethod: 'local' });
    expect(words).toMatch(/; shipping \$19\.95 → \$0\.00; .*; Delivery: /);
  });
});
