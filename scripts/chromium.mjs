// Finds a browser for the tests, or installs one.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of a Chromium. Ends the process with one line that says what to do when there is none to be had. */
export async function findChromium() {
  const found = process.env.CHROMIUM_PATH || installed() || (await playwrights());
  if (found && existsSync(found)) return found;
  console.log('No Chromium here; installing one …');
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 180_000 });
  const downloaded = await playwrights();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0 && installed('apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update'], { stdio: 'ignore', env });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'ignore', env });
  }
  const last = installed();
  if (last) return last;
  console.error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.');
  process.exit(1);
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
