import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ROOT } from '#server/database/migrate.ts';
import {
  createTestDatabase,
  dropTestDatabase,
  openDataFolder,
  testDriver,
  testUrl,
} from '#server/test/database.ts';
import { scriptOf, spawnShop } from '#server/test/shop-process.ts';

describe.runIf(testDriver === 'postgres')('addresses under which nothing may be migrated', () => {
  const user = `knurl_guest_${randomBytes(4).toString('hex')}`;
  let folder: string;
  let name: string;
  let other: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'knurl-addresses-'));
    [name, other] = await Promise.all(
      [1, 2].map(() => createTestDatabase({ template: null })) as [Promise<string>, Promise<string>],
    );
    await onServer(`create role ${user} login password 'guest'`);
  });
  afterAll(async () => {
    await Promise.all([name, other].map(dropTestDatabase));
    await onServer(`drop role ${user}`);
    await rm(folder, { recursive: true, force: true });
  });

  const on = (database: string, statement: string) => at(testUrl(database), statement);
  const onServer = (statement: string) => at(inject('testServerUrl'), statement);

  async function at(url: string, statement: string) {
    const client = postgres(url, { max: 1, onnotice: () => undefined });
    try {
      return await client.unsafe(statement);
    } finally {
      await client.end();
    }
  }

  const schemasOf = async (database: string) =>
    (await on(database, `select nspname from pg_namespace where nspname in ('drizzle', 'pgboss')`)).length;

  /** Reads what a start, or a command in its place, says before it ends with a failure. */
  async function ended(variables: Record<string, string>, args: string[] = []): Promise<string> {
    const env = { DATA_DIR: folder, ...variables };
    if (args.length === 0) {
      const { output, ended: end } = spawnShop(env);
      expect(await end).toEqual([1, null]);
      return output();
    }
    return new Promise(resolve =>
      execFile(
        process.execPath,
        [...scriptOf('commands'), ...args],
        { cwd: ROOT, env: { PATH: process.env.PATH, SHOP_MODE: 'demo', ...env } },
        (error, out, err) => resolve(error?.code === 1 ? out + err : `ended well: ${out}`),
      ),
    );
  }

  const asGuest = (database: string) => {
    const url = new URL(testUrl(database));
    url.username = user;
    url.password = 'guest';
    return url.href;
  };

  it.each([
    ['the start', []],
    ['db:migrate', ['migrate']],
    ['seed', ['seed']],
    ['lock-demo-accounts', ['lock-demo-accounts']],
  ])(
    'are refused by %s where they lead to two databases, and neither is touched',
    async (_, args) => {
      const said = await ended({ DATABASE_URL: testUrl(name), LISTEN_URL: testUrl(other) }, args);
      expect(said).toContain('LISTEN_URL: does not lead to the database of DATABASE_URL');
      expect(said).not.toContain('    at ');
      expect([await schemasOf(name), await schemasOf(other)]).toEqual([0, 0]);
    },
    60_000,
  );

  it.each([
    ['the start', []],
    ['db:migrate', ['migrate']],
  ])(
    'are named by %s where the user may not create',
    async (_, args) => {
      const said = await ended({ DATABASE_URL: asGuest(name) }, args);
      expect(said).toContain('DATABASE_URL: this user may not create what the shop needs');
      expect(said).toContain(`permission denied for database ${name}`);
      expect(said).not.toContain('    at ');
      const twice = { DATABASE_URL: testUrl(name), LISTEN_URL: asGuest(name) };
      expect(await ended(twice, args)).toContain('LISTEN_URL or DATABASE_URL: this user may not create');
    },
    60_000,
  );

  it('are named where nothing can be written', async () => {
    await on(name, `alter database ${name} set default_transaction_read_only = on`);
    const said = await ended({ DATABASE_URL: testUrl(name) }, ['migrate']);
    expect(said).toContain(
      'DATABASE_URL: leads to a Postgres that takes no writes (cannot execute CREATE SCHEMA',
    );
    expect(said).not.toContain('    at ');
  }, 60_000);

  it('are named by db:move, too', async () => {
    await (await openDataFolder(folder)).close();
    const said = await ended({}, ['move', asGuest(other)]);
    expect(said).toContain('The address to move to: this user may not create what the shop needs');
    expect(said).not.toContain('    at ');
  }, 300_000);
});
