import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { v4 as uuidv4 } from 'uuid';
import type { RenderedPicture } from '#server/integrations/remote-pictures.ts';

/** Where a shop keeps its pictures when they are kept as files. */
export const pictureFolder = (dataDir: string): string => join(dataDir, 'pictures');

/** Writes a picture's sizes. Their names come from its content, so writing one again changes nothing. */
export async function writeSizes(dataDir: string, { path, sizes }: RenderedPicture): Promise<void> {
  for (const { size, content } of sizes) {
    const file = join(pictureFolder(dataDir), path, `${size}.webp`);
    await mkdir(dirname(file), { recursive: true });
    // A reader sees the whole file or none, also after a crash in the middle.
    const partial = `${file}.${uuidv4()}`;
    await writeFile(partial, content, { flush: true });
    await rename(partial, file);
  }
}
