import { sql } from 'drizzle-orm';
import PgBoss from 'pg-boss';
import { type Database, type Db, retrying, rows, takeTurn } from '#server/database/db.ts';

const DAY = 86_400;
/** Any number; every process that migrates asks for the same one. */
const INDEX_LOCK = 7_160_303;

/** The tables of pg-boss; part of migrating, so that a snapshot or template has them. */
export async function installJobs(database: Database): Promise<void> {
  const boss = openBoss(database, false);
  await boss.start();
  await boss.stop({ graceful: false });
  await indexLeftJobs(database.db);
}

/** Jobs at work and dead ones stand among all that were done in the last days, and are looked for again and again. */
async function indexLeftJobs(db: Db): Promise<void> {
  const [index] = rows<{ there: boolean }>(
    await db.execute(sql`select to_regclass('pgboss.job_left') is not null as there`),
  );
  if (index?.there) return;
  await retrying(db, async tx => {
    await takeTurn(tx, INDEX_LOCK);
    await tx.execute(
      sql`create index if not exists job_left on pgboss.job (name, state) where state in ('active', 'failed')`,
    );
  });
}

/** pg-boss in the shop's own database; `supervise`: with its upkeep of old jobs. */
export function openBoss(database: Database, supervise: boolean, upkeepSeconds = 30): PgBoss {
  return new PgBoss({
    db: { executeSql: (text, values) => database.execute(text, values) },
    schedule: false,
    supervise,
    maintenanceIntervalSeconds: upkeepSeconds,
    archiveCompletedAfterSeconds: 3 * DAY,
    archiveFailedAfterSeconds: 90 * DAY,
    deleteAfterDays: 7,
  });
}

/** Runs pg-boss's own SQL inside a transaction of Drizzle. */
export async function within(
  tx: Db,
  text: string,
  values: unknown[],
): Promise<{ rows: Record<string, unknown>[] }> {
  const params = values.map(value =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null),
  );
  const query = tx._.session.prepareQuery({ sql: text, params }, undefined, undefined, false);
  return { rows: rows(await query.execute()) };
}
