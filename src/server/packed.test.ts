import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { parseAst } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#server/database/migrate.ts';
import { PASSWORD } from '#server/test/accounts.ts';
import { servicesOf } from '#server/test/crash-drill.ts';
import { testDriver } from '#server/test/database.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/test/fake-smtp.ts';
import { type FakeStripe, startFakeStripe } from '#server/test/fake-stripe.ts';
import { filesIn, packagesIn, packShop, run, unitPlace } from '#server/test/packed.ts';
import { readPdf } from '#server/test/read-pdf.ts';
import { guest } from '#server/test/selling.ts';
import { type ShopProcess, startShop } from '#server/test/shop-process.ts';
import type { Figures, Order } from '#shared/schemas/orders.ts';
import type { Tile } from '#shared/schemas/products.ts';

const MAX_PACKAGES = 40;
const MAX_MB = 100;
/** Npm and two thousand files take a while on a busy disk. */
const PATIENCE_MS = 300_000;
/** Loaded by `--dev` alone, which nobody asks of a packed shop. */
const DEV_ONLY = ['@fastify/middie', 'vite'];

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

describe.runIf(testDriver === 'pglite' && process.env.TEST_BUILT === 'yes')('the build', () => {
  const BUILD = join(ROOT, 'dist/server');
  const files = (end: string) => readdirSync(BUILD).filter(name => name.endsWith(end));
  const read = (name: string) => readFileSync(join(BUILD, name), 'utf8');

  it('asks for no package but those that are installed beside it', () => {
    const asked = new Set(files('.js').flatMap(name => modulesIn(read(name))));
    const packages = [...asked].filter(id => !id.startsWith('.') && !isBuiltin(id)).map(packageOf);
    expect([...new Set(packages)].sort()).toEqual([...Object.keys(dependencies), ...DEV_ONLY].sort());
  });

  it('has the licence of every package that is in it', () => {
    const sources = files('.js.map').flatMap(name => JSON.parse(read(name)).sources as string[]);
    const inside = sources.flatMap(source => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source) ?? []);
    const names = [...new Set(inside)].map(folder => {
      const { name, version } = JSON.parse(readFileSync(join(BUILD, folder, 'package.json'), 'utf8'));
      return `${name} - ${version}`;
    });
    expect(names.length).toBeGreaterThan(100);
    const licences = read('licenses.md');
    expect(names.filter(name => !licences.includes(`\n## ${name}`))).toEqual([]);
    expect(licences).toContain('\n## @scalar/fastify-api-reference - ');
    expect(licences).toContain('\n## Roboto');
  });
});

/** Lists what a file imports or requires by a plain text. */
function modulesIn(code: string): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, source, callee, arguments: given } = node as Record<string, unknown>;
    const isImport = typeof type === 'string' && /^(Import|Export)\w*(Declaration|Expression)$/.test(type);
    const isRequire =
      type === 'CallExpression' && /require/i.test(String((callee as { name?: string }).name));
    const asked = isImport ? source : isRequire ? (given as unknown[])[0] : null;
    const id = (asked as { value?: unknown } | null | undefined)?.value;
    if (typeof id === 'string') found.push(id);
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseAst(code));
  return found;
}

const packageOf = (id: string) => id.split('/', id.startsWith('@') ? 2 : 1).join('/');

