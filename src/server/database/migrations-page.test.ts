import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runBackfills } from '#server/database/backfills.ts';
import { type Database, type Db, openDatabase, pgError, rows } from '#server/database/db.ts';
import { isMigrated, migrate, ROOT } from '#server/database/migrate.ts';
import { backfills } from '#server/database/tables.ts';
import { orders } from '#server/orders/tables.ts';
import {
  closeTestDatabase,
  createTestDatabase,
  dropTestDatabase,
  testDatabase,
  testDriver,
  testUrl,
} from '#server/test/database.ts';
import { addMigration, copyMigrations } from '#server/test/upgrades.ts';

const PAGE = readFileSync(join(ROOT, 'docs/operations/migrations.md'), 'utf8');

/** The statements that a section shows, one text a block. */
function shown(heading: string): string[] {
  const section = PAGE.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^( *)```sql\n([\s\S]*?)^\1```/gm)].map(([, , text = '']) => text);
}

const placeOrder = (db: Db) =>
  db.execute(sql`
    insert into orders (id, order_key, idempotency_key, request_hash, status, payment_type, shipping_method, name, email,
      date, delivery_date, sub_total, discount, shipping, tax, tax_rate, store_credit, total, po_number, due_date)
    values (gen_random_uuid(), 'key', gen_random_uuid()::text, 'hash', 'Submitted', 'Check', 'local', 'Ann', 'ann@wood.example',
      '2026-11-01', '2026-11-05', 1000, 0, 0, 0, 0, 0, 1000, 'PO 7', '2026-12-01')`);

describe('the way to expand and contract', () => {
  let database: Database;
  let db: Db;
  let folder: string;
  beforeAll(async () => {
    database = await testDatabase();
    db = database.db;
    folder = await copyMigrations();
    for (let n = 0; n < 3; n++) await placeOrder(db);
  });
  afterAll(async () => {
    await closeTestDatabase(database);
    await rm(folder, { recursive: true, force: true });
  });

  const [add = '', index = '', forget = '', validate = '', bind = '', drop = ''] =
    shown('Expand and contract');
  const readAsBefore = () => db.select().from(orders);

  it('adds, fills and indexes, and the version before goes on', async () => {
    await addMigration(folder, add);
    await addMigration(folder, index);
    await migrate(database, folder);
    await placeOrder(db);
    expect(await readAsBefore()).toHaveLength(4);
  });

  it('refuses to forget what is not filled, and changes nothing', async () => {
    const ahead = await copyMigrations();
    for (const text of [add, index, forget, validate, bind]) await addMigration(ahead, text);
    const refused = await migrate(database, ahead).catch(error => error);
    expect(String(refused.cause ?? refused)).toContain('orders.purchase_order is not filled');
    expect(await isMigrated(db, folder)).toBe(true);
    expect(await isMigrated(db, ahead)).toBe(false);
    await runBackfills(
      db,
      [
        {
          name: 'orders.purchase_order',
          key: orders._id,
          rewrite: (tx, keys) =>
            tx.execute(sql`update orders set purchase_order = po_number
              where id = any(${sql.param(keys)}::uuid[]) and purchase_order is null`),
        },
      ],
      { log: { info: () => undefined }, signal: new AbortController().signal },
    );
    await migrate(database, ahead);
    expect(await isMigrated(db, ahead)).toBe(true);
    // From now on each version writes the new one.
    expect(pgError(await placeOrder(db).catch(error => error))?.code).toBe('23502');
    expect(await readAsBefore()).toHaveLength(4);
    await addMigration(ahead, drop);
    await migrate(database, ahead);
    expect(pgError(await readAsBefore().catch(error => error))?.code).toBe('42703');
    await rm(ahead, { recursive: true, force: true });
  });

  it('is looked at, stopped and gone on with as the page says', async () => {
    const [look = '', pause = '', goOn = ''] = shown('Backfills');
    await db.update(backfills).set({ doneAt: null });
    await db.execute(sql`analyze orders`);
    expect(rows(await db.execute(sql.raw(look)))).toMatchObject([
      { name: 'orders.purchase_order', rows: 4, of_about: expect.anything(), left_about: '00:00:00' },
    ]);
    const paused = async () => rows(await db.execute(sql`select paused from backfills`));
    await db.execute(sql.raw(pause));
    expect(await paused()).toEqual([{ paused: true }]);
    await db.execute(sql.raw(goOn));
    expect(await paused()).toEqual([{ paused: false }]);
  });
});

describe.runIf(testDriver === 'postgres')('what the page says of Postgres', () => {
  let name: string;
  let one: Database;
  let two: Database;
  beforeAll(async () => {
    name = await createTestDatabase();
    const open = () => openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    [one, two] = await Promise.all([open(), open()]);
    await placeOrder(one.db);
  });
  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
    await dropTestDatabase(name);
  });

  const locks = async (db: Db) =>
    rows<{ mode: string }>(
      await db.execute(sql`
        select distinct mode from pg_locks l join pg_stat_activity a using (pid)
        where relation = 'orders'::regclass and granted and a.datname = current_database()`),
    ).map(({ mode }) => mode);

  const statements = [...PAGE.matchAll(/^\| `(.+)` \| (\w+Lock) \|/gm)];
  it.each(statements.map(([, statement = '', lock = '']) => [statement, lock]))(
    '%s: %s',
    async (statement, lock) => {
      if (!/concurrently/i.test(statement)) {
        const undo = one.db.transaction(async tx => {
          await tx.execute(sql.raw(statement));
          const held = rows<{ mode: string }>(
            await tx.execute(
              sql`select mode from pg_locks where relation = 'orders'::regclass and pid = pg_backend_pid()`,
            ),
          ).map(({ mode }) => mode);
          expect(held).toContain(lock);
          if (lock !== 'AccessExclusiveLock') expect(held).not.toContain('AccessExclusiveLock');
          tx.rollback();
        });
        await expect(undo).rejects.toThrow('Rollback');
        return;
      }
      // Seen while it waits for an order to end.
      let working: Promise<unknown> | undefined;
      await two.db.transaction(async order => {
        await order.execute(sql`update orders set notes = notes`);
        working = one.execute(statement, []);
        working.catch(() => undefined);
        await vi.waitFor(async () => expect(await locks(one.db)).toContain(lock), 20_000);
        expect(await locks(one.db)).not.toContain('AccessExclusiveLock');
      });
      await working;
    },
  );

  it('has a statement for each lock', () => expect(statements).toHaveLength(14));

  it('shows an index that is being built', async () => {
    const [look = ''] = shown('An index that is being built');
    expect(rows(await one.db.execute(sql.raw(look)))).toEqual([]);
  });

  it('ends what was prepared when a column becomes of another type', async () => {
    const read = (db: Db) =>
      db.execute(sql`select version from orders where version = ${1} and name = ${'Ann'}`);
    const error = await one.db
      .transaction(async tx => {
        await read(tx);
        await read(tx);
        await tx.execute(sql`alter table orders alter column version type bigint`);
        await read(tx);
      })
      .catch(error => error);
    expect(String(error.cause ?? error)).toContain('cached plan must not change result type');
  });
});
