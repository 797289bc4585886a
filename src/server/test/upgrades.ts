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

/** A folder with the migrations of the shop, for a version that has more. */
export async function copyMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'knurl-migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  return folder;
}

/** Makes the folder that of a version with one migration more. */
export async function addMigration(folder: string, statement: string): Promise<void> {
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8'));
  const last = journal.entries.at(-1);
  const tag = `${String(last.idx + 1).padStart(4, '0')}_later`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag });
  await writeFile(join(folder, `${tag}.sql`), statement);
  await writeFile(file, JSON.stringify(journal));
}
