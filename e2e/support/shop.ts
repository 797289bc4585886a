import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import postgres, { type ParameterOrJSON, type Row } from 'postgres';
import { type FakeSmtp, startFakeSmtp } from '#server/test/fake-smtp.ts';
import { startPostgres } from '#server/test/postgres.ts';
import { SHORT_LIVED } from '#server/test/short-lived.ts';
import { type Layer, onPostgres, stockFolder, stockTemplate } from './prepared.ts';

export { expect };

/** For a test that is the same at every width: it runs at the desk's alone. */
export const ANY_WIDTH = { tag: '@any-width' };
/** For tests of what only wide screens with a pointer have, and only phones. */
export const DESK_ONLY = { tag: '@desk-only' };
export const PHONE_ONLY = { tag: '@phone-only' };

/** A built shop with a catalogue of its own, its mail going to a real SMTP server. */
export interface Shop {
  url: string;
  smtp: FakeSmtp;
  /** A variant as anybody can ask for it. */
  variant(productNum: string): Promise<{ _id: string; product_id: string; stock: number; price: number }>;
  /** Mails that went to an address. */
  mailsTo(email: string): FakeSmtp['mails'];
  /** Imports a row anew with another price, through the command that owners use, while the shop is open. */
  reprice(productNum: string, price: string): Promise<void>;
  /** Asks the database itself, beside the open shop: not an embedded one. */
  rows<R extends Row>(statement: string, ...values: ParameterOrJSON<never>[]): Promise<R[]>;
}

const CATALOGUE = readFileSync('e2e/support/catalogue.csv', 'utf8');

/** The number of further products that makes a listing two pages long. */
const FILLERS = Array.from(
  { length: 60 },
  (_, index) =>
    `zephyr-${index},Zephyr Hook ${100 + index},,Hook,Brightwater,Hooks,,,true,Finish,Pewter,ZH-${100 + index},2.00,,50,,,0,1`,
).join('\n');

/** Starts the built shop on a database with a catalogue. */
export const test = base.extend<
  Wanted & { provoked: string[]; faultless: undefined; shop: Shop },
  { shops: Shops }
