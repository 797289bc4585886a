import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '#server/database/migrate.ts';
import { orderLines, orders } from '#server/tables.ts';
import { fillDataFolder, openDataFolder, testDriver } from '#server/test/database.ts';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { canMount } from '#server/test/mounting.ts';
import { guest, lineOf } from '#server/test/selling.ts';
import { type ShopProcess, scriptOf, startShop } from '#server/test/shop-process.ts';

let folder: string;
let shop: ShopProcess | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'knurl-running-'));
});
afterEach(async () => {
  await shop?.end();
  shop = null;
  await rm(folder, { recursive: true, force: true });
});

const STOCK = 100_000;
const inFolder = (name: string) => join(folder, name);

async function stockUp(): Promise<MadeVariant> {
  const database = await openDataFolder(inFolder('shop'));
  try {
    return await makeVariant(database.db, { price: usd(10), stock: STOCK });
  } finally {
    await database.close();
  }
}

function command(dataDir: string, ...args: string[]) {
  return new Promise<{ code: number; out: string; err: string }>(resolve => {
    execFile(
      process.execPath,
      [...scriptOf('commands'), ...args],
      { cwd: ROOT, env: { PATH: process.env.PATH, DATA_DIR: inFolder(dataDir) } },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

/** One order after the other, each from another address; returns the ids that were acknowledged. */
function sell(url: string, good: MadeVariant) {
  const acknowledged: string[] = [];
  let over = false;
  const ask = async (method: string, path: string, body: object) => {
    const address = `10.1.${acknowledged.length >> 8}.${acknowledged.length & 255}`;
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    });
    if (answer.status === 429) return null;
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const selling = (async () => {
    const cart = [lineOf(good, 1)];
    const cost = await ask('PATCH', '/orders/getCost', { cart, shippingMethod: 'ground' });
    while (!over) {
      const idempotencyKey = randomUUID();
      const order = await ask('POST', '/orders', { ...guest, cart, total: cost.total, idempotencyKey });
      if (order) acknowledged.push(order._id);
      // Leaves the processor to the backup.
      await sleep(20);
    }
  })();
  const end = async () => {
    over = true;
    await selling;
  };
  return { acknowledged, end };
}

describe.runIf(testDriver === 'pglite')('a running shop', () => {
  it('is backed up by the command while orders come in, and nothing acknowledged before is missing', async () => {
    const good = await stockUp();
    const variables = { DATA_DIR: inFolder('shop'), TRUST_PROXY: '1' };
    shop = await startShop(variables);
    const { acknowledged, end } = sell(shop.url, good);
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(5);
    const before = [...acknowledged];
    const file = inFolder('given.tar.gz');
    const [given, kept] = [await command('shop', 'backup', file), await command('shop', 'backup')];
    const during = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(during);
    await end();
    expect(given).toEqual({ code: 0, out: `Saved to ${file}, with 0 picture files.\n`, err: '' });
    expect(kept).toMatchObject({ code: 0, out: expect.stringContaining(inFolder('shop/backups/knurl-')) });

    expect(await command('new', 'restore', file)).toMatchObject({ code: 0, err: '' });
    const restored = await openDataFolder(inFolder('new'));
    const found = (await restored.db.select({ _id: orders._id }).from(orders)).map(({ _id }) => _id);
    expect(found).toEqual(expect.arrayContaining(before));
    // Whole or not at all: each order with its line, and the stock that it took.
    expect(await restored.db.$count(orderLines)).toBe(found.length);
    const { rows } = await restored.execute('select stock::int as stock from variants where id = $1', [
      good.variantId,
    ]);
    expect(rows).toEqual([{ stock: STOCK - found.length }]);
    await restored.close();
  }, 180_000);

  it.runIf(canMount())(
    'says so where it saved to what the command can’t see',
    async () => {
      await fillDataFolder(inFolder('shop'));
      await mkdir(inFolder('own'));
      const apart = `mount -t tmpfs tmpfs ${inFolder('own')} && exec "$@"`;
      shop = await startShop({ DATA_DIR: inFolder('shop') }, ['unshare', '--mount', 'sh', '-c', apart, 'sh']);
      const file = inFolder('own/shop.tar');
      expect(await command('shop', 'backup', file)).toEqual({
        code: 1,
        out: '',
        err: `The shop saved to ${file}, which only it can see: systemd gives it its own /tmp. Choose a file in ${inFolder('shop')}.\n`,
      });
    },
    120_000,
  );

  it('names the folder of a backup that is not there', async () => {
    await fillDataFolder(inFolder('shop'));
    shop = await startShop({ DATA_DIR: inFolder('shop') });
    const { code, err } = await command('shop', 'backup', inFolder('none/shop.tar'));
    expect(code).toBe(1);
    expect(err).toMatch(/^The backup can't be written to .*none\/shop\.tar.*: its folder is not there\.\n$/);
    expect(await (await fetch(`${shop.url}/metrics`)).text()).toMatch(/^backup_failures_total 0$/m);
  }, 120_000);

  it('says why it can’t be backed up', async () => {
    await fillDataFolder(inFolder('shop'));
    await writeFile(inFolder('shop/backups'), 'no folder');
    shop = await startShop({ DATA_DIR: inFolder('shop') });
    const { code, err } = await command('shop', 'backup');
    expect([code, err]).toEqual([
      1,
      `The backup can't be written to ${inFolder('shop/backups')} (EEXIST).\n`,
    ]);
  }, 120_000);
});
