import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { priceTiers, specialPrices } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { products } from '#server/products/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';

let shop: Selling;
let user: SessionUser;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  user = await makeUser(shop.app.db);
});

const mine = () => shop.as(user).carts;
const make = (...cart: ReturnType<typeof lineOf>[]) => mine().create({ orderName: 'Kitchen', cart });
const setVariant = ({ variantId }: MadeVariant, facts: Partial<typeof variants.$inferInsert>) =>
  shop.app.db.update(variants).set(facts).where(eq(variants._id, variantId));
const setProduct = ({ productId }: MadeVariant, facts: Partial<typeof products.$inferInsert>) =>
  shop.app.db.update(products).set(facts).where(eq(products._id, productId));
const gone = new Date().toISOString();

describe('a cart that slept', () => {
  it.each<[string, (variant: MadeVariant) => Promise<unknown>]>([
    ['deleted', variant => setVariant(variant, { deletedAt: gone })],
    ['deleted with its product', variant => setProduct(variant, { deletedAt: gone })],
    ['unpublished', variant => setProduct(variant, { publish: false })],
    ['taken out of its product', variant => setVariant(variant, { product_id: null })],
  ])('still shows what was %s, and says so', async (_, lose) => {
    const [kept, lost] = [
      await makeVariant(shop.app.db, { price: usd(3) }),
      await makeVariant(shop.app.db, { title: 'Knob', price: usd(7) }),
    ];
    const cart = await make(lineOf(lost, 2), lineOf(kept, 1));
    await lose(lost);
    const shown = await mine().byId({ _id: cart._id });
    expect(shown).toMatchObject({
      itemCount: 3,
      subTotal: 3,
      cart: [
        {
          productNum: lost.productNum,
          quantity: 2,
          gone: true,
          lineTotal: 0,
          name: expect.stringMatching(/nob/),
        },
        { productNum: kept.productNum, gone: false, lineTotal: 3 },
      ],
    });
    // It goes as any other line does, and the cart can be ordered.
    const [line] = shown.cart;
    await mine().removeLines({ _id: cart._id, lines: [line?._id ?? ''] });
    const cost = await shop.as(user).orders.getCost({ cartIds: [cart._id], shippingMethod: 'local' });
    expect(cost.subTotal).toBe(3);
  });

  it('says what there is too little of, also as items of bundles', async () => {
    const [knob, set, none] = [
      await makeVariant(shop.app.db, { stock: 10 }),
      await makeVariant(shop.app.db, { isBundle: true }),
      await makeVariant(shop.app.db, { stock: 5 }),
    ];
    await shop.app.db
      .insert(bundleItems)
      .values({ bundle: set.variantId, variant: knob.variantId, quantity: 4 });
    const cart = await make(lineOf(knob, 3), lineOf(set, 2), lineOf(none, 5));
    await setVariant(none, { stock: 0 });
    const shown = await mine().byId({ _id: cart._id });
    expect(shown.cart.map(line => [line.stock, line.short])).toEqual([
      [10, null],
      [2, 1],
      [0, 0],
    ]);
  });

  it('says what a price was, at the quantity that is in the cart, until that is accepted', async () => {
    const knob = await makeVariant(shop.app.db, {
      price: usd(10),
      wholeSaleQtyOne: 10,
      wholeSalePriceOne: usd(9),
    });
    const [one, ten] = [await make(lineOf(knob, 1)), await make(lineOf(knob, 10))];
    const told = async () =>
      (await mine().list({}))
        .toSorted((a, b) => a.itemCount - b.itemCount)
        .map(({ cart: [line] }) => [line?.price, line?.priceWas]);
    await setVariant(knob, { price: usd(11) });
    // Ten of it cost what they did.
    expect(await told()).toEqual([
      [11, 10],
      [9, null],
    ]);
    await setVariant(knob, { wholeSalePriceOne: usd(8) });
    expect(await told()).toEqual([
      [11, 10],
      [8, 9],
    ]);
    // More of it is another step, no change of price.
    await mine().changeLines({ _id: one._id, lines: [{ _id: one.cart[0]?._id ?? '', quantity: 12 }] });
    expect((await mine().byId({ _id: one._id })).cart).toMatchObject([{ price: 8, priceWas: 9 }]);
    expect(await mine().acceptPrices({ _id: one._id })).toMatchObject({
      cart: [{ price: 8, priceWas: null }],
    });
    await mine().add({ _id: ten._id, lines: [lineOf(knob, 1)] });
    expect((await mine().byId({ _id: ten._id })).cart).toMatchObject([{ quantity: 11, priceWas: null }]);
  });

  it('takes a variant that got another group for what it is, in the cart and at the checkout', async () => {
    const knob = await makeVariant(shop.app.db, { variantGroup: 'Satin', price: usd(10) });
    const cart = await make({ ...lineOf(knob, 1), variantGroup: 'Satin' } as never);
    await setVariant(knob, { variantGroup: 'Polished' });
    const added = await mine().add({ _id: cart._id, lines: [lineOf(knob, 1)] });
    expect(added.lines.map(line => [line.variantGroup, line.gone])).toContainEqual(['Polished', false]);
    const cost = await shop.as(user).orders.getCost({ cartIds: [cart._id], shippingMethod: 'local' });
    expect(cost).toMatchObject({ subTotal: 20, cart: [{ variantGroup: 'Polished', quantity: 2 }] });
    expect((await mine().byId({ _id: cart._id })).subTotal).toBe(20);
  });
});

