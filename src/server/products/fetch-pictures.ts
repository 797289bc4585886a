import { eq, type SQL, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { rows } from '#server/database/db.ts';
import { type FetchOptions, fetchPicture, PictureError } from '#server/integrations/remote-pictures.ts';
import { forgetCatalogue } from '#server/listing/facet-counts.ts';
import { keepPicture } from '#server/photos/photos.ts';
import { refreshImages } from '#server/products/store-products.ts';
import { productPictures } from '#server/products/tables.ts';

/** At a time, and of one source's server. */
const TOGETHER = 4;
const MAX_ATTEMPTS = 6;

interface Waiting {
  id: string;
  product: string;
  source: string;
  attempts: number;
}

/**
 * Fetches pictures that wait, a few at a time, until none is due; answers how many were fetched. A picture whose
 * server can't be reached is tried again later, each time after longer; one that is none is marked as failed. Several
 * processes share the work: whoever takes a picture hides it from the others for some minutes.
 */
export async function fetchWaitingPictures(
  app: Pick<App, 'db' | 'pictures' | 'cache' | 'log'>,
  { signal, ...options }: FetchOptions & { signal?: AbortSignal } = {},
): Promise<number> {
  let fetched = 0;
  while (!signal?.aborted) {
    const taken = await takeWaiting(app);
    if (taken.length === 0) break;
    const results = await Promise.all(taken.map(picture => fetchOne(app, picture, options)));
    fetched += results.filter(Boolean).length;
  }
  return fetched;
}

async function takeWaiting({ db }: Pick<App, 'db'>): Promise<Waiting[]> {
  return rows<Waiting>(
    await db.execute(sql`
      update product_pictures set attempts = attempts + 1, due_at = now() + interval '5 minutes'
      where id in (select id from product_pictures where status = 'waiting' and due_at <= now()
                   order by due_at limit ${TOGETHER} for update skip locked)
      returning id::text as id, product::text as product, source, attempts::int as attempts`),
  );
}

async function fetchOne(
  app: Pick<App, 'db' | 'pictures' | 'cache' | 'log'>,
  { id, product, source, attempts }: Waiting,
  options: FetchOptions,
): Promise<boolean> {
  try {
    const { content } = await fetchPicture(source, options);
    const { path } = await keepPicture(app, content, { kind: 'product' });
    await app.db.transaction(async tx => {
      await tx
        .update(productPictures)
        .set({ status: 'ready', path, failure: null })
        .where(eq(productPictures._id, id));
      await refreshImages(tx, [product]);
      await forgetCatalogue(tx, app.cache, [product]);
    });
    return true;
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    await noteFailure(app, id, error, attempts);
    return false;
  }
}

async function noteFailure(
  { db, log }: Pick<App, 'db' | 'log'>,
  id: string,
  error: PictureError,
  attempts: number,
) {
  const again = error.retry && attempts < MAX_ATTEMPTS;
  const later: SQL = sql`now() + ${2 ** attempts} * interval '1 minute'`;
  await db
    .update(productPictures)
    .set({ failure: error.message, ...(again ? { dueAt: later as never } : { status: 'failed' }) })
    .where(eq(productPictures._id, id));
  if (!again) log.warn({ picture: id, reason: error.message }, 'a picture could not be fetched');
}
