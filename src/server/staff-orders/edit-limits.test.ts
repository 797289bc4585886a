import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { OfficeShop } from '#server/test/office-shop.ts';
import { lineOf, refusal } from '#server/test/selling.ts';
import type { EditOrder } from '#shared/schemas/edit-order.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: OfficeShop;
/** At $10, and at $5 from a hundred on. */
let pull: MadeVariant;
beforeAll(async () => {
  at = await OfficeShop.open();
  await at.setLimits({ employeePriceLimit: 10 });
  const steps = { wholeSaleQtyOne: 100, wholeSalePriceOne: usd(5) };
  pull = await makeVariant(at.db, { price: usd(10), stock: 100_000, ...steps });
});
afterAll(() => at.close());

/** Sends an edit as it was seen. */
async function edit(order: Order, cart: EditOrder['cart']): Promise<Order> {
  const asked = at.editOf(order, 0, { cart });
  const { edit: seen } = await at.as().orders.adminReplace({ ...asked, preview: true });
  return at.as().orders.adminReplace({ ...asked, figures: seen.after });
}
const idsOf = (order: Order) => order.cart.map(({ _id }) => _id);
const priced = (order: Order) => order.cart.map(({ quantity, price }) => [quantity, price]);
const preview = async (order: Order, cart: EditOrder['cart']) =>
  refusal(at.as().orders.adminReplace({ ...at.editOf(order, 0, { cart }), preview: true }));

async function sold(): Promise<Order> {
  const { total } = await at.as().orders.priceForStaff({ cart: [lineOf(pull, 1)] });
  return at.as().orders.createByStaff(at.saleOf(1, total, { cart: [lineOf(pull, 1)] }));
}

describe('a price that hangs on how many there are', () => {
  it('is no longer that of a hundred once the others are taken out', async () => {
    const order = await sold();
    const [own = ''] = idsOf(order);
    const many = await edit(order, [{ _id: own, quantity: 1, price: null }, lineOf(pull, 99)]);
    expect(priced(many)).toEqual([
      [1, 5],
      [99, 5],
    ]);
    expect(priced(await edit(many, [{ _id: own, quantity: 1 }]))).toEqual([[1, 10]]);
  });

  it('is judged anew where staff named it beside a hundred', async () => {
    const order = await sold();
    const [own = ''] = idsOf(order);
    const named = { price: usd(4.5), priceReason: 'a scratch' };
    const many = await edit(order, [{ _id: own, quantity: 1, ...named }, lineOf(pull, 99)]);
    const asked = at.editOf(many, 0, { cart: [{ _id: own, quantity: 1 }] });
    const seen = await at.as().orders.adminReplace({ ...asked, preview: true });
    expect([seen.waits, seen.edit.after.subTotal]).toEqual([true, 4.5]);
    expect(await refusal(at.as().orders.adminReplace({ ...asked, figures: seen.edit.after }))).toMatchObject({
      reason: 'waits_for_admin',
    });
  });

  it('stays where as many stand there as before', async () => {
    const order = await sold();
    const [own = ''] = idsOf(order);
    const many = await edit(order, [{ _id: own, quantity: 1, price: null }, lineOf(pull, 99)]);
    expect(priced(await edit(many, [{ _id: own, quantity: 1 }, lineOf(pull, 99)]))).toEqual([
      [1, 5],
      [99, 5],
    ]);
  });
});

it('a line of which a return is on record stays, and says how its money goes back', async () => {
  const bought = await at.bought();
  const order = await at.readied(await edit(bought, [...keptOf(bought), lineOf(pull, 1)]));
  const lines = [{ variantId: at.knob.variantId, quantity: 1, reason: 'bent' }];
  const { _id } = await at.as().returns.create({ orderId: order._id, lines });
  await at.as().returns.update({ _id, status: 'Rejected' });
  const cart = order.cart.map(line => ({ _id: line._id, fulfilled: 0 }));
  const open = await at.as().orders.adminPatch({ _id: order._id, cart });
  const [knobs = '', pulls = ''] = idsOf(open);
  expect((await preview(open, [{ _id: pulls, quantity: 1 }])).issues).toEqual([
    { path: ['cart'], message: 'can’t be 0, as a return of it is on record: keep 1, and refund it' },
  ]);
  expect(
    priced(
      await edit(open, [
        { _id: knobs, quantity: 1 },
        { _id: pulls, quantity: 1 },
      ]),
    ),
  ).toEqual([
    [1, 10],
    [1, 10],
  ]);
});
const keptOf = ({ cart }: Order) => cart.map(({ _id, quantity }) => ({ _id, quantity }));

describe('more than can be sold at once', () => {
  const dear = () => Array.from({ length: 91 }, () => ({ ...lineOf(pull, 100_000), ...AT_MOST }));
  const AT_MOST = { price: usd(10_000_000), priceReason: 'gold' };
  const words = 'is worth more than can be sold at once';

  it('is refused beside the cart by an edit, an order and a bid', async () => {
    const order = await sold();
    expect((await preview(order, [...keptOf(order), ...dear()])).issues).toEqual([
      { path: ['cart'], message: words },
    ]);
    const cart = [{ ...lineOf(pull, 100_000), ...AT_MOST }];
    expect((await refusal(at.as().orders.priceForStaff({ cart }))).issues).toEqual([
      { path: ['cart'], message: words },
    ]);
  });
});
