import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts';
import { openDemoAccounts } from '#server/auth/demo-people.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { type Accounts, openAccounts } from '#server/test/accounts.ts';
import { users } from '#server/users/tables.ts';

let shop: Accounts;
beforeAll(async () => {
  shop = await openAccounts();
});
afterAll(() => shop.close());

it('a start names the demo accounts alone that their published passwords open', async () => {
  const { admin, trade, retail } = DEMO_ACCOUNTS;
  const { db } = shop.parts;
  expect(await openDemoAccounts(db)).toEqual([]);
  for (const { email, password } of [admin, trade, retail])
    await shop.person({ email, passwordHash: await hashPassword(password) });
  expect(await openDemoAccounts(db)).toEqual([admin, trade, retail]);
  const passwordHash = await hashPassword('a password of its own');
  await db.update(users).set({ passwordHash }).where(eq(users.email, admin.email));
  await db.update(users).set({ passwordHash: null }).where(eq(users.email, trade.email));
  expect(await openDemoAccounts(db)).toEqual([retail]);
});
