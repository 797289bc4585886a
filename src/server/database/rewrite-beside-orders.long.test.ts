import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Backfill, runBackfills } from '#server/database/backfills.ts';
import { type Database, type Db, openDatabase, pgError, rows } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';
import { createTestDatabase, dropTestDatabase, testDriver, testUrl } from '#server/test/database.ts';
import { addMigration, copyMigrations } from '#server/test/upgrades.ts';

const ROWS = 1_000_000;
/** Enough to take one statement several seconds. */
const FEWER_ROWS = 400_000;

const keptOrders = pgTable('kept_orders', { _id: uuid('id').primaryKey() });

const fillDomains: Backfill = {
  name: 'kept_orders.email_domain',
  key: keptOrders._id,
  rewrite: (tx, keys) =>
    tx.execute(sql`
      update kept_orders set email_domain = split_part(email, '@', 2), version = version + 1
      where id = any(${sql.param(keys)}::uuid[])`),
};

/** The nth of them. */
const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** Everything that `orders` has, under another name, and full. */
async function fill(db: Db, count: number): Promise<void> {
  await db.execute(sql`create table kept_orders (like orders including all)`);
  await db.transaction(async tx => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
      insert into kept_orders (id, order_key, idempotency_key, request_hash, status, payment_type, shipping_method, name,
        email, date, delivery_date, sub_total, discount, shipping, tax, tax_rate, store_credit, total)
      select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'key', 'key ' || n, 'hash', 'Submitted', 'credit-card',
        'local', 'Ann Wood', 'ann' || n || '@wood' || n % 100 || '.example', '2026-11-01', '2026-11-05', 1000, 0, 0, 0, 0, 0, 1000
      from generate_series(1, ${count}::int) n`);
  });
  await db.execute(sql`analyze kept_orders`);
}

/** Orders and pages that go on until they are stopped. None waits longer than a second for a lock: it is refused then. */
class Rivals {
  readonly refused = { order: 0, page: 0 };
  readonly done = { order: 0, page: 0 };
  /** From the beginning of one of them to its end. */
  longestMs = 0;
  /** From the release on that writes the new column, too. */
  writesDomain = false;
  #isOver = false;
  #turn = 0;
  readonly #all: Promise<unknown>;

  constructor(readonly db: Db) {
    const order = () => this.#goOn('order', tx => this.#order(tx));
    this.#all = Promise.all([order(), order(), this.#goOn('page', tx => this.#page(tx))]);
    // Told by `stop`.
    this.#all.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#all;
  }

  async #goOn(kind: 'order' | 'page', work: (tx: Db) => Promise<unknown>): Promise<void> {
    while (!this.#isOver) {
      const began = performance.now();
      try {
        await this.db.transaction(async tx => {
          await tx.execute(sql`set local lock_timeout = '1s'`);
          await work(tx);
        });
        this.done[kind] += 1;
      } catch (error) {
        if (pgError(error)?.code !== '55P03') throw error;
        this.refused[kind] += 1;
      }
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  }

  /** Does what an order does: a new row, and changes of two that it has locked, where the rewrite is about to be. */
  async #order(tx: Db): Promise<void> {
    const turn = ++this.#turn;
    const domain = this.writesDomain
      ? [sql`, email_domain`, sql`, split_part(email, '@', 2)`]
      : [sql``, sql``];
    await tx.execute(sql`
      insert into kept_orders (id, order_key, idempotency_key, request_hash, status, payment_type, shipping_method, name,
        email, date, delivery_date, sub_total, discount, shipping, tax, tax_rate, store_credit, total ${domain[0]})
      select gen_random_uuid(), order_key, gen_random_uuid()::text, request_hash, status, payment_type, shipping_method, name,
        email, date, delivery_date, sub_total, discount, shipping, tax, tax_rate, store_credit, total ${domain[1]}
      from kept_orders where id = ${idOf(1)}`);
    const aimed = rows<{ id: string }>(
      await tx.execute(sql`
        select id from kept_orders
        where id > coalesce((select at::uuid from backfills where done_at is null), ${idOf(0)})
        order by id offset ${(turn * 37) % 500}::int limit 2`),
    ).map(({ id }) => id);
    await tx.execute(
      sql`select from kept_orders where id = any(${sql.param(aimed)}::uuid[]) order by id for no key update`,
    );
    await tx.execute(
      sql`update kept_orders set notes = 'changed' where id = any(${sql.param(aimed)}::uuid[])`,
    );
  }

  async #page(tx: Db): Promise<void> {
    await tx.execute(sql`select name, email, total, notes from kept_orders where id = ${idOf(++this.#turn)}`);
  }
}

describe.runIf(testDriver === 'postgres')('while orders are taken', () => {
  let name: string;
  let shop: Database;
  let one: Database;
  let two: Database;
  let folder: string;
  beforeEach(async () => {
    name = await createTestDatabase();
    const open = () => openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    [shop, one, two] = await Promise.all([open(), open(), open()]);
    folder = await copyMigrations();
  });
  afterEach(async () => {
    await Promise.all([shop.close(), one.close(), two.close()]);
    await dropTestDatabase(name);
    await rm(folder, { recursive: true, force: true });
  });

  const isDone = async () =>
    rows(await one.db.execute(sql`select from backfills where done_at is not null`)).length > 0;

  async function backfill(): Promise<void> {
    const run = { log: { info: () => undefined }, signal: new AbortController().signal };
    while (!(await isDone()))
      await Promise.all([one, two].map(({ db }) => runBackfills(db, [fillDomains], run)));
  }

  async function release(...statements: string[]): Promise<void> {
    for (const statement of statements) await addMigration(folder, statement);
    await migrate(one, folder);
  }

  it('a million rows are rewritten, indexed and bound, and no order and no page waits a second', async () => {
    await fill(one.db, ROWS);
    const rivals = new Rivals(shop.db);
    await release('ALTER TABLE "kept_orders" ADD COLUMN "email_domain" text;');
    rivals.writesDomain = true;
    const began = performance.now();
    await backfill();
    const rewritten = performance.now();
    await release('CREATE INDEX CONCURRENTLY "kept_domains" ON "kept_orders" USING btree ("email_domain");');
    const indexed = performance.now();
    await release(
      'ALTER TABLE "kept_orders" ADD CONSTRAINT "domain_filled" CHECK ("email_domain" IS NOT NULL) NOT VALID;',
      'ALTER TABLE "kept_orders" VALIDATE CONSTRAINT "domain_filled";',
      'ALTER TABLE "kept_orders" ALTER COLUMN "email_domain" SET NOT NULL;--> statement-breakpoint\nALTER TABLE "kept_orders" DROP CONSTRAINT "domain_filled";',
    );
    const bound = performance.now();
    await rivals.stop();
    const { done, longestMs } = rivals;
    const ms = { rewritten: rewritten - began, indexed: indexed - rewritten, bound: bound - indexed };
    process.stdout.write(`  ${JSON.stringify({ done, longestMs, ms })}\n`);
    expect(rivals.refused).toEqual({ order: 0, page: 0 });
    expect(rivals.done.order).toBeGreaterThan(100);
    const [counted] = rows(
      await one.db.execute(sql`
        select count(*) filter (where version = 2)::int as once, count(*) filter (where version > 2)::int as twice,
          count(*) filter (where email_domain is distinct from split_part(email, '@', 2))::int as wrong
        from kept_orders where id <= ${idOf(ROWS)}`),
    );
    expect(counted).toEqual({ once: ROWS, twice: 0, wrong: 0 });
  });

  it('one statement that rewrites all rows has orders refused', async () => {
    await fill(one.db, FEWER_ROWS);
    const rivals = new Rivals(shop.db);
    await release(`UPDATE "kept_orders" SET "salesman" = split_part("email", '@', 2);`);
    await rivals.stop();
    expect(rivals.refused.order).toBeGreaterThan(0);
  });

  it('a new column that is filled in the same migration has pages refused as well', async () => {
    await fill(one.db, FEWER_ROWS);
    const rivals = new Rivals(shop.db);
    await release(
      `ALTER TABLE "kept_orders" ADD COLUMN "email_domain" text;--> statement-breakpoint
      UPDATE "kept_orders" SET "email_domain" = split_part("email", '@', 2);`,
    );
    await rivals.stop();
    expect(rivals.refused.order).toBeGreaterThan(0);
    expect(rivals.refused.page).toBeGreaterThan(0);
  });
});
