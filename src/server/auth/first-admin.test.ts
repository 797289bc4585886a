import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdminLink, redeemFirstAdmin } from '#server/auth/first-admin.ts';
import { authRouter } from '#server/auth/router.ts';
import { oneTimeTokens } from '#server/auth/tables.ts';
import type { App, Context } from '#server/context.ts';
import type { Database } from '#server/database/db.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { testParts } from '#server/test/parts.ts';
import { createCallerFactory, router } from '#server/trpc.ts';
import { users } from '#server/users/tables.ts';

const PASSWORD = 'brass knobs on oak';
const DAY = 24 * 60 * 60 * 1000;
const callerOf = createCallerFactory(router({ auth: authRouter }));

let database: Database;
let parts: App;

beforeAll(async () => {
  database = await testDatabase();
  parts = await testParts(database);
});

afterAll(async () => {
  await parts.cache.close();
  await closeTestDatabase(database);
});

const context = (cookies: string[] = []) =>
  ({
    app: parts,
    db: database.db,
    user: null,
    session: null,
    ip: '192.0.2.1',
    readCookie: () => null,
    setCookie: (name: string) => cookies.push(name),
  }) as unknown as Context;

async function newToken(now?: Date): Promise<string> {
  const link = (await firstAdminLink(parts, now)) ?? '';
  expect(link).toMatch(/^http:\/\/shop\.test\/set-password#first-admin=[\w-]{43}$/);
  return link.split('=')[1] ?? '';
}

const person = (token: string, more: object = {}) => ({
  token,
  name: 'Grace',
  email: 'grace@example.com',
  password: PASSWORD,
  ...more,
});

describe('the first admin', () => {
  it('comes by a link that is valid for a day', async () => {
    const now = new Date('2026-03-01T00:00:00Z');
    const token = await newToken(now);
    await expect(
      redeemFirstAdmin(context(), person(token), new Date(now.getTime() + DAY)),
    ).rejects.toMatchObject({ reason: 'link_invalid' });
    expect(await database.db.$count(users)).toBe(0);
  });

  it('needs the right link and a good password; a failed try leaves the link good', async () => {
    const token = await newToken();
    const { auth } = callerOf(context());
    await expect(auth.firstAdmin(person('wrong'))).rejects.toMatchObject({ reason: 'link_invalid' });
    await expect(auth.firstAdmin(person(token, { password: 'short' }))).rejects.toMatchObject({
      cause: { issues: [{ path: ['password'], message: 'needs at least 12 characters' }] },
    });
    const ownName = person(token, { name: 'Marguerite', password: 'Marguerite-2026' });
    await expect(auth.firstAdmin(ownName)).rejects.toMatchObject({
      issues: [{ path: ['password'], message: 'is too easy to guess' }],
    });
    expect(await database.db.$count(users)).toBe(0);
    expect(JSON.stringify(await database.db.select().from(oneTimeTokens))).not.toContain(token);
  });

  it('is one, however many links there are and however often they are followed at once', async () => {
    const tokens = [await newToken(), await newToken()];
    const cookies: string[] = [];
    const results = await Promise.allSettled(
      [...tokens, ...tokens].map((token, index) =>
        callerOf(context(cookies)).auth.firstAdmin(person(token, { email: `grace-${index}@example.com` })),
      ),
    );
    const made = results.filter(result => result.status === 'fulfilled');
    expect(made).toHaveLength(1);
    expect(made[0]?.value.user).toMatchObject({ permissionLevel: 'Admin', registeredFully: true });
    expect(cookies).toEqual(['sid', 'token', 'device']);
    expect(await database.db.$count(users, eq(users.permissionLevel, 'Admin'))).toBe(1);
    expect(await database.db.$count(users)).toBe(1);
    expect(await firstAdminLink(parts)).toBeNull();
  });
});
