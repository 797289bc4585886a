import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Cache, createCache } from '#server/cache.ts';
import { type Database, openDatabase } from '#server/database/db.ts';
import {
  closeTestDatabase,
  createTestDatabase,
  dropTestDatabase,
  testDatabase,
  testDriver,
  testUrl,
} from '#server/test/database.ts';

let database: Database;
let cache: Cache;
let clock = 0;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => closeTestDatabase(database));

async function open(on: Database = database): Promise<Cache> {
  cache = await createCache(on, () => clock);
  return cache;
}
afterEach(() => cache.close());

/** A source whose answers the test lets through one by one. */
function source() {
  const loads: ((value: string) => void)[] = [];
  return { loads, load: () => new Promise<string>(resolve => loads.push(resolve)) };
}
const fixed = (value: string) => async () => value;

describe('get', () => {
  it('loads once for all who ask meanwhile, then keeps the value', async () => {
    await open();
    const { loads, load } = source();
    const asked = [cache.get('site', 'a', load), cache.get('site', 'a', load)];
    loads[0]?.('one');
    expect(await Promise.all(asked)).toEqual(['one', 'one']);
    expect(await cache.get('site', 'a', fixed('two'))).toBe('one');
    expect(loads).toHaveLength(1);
  });

  it('keeps scopes and keys apart', async () => {
    await open();
    expect(await cache.get('site', 'a', fixed('1'))).toBe('1');
    expect(await cache.get('site', 'b', fixed('2'))).toBe('2');
    expect(await cache.get('tags', 'a', fixed('3'))).toBe('3');
  });

  it('does not keep a failure', async () => {
    await open();
    await expect(cache.get('site', 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.get('site', 'a', fixed('yes'))).toBe('yes');
  });

  it('asks again after a minute, in case a message was lost', async () => {
    await open();
    await cache.get('site', 'a', fixed('old'));
    clock += 59_999;
    expect(await cache.get('site', 'a', fixed('new'))).toBe('old');
    clock += 1;
    expect(await cache.get('site', 'a', fixed('new'))).toBe('new');
  });
});

describe('invalidate', () => {
  const eventually = (scope: string, value: string) =>
    expect.poll(() => cache.get(scope, 'a', fixed(value))).toBe(value);

  it('forgets the scope, and only that, once the transaction has committed', async () => {
    await open();
    await cache.get('site', 'a', fixed('old'));
    await cache.get('tags', 'a', fixed('kept'));
    await database.db.transaction(tx => cache.invalidate(tx, 'site'));
    expect(await cache.get('site', 'a', fixed('new'))).toBe('new');
    expect(await cache.get('tags', 'a', fixed('other'))).toBe('kept');
    await eventually('site', 'new');
  });

  it('keeps nothing that was read before the change was there for all to see', async () => {
    await open();
    const { loads, load } = source();
    const early = cache.get('site', 'a', load);
    await database.db.transaction(async tx => {
      await cache.invalidate(tx, 'site');
      // Another reader before the commit: it sees the old value.
      expect(await cache.get('site', 'a', fixed('old'))).toBe('old');
    });
    expect(await cache.get('site', 'a', fixed('new'))).toBe('new');
    loads[0]?.('old');
    expect(await early).toBe('old');
    expect(await cache.get('site', 'a', fixed('new'))).toBe('new');
  });

  it('is off when the transaction rolls back; after a while the cache keeps values again', async () => {
    await open();
    await database.db
      .transaction(async tx => {
        await cache.invalidate(tx, 'site');
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(await cache.get('site', 'a', fixed('1'))).toBe('1');
    clock += 30_000;
    await cache.get('site', 'a', fixed('2'));
    expect(await cache.get('site', 'a', fixed('3'))).toBe('2');
  });

  it('can be told by anyone who writes past it', async () => {
    await open();
    await cache.get('site', 'a', fixed('old'));
    await database.db.execute(sql`select pg_notify('cache', 'by-hand site')`);
    await eventually('site', 'new');
  });
});

describe.runIf(testDriver === 'postgres')('two processes on one Postgres', () => {
  it('forget what the other one changed, also after the connection was lost', async () => {
    const name = await createTestDatabase();
    const [here, there] = await Promise.all(
      [0, 1].map(() => openDatabase({ databaseUrl: testUrl(name), dataDir: null })),
    );
    if (!here || !there) throw new Error('not open');
    await open(here);
    const other = await createCache(there);
    await other.get('site', 'a', fixed('old'));
    await here.db.transaction(tx => cache.invalidate(tx, 'site'));
    await expect.poll(() => other.get('site', 'a', fixed('new'))).toBe('new');

    await other.get('tags', 'a', fixed('old'));
    await database.execute('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ]);
    await expect.poll(() => other.get('tags', 'a', fixed('new'))).toBe('new');
    await Promise.all([other.close(), here.close(), there.close()]);
    await dropTestDatabase(name);
  });
});

describe('peek', () => {
  /** Lets what nobody waits for end. */
  const settle = () => new Promise(resolve => setImmediate(resolve));

  it('answers at once and loads for those who ask later', async () => {
    await open();
    expect(cache.peek('site', 'a', fixed('one'))).toBeUndefined();
    await settle();
    expect(cache.peek('site', 'a', fixed('two'))).toBe('one');
  });

  it('goes on with the old value for a minute while a new one is loaded', async () => {
    await open();
    const start = clock;
    cache.peek('site', 'a', fixed('old'));
    await settle();
    clock = start + 60_000;
    const { loads, load } = source();
    expect(cache.peek('site', 'a', load)).toBe('old');
    clock = start + 120_000;
    expect(cache.peek('site', 'a', load)).toBeUndefined();
    expect(loads).toHaveLength(1);
    loads[0]?.('new');
    await settle();
    expect(cache.peek('site', 'a', load)).toBe('new');
  });

  it('knows nothing after a change until it is loaded again, and rests between two loads', async () => {
    await open();
    cache.peek('site', 'a', fixed('before'));
    await settle();
    cache.flush();
    const { loads, load } = source();
    expect(cache.peek('site', 'a', load)).toBeUndefined();
    expect(loads).toHaveLength(0);
    clock += 5_000;
    expect(cache.peek('site', 'a', load)).toBeUndefined();
    loads[0]?.('after');
    await settle();
    expect(cache.peek('site', 'a', load)).toBe('after');
  });

  it('does not keep what was read before a change, and tries again after a failure', async () => {
    await open();
    const { loads, load } = source();
    cache.peek('site', 'a', load);
    cache.flush();
    loads[0]?.('stale');
    await settle();
    clock += 5_000;
    expect(cache.peek('site', 'a', () => Promise.reject(new Error('gone')))).toBeUndefined();
    await settle();
    clock += 5_000;
    expect(cache.peek('site', 'a', fixed('fresh'))).toBeUndefined();
    await settle();
    expect(cache.peek('site', 'a', fixed('other'))).toBe('fresh');
  });
});
