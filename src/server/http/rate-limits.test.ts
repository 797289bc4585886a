import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/db.ts';
import { addressKey, forgive, limit, removeOldLimits } from '#server/http/rate-limits.ts';
import { rateLimits } from '#server/http/tables.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';

const RULE = { most: 3, perSeconds: 60 };

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => closeTestDatabase(database));

async function attempts(key: string, count: number, now?: Date): Promise<string[]> {
  const results: string[] = [];
  for (let attempt = 0; attempt < count; attempt++) {
    const result = limit(database.db, key, RULE, now).then(
      () => 'let through',
      error => error.reason,
    );
    results.push(await result);
  }
  return results;
}

describe('a limit', () => {
  it('lets so many through, then says when to come back', async () => {
    const start = new Date('2026-03-01T12:00:00Z');
    expect(await attempts('a:1', 3, start)).toEqual(['let through', 'let through', 'let through']);
    const later = new Date(start.getTime() + 20_500);
    await expect(limit(database.db, 'a:1', RULE, later)).rejects.toMatchObject({
      reason: 'too_many',
      details: { retryAfter: 40 },
    });
  });

  it('starts anew when its window is over, not a moment earlier', async () => {
    const start = new Date('2026-03-01T12:00:00Z');
    await attempts('b:1', 4, start);
    expect(await attempts('b:1', 1, new Date(start.getTime() + 59_999))).toEqual(['too_many']);
    expect(await attempts('b:1', 4, new Date(start.getTime() + 60_000))).toEqual([
      'let through',
      'let through',
      'let through',
      'too_many',
    ]);
  });

  it('keeps keys apart, and kinds', async () => {
    await attempts('c:1', 4);
    expect(await attempts('c:2', 1)).toEqual(['let through']);
    expect(await attempts('d:1', 1)).toEqual(['let through']);
  });

  it('holds under fifty attempts at once', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => limit(database.db, 'e:1', RULE)),
    );
    expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(3);
  });

  it('forgets what succeeded', async () => {
    await attempts('f:1', 3);
    await forgive(database.db, 'f:1', 'f:2');
    expect(await attempts('f:1', 1)).toEqual(['let through']);
  });

  it('keeps neither whom it is about nor what a stranger made of it', async () => {
    await limit(database.db, `g:ada@example.com \u0000${'x'.repeat(100_000)}`, RULE);
    const rows = await database.db.select().from(rateLimits);
    const keys = rows.map(row => row.key).filter(key => key.startsWith('g:'));
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/^g:[\w-]{43}$/);
  });

  it('leaves nothing behind once it is over', async () => {
    const start = new Date('2020-01-01T00:00:00Z');
    await attempts('old:1', 1, start);
    await removeOldLimits(database.db, new Date('2020-01-02T00:00:00Z'));
    const rows = await database.db.select().from(rateLimits);
    expect(rows.filter(row => row.key.startsWith('old:'))).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});
