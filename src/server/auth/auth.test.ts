import { hash } from '@node-rs/argon2';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#server/auth/passwords.ts';
import { authRouter } from '#server/auth/router.ts';
import { sessions } from '#server/auth/tables.ts';
import { companies } from '#server/companies/tables.ts';
import type { App } from '#server/context.ts';
import type { Database } from '#server/database/db.ts';
import { logEntries } from '#server/logs/tables.ts';
import { registerJobs } from '#server/register-jobs.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { type Answer, ask, DOORS, type DoorName, openDoors } from '#server/test/doors.ts';
import { makeCompany, makeUser } from '#server/test/factories.ts';
import { router } from '#server/trpc.ts';
import { users } from '#server/users/tables.ts';
import type { ErrorBody } from '#shared/errors.ts';
import type { User } from '#shared/schemas/users.ts';

const PASSWORD = 'brass knobs on oak';
const VARIABLES = { TRUST_PROXY: '1' };

let database: Database;
let parts: App;
let app: FastifyInstance;
let other: { app: FastifyInstance; parts: App };

beforeAll(async () => {
  database = await testDatabase();
  ({ app, parts } = await openDoors(database, router({ auth: authRouter }), { variables: VARIABLES }));
  other = await openDoors(database, router({ auth: authRouter }), { variables: VARIABLES });
  for (const one of [parts, other.parts]) {
    registerJobs(one);
    await one.jobs.start({ work: false });
  }
});

afterAll(async () => {
  for (const one of [{ app, parts }, other]) {
    await one.app.close();
    await one.parts.jobs.stop(0);
    await one.parts.cache.close();
  }
  await closeTestDatabase(database);
});

let visitors = 0;
/** Returns headers of somebody at an address of their own, so that limits of one test don't reach into another. */
const visitor = () => ({ 'x-forwarded-for': `198.51.${Math.floor(++visitors / 250)}.${visitors % 250}` });

interface Call {
  door?: DoorName;
  headers?: Record<string, string>;
  on?: FastifyInstance;
}

const register = (
  input: Record<string, unknown>,
  { door = 'rest', headers = visitor(), on = app }: Call = {},
) => ask(on, door, { procedure: 'auth.register', method: 'POST', url: '/api/v1/users', input, headers });

const login = (input: Record<string, unknown>, { door = 'rest', headers = visitor(), on = app }: Call = {}) =>
  ask(on, door, { procedure: 'auth.login', method: 'POST', url: '/api/v1/users/login', input, headers });

const me = async (cookie: string): Promise<User | null> => {
  const answer = await ask(app, 'rest', {
    procedure: 'auth.me',
    method: 'GET',
    url: '/api/v1/users',
    headers: { cookie },
  });
  return (answer.body as { user: User | null }).user;
};

const userOf = (answer: Answer) => (answer.body as { user: User }).user;
const failure = (answer: Answer) => ({ status: answer.status, reason: (answer.body as ErrorBody).reason });
const fields = (answer: Answer) => (answer.body as ErrorBody).issues?.map(issue => issue.path.join('.'));

const setCookies = (answer: Answer) => [answer.headers['set-cookie'] ?? []].flat() as string[];
const cookieOf = (answer: Answer) =>
  setCookies(answer)
    .map(line => line.split(';')[0])
    .join('; ');

let people = 0;
const newcomer = () => ({ name: 'Ada', email: `newcomer-${++people}@example.com`, password: PASSWORD });

async function withPassword(user: Partial<typeof users.$inferInsert> = {}) {
  return makeUser(database.db, { passwordHash: await hashPassword(PASSWORD), ...user });
}

