import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '#server/auth/passwords.ts';
import { sessions } from '#server/auth/tables.ts';
import type { Database } from '#server/database/db.ts';
import { ROOT } from '#server/database/migrate.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { testParts } from '#server/test/parts.ts';
import { users } from '#server/users/tables.ts';
import { watchForWarnings } from '#server/warnings.ts';

const WARNING =
  'Accounts of the demo shop can sign in with passwords that everybody knows; the log names them.';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => closeTestDatabase(database));

it('warns of the demo shop’s accounts in a live shop until nobody can sign in to them', async () => {
  const { db } = database;
  const [admin, everybody, own] = await Promise.all(
    ['brass-hinge-admin', 'brass-hinge-everybody', 'a password of its own'].map(hashPassword),
  );
  await db.insert(users).values([
    { email: 'admin@knurl.example', passwordHash: admin },
    { email: 'office@hollis.example', passwordHash: everybody },
    { email: 'eli@hollis.example', passwordHash: everybody },
    { email: 'employee@knurl.example', passwordHash: own },
    { email: 'rae@home.example', passwordHash: null },
    { email: 'ann@example.com', passwordHash: everybody },
  ]);
  const lines: string[] = [];
  const demo = await testParts(database, { log: line => lines.push(line) });
  const live = { ...demo, env: { ...demo.env, mode: 'live' as const } };
  const [inDemo, inLive] = [await watchForWarnings(demo), await watchForWarnings(live)];
  try {
    expect([inDemo.list(), inLive.list()]).toEqual([[], [WARNING]]);
    await inLive.look();
    expect(lines.map(line => JSON.parse(line)).filter(({ accounts }) => accounts)).toMatchObject([
      { accounts: ['admin@knurl.example', 'eli@hollis.example', 'office@hollis.example'] },
    ]);
    await db.update(users).set({ passwordHash: own }).where(eq(users.email, 'admin@knurl.example'));
    await inLive.look();
    expect(inLive.list()).toEqual([WARNING]);
    const [signedIn] = await db.select().from(users).where(eq(users.email, 'eli@hollis.example'));
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    await db.insert(sessions).values({ hash: 'x', user: String(signedIn?._id), expiresAt });
    const page = readFileSync(join(ROOT, 'docs/operations/watch.md'), 'utf8');
    await db.execute(sql.raw(/```sql\n(with locked[\s\S]*?)```/.exec(page)?.[1] ?? ''));
    expect(await db.$count(sessions)).toBe(0);
    expect(await db.$count(users, isNotNull(users.passwordHash))).toBe(1);
    await inLive.look();
    expect(inLive.list()).toEqual([]);
  } finally {
    for (const watched of [inDemo, inLive]) await watched.end();
  }
});
