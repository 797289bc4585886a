// Starts the built product as `npm start` does on an empty folder, asks it for its first page, and ends it again.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [, ...start] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start.split(' ');
const folder = mkdtempSync(join(tmpdir(), 'knurl-start-'));
const child = spawn(process.execPath, start, {
  env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, SHOP_MODE: 'demo' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let printed = '';
child.stdout.on('data', chunk => {
  printed += chunk;
});
const ended = new Promise(resolve => child.on('exit', resolve));

async function address() {
  for (let waited = 0; waited < 120_000; waited += 100) {
    const found = /https?:\/\/\S+:\d+/.exec(printed)?.[0];
    if (found) return found;
    if (child.exitCode !== null) throw new Error(`the product ended by itself:\n${printed}`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`the product did not start:\n${printed}`);
}

let failed = false;
try {
  const url = await address();
  const page = await fetch(url);
  const html = await page.text();
  if (page.status !== 200 || !html.includes('<h1')) throw new Error(`the first page answered ${page.status}`);
  console.log(`${process.version}: started, first page in order`);
} catch (error) {
  console.error(error.message);
  failed = true;
}
child.kill('SIGTERM');
const code = await ended;
if (code !== 0) console.error(`the product ended with code ${code}`);
rmSync(folder, { recursive: true, force: true });
process.exit(failed || code !== 0 ? 1 : 0);
