/**
 * Measures what rendering a page costs this process, in processor milliseconds and in bytes of HTML. The database is a
 * Postgres of its own, so that its work is not counted. `npx tsx bench/ssr.ts` after a build; ends with 1 when a figure
 * is worse than it must be.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Context } from '#server/context.ts';
import { rows } from '#server/database/db.ts';
import { ROOT } from '#server/database/migrate.ts';
import { loadEnv } from '#server/env.ts';
import { createLogger } from '#server/logging.ts';
import { closeParts, openParts } from '#server/open-parts.ts';
import { appRouter } from '#server/router.ts';
import { startPostgres, withDatabase } from '#server/test/postgres.ts';
import { writeCatalogue } from './catalogue.ts';

type Renderer = typeof import('#client/entry-server.tsx');

const WARM_UP = 100;
const RUNS = 200;
const KB = 1000;

// React's own checks of a development run would triple the figures.
if (process.env.NODE_ENV !== 'production') {
  console.error('Set NODE_ENV=production.');
  process.exit(1);
}

const postgres = await startPostgres();
const folder = await mkdtemp(join(tmpdir(), 'knurl-ssr-'));
let isTooMuch = false;
try {
  await postgres.execute('create database ssr');
  Object.assign(process.env, {
    DATABASE_URL: withDatabase(postgres.url, 'ssr'),
    DATA_DIR: folder,
    SHOP_MODE: 'demo',
    DEMO_DATA: 'off',
    LOG_LEVEL: 'warn',
  });
  const env = loadEnv();
  const app = await openParts(env, createLogger(env.logLevel));
  await writeCatalogue(app.db, 500);
  await app.db.execute('vacuum analyze');
  const [product] = rows<{ id: string }>(
    await app.db.execute('select id::text as id from products order by id limit 1'),
  );
  const { renderPage }: Renderer = await import(
    pathToFileURL(join(ROOT, 'dist/server/entry-server.js')).href
  );
  const context: Context = {
    app,
    db: app.db,
    user: null,
    session: null,
    key: null,
    via: 'ssr',
    ip: '127.0.0.1',
    userAgent: '',
    readCookie: () => null,
    requestId: 'bench',
    log: app.log,
    setCookie: () => undefined,
    setStatus: () => undefined,
  };
  const render = (path: string) =>
    renderPage({
      request: new Request(`http://localhost${path}`),
      router: appRouter,
      context,
      assets: () => ({ styles: [], modules: [], entry: [], inline: '' }),
    });
  for (const { path, mostMs, mostKb } of [
    { path: '/products', mostMs: 15, mostKb: 25 },
    { path: '/', mostMs: 15, mostKb: 25 },
    { path: `/product/${product?.id}`, mostMs: 10, mostKb: 20 },
  ]) {
    for (let run = 0; run < WARM_UP; run++) await render(path);
    const before = process.cpuUsage();
    for (let run = 0; run < RUNS; run++) await render(path);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000 / RUNS;
    const page = await render(path);
    const html = 'html' in page ? page.html.toString() : '';
    const kb = gzipSync(html, { level: 6 }).length / KB;
    const tiles = html.split('to cart"').length - 1;
    const isOver = ms > mostMs || kb > mostKb || page.status !== 200;
    isTooMuch ||= isOver;
    console.log(
      `${path.slice(0, 20).padEnd(20)} ${page.status}, ${tiles} tiles: ${ms.toFixed(1)} of ${mostMs} ms, ` +
        `${kb.toFixed(1)} of ${mostKb} kB${isOver ? ' TOO MUCH' : ''}`,
    );
  }
  await closeParts(app, 1);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isTooMuch ? 1 : 0);
