import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';

let shop: Selling;
let knob: MadeVariant;
let pull: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  knob = await makeVariant(shop.app.db, {
    price: usd(10),
    stock: 500,
    options: [
      { name: 'Finish', value: 'Satin Brass' },
      { name: 'Size', value: '1-1/4"' },
    ],
    wholeSaleQtyOne: 10,
    wholeSalePriceOne: usd(9),
    wholeSaleQtyTwo: 50,
    wholeSalePriceTwo: usd(8),
  });
  pull = await makeVariant(shop.app.db, { price: usd(4.5), stock: 3, pieceSize: 10 });
});
afterAll(() => shop.close());

let user: SessionUser;
beforeEach(async () => {
  user = await makeUser(shop.app.db);
});
const mine = () => shop.as(user).carts;
const make = (orderName = 'Kitchen', cart = [lineOf(knob, 2)]) => mine().create({ orderName, cart });
const short = (cart: Pick<SavedCart, 'cart'>) =>
  cart.cart.map(line => [line.productNum, line.room, line.quantity]);
const idOfFirst = (cart: SavedCart) => cart.cart[0]?._id ?? '';

describe('a saved cart', () => {
  it('is kept with its lines, priced and named as the cart shows them', async () => {
    const cart = await make('Kitchen', [lineOf(knob, 12), lineOf(pull, 2)]);
    // 12 × 9.00 + 2 × 4.50
    expect(cart).toMatchObject({ orderName: 'Kitchen', state: 'saved', itemCount: 14, subTotal: 117 });
    expect(cart.cart[0]).toMatchObject({
      name: expect.stringMatching(/^Round knob \d+, Satin Brass, 1-1\/4"$/),
      price: 9,
      originalPrice: 10,
      priceSource: 'wholesale',
      lineTotal: 108,
      nextTier: { more: 38, price: 8 },
      stock: 500,
      gone: false,
      short: null,
      priceWas: null,
    });
    expect(cart.cart[1]).toMatchObject({ pieceSize: 10, price: 4.5, nextTier: null });
    expect(await mine().byId({ _id: cart._id })).toEqual(cart);
    expect(await mine().list({})).toEqual([cart]);
    expect(await mine().names({})).toMatchObject([
      { _id: cart._id, orderName: 'Kitchen', lineCount: 2, itemCount: 14 },
    ]);
  });

  it('raises an existing variant and group, and keeps what stands in another room apart [CART-04]', async () => {
    const cart = await make('Kitchen', [lineOf(knob, 2)]);
    const added = await mine().add({
      _id: cart._id,
      lines: [lineOf(knob, 3), { ...lineOf(knob, 5), room: 'Island' }],
    });
    expect(added.version).toBe(cart.version + 1);
    // Ten in all, so both lines have the first tier's price.
    expect(added.lines.map(line => [line.room, line.quantity, line.price])).toEqual([
      ['', 5, 9],
      ['Island', 5, 9],
    ]);
    expect((await mine().add({ _id: cart._id, lines: [lineOf(pull, 1)] })).lines).toHaveLength(1);
    expect(short(await mine().byId({ _id: cart._id }))).toEqual([
      [knob.productNum, '', 5],
      [knob.productNum, 'Island', 5],
      [pull.productNum, '', 1],
    ]);
  });

  it('is made once however often it is sent with its key, whoever else uses that key', async () => {
    const one = { orderName: 'Kitchen', cart: [lineOf(knob, 2)], key: randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => mine().create(one)));
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    expect(await mine().names({})).toMatchObject([{ itemCount: 2 }]);
    const other = await shop.as(await makeUser(shop.app.db)).carts.create(one);
    expect(other._id).not.toBe(answers[0]?._id);
  });

  it('adds once however often a change with a key is sent', async () => {
    const cart = await make('Kitchen', []);
    const key = randomUUID();
    const one = { _id: cart._id, lines: [lineOf(knob, 2)], key };
    const answers = await Promise.all([1, 2, 3, 4].map(() => mine().add(one)));
    expect(answers.map(({ lines }) => lines[0]?.quantity)).toEqual([2, 2, 2, 2]);
    const two = { _id: cart._id, lines: [lineOf(knob, 2), lineOf(pull, 1)], key: randomUUID() };
    await mine().add(two);
    await mine().add(two);
    expect(short(await mine().byId({ _id: cart._id }))).toEqual([
      [knob.productNum, '', 4],
      [pull.productNum, '', 1],
    ]);
  });

  it('changes quantities and rooms, joins what comes to be one line, and removes', async () => {
    const cart = await make('Kitchen', [lineOf(knob, 2), { ...lineOf(knob, 3), room: 'Island' } as never]);
    const [bare, island] = cart.cart.map(line => line._id);
    await mine().changeLines({ _id: cart._id, lines: [{ _id: bare ?? '', quantity: 7 }] });
    const joined = await mine().changeLines({
      _id: cart._id,
      lines: [{ _id: bare ?? '', room: 'Island' }],
    });
    expect(joined).toMatchObject({ touched: [knob.variantId], lines: [{ _id: island, quantity: 10 }] });
    const gone = await mine().changeLines({ _id: cart._id, lines: [{ _id: bare ?? '', quantity: 1 }] });
    expect(gone).toMatchObject({ touched: [], lines: [], version: joined.version });
    const removed = await mine().removeLines({ _id: cart._id, lines: [island ?? ''] });
    expect(removed).toMatchObject({ touched: [knob.variantId], lines: [] });
    expect(await mine().byId({ _id: cart._id })).toMatchObject({ cart: [], itemCount: 0, subTotal: 0 });
  });

  it('puts a removed line back where it was', async () => {
    const cart = await make('Kitchen', [lineOf(knob, 2), lineOf(pull, 1)]);
    const [first] = cart.cart;
    await mine().removeLines({ _id: cart._id, lines: [first?._id ?? ''] });
    await mine().add({ _id: cart._id, lines: [{ ...lineOf(knob, 2), position: first?.position ?? 0 }] });
    expect(short(await mine().byId({ _id: cart._id }))).toEqual(short(cart));
  });

  it('gives lines to another cart', async () => {
    const from = await make('Kitchen', [lineOf(knob, 2), lineOf(pull, 1)]);
    const to = await make('Bath', [lineOf(knob, 9)]);
    const moved = await mine().moveLines({
      from: from._id,
      to: to._id,
      lines: from.cart.map(line => line._id),
    });
    expect(moved.from).toMatchObject({ cart: [], version: from.version + 1 });
    expect(short(moved.to)).toEqual([
      [knob.productNum, '', 11],
      [pull.productNum, '', 1],
    ]);
    expect(moved.to.subTotal).toBe(103.5);
  });

  it('is copied, renamed and removed', async () => {
    const cart = await make('Kitchen');
    const copy = await mine().duplicate({ _id: cart._id });
    expect(copy).toMatchObject({ orderName: 'Kitchen (copy)', itemCount: 2 });
    expect(idOfFirst(copy)).not.toBe(idOfFirst(cart));
    expect(await mine().saveOrUpdate({ _id: copy._id, orderName: 'Bath' })).toMatchObject({
      orderName: 'Bath',
      itemCount: 2,
    });
    expect(await shop.as(user).orders.remove({ id: cart._id })).toEqual({ _id: cart._id });
    expect((await mine().names({})).map(one => one.orderName)).toEqual(['Bath']);
    expect((await refusal(shop.as(user).orders.remove({ id: cart._id }))).reason).toBe('not_found');
  });
});
