import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailChanges, oneTimeTokens, sessions } from '#server/auth/tables.ts';
import { type Database, rows } from '#server/database/db.ts';
import { wornTables } from '#server/database/vacuum.ts';
import { LIMITS, limit } from '#server/http/rate-limits.ts';
import { rateLimits } from '#server/http/tables.ts';
import { gatewayEvents } from '#server/payments/tables.ts';
import { registerJobs } from '#server/register-jobs.ts';
import { closeTestDatabase, testDatabase, testDriver } from '#server/test/database.ts';
import { makeUser } from '#server/test/factories.ts';
import { testParts } from '#server/test/parts.ts';
import { removeExpired, vacuumWorn } from '#server/upkeep.ts';

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

describe('vacuuming', () => {
  it('is done where no Postgres does it by itself', async () => {
    const parts = await testParts(database);
    registerJobs(parts, () => null);
    await parts.jobs.start({ work: false });
    const queues = rows<{ name: string }>(await parts.db.execute(sql`select name from pgboss.queue`));
    expect(queues.some(({ name }) => name === 'vacuum-tables')).toBe(testDriver === 'pglite');
  });

  describe.runIf(testDriver === 'pglite')('of the embedded database', () => {
    /** Writes and removes rows over and over; answers how many bytes their table takes then. */
    const churn = async (): Promise<number> => {
      const { db } = database;
      for (let round = 0; round < 3; round++) {
        await db.execute(sql`
          insert into search_terms (term, results)
          select gen_random_uuid() || ' ' || n, 0 from generate_series(1, 2000) n`);
        await db.execute(sql`update search_terms set term = 'another ' || term`);
        // The last ones stay: the table could be cut off behind them, else all of it.
        await db.execute(sql`delete from search_terms where term not like '% 2000'`);
      }
      // Else what it counted may be told a second later.
      await db.execute(sql`select pg_stat_force_next_flush()`);
      const [found] = rows<{ bytes: number }>(
        await db.execute(sql`select pg_relation_size('search_terms')::int as bytes`),
      );
      return found?.bytes ?? 0;
    };
    const vacuum = async () => {
      const { log } = await testParts(database);
      await vacuumWorn(database.db, { log, signal: AbortSignal.timeout(60_000) });
    };

    it('lets the room of rows that are gone be used again', async () => {
      const first = await churn();
      const second = await churn();
      expect(second).toBeGreaterThan(1.5 * first);
      for (let night = 0; night < 2; night++) {
        await vacuum();
        expect(await churn()).toBeLessThan(1.2 * second);
      }
    });

    it('takes tables that changed, those of the jobs too, and then no more', async () => {
      await vacuum();
      expect(await wornTables(database.db)).not.toContain('public.search_terms');
      await database.db.execute(sql`select pgboss.create_queue('churned', '{"policy":"short"}'::json)`);
      await churn();
      const worn = await wornTables(database.db);
      expect(worn).toContain('public.search_terms');
      expect(worn.some(name => name.startsWith('pgboss.'))).toBe(true);
      await vacuum();
      expect((await wornTables(database.db)).filter(name => !name.startsWith('pg_catalog.'))).toEqual([]);
    });
  });
});
