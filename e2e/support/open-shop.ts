import { type Database, openDatabase } from '#server/db.ts';
import { migrate } from '#server/migrate.ts';

/** The database of the shop that a script of journeys fills, before the shop opens. */
export async function openShop(): Promise<Database> {
  const { DATA_DIR } = process.env;
  if (!DATA_DIR) throw new Error('DATA_DIR is missing');
  const database = await openDatabase({ databaseUrl: null, dataDir: DATA_DIR });
  await migrate(database);
  return database;
}
