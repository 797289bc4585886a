import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { openShop, refusal, type Selling } from '#server/test/selling.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('is the balance of the company where there is one, else of the user himself', async () => {
  const { db } = shop.app;
  const company = await makeCompany(db);
  const [alone, member] = [await makeUser(db), await makeUser(db, { company })];
  await db.insert(storeCreditEntries).values([
    { user: alone._id, kind: 'granted', amount: usd(20) },
    { user: alone._id, kind: 'granted', amount: usd(0.35) },
    { company, kind: 'granted', amount: usd(75) },
  ]);
  expect(await shop.as(alone).storeCredit.balance()).toEqual({ balance: 20.35 });
  expect(await shop.as(member).storeCredit.balance()).toEqual({ balance: 75 });
  expect(await shop.as(await makeUser(db)).storeCredit.balance()).toEqual({ balance: 0 });
  expect((await refusal(shop.as(null).storeCredit.balance())).reason).toBe('signed_out');
});
