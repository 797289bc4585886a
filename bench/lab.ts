/**
 * How pages begin on a phone of the middle class: processor four times slower, 1.6 Mbit/s, 150 ms round trip, nothing
 * cached. `npx tsx bench/lab.ts [address of a shop]` after a build; without an address it starts a demo shop of its
 * own. Ends with 1 when a budget is exceeded, or when a guest's first load asks for anything but files.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';

const RUNS = 5;
const BUDGET = { lcpMs: 1500, cls: 0.02 };
const ROUND_TRIP_MS = 150;
const DOWN_BYTES_A_SECOND = 1_600_000 / 8;
const UP_BYTES_A_SECOND = 750_000 / 8;
const SLOWER = 4;
const SETTLED_MS = 1500;

interface Begin {
  lcpMs: number;
  /** What the largest thing was. */
  largest: string;
  fcpMs: number;
  cls: number;
  bytes: number;
  files: number;
  /** Requests for anything but files, by path. */
  calls: string[];
}

const given = process.argv[2];
const shop = given ? { url: given, stop: () => undefined } : await startDemoShop();
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
let isTooMuch = false;
try {
  for (const path of ['/', '/products', await someProduct()]) {
    const runs: Begin[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await begin(browser, `${shop.url}${path}`));
    const middle = runs.sort((a, b) => a.lcpMs - b.lcpMs)[Math.floor(RUNS / 2)];
    if (!middle) throw new Error('no run');
    const cls = Math.max(...runs.map(run => run.cls));
    const calls = runs.flatMap(run => run.calls);
    const isOver = middle.lcpMs > BUDGET.lcpMs || cls > BUDGET.cls || calls.length > 0;
    isTooMuch ||= isOver;
    console.log(
      [
        path.slice(0, 24).padEnd(24),
        `LCP ${middle.lcpMs.toFixed(0)} ms (${middle.largest}; ${runs.map(run => run.lcpMs.toFixed(0)).join(' ')})`,
        `FCP ${middle.fcpMs.toFixed(0)} ms`,
        `CLS ${cls.toFixed(4)}`,
        `${middle.files} files, ${(middle.bytes / 1000).toFixed(0)} kB`,
        `calls: ${calls.join(' ') || 'none'}`,
        isOver ? 'TOO MUCH' : '',
      ].join('  '),
    );
  }
} finally {
  await browser.close();
  await shop.stop();
}
process.exit(isTooMuch ? 1 : 0);

/** One first visit. */
async function begin(browser: Browser, address: string): Promise<Begin> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: DOWN_BYTES_A_SECOND,
    uploadThroughput: UP_BYTES_A_SECOND,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const calls: string[] = [];
  let files = 0;
  let bytes = 0;
  page.on('request', request => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(new URL(request.url()).pathname);
    else files += 1;
  });
  cdp.on('Network.loadingFinished', event => {
    bytes += event.encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'load' });
  await sleep(SETTLED_MS);
  const seen = await page.evaluate(
    () =>
      new Promise<Pick<Begin, 'lcpMs' | 'largest' | 'cls' | 'fcpMs'>>(resolve => {
        const found = { lcpMs: 0, largest: '', cls: 0, fcpMs: 0 };
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) {
            const { element } = entry as PerformanceEntry & { element: Element | null };
            found.lcpMs = entry.startTime;
            found.largest = element ? element.tagName.toLowerCase() : '';
          }
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) {
            const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
            if (!shift.hadRecentInput) found.cls += shift.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        found.fcpMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
        setTimeout(() => resolve(found), 200);
      }),
  );
  await context.close();
  return { ...seen, bytes, files, calls };
}

async function someProduct(): Promise<string> {
  const answer = await fetch(`${shop.url}/api/v1/products?limit=1&sort=popularity`);
  const { products } = (await answer.json()) as { products: { _id: string }[] };
  return `/product/${products[0]?._id}`;
}

async function startDemoShop() {
  const folder = mkdtempSync(join(tmpdir(), 'knurl-lab-'));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: folder, PUBLIC_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error('the shop ended by itself');
    await sleep(200);
  }
  return {
    url,
    stop: async () => {
      const ended = new Promise(resolve => server.on('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
