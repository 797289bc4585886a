import type { WriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { chance } from '#server/time-and-chance.ts';

export interface StoredFile {
  bytes: number;
  /** To be read to its end or destroyed. */
  content: Readable;
}

/**
 * Keeps files that are too large for the database, by keys such as `ab/cd/name.webp`. All processes of
 * a shop must reach the same files.
 */
export interface FileStore {
  /** For people: on which machine, and where there. */
  readonly place: { host: string; folder: string };
  /** Whole or not at all, in the place of what had this key. */
  put(key: string, content: Buffer | Readable): Promise<void>;
  /** Null: there is no such file. */
  read(key: string): Promise<StoredFile | null>;
  remove(key: string): Promise<void>;
  list(): AsyncIterable<{ key: string; bytes: number }>;
}

/** Parts of letters, digits, `-`, `_` and `.`, none of which begins with a dot: no key leads out of the store. */
const KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;
const PARTIAL = '.partial';

/** A `FileStore` in a folder, which is made with the first file. */
export function folderStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`"${key}" is no key of a stored file`);
    return join(folder, key);
  };
  return {
    place: { host: hostname(), folder },
    put: async (key, content) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // A reader sees the whole file or none, also after a crash in the middle.
      const partial = `${path}.${chance.uuid()}${PARTIAL}`;
      try {
        const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
        await pipeline(source, await openToWrite(partial));
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    read: async key => {
      const path = pathOf(key);
      const file = await unlessMissing(open(path));
      if (!file) return null;
      const stats = await file.stat();
      if (stats.isFile()) return { bytes: stats.size, content: file.createReadStream() };
      await file.close();
      return null;
    },
    remove: key => rm(pathOf(key), { force: true }),
    list: () => listFolder(folder, ''),
  };
}

/**
 * Flushes to the disk at its end. The file is there from the first moment: a stream that makes its file itself may
 * still do so after the work has failed and the file has been removed.
 */
export async function openToWrite(path: string, mode?: number): Promise<WriteStream> {
  const file = await open(path, 'w', mode);
  return file.createWriteStream({ flush: true });
}

async function* listFolder(folder: string, prefix: string): AsyncGenerator<{ key: string; bytes: number }> {
  const entries = (await unlessMissing(readdir(join(folder, prefix), { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    const key = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) yield* listFolder(folder, key);
    else if (KEY.test(key) && !key.endsWith(PARTIAL)) {
      const stats = await unlessMissing(stat(join(folder, key)));
      if (stats?.isFile()) yield { key, bytes: stats.size };
    }
  }
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