describe.runIf(testDriver === 'pglite' && process.env.TEST_BUILT === 'yes')('the packed shop', () => {
  let place: string;
  let folder: string;
  let stripe: FakeStripe;
  let smtp: FakeSmtp;
  let shop: ShopProcess;

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'knurl-packed-'));
    folder = join(place, 'opt');
    await packShop(folder);
    [stripe, smtp] = await Promise.all([startFakeStripe(), startFakeSmtp()]);
    const env = { PATH: process.env.PATH, HOME: place, DATA_DIR: join(place, 'data'), SHOP_MODE: 'demo' };
    const catalogue = join(ROOT, 'docs/import-example.csv');
    const brought = await run('npm', ['run', '--silent', 'import', '--', catalogue], { cwd: folder, env });
    expect(brought).toMatchObject({ code: 0, out: expect.stringContaining('Products: 2 created') });
    shop = await startShop({ DATA_DIR: env.DATA_DIR, ...servicesOf(stripe, smtp) }, [], unitPlace(folder));
  }, PATIENCE_MS);
  afterAll(async () => {
    await shop?.end();
    await Promise.all([stripe?.close(), smtp?.close()]);
    await rm(place, { recursive: true, force: true });
  });

  const get = (path: string) => fetch(`${shop.url}${path}`);
  async function send(method: string, path: string, body?: object): Promise<Response> {
    const answer = await fetch(`${shop.url}/api/v1${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer;
  }
  const ask = async <T>(...asked: Parameters<typeof send>) => (await (await send(...asked)).json()) as T;

  it('has few packages and is small, and whoever may read the folder may run it', () => {
    const packages = packagesIn(folder);
    expect(packages).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(packages.length).toBeLessThanOrEqual(MAX_PACKAGES);
    const files = filesIn(folder);
    expect(files.reduce((sum, { size }) => sum + size, 0) / 1e6).toBeLessThanOrEqual(MAX_MB);
    expect(files.filter(({ mode }) => (mode & 0o444) !== 0o444).map(({ path }) => path)).toEqual([]);
  });

  it('sells: a page, a product, an order that is paid, its invoice and its mail', async () => {
    const home = await get('/');
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('Avalon Bar Pull')]);
    const { products } = await ask<{ products: Tile[] }>('GET', '/products/search?search=shelf%20pin');
    const [{ _id: productId, variant: variantId }] = products as [Tile];
    expect(await (await get(`/product/${productId}`)).text()).toContain('Steel pin for a 5 mm hole.');

    const cart = [{ productId, variantId, quantity: 30 }];
    const { total } = await ask<Figures>('PATCH', '/orders/getCost', {
      cart,
      shippingMethod: guest.shippingMethod,
    });
    const { _id, orderKey } = await ask<Order>('POST', '/orders', {
      ...guest,
      cart,
      total,
      idempotencyKey: crypto.randomUUID(),
    });
    const card = { confirmationToken: stripe.confirmationToken('approve') };
    await ask('POST', '/creditCard/charge', { order: { _id, orderKey }, card });
    const order = await ask<Order>('GET', `/orders/${_id}?orderKey=${orderKey}`);
    expect(order).toMatchObject({ status: 'Submitted', paid: true, total });

    const invoice = await get(`/orders/${_id}/invoice.pdf?orderKey=${orderKey}`);
    expect(invoice.status).toBe(200);
    expect(readPdf(Buffer.from(await invoice.arrayBuffer())).join()).toContain('Shelf');
    await expect.poll(() => smtp.mails.flatMap(({ envelope }) => envelope.to)).toEqual([guest.email]);
  });

  it('takes a password and a picture, which machine code deals with', async () => {
    const person = { name: 'Bo Marsh', email: 'bo@example.com', password: PASSWORD };
    const registered = await send('POST', '/users', person);
    const cookie = registered.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ');
    const form = new FormData();
    const square = sharp({ create: { width: 64, height: 64, channels: 3, background: '#1d4b45' } });
    form.set('file', new File([new Uint8Array(await square.jpeg().toBuffer())], 'me.jpg'));
    const headers = { cookie, origin: shop.url };
    const brought = await fetch(`${shop.url}/api/v1/photos/avatar`, { method: 'POST', headers, body: form });
    const { path } = (await brought.json()) as { path: string };
    const shown = Buffer.from(await (await get(`${path}/160.webp`)).arrayBuffer());
    expect((await sharp(shown).metadata()).format).toBe('webp');
  });

  it('shows what its calls are', async () => {
    const document = await get('/api/v1/openapi.json');
    expect(await document.json()).toMatchObject({ openapi: '3.1.0' });
    const viewer = await get('/api/v1/docs/scalar.js');
    expect([viewer.status, (await viewer.text()).length]).toEqual([200, expect.any(Number)]);
  });
});
