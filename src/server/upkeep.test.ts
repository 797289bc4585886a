import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emailChanges, oneTimeTokens, sessions } from '#server/auth/tables.ts';
import type { Database } from '#server/database/db.ts';
import { LIMITS, limit } from '#server/http/rate-limits.ts';
import { rateLimits } from '#server/http/tables.ts';
import { gatewayEvents } from '#server/payments/tables.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { makeUser } from '#server/test/factories.ts';
import { removeExpired } from '#server/upkeep.ts';

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => closeTestDatabase(database));

it('sessions, counters, links and events go once their time is over, the others stay', async () => {
  const { db } = database;
  const user = await makeUser(db);
  const now = new Date('2026-03-01T12:00:00Z');
  const at = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000);
  for (const [hash, hours] of [
    ['over', -1],
    ['valid', 1],
  ] as const) {
    const expiresAt = at(hours).toISOString();
    await db.insert(sessions).values({ hash, user: user._id, expiresAt });
    await db.insert(oneTimeTokens).values({ hash, purpose: 'first-admin', expiresAt });
    const receivedAt = new Date(at(hours).getTime() - 30 * 86_400_000).toISOString();
    await db.insert(gatewayEvents).values({ eventId: hash, type: 'charge.refunded', receivedAt });
    await limit(db, `contact:${hash}`, LIMITS.contact, at(hours - 1));
  }
  await removeExpired(db, at(0.5));
  expect((await db.select().from(sessions)).map(row => row.hash)).toEqual(['valid']);
  expect((await db.select().from(oneTimeTokens)).map(row => row.hash)).toEqual(['valid']);
  expect((await db.select().from(gatewayEvents)).map(row => row.eventId)).toEqual(['valid']);
  expect(await db.$count(rateLimits)).toBe(1);
});

it('a change of address that nobody agreed to in time waits no longer', async () => {
  const { db } = database;
  const now = new Date('2026-03-01T12:00:00Z');
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const asked = [
    { newEmail: 'unconfirmed-2.9', createdAt: ago(2.9) },
    { newEmail: 'unconfirmed-3.1', createdAt: ago(3.1) },
    { newEmail: 'confirmed-13', createdAt: ago(13), newConfirmedAt: ago(12) },
    { newEmail: 'confirmed-15', createdAt: ago(15), newConfirmedAt: ago(14) },
  ];
  for (const one of asked) {
    const { _id: user, email: oldEmail } = await makeUser(db);
    await db.insert(emailChanges).values({ ...one, user, oldEmail, askedAs: 'owner' });
  }
  await removeExpired(db, now);
  const waiting = await db.select().from(emailChanges).where(eq(emailChanges.state, 'waiting'));
  expect(waiting.map(({ newEmail }) => newEmail).sort()).toEqual(['confirmed-13', 'unconfirmed-2.9']);
});
