import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDatabase } from '#server/database/db.ts';
import { MIGRATIONS, migrate } from '#server/database/migrate.ts';
import { createTestDatabase, dropTestDatabase, testDriver, testUrl } from '#server/test/database.ts';

/** Fills a database as it was before the migration that brought this word, upgrades it, and looks at what became of it. */
export async function upgradeFrom(
  word: string,
  fill: (db: Db) => Promise<void>,
  look: (db: Db) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'knurl-before-'));
  const name = testDriver === 'postgres' ? await createTestDatabase({ template: null }) : null;
  const database = await openDatabase({ databaseUrl: name && testUrl(name), dataDir: null });
  try {
    await cp(MIGRATIONS, folder, { recursive: true });
    await endBefore(folder, word);
    await migrate(database, folder);
    await fill(database.db);
    await migrate(database);
    await look(database.db);
  } finally {
    await database.close();
    if (name) await dropTestDatabase(name);
    await rm(folder, { recursive: true, force: true });
  }
}

/** The migrations of the shop as they were before the one that brought this word. */
async function endBefore(folder: string, word: string): Promise<void> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')));
  const first = texts.findIndex(text => text.includes(word));
  const journal = join(folder, 'meta', '_journal.json');
  const known = JSON.parse(await readFile(journal, 'utf8'));
  await writeFile(journal, JSON.stringify({ ...known, entries: known.entries.slice(0, first) }));
}
