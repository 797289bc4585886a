import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { logEntries } from '#server/logs/tables.ts';
import { makeUser, makeVariant } from '#server/test/factories.ts';
import { openShop, refusal, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let employee: SessionUser;
let ids: string[];
beforeAll(async () => {
  shop = await openShop();
  employee = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  ids = [];
  for (let n = 0; n < 4; n++) ids.push((await makeVariant(shop.app.db)).productId);
});
afterAll(() => shop.close());

const at = (index: number) => ids[index] ?? '';
const shown = async () =>
  (await shop.as(null).products.byId({ id: at(0) })).suggestions.map(id => ids.indexOf(id));

it('suggestions are added at their place, moved, put in order and removed by staff, and seen at once [SUG-01]', async () => {
  const { suggestions } = shop.as(employee);
  await suggestions.adminAdd({ productId: at(0), suggestionId: at(1) });
  await suggestions.legacyAdd({ productId: at(0), suggestionId: at(2) });
  expect(await suggestions.adminAdd({ productId: at(0), suggestionId: at(3), position: 0 })).toEqual({
    _id: at(0),
  });
  expect(await shown()).toEqual([3, 1, 2]);
  await suggestions.adminAdd({ productId: at(0), suggestionId: at(3) });
  expect(await shown()).toEqual([1, 2, 3]);
  await suggestions.adminUpdate({ productId: at(0), suggestions: [at(3), at(1)] });
  expect(await shown()).toEqual([3, 1]);
  await suggestions.legacyRemove({ productId: at(0), suggestionId: at(3) });
  await suggestions.legacyRemove({ productId: at(0), suggestionId: at(3) });
  expect(await shown()).toEqual([1]);
  const logs = await shop.app.db
    .select()
    .from(logEntries)
    .where(eq(logEntries.subject, at(0)));
  expect(logs.every(({ userEmail }) => userEmail === employee.email)).toBe(true);
  expect(logs).toHaveLength(6);
});

it('none is lost of those that are added at once', async () => {
  const { suggestions } = shop.as(employee);
  const { productId } = await makeVariant(shop.app.db);
  await Promise.all(ids.map(suggestionId => suggestions.adminAdd({ productId, suggestionId })));
  const found = (await shop.as(null).products.byId({ id: productId })).suggestions;
  expect(found.toSorted()).toEqual(ids.toSorted());
});

it('a product is not suggested with itself, nor one that is none; customers change nothing', async () => {
  const { suggestions } = shop.as(employee);
  expect((await refusal(suggestions.adminAdd({ productId: at(0), suggestionId: at(0) }))).issues).toEqual([
    { path: ['suggestionId'], message: 'is the product itself' },
  ]);
  const nothing = crypto.randomUUID();
  expect((await refusal(suggestions.adminAdd({ productId: at(0), suggestionId: nothing }))).issues).toEqual([
    { path: ['suggestionId'], message: 'is not a product' },
  ]);
  expect((await refusal(suggestions.adminAdd({ productId: nothing, suggestionId: at(0) }))).reason).toBe(
    'not_found',
  );
  const customer = shop.as(await makeUser(shop.app.db)).suggestions;
  expect((await refusal(customer.adminAdd({ productId: at(0), suggestionId: at(1) }))).reason).toBe(
    'forbidden',
  );
});
