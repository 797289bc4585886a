import { type Database, openDatabase } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';

/** The database of the shop that a script of journeys fills, before the shop opens. */
export async function openShop(): Promise<Database> {
  const { DATA_DIR, DATABASE_URL } = process.env;
  if (!DATA_DIR) throw new Error('DATA_DIR is missing');
  const database = await openDatabase({ databaseUrl: DATABASE_URL ?? null, dataDir: DATA_DIR });
  await migrate(database);
  return database;
}
