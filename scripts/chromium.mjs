// Finds a browser for the tests, or installs one.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// The first has no window to draw and takes a fifth less time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Path of a Chromium. Ends the process with one line that says what to do when there is none to be had. */
export async function findChromium() {
  const [smallest, whole] = NAMES;
  const asked = process.env.CHROMIUM_PATH || installed(smallest);
  if (asked && existsSync(asked)) return asked;
  const found = debian(smallest) || installed() || debian(whole) || (await playwrights());
  if (found) return found;
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 180_000 });
  const downloaded = await playwrights();
  if (downloaded) return downloaded;
  console.error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.');
  process.exit(1);
}

/** Installs a package where that is Debian's and allowed, and finds what it brought. */
function debian(name) {
  if (process.getuid?.() !== 0 || !installed('apt-get')) return null;
  console.log(`Installing ${name} for the browser tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], { stdio: 'ignore', env });
  return installed(name);
}

function installed(name) {
  for (const one of name ? [name] : NAMES) {
    try {
      return execFileSync('which', [one], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // The next name may be the one.
    }
  }
  return null;
}

async function playwrights() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}
