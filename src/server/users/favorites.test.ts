import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, makeVariant } from '#server/test/factories.ts';
import { openShop, refusal, type Selling } from '#server/test/selling.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('favorites are listed, added and removed, each once, the latest first [ACC-13]', async () => {
  const knob = await makeVariant(shop.app.db, { productNum: 'K-1' });
  const pull = await makeVariant(shop.app.db, { productNum: 'P-1' });
  const user = await makeUser(shop.app.db);
  const { favorites, auth } = shop.as(user);
  const numbers = (list: { productNum: string }[]) => list.map(({ productNum }) => productNum);
  await favorites.add({ variantId: knob.variantId, productId: knob.productId });
  expect(numbers(await favorites.add({ variantId: pull.variantId, productId: pull.productId }))).toEqual([
    'P-1',
    'K-1',
  ]);
  expect(numbers(await favorites.add({ variantId: pull.variantId, productId: pull.productId }))).toEqual([
    'P-1',
    'K-1',
  ]);
  expect((await auth.me({})).user?.favorites).toEqual([pull.variantId, knob.variantId]);
  const other = shop.as(await makeUser(shop.app.db)).favorites;
  await other.add({ variantId: pull.variantId, productId: pull.productId });
  expect(numbers(await favorites.remove({ variantId: pull.variantId }))).toEqual(['K-1']);
  expect(numbers(await favorites.remove({ variantId: pull.variantId }))).toEqual(['K-1']);
  // Somebody else's stays.
  expect(numbers(await other.list({}))).toEqual(['P-1']);
  expect(numbers(await shop.as(await makeUser(shop.app.db)).favorites.list({}))).toEqual([]);
});

it('a variant that the product does not have can’t be a favorite, nor can a guest have one', async () => {
  const knob = await makeVariant(shop.app.db);
  const pull = await makeVariant(shop.app.db);
  const wrong = { variantId: knob.variantId, productId: pull.productId };
  const user = await makeUser(shop.app.db);
  expect((await refusal(shop.as(user).favorites.add(wrong))).reason).toBe('not_found');
  expect((await refusal(shop.as(null).favorites.add(wrong))).reason).toBe('signed_out');
  expect((await refusal(shop.as(null).favorites.remove({ variantId: knob.variantId }))).reason).toBe(
    'signed_out',
  );
});