>({
  /** On Postgres journeys can look into the books; the embedded database has one process, and takes twice its time. */
  database: ['postgres', { option: true }],
  /** A script that puts into the shop what no file can bring: sets, reviews, what goes with what. */
  fill: [null, { option: true }],
  /** Refusals that a test brings about: the shop logs their texts. */
  provoked: [[], { option: true }],
  shops: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const shops = openShops();
      await use(shops);
      await shops.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ shops, fill, database }, use, { file }) => use(await shops.of(file, { fill, database })),
    // A limit of its own: the first test of a file waits for the shop.
    { timeout: 90_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
  /** Every test fails on an error or warning in the console, which hydration writes to as well. */
  faultless: [
    async ({ context, provoked }, use) => {
      const faults: string[] = [];
      context.on('console', message => {
        if (['error', 'warning'].includes(message.type())) faults.push(message.text());
      });
      context.on('weberror', error => faults.push(String(error.error())));
      await use(undefined);
      // The browser itself logs every answer that is no success.
      const known = ['Failed to load resource', ...provoked];
      expect(faults.filter(fault => !known.some(text => fault.includes(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** A shop for each file, one at a time: the worker and its browser, which take long to start as well, stay. */
interface Shops {
  of(file: string, wanted: Wanted): Promise<Shop>;
  close(): Promise<void>;
}

/** The options that a file sets for its shop. */
interface Wanted {
  fill: string | null;
  database: 'embedded' | 'postgres';
}

function openShops(): Shops {
  let open: { file: string; shop: Shop; close: () => Promise<void> } | null = null;
  const close = async () => {
    await open?.close();
    open = null;
  };
  return {
    close,
    of: async (file, wanted) => {
      if (open?.file !== file) {
        await close();
        open = { file, ...(await startShop(wanted)) };
      }
      return open.shop;
    },
  };
}

async function startShop({ fill, database }: Wanted): Promise<{ shop: Shop; close: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'knurl-e2e-'));
  const smtp = await startFakeSmtp();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DEMO_DATA: 'off',
    MAIL: 'smtp',
    SMTP_URL: smtp.url(),
    MAIL_FROM: 'Knurl <orders@knurl.example>',
    LOG_LEVEL: 'warn',
  };
  const layers = layersOf(env, fill);
  const books = database === 'postgres' ? await openBooks(layers, dataDir) : null;
  if (!books) await stockFolder(layers, dataDir);
  const server = spawn(process.execPath, [...SHORT_LIVED, 'dist/server/main.js'], {
    env: { ...env, ...books?.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await answers(server, `${url}/readyz`);
  return {
    shop: {
      url,
      smtp,
      variant: productNum => readVariant(url, productNum),
      mailsTo: email => smtp.mails.filter(mail => mail.envelope.to.includes(email)),
      reprice: (productNum, price) => importCsv({ ...env, ...books?.env }, repriced(productNum, price)),
      rows: async (statement, ...values) => {
        if (!books) throw new Error('the database is embedded');
        return books.client.unsafe(statement, values);
      },
    },
    close: async () => {
      const ended = new Promise(resolve => server.on('exit', resolve));
      // Its database goes with it: closing in good order is proven elsewhere, and takes a second.
      server.kill('SIGKILL');
      await ended;
      await smtp.close();
      await books?.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function layersOf(env: NodeJS.ProcessEnv, fill: string | null): Layer[] {
  const catalogue: Layer = {
    name: 'catalogue',
    lay: place => importCsv({ ...env, ...place }, `${CATALOGUE.trimEnd()}\n${FILLERS}\n`),
  };
  if (!fill) return [catalogue];
  return [
    catalogue,
    { name: basename(fill, '.ts'), lay: place => node({ ...env, ...place }, '--import', 'tsx', fill) },
  ];
}

/** A database of its own on the run's Postgres. */
async function openBooks(layers: Layer[], dataDir: string) {
  const server = await startPostgres();
  const template = await stockTemplate(server, layers, dataDir);
  const own = `knurl_e2e_${randomBytes(6).toString('hex')}`;
  await server.execute(`create database ${own} template ${template}`);
  const env = onPostgres(server, own);
  const client = postgres(env.DATABASE_URL, { max: 1 });
  return {
    env,
    client,
    close: async () => {
      await client.end();
      await server.execute(`drop database ${own} with (force)`);
    },
  };
}

function repriced(productNum: string, price: string): string {
  const [header = '', ...rows] = CATALOGUE.trimEnd().split('\n');
  const [number, at] = ['productNum', 'price'].map(name => header.split(',').indexOf(name));
  const cells = rows.map(row => row.split(',')).find(row => row[number ?? -1] === productNum) ?? [];
  return `${header}\n${cells.with(at ?? -1, price).join(',')}\n`;
}

/** Through the command that owners use. */
async function importCsv(env: NodeJS.ProcessEnv & { DATA_DIR: string }, csv: string): Promise<void> {
  const file = join(env.DATA_DIR, 'catalogue.csv');
  writeFileSync(file, csv);
  await node(env, 'dist/server/commands.js', 'import', file);
}

async function node(env: NodeJS.ProcessEnv, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [...SHORT_LIVED, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise(resolve => child.on('exit', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function answers(server: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null) throw new Error('the shop ended by itself');
    const ok = await fetch(url).then(
      answer => answer.ok,
      () => false,
    );
    if (ok) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error('the shop did not start');
}

async function readVariant(url: string, productNum: string) {
  const answer = await fetch(`${url}/api/v1/products/variant?${new URLSearchParams({ productNum })}`);
  if (!answer.ok) throw new Error(`${productNum}: ${answer.status}`);
  return answer.json();
}
