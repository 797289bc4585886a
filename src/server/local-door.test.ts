import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYBODYS_PASSWORD } from '#demo/demo-accounts.ts';
import { buildApp } from '#server/app.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import type { App } from '#server/context.ts';
import type { Database } from '#server/database/db.ts';
import { FolderInUseError } from '#server/database/folder-lock.ts';
import {
  backUpThroughServer,
  importThroughServer,
  lockThroughServer,
  openLocalDoor,
} from '#server/local-door.ts';
import { products } from '#server/products/tables.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { makeUser } from '#server/test/factories.ts';
import { testParts } from '#server/test/parts.ts';
import { router } from '#server/trpc.ts';

let database: Database;
let parts: App;
let app: FastifyInstance;
let dataDir: string;
const inUse = new FolderInUseError('in use');

beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'knurl-door-'));
  parts = await testParts(database, { variables: { DATA_DIR: dataDir } });
  app = await buildApp(parts, {
    router: router({}),
    more: async scope => {
      await scope.register(local => openLocalDoor(local, parts));
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await parts.cache.close();
  await closeTestDatabase(database);
  await rm(dataDir, { recursive: true, force: true });
});

const door = () => join(dataDir, 'local-door.json');

async function file(content: string): Promise<string> {
  const path = join(dataDir, 'catalogue.csv');
  await writeFile(path, content);
  return path;
}

describe('a command while a server has the folder open', () => {
  it('imports through that server, with the same report', async () => {
    const path = await file('Handle,Title,Variant Price\nknob,Knob,4.25\nbad,Bad,free');
    const preview = await importThroughServer(inUse, parts.env, path, { preview: true });
    expect(preview).toMatchObject({ wrong: 1 });
    expect(await database.db.select().from(products)).toEqual([]);

    const { lines, wrong } = await importThroughServer(inUse, parts.env, path, { preview: false });
    expect(wrong).toBe(1);
    expect(lines).toContain('Row 3: Variant Price is not an amount such as 6.85');
    expect(lines).toContain('Products: 1 created, 0 updated, 0 unchanged');
    expect(await database.db.select().from(products)).toMatchObject([{ title: 'Knob' }]);
  });

  it('says what is wrong with a file that is none', async () => {
    await expect(
      importThroughServer(inUse, parts.env, await file('a,b\n1,2'), { preview: false }),
    ).rejects.toThrow('neither');
  });

  it('locks the demo’s accounts through that server, and those that are named', async () => {
    for (const [email, password] of [
      ['eli@hollis.example', EVERYBODYS_PASSWORD],
      ['rae@home.example', 'a password of its own'],
    ] as const)
      await makeUser(database.db, { email, passwordHash: await hashPassword(password) });
    expect(await lockThroughServer(inUse, parts.env, [])).toContain(
      'eli@hollis.example: This ended the old password.',
    );
    await expect(lockThroughServer(inUse, parts.env, ['rae@home.example', 'x@y.test'])).rejects.toThrow(
      'x@y.test is not an account of the demo shop. Nothing was done.',
    );
    expect(await lockThroughServer(inUse, parts.env, ['eli@hollis.example', 'rae@home.example'])).toContain(
      'rae@home.example: This ended the old password.',
    );
  });

  it('has its key in the data folder, for its owner alone', async () => {
    expect((await stat(door())).mode & 0o777).toBe(0o600);
    const { url } = JSON.parse(await readFile(door(), 'utf8'));
    for (const authorization of [undefined, 'Bearer ', `Bearer ${'0'.repeat(64)}`]) {
      const answer = await fetch(`${url}/_local/import`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv', ...(authorization && { authorization }) },
        body: 'Handle,Title,Variant Price\nevil,Evil,1',
      });
      expect(answer.status).toBe(404);
      const backup = await fetch(`${url}/_local/backup`, {
        method: 'POST',
        headers: { ...(authorization && { authorization }) },
      });
      expect(backup.status).toBe(404);
    }
    expect(await database.db.select().from(products)).toHaveLength(1);
  });

  it('says that the server ended in the middle', async () => {
    const dying = createServer(socket => socket.once('data', () => socket.destroy()));
    await new Promise<void>(resolve => dying.listen(0, '127.0.0.1', resolve));
    const { port } = dying.address() as AddressInfo;
    const elsewhere = await mkdtemp(join(tmpdir(), 'knurl-dying-'));
    await writeFile(
      join(elsewhere, 'local-door.json'),
      JSON.stringify({ url: `http://127.0.0.1:${port}`, token: 'x' }),
    );
    await expect(backUpThroughServer(inUse, { dataDir: elsewhere }, null)).rejects.toThrow(
      'The shop ended before it had done this. Start it, or try again without it.',
    );
    dying.close();
    await rm(elsewhere, { recursive: true });
  });

  it('fails as it did where no server listens', async () => {
    const path = await file('x');
    await expect(importThroughServer(new Error('disk'), parts.env, path, { preview: false })).rejects.toThrow(
      'disk',
    );
    await app.close();
    expect(existsSync(door())).toBe(false);
    await expect(importThroughServer(inUse, parts.env, path, { preview: false })).rejects.toBe(inUse);
  });
});
