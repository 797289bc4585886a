import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from '#server/command-error.ts';
import { type Database, type Db, openDatabase, rows } from '#server/database/db.ts';
import { ROOT } from '#server/database/migrate.ts';
import { answerJobs, readJobsArguments } from '#server/jobs/dead-job-command.ts';
import { deadJobs } from '#server/jobs/job-queues.ts';
import { emails } from '#server/mail/tables.ts';
import {
  closeTestDatabase,
  createTestDatabase,
  dropTestDatabase,
  openDataFolder,
  testDatabase,
  testDriver,
  testUrl,
} from '#server/test/database.ts';
import { scriptOf, startShop } from '#server/test/shop-process.ts';

/** A job that died so many days ago; answers its id. */
async function die(
  db: Db,
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

async function failedMail(db: Db): Promise<string> {
  const _id = uuidv7();
  await db.insert(emails).values({
    ...{ _id, template: 'test', to: 'a@example.com', subject: '', html: '', text: '' },
    ...{ messageId: `<${_id}@x>`, status: 'failed' },
  });
  return _id;
}

describe('dead jobs', () => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await testDatabase();
    db = database.db;
  });
  afterEach(() => db.execute(sql`delete from pgboss.job`));
  afterAll(() => closeTestDatabase(database));

  const ask = (args: string[], on = db) => answerJobs(on, readJobsArguments(args), { runs: false });

  it('are listed with age, runs and error, without passwords, people’s data or the terminal’s own letters', async () => {
    const id = await die(db, {
      queue: 'send-mail',
      payload: { email: 'secret-payload' },
      days: 3,
      error: 'smtps://shop:hunter2@mail.example.org is down \u001b[2J\nsecond line',
    });
    await die(db, { queue: 'check-refund', error: 'Failed query: select 1\nparams: ann@example.org' });
    expect(await ask([])).toEqual([
      expect.stringMatching(/^[\w-]{36} {2}check-refund +0 min +3 runs {2}Failed query: select 1$/),
      `${id}  send-mail                 3 d   3 runs  smtps://[hidden]@mail.example.org is down  [2J`,
      '2 dead; 0 waiting, 0 running.',
    ]);
  });

  it('are none where there are none, and an unknown one is named', async () => {
    expect(await ask([])).toEqual(['No dead jobs; 0 waiting, 0 running.']);
    expect(await ask(['retry', 'all'])).toEqual(['There are no dead jobs.']);
    for (const what of ['retry', 'discard'])
      await expect(ask([what, 'x'])).rejects.toThrow(
        new CommandError('There is no dead job x. "jobs" lists them.'),
      );
    for (const wrong of [['revive'], ['retry'], ['discard', 'x', 'y']]) {
      expect(() => readJobsArguments(wrong), wrong.join(' ')).toThrow(CommandError);
      expect(() => readJobsArguments(wrong), wrong.join(' ')).toThrow(/^Usage: jobs/);
    }
  });

  it('are none that could be listed before a shop has started on the database, which is said', async () => {
    const undo = new Error('undo');
    const begun = db.transaction(async tx => {
      await tx.execute(sql`drop schema pgboss cascade`);
      for (const asked of [[], ['retry', 'all'], ['discard', 'x']])
        await expect(ask(asked, tx)).rejects.toThrow(
          new CommandError('No shop has started on this database yet: it has no jobs.'),
        );
      throw undo;
    });
    await expect(begun).rejects.toThrow(undo);
  });

  it('are discarded one by one', async () => {
    const [first, second] = [
      await die(db, { queue: 'forget-card' }),
      await die(db, { queue: 'forget-card' }),
    ];
    expect(await ask(['discard', first])).toEqual(['Discarded: it will not run again.']);
    expect((await deadJobs(db, { limit: 9 })).map(({ id }) => id)).toEqual([second]);
  });
});

describe('the command for dead jobs', () => {
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

  /** Work on the database while no shop has it. */
  async function onDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const database =
      name === null
        ? await openDataFolder(dataDir)
        : await openDatabase({ databaseUrl: testUrl(name), dataDir: null });
    try {
      return await work(database.db);
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

  const listed = (line: RegExp) =>
    expect.poll(async () => (await command()).out, { interval: 500 }).toMatch(line);

  it('lets jobs run once more in a shop that is open, those that were asked for', async () => {
    const { mail, other } = await onDatabase(async db => {
      const [mail, other] = [await failedMail(db), await failedMail(db)];
      for (const email of [mail, other]) {
        // Older than pg-boss keeps what is done, and what waits.
        await die(db, { queue: 'send-mail', payload: { email }, days: 20 });
      }
      return { mail, other };
    });
    const shop = await startShop({ ...place, JOBS: 'on' });
    try {
      const { code, out, err } = await command();
      expect([code, err]).toEqual([0, '']);
      const [, id = ''] = /^([\w-]{36})/m.exec(out) ?? [];
      expect(await command('retry', id)).toEqual({
        code: 0,
        out: 'One job will run once more now.\n',
        err: '',
      });
      await listed(/^1 dead; 0 waiting, 0 running\.$/m);
      expect(await command('retry', 'all')).toMatchObject({ out: 'One job will run once more now.\n' });
      await listed(/^No dead jobs; 0 waiting, 0 running\.$/m);
    } finally {
      await shop.end('SIGTERM');
    }
    expect(await command('discard', 'x')).toEqual({
      code: 1,
      out: '',
      err: 'There is no dead job x. "jobs" lists them.\n',
    });
    const [sent, third] = await onDatabase(async db => [
      await db.select().from(emails).where(eq(emails.status, 'captured')),
      await die(db, { queue: 'forget-card' }),
    ]);
    expect(sent.map(({ _id }) => _id).sort()).toEqual([mail, other].sort());
    // On a Postgres another shop may stand open.
    const when = testDriver === 'pglite' ? 'when the shop starts' : 'now';
    expect(await command('retry', third)).toMatchObject({ out: `One job will run once more ${when}.\n` });
    expect(await command()).toMatchObject({ code: 0, out: 'No dead jobs; 1 waiting, 0 running.\n', err: '' });
  }, 120_000);

  it.runIf(testDriver === 'postgres')('says so where no shop has started yet', async () => {
    const empty = await createTestDatabase({ template: null });
    place.DATABASE_URL = testUrl(empty);
    expect(await command()).toEqual({
      code: 1,
      out: '',
      err: 'No shop has started on this database yet: it has no jobs.\n',
    });
    await dropTestDatabase(empty);
  });

  it.runIf(testDriver === 'pglite')('can’t reach a shop that does not listen', async () => {
    await onDatabase(async () => {
      const { code, err } = await command();
      expect(code).toBe(1);
      expect(err).toContain(`in use by process ${process.pid}`);
      expect(err).not.toContain('    at ');
    });
  });
});
