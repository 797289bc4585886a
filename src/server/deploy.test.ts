import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#server/database/migrate.ts';
import { testDriver } from '#server/test/database.ts';
import { startNginx, type TestProxy } from '#server/test/nginx.ts';

const shipped = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');

// Beside Postgres, which has to be installed as well.
describe.runIf(testDriver === 'postgres')('nginx.conf', () => {
  let nginx: TestProxy;
  let asked: string[] = [];
  const processes: Server[] = [];

  /** A process of the shop that answers each request, or breaks off when it has read it. */
  async function open(breaksOff: boolean): Promise<number> {
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      request.resume().on('end', () => (breaksOff ? request.socket.destroy() : response.end('answered')));
    });
    processes.push(server);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  beforeAll(async () => {
    nginx = await startNginx([await open(true), await open(false)]);
  });
  afterAll(async () => {
    await nginx.stop();
    for (const server of processes) server.close();
  });

  it.each(['/metrics', '/metrics/', '//metrics', '/%6detrics', '/metrics?a=1', '/metrics/?a=1'])(
    'shows figures to nobody: %s',
    async path => {
      asked = [];
      expect((await fetch(`${nginx.url}${path}`)).status).toBe(404);
      expect(asked).toEqual([]);
    },
  );

  it('leads plain http to https', async () => {
    const answer = await fetch(`${nginx.plainUrl}/products?page=2`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      'https://shop.example.org/products?page=2',
    ]);
  });

  it.each([
    ['POST', 1],
    ['PATCH', 1],
    ['GET', 2],
    ['PUT', 2],
    ['DELETE', 2],
  ])('asks again, where a process broke off, only what may be done twice: %s', async (method, most) => {
    let broken = false;
    // One of several is the first to be asked, and after that left alone for a while.
    for (let n = 0; n < 200 && !broken; n++) {
      asked = [];
      const { status } = await fetch(`${nginx.url}/orders`, { method });
      broken = asked.length === 2 || status === 502;
      expect(asked.length).toBeLessThanOrEqual(most);
      if (!broken) await new Promise(resolve => setTimeout(resolve, 50));
    }
    expect([broken, asked.length]).toEqual([true, most]);
  });
});

describe('compose.yaml', () => {
  it('has the Postgres whose tools the image has', () => {
    const [, server] = /image: postgres:(\d+)$/m.exec(shipped('compose.yaml')) ?? [];
    const [, client] = /postgresql-client-(\d+) /.exec(shipped('Dockerfile')) ?? [];
    expect(server).toMatch(/^\d+$/);
    expect(client).toBe(server);
  });

  it('keeps what its image says of folder and port, whatever else the file of variables is for', () => {
    const [, variables = ''] = /^ENV (.*)$/m.exec(shipped('Dockerfile')) ?? [];
    const compose = shipped('compose.yaml');
    const [, environment = ''] = /^x-shop:[\s\S]*? {2}environment:\n((?: {4}.*\n)+)/m.exec(compose) ?? [];
    for (const [, name, value] of variables.matchAll(/(HOST|PORT|DATA_DIR)=(\S+)/g))
      expect(environment.replaceAll('"', '')).toContain(`    ${name}: ${value}\n`);
    expect(compose).toContain(`- pictures:${/^VOLUME (\S+)$/m.exec(shipped('Dockerfile'))?.[1]}\n`);
  });

  it('opens to the outside the ports that nginx.conf listens at', () => {
    const [, ports = ''] = /^ {4}ports: \[(.*)\]$/m.exec(shipped('compose.yaml')) ?? [];
    const listened = [...shipped('nginx.conf').matchAll(/^ +listen (\d+)/gm)].map(([, port]) => port);
    expect([...ports.matchAll(/"\d+:(\d+)"/g)].map(([, port]) => port)).toEqual(listened);
  });
});

describe('Caddyfile', () => {
  it('shows figures to nobody, at either of their addresses', () => {
    expect(shipped('Caddyfile')).toMatch(/@inside path \/metrics \/metrics\/\n\s+respond @inside 404\n/);
  });
});

describe('the unit', () => {
  it('is started again for as long as Postgres is away, which systemd would give up after five times', () => {
    const [unit = ''] = shipped('knurl@.service').split('[Service]');
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(shipped('knurl@.service')).toMatch(/^Restart=always$/m);
  });
});
