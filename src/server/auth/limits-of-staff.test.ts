import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
import { makeUser } from '#server/test/factories.ts';
import { openShop, paidOrder, reasonOf, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let employee: SessionUser;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  employee = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
});

let asked = 0;
const someEmail = () => `anybody-${++asked}@example.com`;
const { most } = LIMITS.addressOfOther;

/** Asks for one address more than may be asked for, and answers what came of that. */
async function lastOf(ask: () => Promise<unknown>): Promise<string> {
  for (let count = 0; count < most; count++) await ask();
  return reasonOf(ask());
}

describe('an Employee mails no more than so many addresses an hour', () => {
  it('by another address of an account, and goes on changing the rest of it', async () => {
    const { _id, email } = await makeUser(shop.app.db);
    const caller = shop.as(employee);
    const move = () => caller.users.adminUpdate({ _id, email: someEmail(), reason: 'asked on the phone' });
    expect(await lastOf(move)).toBe('too_many');
    await caller.users.adminUpdate({ _id, email: email.toUpperCase(), name: 'Ada Carver' });
    const other = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
    await shop.as(other).users.adminUpdate({ _id, email: someEmail(), reason: 'asked on the phone' });
  });

  it('by another address of an order, of which accounts’ are counted as well', async () => {
    const { _id, email } = await paidOrder(shop);
    const caller = shop.as(employee);
    const customer = await makeUser(shop.app.db);
    const reason = 'asked on the phone';
    await caller.users.adminUpdate({ _id: customer._id, email: someEmail(), reason });
    for (let count = 1; count < most; count++) await caller.orders.adminPatch({ _id, email: someEmail() });
    expect(await reasonOf(caller.orders.adminPatch({ _id, email: someEmail() }))).toBe('too_many');
    await caller.orders.adminPatch({ _id, notes: 'Leave at the gate' });
    const { email: last } = await caller.orders.byId({ id: _id });
    expect(last).not.toBe(email);
    await caller.orders.adminPatch({ _id, email: last });
  });
});
