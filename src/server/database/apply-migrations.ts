import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, type Db, pgError, rows } from '#server/database/db.ts';

/**
 * Statements during which everybody may write to the table, however long they take. Within a transaction Postgres
 * refuses the first two, and the third would keep the locks of what stands before it. Each may be done again.
 */
const BESIDE_ORDERS =
  /^(create (unique )?index concurrently "|drop index concurrently |alter table "[^"]+" validate constraint )/i;

/** Behind a migration that waits for a table, everybody waits who asks for that table. */
const MAX_LOCK_WAIT = '1s';

interface Stretch {
  isBesideOrders: boolean;
  migrations: MigrationMeta[];
}

/**
 * Applies what the database lacks, in the form that Drizzle keeps it: migrations one after another in one transaction,
 * but for those between them that are done beside orders, statement by statement. On the embedded database, where a
 * single connection has nobody beside it, all of it is one transaction.
 */
export async function applyMigrations(db: Db, folder: string, driver: Database['driver']): Promise<void> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(sql`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const applied = (await lastApplied(db)) ?? 0;
  const missing = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => folderMillis > applied,
  );
  const stretches = inStretches(missing);
  if (driver === 'pglite') {
    await db.transaction(tx => applyTogether(tx, missing));
    return;
  }
  for (const { isBesideOrders, migrations } of stretches) {
    if (isBesideOrders) for (const migration of migrations) await applyBesideOrders(db, migration);
    else await db.transaction(tx => applyTogether(tx, migrations));
  }
}

export async function lastApplied(db: Db): Promise<number | null> {
  const [table] = rows<{ there: boolean }>(
    await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`),
  );
  if (!table?.there) return null;
  const [last] = rows<{ at: string | null }>(
    await db.execute(sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`),
  );
  return last?.at ? Number(last.at) : null;
}

function inStretches(migrations: readonly MigrationMeta[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const migration of migrations) {
    const isBesideOrders = isDoneBesideOrders(migration);
    const last = stretches.at(-1);
    if (last?.isBesideOrders === isBesideOrders) last.migrations.push(migration);
    else stretches.push({ isBesideOrders, migrations: [migration] });
  }
  return stretches;
}

function isDoneBesideOrders(migration: MigrationMeta): boolean {
  const kinds = statementsOf(migration).map(statement => BESIDE_ORDERS.test(statement));
  if (new Set(kinds).size > 1)
    throw new Error(
      `A migration changes the schema in a transaction or is done beside orders, not both: ${migration.sql.join('')}`,
    );
  return kinds[0] ?? false;
}

/** Without the comments before them. */
const statementsOf = (migration: MigrationMeta) =>
  migration.sql.map(statement => statement.replace(/^(\s|--.*(\n|$))+/, '')).filter(Boolean);

async function applyTogether(tx: Db, migrations: readonly MigrationMeta[]): Promise<void> {
  await tx.execute(sql.raw(`set local lock_timeout = '${MAX_LOCK_WAIT}'`));
  for (const migration of migrations) {
    for (const statement of statementsOf(migration))
      await tx.execute(
        sql.raw(
          BESIDE_ORDERS.test(statement) ? statement.replace(/^(.*index) concurrently /i, '$1 ') : statement,
        ),
      );
    await record(tx, migration);
  }
}

/** Waits for locks as long as it takes: nobody waits behind it but others that change the schema, and vacuum. */
async function applyBesideOrders(db: Db, migration: MigrationMeta): Promise<void> {
  for (const statement of statementsOf(migration)) {
    const index = /^create (?:unique )?index concurrently ("[^"]+")/i.exec(statement)?.[1];
    if (index) await buildIndex(db, index, statement);
    // One that a cut off attempt has dropped already.
    else
      await db.execute(
        sql.raw(statement.replace(/^(drop index concurrently) (?!if exists)/i, '$1 if exists ')),
      );
  }
  await record(db, migration);
}

/**
 * Makes up for an attempt that was cut off: it leaves an index that no query reads, but which each write has to keep, and
 * which refuses rows if it is a unique one.
 */
async function buildIndex(db: Db, index: string, statement: string): Promise<void> {
  const drop = () => db.execute(sql.raw(`drop index concurrently if exists ${index}`));
  const [found] = rows<{ valid: boolean }>(
    await db.execute(sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`),
  );
  if (found?.valid) return;
  if (found) await drop();
  try {
    await db.execute(sql.raw(statement));
  } catch (error) {
    // Rows that refuse the index will do so again; until then a unique one would refuse orders. After other failures
    // the connection may be another's, and the index one that a second process builds.
    if (pgError(error)?.code.startsWith('2')) await drop();
    throw error;
  }
}

async function record(db: Db, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis}::bigint)`,
  );
}
