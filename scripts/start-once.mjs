// Starts the built product by `npm start` on an empty folder, asks it for its first page, and ends it by stopping npm.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_TO_CLOSE_MS = 15_000;

const folder = mkdtempSync(join(tmpdir(), 'knurl-start-'));
const npm = spawn('npm', ['start'], {
  env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, SHOP_MODE: 'demo' },
  stdio: ['ignore', 'pipe', 'inherit'],
  // A group of its own, so that nothing of it outlives a failure.
  detached: true,
});
let printed = '';
npm.stdout.on('data', chunk => {
  printed += chunk;
});
const silent = new Promise(resolve => npm.stdout.on('close', resolve));

async function address() {
  for (let waited = 0; waited < 120_000; waited += 100) {
    const found = /https?:\/\/\S+:\d+/.exec(printed)?.[0];
    if (found) return found;
    if (npm.exitCode !== null) throw new Error(`the product ended by itself:\n${printed}`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`the product did not start:\n${printed}`);
}

try {
  const url = await address();
  const page = await fetch(url);
  const html = await page.text();
  if (page.status !== 200 || !html.includes('<h1')) throw new Error(`the first page answered ${page.status}`);
  npm.kill('SIGTERM');
  await Promise.race([silent, new Promise(resolve => setTimeout(resolve, MAX_TO_CLOSE_MS))]);
  if (!printed.includes('"msg":"closed"')) throw new Error('the shop did not close when npm was stopped');
  console.log(`${process.version}: started, first page in order, closed with npm`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  try {
    process.kill(-npm.pid, 'SIGKILL');
  } catch {
    // Nothing of it is left, as should be.
  }
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
