import type { App } from '#server/context.ts';
import { renderSizes } from '#server/integrations/remote-pictures.ts';
import { addressOf, writeSizes } from '#server/photos/picture-files.ts';
import { photos } from '#server/photos/tables.ts';

export interface KeptPicture {
  /** Base of its sizes' addresses: `/photos/ab/cd/abcd…`, below it `/160.webp` and so on. */
  path: string;
}

/**
 * Keeps a picture, once however often it comes. The files stand before the row does. Throws a `PictureError` for
 * what is no picture.
 */
export async function keepPicture(
  { db, pictures }: Pick<App, 'db' | 'pictures'>,
  original: Buffer,
  about: { kind: string; alt?: string; uploadedBy?: string },
): Promise<KeptPicture> {
  const rendered = await renderSizes(original);
  await writeSizes(pictures, rendered);
  const { hash, width, height } = rendered;
  const path = addressOf(rendered.path);
  await db
    .insert(photos)
    .values({ ...about, hash, path, width, height, bytes: original.length })
    .onConflictDoNothing();
  return { path };
}
