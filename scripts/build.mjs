/** Builds the shop into dist/: the browser's part, the rendering of pages, the server, the first start's database. */
process.env.NODE_ENV = 'production';

import './node-version.mjs';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ROOT, STAMP, sourcesStamp } from './stamp.mjs';

const COMPRESSED = /\.(js|css|svg|json)$/;
const MIN_BYTES = 1024;

/** Every asset gets its compressed twins once, so that no request pays for it. */
async function compressAssets(folder) {
  const names = readdirSync(folder).filter(name => COMPRESSED.test(name));
  for (const name of names) {
    const content = readFileSync(join(folder, name));
    if (content.length < MIN_BYTES) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 10,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(join(folder, `${name}.br`), await promisify(brotliCompress)(content, { params }));
    writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
  }
}

/** A migrated, empty embedded database, from which a first start takes off. */
async function prepareDatabase() {
  const built = join(ROOT, 'dist/server/embedded.js');
  if (!existsSync(built)) return;
  const { writeSnapshot } = await import(pathToFileURL(built).href);
  const snapshot = join(ROOT, 'dist/snapshot.tar.gz');
  await writeSnapshot(snapshot);
  // Unlike a backup it is nobody's: a shop is seldom run by the user who built it.
  chmodSync(snapshot, 0o644);
}

export async function buildShop() {
  process.chdir(ROOT);
  rmSync(STAMP, { force: true });
  const stamp = sourcesStamp();
  const { build } = await import('vite');
  await build({ logLevel: 'warn' });
  await build({ logLevel: 'warn', configFile: 'vite.server.config.ts' });
  await compressAssets(join(ROOT, 'dist/client/assets'));
  await prepareDatabase();
  writeFileSync(STAMP, stamp);
}

const started = Date.now();
await buildShop();
console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
