import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { lockDemoAccounts } from '#server/auth/lock-demo-accounts.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { apiKeys, sessions } from '#server/auth/tables.ts';
import type { Database } from '#server/database/db.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { testParts } from '#server/test/parts.ts';
import { users } from '#server/users/tables.ts';
import { watchForWarnings } from '#server/warnings.ts';

const WARNING =
  'Accounts of the demo shop can sign in with passwords that everybody knows; the log names them.';
const STILL_IN =
  'Accounts of the demo shop without a password are still signed in, or have keys; the log names them.';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => closeTestDatabase(database));

it('warns of the demo shop’s accounts in a live shop until nobody can sign in to them', async () => {
  const { db } = database;
  const [admin, everybody, own] = await Promise.all(
    ['brass-hinge-admin', 'brass-hinge-everybody', 'a password of its own'].map(hashPassword),
  );
  await db.insert(users).values([
    { email: 'admin@knurl.example', passwordHash: admin },
    { email: 'office@hollis.example', passwordHash: everybody },
    { email: 'eli@hollis.example', passwordHash: everybody },
    { email: 'employee@knurl.example', passwordHash: own },
    { email: 'rae@home.example', passwordHash: null },
    { email: 'ann@example.com', passwordHash: everybody },
  ]);
  const lines: string[] = [];
  const demo = await testParts(database, { log: line => lines.push(line) });
  const live = { ...demo, env: { ...demo.env, mode: 'live' as const } };
  const [inDemo, inLive] = [await watchForWarnings(demo), await watchForWarnings(live)];
  try {
    expect([inDemo.list(), inLive.list()]).toEqual([[], [WARNING]]);
    await inLive.look();
    expect(lines.map(line => JSON.parse(line)).filter(({ accounts }) => accounts)).toMatchObject([
      { accounts: ['admin@knurl.example', 'eli@hollis.example', 'office@hollis.example'] },
    ]);
    await db.update(users).set({ passwordHash: own }).where(eq(users.email, 'admin@knurl.example'));
    await inLive.look();
    expect(inLive.list()).toEqual([WARNING]);
    await lockDemoAccounts(db);
    // With passwords of their own, and Ann, who has nothing to do with the demo.
    expect(await db.$count(users, isNotNull(users.passwordHash))).toBe(3);
    await inLive.look();
    expect(inLive.list()).toEqual([]);
  } finally {
    for (const watched of [inDemo, inLive]) await watched.end();
  }
});

it('warns of who is still in without a password, as themselves or as somebody else, or has a key', async () => {
  const { db } = database;
  const made = async (email: string) => {
    const [user] = await db.insert(users).values({ email }).returning();
    return { _id: String(user?._id), email };
  };
  const demo = await made('admin@demo.example');
  const customer = await made('dana@demo.example');
  const own = await made('owner@shop.test');
  const ann = await made('ann@shop.test');
  const lines: string[] = [];
  const parts = await testParts(database, { log: line => lines.push(line) });
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const before = new Date(Date.now() - 60_000).toISOString();
  const told = async () => {
    // From a start on: once it found nobody a process looks no more.
    const warnings = await watchForWarnings({ ...parts, env: { ...parts.env, mode: 'live' } });
    await warnings.end();
    const named = lines.splice(0).map(line => JSON.parse(line).accounts);
    return [warnings.list(), named.find(accounts => accounts)];
  };
  const NOBODY = [[], undefined];
  await db.insert(sessions).values([
    { hash: 'the owner as a customer', user: customer._id, impersonator: own._id, expiresAt },
    { hash: 'over', user: demo._id, expiresAt: before },
  ]);
  expect(await told()).toEqual(NOBODY);
  await db.insert(sessions).values({ hash: 'a', user: ann._id, impersonator: demo._id, expiresAt });
  await db.insert(sessions).values({ hash: 'b', user: customer._id, expiresAt });
  expect(await told()).toEqual([[STILL_IN], [demo.email, customer.email]]);
  await db.delete(sessions);
  expect(await told()).toEqual(NOBODY);
  await createApiKey(db, demo, { name: 'till', scopes: ['orders:read'] });
  expect(await told()).toEqual([[STILL_IN], [demo.email]]);
  await lockDemoAccounts(db);
  expect(await told()).toEqual(NOBODY);
  expect(await db.$count(apiKeys)).toBe(1);
});
