import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { ROOT } from '#server/database/migrate.ts';
import { findPrograms } from '#server/test/installed.ts';
import { findUser, freePort } from '#server/test/postgres.ts';

/** The file that operators are given; only addresses and the way to sign in are others here. */
const SHIPPED = join(ROOT, 'deploy', 'pgbouncer.ini');

export interface TestPooler {
  /** The address of the same database through the pooler. */
  url: string;
  pid: number | undefined;
  stop(): Promise<void>;
}

/**
 * PgBouncer with the file that `deploy` ships, before all databases of a server. `settings`: lines in place of that
 * file's.
 */
export async function startPgbouncer(
  serverUrl: string,
  settings: Record<string, string> = {},
): Promise<TestPooler> {
  const bin = await findPrograms({ programs: ['pgbouncer'], install: 'pgbouncer' });
  if (!bin) throw new Error('The tests need PgBouncer: install pgbouncer.');
  const folder = await mkdtemp(join(tmpdir(), 'knurl-pgbouncer-'));
  const user = process.getuid?.() === 0 ? await findUser() : null;
  const port = await freePort();
  const target = new URL(serverUrl);
  const users = join(folder, 'userlist.txt');
  await writeFile(users, `"${target.username}" ""\n`);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    rewrite(readFileSync(SHIPPED, 'utf8'), target, {
      listen_port: String(port),
      auth_type: 'trust',
      auth_file: users,
      logfile: join(folder, 'log'),
      ...settings,
    }),
  );
  if (user) await chown(folder, user.uid, user.gid);
  const pooler = spawn(join(bin, 'pgbouncer'), ['-q', join(folder, 'pgbouncer.ini')], {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: folder,
    stdio: 'ignore',
  });
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${port}`;
  await untilOpen(url.href, () => pooler.exitCode !== null, join(folder, 'log'));
  return {
    url: url.href,
    pid: pooler.pid,
    stop: async () => {
      const gone = new Promise(resolve => pooler.once('exit', resolve));
      pooler.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function rewrite(shipped: string, target: URL, settings: Record<string, string>): string {
  const addressed = shipped.replace(
    /^shop = host=\S+ port=\S+ dbname=\S+/m,
    `* = host=${target.hostname} port=${target.port}`,
  );
  const kept = addressed.split('\n').filter(line => !((line.split(' = ')[0] as string) in settings));
  return [...kept, ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`), ''].join('\n');
}

async function untilOpen(url: string, hasExited: () => boolean, log: string): Promise<void> {
  for (let attempt = 0; attempt < 200 && !hasExited(); attempt++) {
    const client = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined });
    const isOpen = await client.unsafe('select 1').then(
      () => true,
      () => false,
    );
    await client.end({ timeout: 1 });
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`PgBouncer did not open:\n${readFileSync(log, 'utf8')}`);
}
