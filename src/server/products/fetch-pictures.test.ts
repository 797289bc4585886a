import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from '#server/context.ts';
import { type Database, type Db, rows } from '#server/database/db.ts';
import { importCatalogue } from '#server/imports/import-catalogue.ts';
import { readCatalogue } from '#server/imports/read-catalogue.ts';
import { servePictures } from '#server/photos/serve-pictures.ts';
import { photos } from '#server/photos/tables.ts';
import { fetchWaitingPictures } from '#server/products/fetch-pictures.ts';
import { refreshImages } from '#server/products/store-products.ts';
import { productPictures } from '#server/products/tables.ts';
import { closeTestDatabase, testDatabase, testDriver } from '#server/test/database.ts';
import { testParts } from '#server/test/parts.ts';
import { variants } from '#server/variants/tables.ts';

let database: Database;
let app: App;
let server: Server;
let base: string;
let dataDir: string;
let broken = false;

const mayReach = () => true;

beforeAll(async () => {
  database = await testDatabase();
  const picture = (background: string) =>
    sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .png()
      .toBuffer();
  const [brass, chrome] = [await picture('#b08d57'), await picture('#c0c4c8')];
  server = createServer(({ url }, response) => {
    if (broken) response.writeHead(503).end();
    else if (url === '/brass.png' || url === '/same-brass.png') response.end(brass);
    else if (url === '/chrome.png') response.end(chrome);
    else if (url === '/page.png') response.end('<html>'.padEnd(64));
    else response.writeHead(404).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.cache.close();
  await closeTestDatabase(database);
  await new Promise(resolve => server.close(resolve));
});
beforeEach(async () => {
  broken = false;
  dataDir = await mkdtemp(join(tmpdir(), 'knurl-pictures-'));
  app = await testParts(database, { variables: { DATA_DIR: dataDir } });
});
afterEach(async () => {
  await database.db.execute(sql`delete from variants`);
  await database.db.execute(sql`delete from products`);
  await database.db.execute(sql`delete from photos`);
  await rm(dataDir, { recursive: true });
});

async function load(...pictures: string[]) {
  const csv = [
    'Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src,Variant Image',
    `knob,Knob,Finish,Brass,1,${pictures[0] ?? ''},`,
    `knob,,,Chrome,1,${pictures[1] ?? ''},${pictures[1] ?? ''}`,
    ...pictures.slice(2).map(picture => `knob,,,,,${picture},`),
  ];
  await importCatalogue(database.db, readCatalogue(new TextEncoder().encode(csv.join('\n'))));
}

const pictures = () => database.db.select().from(productPictures).orderBy(productPictures.position);
const shown = async () => {
  const [row] = rows<{ image: string | null }>(await database.db.execute(sql`select image from products`));
  return row?.image;
};
const makeDue = () => database.db.execute(sql`update product_pictures set due_at = now()`);

describe('remote pictures', () => {
  it('are fetched, kept in three sizes, shown by product and variant, and served', async () => {
    await load(`${base}/brass.png`, `${base}/chrome.png`);
    expect(await shown()).toBeNull();
    expect(await fetchWaitingPictures(app, { mayReach })).toBe(2);

    const [brass, chrome] = await pictures();
    expect([brass, chrome]).toMatchObject([{ status: 'ready' }, { status: 'ready' }]);
    expect(await shown()).toBe(brass?.path);
    const worn = await database.db.select().from(variants).orderBy(variants.position);
    expect(worn.map(({ image }) => image)).toEqual([null, chrome?.path]);

    const web = fastify();
    await web.register(async scope => servePictures(scope, app));
    const answer = await web.inject(`${brass?.path}/160.webp`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 160, height: 107 });
    for (const path of ['/photos/..%2f..%2fsecret-key', '/photos/secret', `${brass?.path}/`, '/photos/']) {
      expect((await web.inject(path)).statusCode).toBe(404);
    }
    await web.close();
  });

  it.runIf(testDriver === 'postgres')('that come at once leave the first in order shown', async () => {
    await load(`${base}/brass.png`, `${base}/chrome.png`);
    const [brass, chrome] = await pictures();
    const bring = async (tx: Db, picture: typeof brass, path: string) => {
      await tx
        .update(productPictures)
        .set({ status: 'ready', path })
        .where(eq(productPictures._id, picture?._id ?? ''));
      await refreshImages(tx, [picture?.product ?? '']);
    };
    let later = Promise.resolve();
    await database.db.transaction(async tx => {
      await bring(tx, brass, '/photos/brass');
      later = database.db.transaction(other => bring(other, chrome, '/photos/chrome'));
      await vi.waitFor(async () => {
        const waiting = await database.db.execute(
          sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        expect(rows(waiting)).toHaveLength(1);
      });
    });
    await later;
    expect(await shown()).toBe('/photos/brass');
  });

  it('that are the same file are kept once', async () => {
    await load(`${base}/brass.png`, `${base}/same-brass.png`);
    await fetchWaitingPictures(app, { mayReach });
    expect(await database.db.select().from(photos)).toHaveLength(1);
    expect(new Set((await pictures()).map(({ path }) => path)).size).toBe(1);
  });

  it('that are none, or on a private network, have failed, and do not stop the others', async () => {
    await load(`${base}/page.png`, `${base}/missing.png`, `${base}/brass.png`);
    await fetchWaitingPictures(app, { mayReach });
    const [page, missing, brass] = await pictures();
    expect(page).toMatchObject({ status: 'failed', failure: 'is not a JPEG, PNG, WebP, AVIF or GIF' });
    expect(missing).toMatchObject({ status: 'failed', failure: 'answered with status 404' });
    expect(await shown()).toBe(brass?.path);

    await load('http://127.0.0.1:1/a.png', 'http://169.254.169.254/latest/meta-data');
    await fetchWaitingPictures(app);
    expect((await pictures()).map(({ status, failure }) => [status, failure])).toEqual([
      ['failed', 'does not lead to a public server'],
      ['failed', 'does not lead to a public server'],
    ]);
    expect(await readdir(dataDir)).toEqual(['pictures']);
  });

  it('whose server is down are tried again later, and given up in the end', async () => {
    broken = true;
    await load(`${base}/brass.png`);
    expect(await fetchWaitingPictures(app, { mayReach })).toBe(0);
    expect(await fetchWaitingPictures(app, { mayReach })).toBe(0);
    expect(await pictures()).toMatchObject([
      { status: 'waiting', attempts: 1, failure: 'answered with status 503' },
    ]);
    broken = false;
    await makeDue();
    expect(await fetchWaitingPictures(app, { mayReach })).toBe(1);
    expect(await pictures()).toMatchObject([{ status: 'ready', failure: null }]);

    broken = true;
    await load(`${base}/chrome.png`);
    for (let attempt = 0; attempt < 6; attempt++) {
      await makeDue();
      await fetchWaitingPictures(app, { mayReach });
    }
    const [chrome] = await database.db
      .select()
      .from(productPictures)
      .where(eq(productPictures.source, `${base}/chrome.png`));
    expect(chrome).toMatchObject({ status: 'failed', attempts: 6 });
  });

  it('are shared out among processes that fetch at once', async () => {
    await load(`${base}/brass.png`, `${base}/chrome.png`);
    const counts = await Promise.all([1, 2, 3].map(() => fetchWaitingPictures(app, { mayReach })));
    expect(counts.reduce((sum, count) => sum + count)).toBe(2);
    expect(await pictures()).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
  });

  it('that stay are not fetched again by a second import, and those gone are gone from the product', async () => {
    await load(`${base}/brass.png`, `${base}/chrome.png`);
    await fetchWaitingPictures(app, { mayReach });
    const [, chrome] = await pictures();
    await load(`${base}/chrome.png`, `${base}/chrome.png`);
    expect(await fetchWaitingPictures(app, { mayReach })).toBe(0);
    expect(await pictures()).toMatchObject([{ _id: chrome?._id, status: 'ready' }]);
    expect(await shown()).toBe(chrome?.path);
  });
});