describe.each(DOORS)('registering through %s', door => {
  it('makes a retail account and signs it in [ACC-01]', async () => {
    const person = newcomer();
    const answer = await register({ ...person, phone: '555-0100' }, { door });
    expect(answer.status).toBe(200);
    expect(userOf(answer)).toMatchObject({
      email: person.email,
      phone: '555-0100',
      permissionLevel: 'Retail',
      role: null,
      company: null,
      registeredFully: true,
      orders: [],
      products: [],
      variants: [],
      tiers: [],
      favorites: [],
      savedCarts: [],
      associatedAccounts: [],
    });
    expect(JSON.stringify(answer)).not.toMatch(/argon2|passwordHash/);
    expect(await me(cookieOf(answer))).toEqual(userOf(answer));
    const [entry] = await database.db.select().from(logEntries).where(eq(logEntries.userEmail, person.email));
    expect(entry).toMatchObject({ type: 'user', category: 'registration', subject: userOf(answer)._id });
  });

  it('makes a trade account: company and user, its Primary, without credit or exemption [ACC-02]', async () => {
    const name = `Hinge & Sons ${door}`;
    const answer = await register(
      {
        ...newcomer(),
        permissionLevel: 'Commercial',
        company: { name: `  ${name.replace(' ', '   ')} `, city: 'Dallas', taxId: '75-1' },
      },
      { door },
    );
    expect(userOf(answer)).toMatchObject({
      permissionLevel: 'Commercial',
      role: 'Primary',
      companyName: name,
      registeredFully: true,
    });
    const [company] = await database.db
      .select()
      .from(companies)
      .where(eq(companies._id, userOf(answer).company ?? ''));
    expect(company).toMatchObject({ name, city: 'Dallas', taxId: '75-1', taxExempt: false, creditLimit: 0 });
  });

  it('refuses a company name that exists with 432, and leaves no user behind [ACC-02]', async () => {
    const name = `Taken ${door}`;
    await makeCompany(database.db, { name });
    const person = newcomer();
    const answer = await register({ ...person, company: { name: name.toUpperCase() } }, { door });
    expect(failure(answer)).toEqual({ status: 432, reason: 'company_exists' });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await database.db.$count(users, eq(users.email, person.email))).toBe(0);
  });

  it('refuses an e-mail address that has an account, and leaves no company behind [ACC-01]', async () => {
    const user = await makeUser(database.db);
    const company = { name: `Never made ${door}` };
    const answer = await register({ ...newcomer(), email: user.email.toUpperCase(), company }, { door });
    expect(failure(answer)).toEqual({ status: 409, reason: 'email_taken' });
    expect((answer.body as ErrorBody).message).toBe('Email is already taken, please use another email.');
    expect(await database.db.$count(companies, eq(companies.name, company.name))).toBe(0);
  });

  it.each([
    ['password', { password: 'short' }],
    ['password', { password: 'password1234' }],
    ['password', { password: 'x'.repeat(129) }],
    ['password', { email: 'marguerite@example.com', password: 'Marguerite-2026' }],
    ['company.name', { permissionLevel: 'Commercial' }],
    ['permissionLevel', { permissionLevel: 'Admin' }],
    ['company.creditLimit', { company: { name: 'Greedy', creditLimit: 100_000 } }],
    ['company.name', { company: { name: '   ' } }],
    ['role', { role: 'Primary' }],
    ['registeredFully', { registeredFully: true }],
    ['email', { email: 'nobody' }],
    ['email', { email: 'a\u0000@example.com' }],
    ['name', { name: '' }],
    ['name', { name: 'A\u0000da' }],
    ['name', { name: ['Ada'] }],
    ['password', { password: null }],
  ])('names the field: %s in %j', async (field, change) => {
    const person = { ...newcomer(), ...change };
    const before = await database.db.$count(users);
    const answer = await register(person, { door });
    expect({ ...failure(answer), fields: fields(answer) }).toEqual({
      status: 400,
      reason: 'invalid',
      fields: [field],
    });
    expect(await database.db.$count(users)).toBe(before);
  });

  it('keeps emoji and accents of a name', async () => {
    const answer = await register({ ...newcomer(), name: ' Zoe\u0308 🪛 ' }, { door });
    expect(userOf(answer).name).toBe('Zo\u00eb 🪛');
  });

  it('refuses a megabyte', async () => {
    const answer = await register({ ...newcomer(), name: 'x'.repeat(1_000_000) }, { door });
    expect(failure(answer)).toEqual({ status: 413, reason: 'too_large' });
  });
});

