import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import type { FileStore } from '#server/integrations/file-store.ts';
import { PICTURE_SIZES } from '#server/integrations/remote-pictures.ts';
import { baseOf, isPictureKey } from '#server/photos/picture-files.ts';

export interface MissingPictures {
  /** How many the database names. */
  named: number;
  /** Addresses of those of which the store lacks a size. */
  missing: string[];
}

/** Which pictures the database names that the store doesn't have. Also of a database older than this version. */
export async function missingPictures(db: Db, pictures: FileStore): Promise<MissingPictures> {
  const [table] = rows<{ there: boolean }>(
    await db.execute(sql`select to_regclass('public.photos') is not null as there`),
  );
  if (!table?.there) return { named: 0, missing: [] };
  const sizes = new Map<string, number>();
  for await (const { key } of pictures.list()) {
    if (!isPictureKey(key)) continue;
    const base = key.slice(0, key.lastIndexOf('/'));
    sizes.set(base, (sizes.get(base) ?? 0) + 1);
  }
  const named = rows<{ path: string }>(await db.execute(sql`select path from photos order by path`));
  const missing = named
    .map(({ path }) => path)
    .filter(path => sizes.get(baseOf(path)) !== PICTURE_SIZES.length);
  return { named: named.length, missing };
}

/** For the person at the keyboard; nothing when all are there. */
export function sayMissing({ named, missing }: MissingPictures, pictures: FileStore): string[] {
  if (missing.length === 0) return [];
  const shown = missing.slice(0, SHOWN).map(path => `  ${path}`);
  const more = missing.length > SHOWN ? [`  and ${missing.length - SHOWN} more`] : [];
  const which = `${missing.length} of the ${named} pictures that the database names are missing`;
  return [`${which} in ${pictures.place.folder}:`, ...shown, ...more];
}

const SHOWN = 10;
