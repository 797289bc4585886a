import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileStore, folderStore } from '#server/integrations/file-store.ts';

let folder: string;
let store: FileStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'knurl-store-'));
  store = folderStore(join(folder, 'files'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = async (key: string) => {
  const file = await store.read(key);
  return file && { bytes: file.bytes, content: await text(file.content) };
};
const keys = async () => {
  const found: string[] = [];
  for await (const { key } of store.list()) found.push(key);
  return found.sort();
};

describe('a store of files in a folder', () => {
  it('keeps, replaces, lists and removes files', async () => {
    expect(store.place).toEqual({ host: hostname(), folder: join(folder, 'files') });
    expect([await keys(), await read('a/b.txt')]).toEqual([[], null]);
    await store.put('a/b.txt', Buffer.from('one'));
    await store.put('c.txt', Readable.from([Buffer.from('from '), Buffer.from('a stream')]));
    await store.put('a/b.txt', Buffer.from('other'));
    expect(await keys()).toEqual(['a/b.txt', 'c.txt']);
    expect(await read('a/b.txt')).toEqual({ bytes: 5, content: 'other' });
    expect(await read('c.txt')).toEqual({ bytes: 13, content: 'from a stream' });
    expect(await read('a')).toBeNull();
    await store.remove('a/b.txt');
    await store.remove('a/b.txt');
    expect(await keys()).toEqual(['c.txt']);
  });

  it('has no part of a file that could not be written to its end', async () => {
    await store.put('a.txt', Buffer.from('whole'));
    const broken = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('the source broke');
        })(),
      );
    // A file that was made after its removal was left behind by one in forty.
    for (let put = 0; put < 200; put += 1)
      await expect(store.put('a.txt', broken())).rejects.toThrow('the source broke');
    expect(await read('a.txt')).toEqual({ bytes: 5, content: 'whole' });
    expect(await readdir(join(folder, 'files'))).toEqual(['a.txt']);
  });

  it('leads nowhere else', async () => {
    await writeFile(join(folder, 'secret-key'), 'secret');
    for (const key of ['../secret-key', 'a/../../secret-key', '/etc/passwd', '', '.', 'a//b', '.hidden']) {
      await expect(store.read(key), key).rejects.toThrow('is no key');
      await expect(store.put(key, Buffer.from('x')), key).rejects.toThrow('is no key');
    }
  });
});