describe('registering', () => {
  it('at the same moment with one address makes one account', async () => {
    const person = newcomer();
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(person)));
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await database.db.$count(users, eq(users.email, person.email))).toBe(1);
  });

  it('is limited by address, over all processes', async () => {
    const headers = visitor();
    const refused = { ...newcomer(), email: (await makeUser(database.db)).email };
    for (let attempt = 0; attempt < 20; attempt++) {
      const answer = await register(refused, { headers, on: attempt % 2 ? app : other.app });
      expect(answer.status).toBe(409);
    }
    const answer = await register(newcomer(), { headers, on: other.app });
    expect(failure(answer)).toEqual({ status: 429, reason: 'too_many' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000);
  });
});

describe.each(DOORS)('logging in through %s', door => {
  it('answers the user and sets both cookies', async () => {
    const user = await withPassword();
    const answer = await login({ email: ` ${user.email.toUpperCase()} `, password: PASSWORD }, { door });
    expect(userOf(answer)._id).toBe(user._id);
    const [session, flag] = setCookies(answer);
    expect(session).toMatch(/^sid=[a-z2-7]{40}; Max-Age=36000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(flag).toBe('token=1; Max-Age=36000; Path=/; SameSite=Lax');
    expect((await me(cookieOf(answer)))?._id).toBe(user._id);
  });

  it('says the same of a wrong password, an unknown address, a deleted account and one without password', async () => {
    const user = await withPassword();
    const deleted = await withPassword({ deletedAt: new Date().toISOString() });
    const invited = await makeUser(database.db);
    const answers = await Promise.all([
      login({ email: user.email, password: 'not the password' }, { door }),
      login({ email: 'nobody@example.com', password: PASSWORD }, { door }),
      login({ email: deleted.email, password: PASSWORD }, { door }),
      login({ email: invited.email, password: PASSWORD }, { door }),
      login({ email: '', password: '' }, { door }),
      login({ email: "' or 1=1 --", password: '🔩'.repeat(100) }, { door }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        message: "Username or Password didn't match.",
        code: 'UNAUTHORIZED',
        reason: 'wrong_login',
        remedies: [{ text: 'Set a new password.', href: '/user?forgotten' }],
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it.each([
    ['email', { email: 'a\u0000b', password: PASSWORD }],
    ['email', { email: 'x'.repeat(300), password: PASSWORD }],
    ['password', { email: 'a@example.com', password: 'x'.repeat(600) }],
    ['password', { email: 'a@example.com', password: 12 }],
    ['remember', { email: 'a@example.com', password: PASSWORD, remember: true }],
  ])('names the field: %s', async (field, input) => {
    const answer = await login(input, { door });
    expect({ ...failure(answer), fields: fields(answer) }).toEqual({
      status: 400,
      reason: 'invalid',
      fields: [field],
    });
  });
});

describe('logging in', () => {
  it('gives a new id, whatever id the browser brought, and ends the session it had', async () => {
    const user = await withPassword();
    const planted = 'a'.repeat(40);
    const first = await login(
      { email: user.email, password: PASSWORD },
      { headers: { ...visitor(), cookie: `sid=${planted}`, 'sec-fetch-site': 'same-origin' } },
    );
    expect(cookieOf(first)).not.toContain(planted);
    expect(await me(`sid=${planted}`)).toBeNull();

    const second = await login(
      { email: user.email, password: PASSWORD },
      { headers: { ...visitor(), cookie: cookieOf(first), 'sec-fetch-site': 'same-origin' } },
    );
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    expect(await me(cookieOf(first))).toBeNull();
    expect((await me(cookieOf(second)))?._id).toBe(user._id);
    expect(await database.db.$count(sessions, eq(sessions.user, user._id))).toBe(1);
  });

  it('is limited by account and address, over all processes, also with the right password at last', async () => {
    const user = await withPassword();
    const headers = visitor();
    for (let attempt = 0; attempt < 10; attempt++) {
      const on = attempt % 2 ? app : other.app;
      expect((await login({ email: user.email, password: 'guess' }, { headers, on })).status).toBe(401);
    }
    const answer = await login({ email: user.email.toUpperCase(), password: PASSWORD }, { headers });
    expect(failure(answer)).toEqual({ status: 429, reason: 'too_many' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
    const elsewhere = await login({ email: user.email, password: PASSWORD });
    expect(elsewhere.status).toBe(200);
  });

  it('limits guesses at an address without an account just alike', async () => {
    const headers = visitor();
    const guess = () => login({ email: 'ghost@example.com', password: 'guess' }, { headers });
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess()).status).toBe(401);
    expect(failure(await guess())).toEqual({ status: 429, reason: 'too_many' });
  });

  it('counts no success as a guess', async () => {
    const user = await withPassword();
    const headers = visitor();
    for (let attempt = 0; attempt < 12; attempt++) {
      expect((await login({ email: user.email, password: PASSWORD }, { headers })).status).toBe(200);
    }
  });

  it('makes a hash of an earlier cost anew', async () => {
    const user = await makeUser(database.db, {
      passwordHash: await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 }),
    });
    expect((await login({ email: user.email, password: PASSWORD })).status).toBe(200);
    const [row] = await database.db.select().from(users).where(eq(users._id, user._id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login({ email: user.email, password: PASSWORD })).status).toBe(200);
  });

  it('is refused from another site', async () => {
    const user = await withPassword();
    const headers = { ...visitor(), 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    const answer = await login({ email: user.email, password: PASSWORD }, { headers });
    expect(failure(answer)).toEqual({ status: 403, reason: 'cross_site' });
  });
});

describe.each(DOORS)('logging out through %s', door => {
  const logout = (headers: Record<string, string>) =>
    ask(app, door, { procedure: 'auth.logout', method: 'DELETE', url: '/api/v1/users', headers });

  it('ends the session on both sides', async () => {
    const user = await withPassword();
    const signedIn = await login({ email: user.email, password: PASSWORD });
    const cookie = cookieOf(signedIn);
    const answer = await logout({ cookie, 'sec-fetch-site': 'same-origin' });
    expect(answer.body).toEqual({ ok: true });
    expect(setCookies(answer)).toEqual([
      'sid=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'token=; Max-Age=0; Path=/; SameSite=Lax',
    ]);
    expect(await me(cookie)).toBeNull();
    expect(await database.db.$count(sessions, eq(sessions.user, user._id))).toBe(0);
  });

  it('of nobody is no failure', async () => {
    expect(await logout({})).toMatchObject({ status: 200, body: { ok: true } });
  });
});

describe('the signed-in user', () => {
  it('is nobody for a guest', async () => {
    const answer = await ask(app, 'rest', { procedure: 'auth.me', method: 'GET', url: '/api/v1/users' });
    expect(answer.body).toEqual({ user: null, notifications: [], actingAdmin: null });
  });

  it('comes with his unread notifications, newest first', async () => {
    const signedIn = await register(newcomer());
    const { _id } = userOf(signedIn);
    for (const [title, read] of [
      ['First', false],
      ['Seen', true],
      ['Second', false],
    ] as const) {
      await database.db.execute(sql`
        insert into notifications (id, "user", type, title, read)
        values (gen_random_uuid(), ${_id}::uuid, 0, ${title}, ${read}::boolean)`);
    }
    const answer = await ask(app, 'trpc', {
      procedure: 'auth.me',
      method: 'GET',
      url: '/api/v1/users',
      headers: { cookie: cookieOf(signedIn) },
    });
    const { notifications } = answer.body as { notifications: { title: string }[] };
    expect(notifications.map(one => one.title)).toEqual(['Second', 'First']);
  });
});
