import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { ROOT } from '#server/database/migrate.ts';
import {
  createTestDatabase,
  dropTestDatabase,
  openDataFolder,
  testDriver,
  testUrl,
} from '#server/test/database.ts';
import { canMount } from '#server/test/mounting.ts';
import { scriptOf } from '#server/test/shop-process.ts';
import { users } from '#server/users/tables.ts';

/** Two processes start there one after the other, on a machine that may be busy with other tests. */
const DISK_MS = 180_000;

const LOST_PROMISE = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGWINCH', () => { Promise.reject(new Error('nobody waits')); });",
)}`;

let folder: string;
let name: string | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'knurl-main-'));
  if (testDriver === 'postgres') name = await createTestDatabase();
});
afterAll(async () => {
  if (name) await dropTestDatabase(name);
  await rm(folder, { recursive: true, force: true });
});

function run(variables: Record<string, string> = {}, script = scriptOf('main')) {
  const child = spawn(process.execPath, ['--import', LOST_PROMISE, ...script], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      SHOP_MODE: 'demo',
      DEMO_DATA: 'off',
      DATA_DIR: folder,
      ...(name && { DATABASE_URL: testUrl(name) }),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return {
    child,
    output: () => output,
    ended: once(child, 'exit') as Promise<[number | null, string | null]>,
  };
}

async function address(child: ChildProcess, output: () => string): Promise<string> {
  for (;;) {
    const [, url] = /Knurl is open at (\S+)/.exec(output()) ?? [];
    if (url) return url;
    if (child.exitCode !== null) throw new Error(`ended before it was open: ${output()}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** The most memory (MB) of a process that is started as `npm start` does it, with these NODE_OPTIONS. */
function memoryOfStart(options: Record<string, string>): number {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [, ...flags] = scripts.start.replace(' scripts/start.mjs', '').split(' ');
  const print = 'require("v8").getHeapStatistics().heap_size_limit / 1e6';
  const { stdout } = spawnSync(process.execPath, [...flags, '-p', print], { cwd: ROOT, env: options });
  return Number(stdout);
}

