import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase, rows } from '#server/database/db.ts';
import { ROOT } from '#server/database/migrate.ts';
import { deadJobs } from '#server/jobs/job-queues.ts';
import { emails } from '#server/mail/tables.ts';
import { createTestDatabase, dropTestDatabase, testDriver, testUrl } from '#server/test/database.ts';
import { scriptOf, startShop } from '#server/test/shop-process.ts';

let dataDir: string;
let name: string | null = null;
/** The database, as a process of the shop is told of it. */
let place: Record<string, string>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'knurl-dead-jobs-'));
  name = testDriver === 'postgres' ? await createTestDatabase({ template: 'startedTemplate' }) : null;
  place = { DATA_DIR: dataDir, SHOP_MODE: 'demo', ...(name !== null && { DATABASE_URL: testUrl(name) }) };
});
afterEach(async () => {
  if (name !== null) await dropTestDatabase(name);
  await rm(dataDir, { recursive: true, force: true });
});

const open = () =>
  openDatabase({
    databaseUrl: name === null ? null : testUrl(name),
    dataDir: name === null ? dataDir : null,
    snapshot: name === null ? inject('testSnapshot') : null,
  });

/** Work on the database while no shop has it. */
async function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function command(...args: string[]) {
  return new Promise<{ code: number; out: string; err: string }>(resolve => {
    execFile(
      process.execPath,
      [...scriptOf('commands'), 'jobs', ...args],
      { cwd: ROOT, env: { PATH: process.env.PATH, ...place } },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

/** A job that died so many days ago; answers its id. */
async function die(
  { db }: Database,
  { queue, payload = {}, days = 0, error = 'no paper' }: Record<'queue', string> & Partial<Dead>,
): Promise<string> {
  const [dead] = rows<{ id: string }>(
    await db.execute(sql`
      insert into pgboss.job (name, data, state, retry_limit, retry_count, started_on, completed_on, keep_until, output, policy)
      values (${queue}, ${JSON.stringify(payload)}::jsonb, 'failed', 2, 2, now(), now() - ${days} * interval '1 day',
        now() + (14 - ${days}) * interval '1 day', ${JSON.stringify({ message: error })}::jsonb, 'short')
      returning id::text`),
  );
  return dead?.id ?? '';
}
interface Dead {
  payload: object;
  days: number;
  error: string;
}

async function failedMail({ db }: Database): Promise<string> {
  const _id = uuidv7();
  await db.insert(emails).values({
    ...{ _id, template: 'test', to: 'a@example.com', subject: '', html: '', text: '' },
    ...{ messageId: `<${_id}@x>`, status: 'failed' },
  });
  return _id;
}

describe('dead jobs', () => {
  it('are listed with age, runs and error, without passwords, people’s data or the terminal’s own letters', async () => {
    const [id] = await onDatabase(async database => [
      await die(database, {
        queue: 'send-mail',
        payload: { email: 'secret-payload' },
        days: 3,
        error: 'smtps://shop:hunter2@mail.example.org is down \u001b[2J\nsecond line',
      }),
      await die(database, {
        queue: 'check-refund',
        error: 'Failed query: select 1\nparams: ann@example.org',
      }),
    ]);
    const { code, out, err } = await command();
    expect([code, err]).toEqual([0, '']);
    const [newest, oldest, sum] = out.split('\n');
    expect(newest).toMatch(/^[\w-]{36} {2}check-refund +0 min +3 runs {2}Failed query: select 1$/);
    expect(oldest).toBe(
      `${id}  send-mail                 3 d   3 runs  smtps://[hidden]@mail.example.org is down  [2J`,
    );
    expect(sum).toBe('2 dead; 0 wait, 0 run.');
    expect(out).not.toMatch(/hunter2|ann@|secret-payload|second line/);
  });

  it('are none where there are none, and an unknown one is named', async () => {
    await onDatabase(async () => undefined);
    expect(await command()).toEqual({ code: 0, out: 'No job is dead; 0 wait, 0 run.\n', err: '' });
    expect(await command('retry', 'all')).toMatchObject({ code: 0, out: 'No job is dead.\n' });
    for (const what of ['retry', 'discard']) {
      expect(await command(what, 'x')).toEqual({
        code: 1,
        out: '',
        err: 'There is no dead job x. "jobs" lists them.\n',
      });
    }
    expect(await command('revive')).toMatchObject({ code: 1, err: expect.stringContaining('Usage: jobs') });
  });

  it('are none that could be listed before a shop has started on the database, which is said', async () => {
    if (name !== null) await dropTestDatabase(name);
    name = testDriver === 'postgres' ? await createTestDatabase({ template: null }) : null;
    if (name !== null) place.DATABASE_URL = testUrl(name);
    else await (await openDatabase({ databaseUrl: null, dataDir, snapshot: null })).close();
    for (const asked of [[], ['retry', 'all'], ['discard', 'x']]) {
      expect(await command(...asked)).toEqual({
        code: 1,
        out: '',
        err: 'No shop has started on this database yet: it has no jobs.\n',
      });
    }
  });

  it('are discarded one by one', async () => {
    const [first, second] = await onDatabase(async database => [
      await die(database, { queue: 'forget-card' }),
      await die(database, { queue: 'forget-card' }),
    ]);
    expect(await command('discard', first ?? '')).toMatchObject({ code: 0, err: '' });
    const left = await onDatabase(({ db }) => deadJobs(db, { limit: 9 }));
    expect(left.map(({ id }) => id)).toEqual([second]);
  });

  it('run once more in a shop that is open, the one that was asked for', async () => {
    const { mail, other } = await onDatabase(async database => {
      const [mail, other] = [await failedMail(database), await failedMail(database)];
      for (const email of [mail, other]) {
        // Older than pg-boss keeps what is done, and what waits.
        await die(database, { queue: 'send-mail', payload: { email }, days: 20 });
      }
      return { mail, other };
    });
    const shop = await startShop({ ...place, JOBS: 'on' });
    try {
      const { out } = await command();
      const [, id = ''] = /^([\w-]{36})/m.exec(out) ?? [];
      expect(await command('retry', id)).toEqual({
        code: 0,
        out: 'One job will run once more now.\n',
        err: '',
      });
      await expect.poll(async () => (await command()).out).toMatch(/^1 dead; 0 wait, 0 run\.$/m);
      expect(await command('retry', 'all')).toMatchObject({ out: 'One job will run once more now.\n' });
      await expect.poll(async () => (await command()).out).toMatch(/^No job is dead; 0 wait, 0 run\.$/m);
    } finally {
      await shop.end('SIGTERM');
    }
    const sent = await onDatabase(({ db }) => db.select().from(emails).where(eq(emails.status, 'captured')));
    expect(sent.map(({ _id }) => _id).sort()).toEqual([mail, other].sort());
  }, 120_000);

  it.runIf(testDriver === 'pglite')('wait for the shop where it is closed', async () => {
    const id = await onDatabase(database => die(database, { queue: 'forget-card' }));
    expect(await command('retry', id)).toMatchObject({
      out: 'One job will run once more when the shop starts.\n',
    });
  });

  it.runIf(testDriver === 'pglite')('can’t be reached in a shop that does not listen', async () => {
    await onDatabase(async () => {
      const { code, err } = await command();
      expect(code).toBe(1);
      expect(err).toContain(`in use by process ${process.pid}`);
      expect(err).not.toContain('    at ');
    });
  });
});
