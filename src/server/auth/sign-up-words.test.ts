import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countGuess, rememberDevice } from '#server/auth/guesses.ts';
import { beginWaiting } from '#server/auth/waiting-sign-ins.ts';
import { companies } from '#server/companies/tables.ts';
import type { Context } from '#server/context.ts';
import { logEntries } from '#server/logs/tables.ts';
import { type Accounts, openAccounts, PASSWORD, userOf } from '#server/test/accounts.ts';
import { CLIENT_ID, type FakeGoogle, startFakeGoogle } from '#server/test/fake-google.ts';

let google: FakeGoogle;
let shop: Accounts;
beforeAll(async () => {
  google = await startFakeGoogle();
  shop = await openAccounts({ GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_KEYS_URL: google.keysUrl });
});
afterAll(async () => {
  await shop.close();
  await google.close();
});

it('a trade account’s company has the address that was given for it, else that of who registers', async () => {
  const emailOf = async (name: string, said: object) => {
    const email = `${name}@words.example`;
    const answer = await shop.call('auth.register', {
      ...{ name: 'Ada', email, password: PASSWORD, permissionLevel: 'Commercial' },
      company: { name, ...said },
    });
    const made = eq(companies._id, userOf(answer)?.company ?? '');
    return (await shop.database.db.select().from(companies).where(made))[0]?.email;
  };
  expect(await emailOf('joiners', { email: 'office@joiners.example' })).toBe('office@joiners.example');
  expect(await emailOf('turners', {})).toBe('turners@words.example');
});

describe('an account that is linked with Google', () => {
  it.each([
    ['Linked with Google', new Date().toISOString()],
    ['Linked with Google; the unverified password was removed', null],
  ])('is logged: %s', async (name, emailConfirmedAt) => {
    const user = await shop.person({ emailConfirmedAt });
    const credential = google.token({ sub: `words-${user._id}`, email: user.email, name: 'Ada' });
    expect((await shop.call('auth.google', { credential })).status).toBe(200);
    const log = await shop.database.db.select().from(logEntries).where(eq(logEntries.subject, user._id));
    expect(log.filter(({ category }) => category === 'google').map(one => one.name)).toEqual([name]);
  });
});

describe('what a browser keeps of a sign-in', () => {
  /** The options of the cookies that are set in a shop of this mode. */
  async function cookiesIn(mode: 'live' | 'demo') {
    const user = await shop.person();
    const set: [string, boolean | undefined, boolean | undefined][] = [];
    const app = { ...shop.parts, env: { ...shop.parts.env, mode } };
    const setCookie: Context['setCookie'] = (name, _, { httpOnly, secure }) => {
      set.push([name, httpOnly, secure]);
    };
    const visit = { app, db: app.db, ip: '198.51.100.9', readCookie: () => null, setCookie };
    const ctx = visit as unknown as Context;
    const account = { email: user.email, passwordHash: null };
    await countGuess(ctx, account);
    rememberDevice(ctx, account);
    await beginWaiting(ctx, user._id);
    return set.map(([, ...options]) => options);
  }

  it('no script reads, and in a live shop it goes over an encrypted connection alone', async () => {
    expect(await cookiesIn('live')).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(await cookiesIn('demo')).toEqual([
      [true, false],
      [true, false],
    ]);
  });
});