/** Reads from a file for operators what starts the shop: node's flags without node and the built server. */
function flagsIn(file: string, pattern: RegExp): string[] {
  const [, command = ''] = pattern.exec(readFileSync(join(ROOT, 'deploy', file), 'utf8')) ?? [];
  return command.split(/[\s",]+/).filter(word => word.startsWith('--'));
}

describe('the process', () => {
  it('is started alike by npm, by systemd and in an image', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const flags = scripts.start.split(' ').filter((word: string) => word.startsWith('--'));
    expect(flags.length).toBeGreaterThan(2);
    expect(flagsIn('knurl@.service', /^ExecStart=\S+node (.*) dist\/server\/main\.js$/m)).toEqual(flags);
    expect(flagsIn('Dockerfile', /^CMD \["node", (.*), "dist\/server\/main\.js"\]$/m)).toEqual(flags);
  });

  it('takes half a gigabyte, or what NODE_OPTIONS gives it', () => {
    expect(memoryOfStart({})).toBeLessThan(800);
    expect(memoryOfStart({ NODE_OPTIONS: '--max-old-space-size=2048' })).toBeGreaterThan(2048);
  });

  it('does not start with a wrong environment, and names what is wrong without its value', async () => {
    const { output, ended } = run({ PORT: 'hunter2', SMTP_URL: 'hunter2' });
    expect(await ended).toEqual([1, null]);
    expect(output()).toContain('PORT must be');
    expect(output()).toContain('SMTP_URL must be');
    expect(output()).not.toContain('hunter2');
  });

  it.each([
    ['TRUST_PROXY must be', { TRUST_PROXY: '127.0.0.1/99' }],
    ['HOST is ', { HOST: 'nobody.invalid' }],
    ['HOST is not an address of this machine', { HOST: '203.0.113.7' }],
    ['DATA_DIR can’t be used (', { DATA_DIR: '/etc/passwd' }],
    ['DATA_DIR can’t be used (', { DATA_DIR: '/etc/passwd/shop' }],
  ])('ends before it opens, and says: %s', async (said, variables: Record<string, string>) => {
    const { output, ended } = run(variables);
    expect(await ended).toEqual([1, null]);
    expect(output()).toContain(said.replace('’', "'"));
    expect(output()).not.toContain('    at ');
  });

  it('names a port that is taken, and ends', async () => {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { output, ended } = run({ PORT: String(port), DEMO_DATA: 'on' });
    expect(await ended).toEqual([1, null]);
    expect(output()).toContain('PORT is taken');
    expect(output()).not.toContain('was filled');
    expect(output()).not.toContain('    at ');
    server.close();
  });

  it.each([
    ['nothing listens at', 'gone'],
    ['does not answer like a Postgres server', 'silent'],
    ['does not answer like a Postgres server', 'no Postgres'],
  ] as const)('names a database address where %s, and ends', async (said, how) => {
    const server = createServer(socket => {
      socket.on('error', () => undefined);
      if (how === 'no Postgres') socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    if (how === 'gone') await new Promise(resolve => server.close(resolve));
    const { output, ended } = run({ DATABASE_URL: `postgres://knurl:hunter2@127.0.0.1:${port}/shop` });
    expect(await ended).toEqual([1, null]);
    expect(output()).toContain('DATABASE_URL: ');
    expect(output()).toContain(said);
    expect(output()).toContain(`127.0.0.1:${port}`);
    expect(output()).not.toContain('hunter2');
    expect(output()).not.toContain('    at ');
    server.close();
  });

  it.runIf(canMount() && testDriver === 'pglite').each([110, 140])(
    'says of a disk that fills up under its first start that it is full, and a command ends there, too: %i MB',
    async size => {
      const disk = await mkdtemp(join(folder, 'disk-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', disk]);
      try {
        const full = `The disk of ${disk} is full. Make room and start again`;
        const start = run({ DATA_DIR: disk, DEMO_DATA: 'on' });
        expect(await start.ended).toEqual([1, null]);
        expect(start.output()).toContain(full);
        const backup = run({ DATA_DIR: disk }, [...scriptOf('commands'), 'backup']);
        expect(await backup.ended).toEqual([1, null]);
        expect(backup.output()).toContain(full);
      } finally {
        execFileSync('umount', ['-l', disk]);
      }
    },
    DISK_MS,
  );

  it('opens, closes on SIGTERM however often it is sent, and opens again', async () => {
    for (const signals of [1, 3, 300]) {
      const { child, output, ended } = run();
      const url = await address(child, output);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      for (let sent = 0; sent < signals; sent++) child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(output()).toContain('"msg":"closed"');
    }
  }, 120_000);

  it.runIf(testDriver === 'pglite')(
    'names those accounts of the demo shop alone that its passwords lead into',
    async () => {
      const DATA_DIR = await mkdtemp(join(folder, 'restored-'));
      const before = await openDataFolder(DATA_DIR);
      const { admin, employee, retail } = DEMO_ACCOUNTS;
      const [known, own] = await Promise.all([retail.password, 'a password of its own'].map(hashPassword));
      await before.db.insert(users).values([
        { email: admin.email, passwordHash: own },
        { email: employee.email, passwordHash: null },
        { email: retail.email, passwordHash: known },
      ]);
      await before.close();
      const { child, output, ended } = run({ DATA_DIR, DEMO_DATA: 'on' });
      await address(child, output);
      await expect.poll(output).toContain(retail.password);
      for (const { email } of [admin, employee, DEMO_ACCOUNTS.trade]) expect(output()).not.toContain(email);
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
    120_000,
  );

  it('prints the way to the first Admin of an empty shop at any level of the log', async () => {
    for (const LOG_LEVEL of ['silent', 'info']) {
      const { child, output, ended } = run({ LOG_LEVEL });
      await address(child, output);
      await expect
        .poll(output)
        .toMatch(/no Admin yet\. Within a day, open http:\S+\/set-password#first-admin=[\w-]{43}\n/);
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    }
  }, 120_000);

  it('goes on answering for a while when a live shop is told to end, and says so to proxies', async () => {
    const { child, output, ended } = run({
      SHOP_MODE: 'live',
      SECRET_KEY: '4f1c0a9be27d5538a6c3e1d2f0b94877',
      PUBLIC_URL: 'http://localhost:3000',
      ALLOW_TEST_PAYMENTS: 'no-money-moves',
      ALLOW_CAPTURED_MAIL: 'yes',
      TRUST_PROXY: 'off',
      METRICS: 'off',
    });
    const { port } = new URL(await address(child, output));
    const url = `http://127.0.0.1:${port}`;
    child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
    const page = await fetch(`${url}/api/v1/site`);
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
    expect(await ended).toEqual([0, null]);
  });

  it('logs an error that nobody caught, closes and says that it failed', async () => {
    const { child, output, ended } = run();
    await address(child, output);
    child.kill('SIGWINCH');
    expect(await ended).toEqual([1, null]);
    expect(output()).toContain('nobody waits');
    expect(output()).toContain('"msg":"closed"');
  }, 120_000);
});
