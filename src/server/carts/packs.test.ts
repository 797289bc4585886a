import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { specialPrices } from '#server/companies/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, openShop, type Selling } from '#server/test/selling.ts';
import type { variants } from '#server/variants/tables.ts';

let shop: Selling;
let screw: Record<'one' | 'bag' | 'box' | 'brass', MadeVariant>;

/** A screw of a product, in a finish and a pack. */
function makeScrew(_id: string, finish: string, pack: string, of: Partial<typeof variants.$inferInsert>) {
  const options = [
    { name: 'Finish', value: finish },
    { name: 'Pack', value: pack },
  ];
  return makeVariant(shop.app.db, { options, ...of }, { _id, title: 'Wood screw' });
}

beforeAll(async () => {
  shop = await openShop();
  const _id = uuidv7();
  screw = {
    one: await makeScrew(_id, 'Zinc', 'One', { pieceSize: 1, price: usd(1) }),
    bag: await makeScrew(_id, 'Zinc', 'Bag of 10', { pieceSize: 10, price: usd(8), stock: 3 }),
    box: await makeScrew(_id, 'Zinc', 'Box of 25', { pieceSize: 25, price: usd(18), stock: 1 }),
    brass: await makeScrew(_id, 'Brass', 'Bag of 10', { pieceSize: 10, price: usd(0.1) }),
  };
});
afterAll(() => shop.close());

const told = async (asked: [MadeVariant, number][], user: Parameters<Selling['as']>[0] = null) => {
  const hints = await shop
    .as(user)
    .carts.packs({ cart: asked.map(([made, quantity]) => lineOf(made, quantity)) });
  return hints.map(({ instead, packs, pieces, total, saves }) => ({
    instead: instead.map(({ quantity }) => quantity),
    packs: packs.map(({ packName, quantity }) => `${quantity} × ${packName}`),
    ...{ pieces, total, saves },
  }));
};

it('offers the cheapest mix of packs of the same thing, of all its lines together', async () => {
  const mix = { packs: ['1 × One', '1 × Bag of 10'], pieces: 11, total: 9, saves: 2 };
  expect(await told([[screw.one, 11]])).toEqual([{ ...mix, instead: [11] }]);
  expect(
    await told([
      [screw.one, 1],
      [screw.bag, 1],
    ]),
  ).toEqual([]);
  // 25 pieces are 23.00 so, and 18.00 in the box.
  const both = await told([
    [screw.one, 15],
    [screw.bag, 1],
  ]);
  expect(both).toEqual([{ instead: [15, 1], packs: ['1 × Box of 25'], pieces: 25, total: 18, saves: 5 }]);
});

it('offers no more than there is, and says what a pack is', async () => {
  const [hint] = await shop.as(null).carts.packs({ cart: [lineOf(screw.one, 60)] });
  // One box of 25, three bags of 10 and five by themselves: 18.00 + 24.00 + 5.00.
  expect(hint).toMatchObject({ pieces: 60, total: 47, saves: 13 });
  expect(hint?.packs).toMatchObject([
    { quantity: 5, pieceSize: 1 },
    { quantity: 3, name: 'Wood screw, Zinc, Bag of 10', price: 8, productNum: screw.bag.productNum },
    { quantity: 1, variantId: screw.box.variantId },
  ]);
  expect(JSON.stringify(hint)).not.toContain('cost');
});

it('reckons with the prices of who asks', async () => {
  const company = await makeCompany(shop.app.db);
  await shop.app.db.insert(specialPrices).values({ company, variant: screw.one.variantId, price: usd(0.5) });
  const trader = await makeUser(shop.app.db, { company });
  expect(await told([[screw.one, 11]], trader)).toEqual([]);
  expect(await told([[screw.bag, 1]], trader)).toMatchObject([{ packs: ['10 × One'], total: 5, saves: 3 }]);
});

it('offers nothing for what is sold in one way only, or is more than anybody counts out', async () => {
  const knob = await makeVariant(shop.app.db, { price: usd(10) });
  expect(
    await told([
      [knob, 30],
      [screw.brass, 2],
      [screw.one, 2_001],
    ]),
  ).toEqual([]);
});
