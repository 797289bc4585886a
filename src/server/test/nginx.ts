import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '#server/database/migrate.ts';
import { findPrograms } from '#server/test/installed.ts';
import { freePort } from '#server/test/postgres.ts';

/** The file that operators are given; only addresses and the certificate are others here. */
const SHIPPED = join(ROOT, 'deploy', 'nginx.conf');

export interface TestProxy {
  url: string;
  /** The address at which it listens for plain http, in the place of port 80. */
  plainUrl: string;
  stop(): Promise<void>;
}

/** nginx with the file that `deploy` ships, before shop processes on these ports. */
export async function startNginx(ports: readonly number[]): Promise<TestProxy> {
  const bin = await findPrograms({ programs: ['nginx'], install: 'nginx-light' });
  if (!bin) throw new Error('The tests need nginx: install nginx-light.');
  const folder = await mkdtemp(join(tmpdir(), 'knurl-nginx-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  const file = join(folder, 'nginx.conf');
  await writeFile(file, around(folder, rewrite(readFileSync(SHIPPED, 'utf8'), { port, plainPort, ports })));
  const nginx = spawn(join(bin, 'nginx'), ['-c', file, '-p', folder], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    const isOpen = await fetch(`${url}/metrics`).then(
      () => true,
      () => false,
    );
    if (isOpen) break;
    if (attempt === 100 || nginx.exitCode !== null) {
      throw new Error(`nginx did not open:\n${readFileSync(join(folder, 'error.log'), 'utf8')}`);
    }
    await sleep(50);
  }
  return {
    url,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    stop: async () => {
      const gone = new Promise(resolve => nginx.once('exit', resolve));
      nginx.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Everything but addresses, certificate and name stays as it is shipped. */
function rewrite(
  shipped: string,
  { port, plainPort, ports }: { port: number; plainPort: number; ports: readonly number[] },
): string {
  const [example = ''] = /^ +server 127\.0\.0\.1:3001 .*\n/m.exec(shipped) ?? [];
  const servers = ports.map(each => example.replace('3001', String(each))).join('');
  return shipped
    .replace(/(^ +server 127\.0\.0\.1:\d+ .*\n)+/m, servers)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ +ssl_certificate.*\n/gm, '');
}

const around = (folder: string, shop: string) => `
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${shop}
}
`;
