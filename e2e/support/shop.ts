import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { type FakeSmtp, startFakeSmtp } from '#server/test/fake-smtp.ts';

export { expect };

/** A built shop with a catalogue of its own, its mail going to a real SMTP server. */
export interface Shop {
  url: string;
  smtp: FakeSmtp;
  /** A variant as anybody can ask for it. */
  variant(productNum: string): Promise<{ _id: string; product_id: string; stock: number; price: number }>;
}

/** Starts the built shop on an embedded database and imports a catalogue through the command that owners use. */
export const test = base.extend<{ faultless: undefined }, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from this pattern
    async ({}, use) => {
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
      await command(env, 'import', 'e2e/support/catalogue.csv');
      const server = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: 'inherit' });
      await answers(server, `${url}/readyz`);
      await use({ url, smtp, variant: productNum => readVariant(url, productNum) });
      const ended = new Promise(resolve => server.on('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await smtp.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
  /** Every test fails on an error or warning in the console, which hydration writes to as well. */
  faultless: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('console', message => {
        if (['error', 'warning'].includes(message.type())) faults.push(message.text());
      });
      page.on('pageerror', error => faults.push(String(error)));
      await use(undefined);
      // A refusal that a test provokes is logged by the browser itself.
      expect(faults.filter(fault => !fault.startsWith('Failed to load resource'))).toEqual([]);
    },
    { auto: true },
  ],
});

async function command(env: NodeJS.ProcessEnv, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, ['dist/server/commands.js', ...args], { env, stdio: 'inherit' });
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

/** How far things moved by themselves since the page began, as browsers measure it. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let sum = 0;
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) {
            const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
            if (!shift.hadRecentInput) sum += shift.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 100));
      }),
  );
}
