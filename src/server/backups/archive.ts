import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { FolderError } from '#server/database/folder-lock.ts';
import { type FileStore, openToWrite } from '#server/integrations/file-store.ts';
import { isPictureKey } from '#server/photos/picture-files.ts';

/**
 * A backup is one archive: `pictures/…`, then `database/…` (the folder of the embedded one) or `database.dump` (of
 * pg_dump), and at last what makes it whole. Older ones hold the folder's files alone, or are what pg_dump wrote.
 */
const PICTURES = 'pictures/';
const FOLDER = 'database/';
const DUMP = 'database.dump';
const END = 'backup.json';

export interface Archive {
  of: 'embedded' | 'postgres';
  /** Null: from before pictures were saved as well. */
  pictures: number | null;
}

/** The database as it goes into an archive: a copy of the embedded folder, or the file of pg_dump. */
export type Saved = { folder: string } | { dump: string };

export interface WriteOptions {
  pictures: FileStore;
  signal?: AbortSignal;
}

/** Writes an archive, gzipped when the name ends in `.gz`, whole or not at all; returns how many pictures are in it. */
export async function writeArchive(
  file: string,
  saved: Saved,
  { pictures, signal }: WriteOptions,
): Promise<number> {
  const partial = `${file}.partial`;
  const archive = pack();
  try {
    const target = await openToWrite(partial, 0o600);
    const written = file.endsWith('.gz')
      ? pipeline(archive, createGzip(), target, { signal })
      : pipeline(archive, target, { signal });
    const [count] = await Promise.all([fill(archive, saved, pictures), written]);
    await rename(partial, file);
    return count;
  } catch (error) {
    archive.destroy();
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function fill(archive: Pack, saved: Saved, pictures: FileStore): Promise<number> {
  let count = 0;
  try {
    for await (const { key } of pictures.list()) {
      if (!isPictureKey(key)) continue;
      const file = await pictures.read(key);
      if (!file) continue;
      await add(archive, `${PICTURES}${key}`, file.bytes, file.content);
      count += 1;
    }
    if ('dump' in saved) await addFile(archive, DUMP, saved.dump);
    else await addFolder(archive, saved.folder);
    const about: Archive = { of: 'dump' in saved ? 'postgres' : 'embedded', pictures: count };
    archive.entry({ name: END }, JSON.stringify(about));
    archive.finalize();
    return count;
  } catch (error) {
    archive.destroy(error as Error);
    throw error;
  }
}

async function addFolder(archive: Pack, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = `${FOLDER}${path.slice(folder.length + 1)}`;
    // Postgres needs the empty ones, too.
    if (entry.isDirectory()) archive.entry({ name, type: 'directory', mode: 0o700 });
    else await addFile(archive, name, path);
  }
}

async function addFile(archive: Pack, name: string, path: string): Promise<void> {
  await add(archive, name, (await stat(path)).size, createReadStream(path));
}

async function add(archive: Pack, name: string, bytes: number, content: Readable): Promise<void> {
  await pipeline(content, archive.entry({ name, size: bytes, mode: 0o600 }));
}

type Part =
  | { kind: 'picture'; key: string }
  | { kind: 'file' | 'folder'; path: string }
  | { kind: 'dump' | 'end' };

type Visit = (part: Part, content: Readable) => Promise<void>;

async function readArchive(file: string, visit: Visit): Promise<void> {
  const entries = extract();
  const source = createReadStream(file);
  const read = (await isGzip(file)) ? pipeline(source, createGunzip(), entries) : pipeline(source, entries);
  // Heard of by whoever reads the entries, which end with it.
  read.catch(() => undefined);
  for await (const entry of entries) {
    const content = entry as unknown as Readable;
    await visit(partOf(entry.header.name, entry.header.type === 'directory'), content);
    content.resume();
  }
  await read;
}

function partOf(written: string, isFolder: boolean): Part {
  const name = written.replace(/^\/|\/$/g, '');
  if (name.split('/').includes('..')) throw new Error(`points outside its folder: ${name}`);
  if (name === END) return { kind: 'end' };
  if (name === DUMP) return { kind: 'dump' };
  if (name.startsWith(PICTURES)) {
    const key = name.slice(PICTURES.length);
    if (!isPictureKey(key)) throw new Error(`is not a picture: ${name}`);
    return { kind: 'picture', key };
  }
  // Older archives hold the files of the folder without its name.
  const path = name.startsWith(FOLDER) ? name.slice(FOLDER.length) : name;
  return { kind: isFolder ? 'folder' : 'file', path };
}

/** Reads a backup to its end, and says what it is. Throws a `FolderError` for what is none, or only a part of one. */
export async function inspectArchive(file: string): Promise<Archive> {
  if (await beginsWith(file, 'PGDMP')) return { of: 'postgres', pictures: null };
  let hasVersion = false;
  let pictures = 0;
  let about: Archive | null = null;
  let isOld = true;
  try {
    await readArchive(file, async (part, content) => {
      if (part.kind === 'file') hasVersion ||= part.path === 'PG_VERSION';
      else if (part.kind === 'picture') pictures += 1;
      else if (part.kind === 'end') about = JSON.parse(await textOf(content)) as Archive;
      isOld &&= part.kind === 'file' || part.kind === 'folder';
    });
  } catch (cause) {
    throw new FolderError(noBackup(file), { cause });
  }
  const found = about as Archive | null;
  if (isOld && hasVersion && pictures === 0) return { of: 'embedded', pictures: null };
  if (!found || found.pictures !== pictures) throw new FolderError(noBackup(file));
  return found;
}

const noBackup = (file: string) => `${file} is not a backup, or is only part of one. Nothing was changed.`;

/** Puts an archive's pictures into the store and hands its database on; `inspectArchive` has read it to its end. */
export async function unpackArchive(
  file: string,
  pictures: FileStore,
  database: { folder: string } | { dump: (content: Readable) => Promise<void> },
): Promise<void> {
  if ('dump' in database && (await beginsWith(file, 'PGDMP'))) return database.dump(createReadStream(file));
  await readArchive(file, async (part, content) => {
    if (part.kind === 'picture') await pictures.put(part.key, content);
    else if (part.kind === 'dump' && 'dump' in database) await database.dump(content);
    else if (part.kind === 'folder' && 'folder' in database)
      await mkdir(join(database.folder, part.path), { recursive: true, mode: 0o700 });
    else if (part.kind === 'file' && 'folder' in database) {
      const path = join(database.folder, part.path);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(content, await openToWrite(path, 0o600));
    }
  });
}

async function textOf(content: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

// By its content: names are changed on the way to wherever backups are kept.
const isGzip = (file: string) => beginsWith(file, '\x1f\x8b');

async function beginsWith(file: string, magic: string): Promise<boolean> {
  const source = createReadStream(file, { end: magic.length - 1 });
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1') === magic;
}
