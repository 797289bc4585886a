import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveBuilt } from '#server/http/built-files.ts';

const SCRIPT = 'export const knob = 1;\n'.repeat(100);
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'knurl-built-'));
  writeFileSync(join(folder, 'shop-1a2b.js'), SCRIPT);
  writeFileSync(join(folder, 'shop-1a2b.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'shop-1a2b.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'small.css'), 'a{}');
  writeFileSync(join(folder, 'secret.txt'), 'of no kind that a build has');
  app = fastify();
  serveBuilt(app, { folder, prefix: '/assets/', cacheControl: 'public, max-age=5, immutable' });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['gzip', 'gzip'],
  ['brotli', undefined],
  ['identity', undefined],
  ['', undefined],
])('answers "%s" by what is understood and smallest', async (accepted, encoding) => {
  const answer = await ask('/assets/shop-1a2b.js', { 'accept-encoding': accepted });
  expect(answer.headers['content-encoding']).toBe(encoding);
  const content =
    encoding === 'br'
      ? brotliCompressSync(SCRIPT)
      : encoding === 'gzip'
        ? gzipSync(SCRIPT)
        : Buffer.from(SCRIPT);
  expect(answer.rawPayload.equals(content)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=5, immutable',
    'content-length': String(content.length),
    vary: 'accept-encoding',
  });
});

it('answers 304 to whoever has it, and the head alone to whoever asks for that', async () => {
  const { headers } = await ask('/assets/small.css');
  const again = await ask('/assets/small.css', { 'if-none-match': String(headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await ask('/assets/small.css', { 'if-none-match': '"other"' })).body).toBe('a{}');
  const head = await app.inject({ method: 'HEAD', url: '/assets/small.css' });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '3']);
});

it.each([
  '/assets/nothing.js',
  '/assets/secret.txt',
  '/assets/shop-1a2b.js.br',
  '/assets/../secret.txt',
  '/assets/',
])('has nothing at %s', async url => expect((await ask(url)).statusCode).toBe(404));