it('has a company’s own prices, and says where they come from', async () => {
  const company = await makeCompany(shop.app.db);
  user = await makeUser(shop.app.db, { company });
  const [special, tier] = [
    await makeVariant(shop.app.db, { price: usd(10) }),
    await makeVariant(shop.app.db, {
      price: usd(10),
      wholeSaleQtyOne: 10,
      wholeSalePriceOne: usd(7),
    }),
  ];
  await shop.app.db.insert(priceTiers).values({ company, scope: 'all', ref: '', percent: 20 });
  await shop.app.db.insert(specialPrices).values({ company, variant: special.variantId, price: usd(6) });
  const { cart } = await make(lineOf(special, 1), lineOf(tier, 4));
  expect(cart.map(line => [line.price, line.originalPrice, line.priceSource, line.nextTier])).toEqual([
    [6, 10, 'special', null],
    [8, 10, 'tier', { more: 6, price: 7 }],
  ]);
  await shop.app.db.update(variants).set({ stock: 9 }).where(eq(variants._id, tier.variantId));
  const { cart: few } = await make(lineOf(tier, 4));
  expect(few.map(({ nextTier }) => nextTier)).toEqual([null]);
});

describe('a link to a cart', () => {
  it('shows its lines to anybody at his own prices, and nothing of its owner', async () => {
    const company = await makeCompany(shop.app.db, { name: 'Hollis Cabinet Works' });
    user = await makeUser(shop.app.db, { company, name: 'Dana Hollis', email: 'dana.hollis@example.com' });
    const knob = await makeVariant(shop.app.db, { price: usd(10) });
    await shop.app.db.insert(specialPrices).values({ company, variant: knob.variantId, price: usd(6) });
    const cart = await mine().create({
      orderName: 'Mrs. Smith, 4 Elm Street',
      cart: [{ ...lineOf(knob, 2), room: 'Mr. Smith’s study' }],
      notes: 'Ring Dana',
      poNumber: 'PO 77',
      shippingAddress: '4 Elm Street',
    });
    const { token, path } = await mine().share({ _id: cart._id });
    expect(path).toBe(`/shared-cart/${token}`);
    expect(await mine().share({ _id: cart._id })).toEqual({ token, path });
    expect((await mine().byId({ _id: cart._id })).shared).toBe(true);

    const shown = await shop.as(null).carts.shared({ token });
    expect(shown).toMatchObject({ itemCount: 2, subTotal: 20, cart: [{ price: 10, quantity: 2 }] });
    const text = JSON.stringify(shown);
    for (const secret of ['Dana', 'Hollis', 'Smith', 'Elm', 'PO 77', user._id, company, cart._id, '"cost"']) {
      expect(text).not.toContain(secret);
    }
    // The lines that it shows can be put into a cart of one's own.
    const lines = shown.cart.map(({ productId, variantId, quantity }) => ({
      productId,
      variantId,
      quantity,
    }));
    const other = shop.as(await makeUser(shop.app.db));
    expect((await other.carts.create({ orderName: 'Copy', cart: lines })).subTotal).toBe(20);
  });

  it('leads nowhere once it is taken back, the cart is removed or ordered', async () => {
    const knob = await makeVariant(shop.app.db);
    const [back, removed] = [await make(lineOf(knob, 1)), await make(lineOf(knob, 1))];
    const tokens = [await mine().share({ _id: back._id }), await mine().share({ _id: removed._id })];
    await mine().unshare({ _id: back._id });
    await shop.as(user).orders.remove({ id: removed._id });
    for (const { token } of tokens) {
      expect((await refusal(shop.as(null).carts.shared({ token }))).reason).toBe('not_found');
    }
    const again = await mine().share({ _id: back._id });
    expect(again.token).not.toBe(tokens[0]?.token);
  });
});
