import { join } from 'node:path';
import { type FileStore, folderStore } from '#server/integrations/file-store.ts';
import type { RenderedPicture } from '#server/integrations/remote-pictures.ts';

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\/(160|400|800)\.webp$/;
const ADDRESS = '/photos/';

/** The place in which a shop with this data folder keeps the pictures that were brought to it. */
export const openPictures = (dataDir: string): FileStore => folderStore(join(dataDir, 'pictures'));

/** Whether a file of the store is a size of a picture. */
export const isPictureKey = (key: string): boolean => KEY.test(key);

/** The base of a picture's addresses (`photos.path`) from the base of its keys, and back. */
export const addressOf = (base: string): string => `${ADDRESS}${base}`;
export const baseOf = (address: string): string => address.slice(ADDRESS.length);

/** Writes a picture's sizes. Their names come from its content, so writing one again changes nothing. */
export async function writeSizes(pictures: FileStore, { path, sizes }: RenderedPicture): Promise<void> {
  for (const { size, content } of sizes) await pictures.put(`${path}/${size}.webp`, content);
}

/** Copies the pictures of one store into another; answers how many files. */
export async function copyPictures(from: FileStore, to: FileStore): Promise<number> {
  let copied = 0;
  for await (const { key } of from.list()) {
    const file = isPictureKey(key) ? await from.read(key) : null;
    if (!file) continue;
    await to.put(key, file.content);
    copied += 1;
  }
  return copied;
}
