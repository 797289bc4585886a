import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { ROOT } from '#server/database/migrate.ts';
import { parseEnv } from '#server/env.ts';
import { appRouter } from '#server/router.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeUser } from '#server/test/factories.ts';
import { findUserByEmail } from '#server/users/users.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const PASSWORD = 'brass knobs on oak';

describe('the pages for operators', () => {
  it('check a backup by a copy of the shop that mails nobody and moves no money', () => {
    const [, block = ''] =
      /^## Check one\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(read('docs/operations/backup.md')) ?? [];
    const exported = [...block.matchAll(/^export (.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
    const above = Object.fromEntries(exported.map(one => one.split('=') as [string, string]));
    const env = parseEnv(
      {
        ...{ DATABASE_URL: 'postgres://db/shop', LISTEN_URL: 'postgres://db/shop', TRUST_PROXY: '1' },
        ...{ SECRET_KEY: '4f1c0a9be27d5538a6c3e1d2f0b94877', METRICS_TOKEN: '8d30c5f1e7a2496b' },
        ...{
          STRIPE_SECRET_KEY: 'sk_live_1',
          STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
          STRIPE_WEBHOOK_SECRET: 'whsec_1',
        },
        ...{
          SMTP_URL: 'smtps://mail',
          MAIL_FROM: 'shop@example.org',
          PAYMENTS: 'stripe',
          MAIL: 'smtp',
          HOST: '0.0.0.0',
        },
        ...{ PUBLIC_URL: 'https://shop.example.org' },
        ...above,
      },
      () => '',
    );
    expect(env).toMatchObject({
      ...{ mode: 'demo', demoData: false, jobs: false, payments: 'test', stripe: null, mail: 'captured' },
      ...{
        smtpUrl: null,
        databaseUrl: null,
        listenUrl: null,
        host: '127.0.0.1',
        port: 4444,
        trustProxy: false,
      },
      ...{ dataDir: '/srv/knurl-check', publicUrl: 'http://localhost:4444' },
    });
  });

  it('end all sessions, API keys and links by statements that do so', async () => {
    const [, statements = ''] = /```sql\n([\s\S]*?)```/.exec(read('docs/operations/secrets.md')) ?? [];
    const database = await testDatabase();
    const { app, parts } = await openDoors(database, appRouter);
    const { email } = await makeUser(database.db, { passwordHash: await hashPassword(PASSWORD) });
    const user = await findUserByEmail(database.db, email);
    if (!user) throw new Error('nobody');
    const signedIn = await app.inject({
      ...{ method: 'POST', url: '/api/v1/users/login', payload: { email, password: PASSWORD } },
    });
    const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { key } = await createApiKey(database.db, user, { name: 'one', scopes: ['company:read'] });
    const asked = async () => [
      (await app.inject({ url: '/api/v1/users', headers: { cookie } })).json().user?.email,
      (await app.inject({ url: '/api/v1/users', headers: { authorization: `Bearer ${key}` } })).statusCode,
    ];
    expect(await asked()).toEqual([email, 200]);
    for (const statement of statements.split(';').filter(one => one.trim() !== ''))
      await database.execute(statement);
    expect(await asked()).toEqual([undefined, 401]);
    await app.close();
    await parts.cache.close();
    await closeTestDatabase(database);
  });

  it('say of how much a machine carries what the benchmark says', () => {
    const [page, bench] = [read('docs/operations/grow.md'), read('bench/README.md')];
    const [, file = 'none'] = /bench\/results\/(\S+-full\.json)/.exec(bench) ?? [];
    expect(page).toContain(`\`${file}\``);
    const aSecond = (heading: string, action: string) => {
      const [, table = ''] = new RegExp(`^## ${heading}\\n([^#]*)`, 'm').exec(bench) ?? [];
      return new RegExp(`^\\| ${action} \\|(?: [^|]* \\|){4} (\\d+) \\|`, 'm').exec(table)?.[1];
    };
    for (const [said, action] of [
      ['listings of 50 with counts', 'a'],
      ['searches by text with counts', 'c'],
      ['products as pages', 'e-page'],
      ['listings as pages', 'a-page'],
      ['checkouts of three lines', 'f'],
    ] as const) {
      const [own, embedded] = ['Postgres, 10,000 products', 'Embedded, 10,000 products'].map(one =>
        aSecond(one, action),
      );
      expect(page).toContain(`| ${said} | ${own} | ${embedded} |`);
    }
    for (const row of ['after start', 'under load']) {
      const [, own, embedded] =
        new RegExp(`^\\| Memory ${row} \\|[^|]*\\|[^|]*\\| (\\d+ MB) \\|[^|]*\\| (\\d+ MB) \\|`, 'm').exec(
          bench,
        ) ?? [];
      expect(page).toContain(own);
      expect(page).toContain(embedded);
    }
  });
});
