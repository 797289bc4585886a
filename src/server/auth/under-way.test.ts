import { randomUUID } from 'node:crypto';
import { eq, isNotNull } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvals } from '#server/approvals/tables.ts';
import { createApiKey } from '#server/auth/api-keys.ts';
import { readSession } from '#server/auth/sessions.ts';
import { apiKeys, emailChanges, oneTimeTokens, secondFactors, sessions } from '#server/auth/tables.ts';
import { endWaysIn, type Way } from '#server/auth/ways-in.ts';
import { carts } from '#server/carts/tables.ts';
import type { Context, SessionUser } from '#server/context.ts';
import { appRouter } from '#server/router.ts';
import { invitations } from '#server/team/tables.ts';
import { type Accounts, cookiesOf, openAccounts, someAddress } from '#server/test/accounts.ts';
import { testDriver } from '#server/test/database.ts';
import { makeCompany, makeVariant, usd } from '#server/test/factories.ts';
import { CLIENT_ID, type FakeGoogle, startFakeGoogle } from '#server/test/fake-google.ts';
import { guest, lineOf } from '#server/test/selling.ts';
import { createCallerFactory } from '#server/trpc.ts';
import { users } from '#server/users/tables.ts';
import { lockUser } from '#server/users/users.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

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

const callerOf = createCallerFactory(appRouter);
type Caller = ReturnType<typeof callerOf>;
type Asker = 'Primary' | 'Member' | 'Admin' | 'Employee' | 'unconfirmed';

let made = 0;
const someEmail = () => `under-way-${++made}@example.com`;

async function personOf(asker: Asker): Promise<SessionUser> {
  if (asker === 'Admin' || asker === 'Employee') return shop.person({ permissionLevel: asker });
  if (asker === 'unconfirmed') return shop.person();
  const company = await makeCompany(shop.database.db, { creditLimit: usd(5000), taxExempt: true });
  const emailConfirmedAt = new Date().toISOString();
  return shop.person({ company, role: asker, emailConfirmedAt, spendingLimit: usd(50) });
}

/** The procedures as a request calls them that has found out who asks, and goes on from there. */
async function callerBy(by: { cookie?: string; bearer?: string }): Promise<Caller> {
  const { user, session, key } = await readSession(shop.parts, by);
  const who = { user, session, key, via: 'trpc', ip: someAddress(), userAgent: '', requestId: randomUUID() };
  const parts = { app: shop.parts, db: shop.parts.db, log: shop.parts.log };
  const ways = { readCookie: () => null, setCookie: () => undefined, setStatus: () => undefined };
  return callerOf({ ...who, ...parts, ...ways } as Context);
}

const cart = async (quantity: number) => [
  lineOf(await makeVariant(shop.database.db, { price: usd(10) }), quantity),
];

/** A call that makes a way in, prepared with what it needs. */
type Prepare = (caller: Caller, user: SessionUser) => Promise<() => Promise<unknown>>;
interface Made {
  asker: Asker;
  /** Whether an API key may ask it, too. */
  byKey?: true;
  prepare: Prepare;
}

const invited = () => ({ email: someEmail(), role: 'Member' as const, spendingLimit: null });

const CALLS: Record<string, Made> = {
  'apiKeys.create': {
    asker: 'Member',
    prepare:
      async ({ apiKeys: keys }) =>
      () =>
        keys.create({ name: 'nightly', scopes: KEY_SCOPES }),
  },
  'auth.loginAs': {
    asker: 'Admin',
    prepare: async ({ auth }) => {
      const { _id } = await shop.person();
      return () => auth.loginAs({ _id });
    },
  },
  'auth.sendConfirmation': {
    asker: 'unconfirmed',
    prepare:
      async ({ auth }) =>
      () =>
        auth.sendConfirmation({}),
  },
  'users.updateProfile': {
    asker: 'Member',
    prepare: async caller => () => caller.users.updateProfile({ email: someEmail() }),
  },
  'users.adminUpdate': {
    asker: 'Employee',
    prepare: async caller => {
      const { _id } = await shop.person();
      return () => caller.users.adminUpdate({ _id, email: someEmail(), reason: 'asked on the phone' });
    },
  },
  'emailChanges.decide': {
    asker: 'Admin',
    prepare: async caller => {
      const { _id, email } = await personOf('Member');
      const employee = await shop.signIn((await personOf('Employee')).email);
      const { users: staff } = await callerBy({ cookie: employee });
      await staff.adminUpdate({ _id, email: someEmail(), reason: 'asked on the phone' });
      const [change] = await shop.database.db
        .select()
        .from(emailChanges)
        .where(eq(emailChanges.oldEmail, email));
      return () => caller.emailChanges.decide({ _id: change?._id ?? '', accept: true });
    },
  },
  'team.invite': {
    asker: 'Primary',
    byKey: true,
    prepare:
      async ({ team }) =>
      () =>
        team.invite(invited()),
  },
  'team.resend': {
    asker: 'Primary',
    byKey: true,
    prepare: async ({ team }, { company }) => {
      // A colleague's: one's own ends with the ways in.
      const colleague = await shop.person({ company, emailConfirmedAt: new Date().toISOString() });
      const caller = await callerBy({ cookie: await shop.signIn(colleague.email) });
      const [open] = await caller.team.invite(invited());
      return () => team.resend({ _id: open?._id ?? '' });
    },
  },
  'team.requestApproval': {
    asker: 'Member',
    byKey: true,
    prepare: async ({ team }) => {
      const asked = { cart: await cart(9), shippingMethod: 'local' as const, total: usd(90) };
      const how = { paymentType: 'Terms' as const, idempotencyKey: randomUUID() };
      return () => team.requestApproval({ ...guest, ...asked, ...how });
    },
  },
  'carts.share': {
    asker: 'Member',
    byKey: true,
    prepare: async ({ carts: own }) => {
      const { _id } = await own.create({ orderName: 'Job', cart: await cart(1) });
      return () => own.share({ _id });
    },
  },
};

/** The calls by which somebody who is signed in makes each way; for the others one signs in, or follows a link. */
const MAKERS: Record<Way, readonly string[]> = {
  password: ['auth.updatePassword'],
  google: [],
  device: [],
  session: ['auth.loginAs', 'auth.loginBack'],
  apiKey: ['apiKeys.create'],
  resetLink: [],
  confirmLink: ['auth.sendConfirmation'],
  ownChange: ['users.updateProfile'],
  staffChange: ['users.adminUpdate'],
  undoLink: ['emailChanges.decide'],
  invitation: ['team.invite', 'team.resend'],
  approval: ['team.requestApproval'],
  sharedCart: ['carts.share'],
  orderKey: [],
};
/** Tried by tests of their own: won-back.test.ts, and below. */
const ELSEWHERE = ['auth.updatePassword', 'auth.loginBack'];

/** The secrets and the changes of address that there are. */
async function waysIn(): Promise<unknown> {
  const { db } = shop.database;
  const all = [
    await db.select({ secret: sessions.hash }).from(sessions),
    await db.select({ secret: apiKeys.hash }).from(apiKeys),
    await db.select({ secret: oneTimeTokens.hash }).from(oneTimeTokens),
    await db.select({ secret: invitations.hash }).from(invitations),
    await db.select({ secret: emailChanges._id, by: emailChanges.decidedBy }).from(emailChanges),
    await db.select({ secret: approvals._id }).from(approvals),
    await db.select({ secret: carts.shareToken }).from(carts).where(isNotNull(carts.shareToken)),
  ];
  return all.map(rows => rows.map(row => JSON.stringify(row)).sort());
}

const reset = (user: SessionUser) =>
  shop.parts.db.transaction(async tx => {
    await lockUser(tx, user._id);
    await endWaysIn(tx, user._id, 'reset');
  });

describe('a request that was under way when the ways in ended', () => {
  const cells = Object.entries(CALLS).flatMap(([name, call]) => [
    { name, by: 'a session', call },
    ...(call.byKey ? [{ name, by: 'a key', call }] : []),
  ]);

  async function begin({ asker, prepare }: Made, by: string) {
    const user = await personOf(asker);
    const key = { name: 'script', scopes: KEY_SCOPES, onAccountUpTo: usd(500) };
    const how =
      by === 'a key'
        ? { bearer: (await createApiKey(shop.database.db, user, key)).key }
        : { cookie: await shop.signIn(user.email) };
    return { user, call: await prepare(await callerBy(how), user) };
  }

  it.each(cells)('makes no other by $name, asked by $by', async ({ call, by }) => {
    const late = await begin(call, by);
    await reset(late.user);
    const before = await waysIn();
    const refused = { reason: by === 'a key' ? 'key_revoked' : 'signed_out' };
    await expect(late.call()).rejects.toMatchObject(refused);
    expect(await waysIn()).toEqual(before);

    const inTime = await begin(call, by);
    const others = await waysIn();
    await inTime.call();
    expect(await waysIn()).not.toEqual(others);
  });

  it('is tried for each that somebody who is signed in can make', () => {
    expect(Object.values(MAKERS).flat().sort()).toEqual([...Object.keys(CALLS), ...ELSEWHERE].sort());
  });

  it('leads no Admin back into their account', async () => {
    const admin = await personOf('Admin');
    const cookie = await shop.signIn(admin.email);
    const customer = await shop.person();
    const acting = await shop.call('auth.loginAs', { _id: customer._id }, { cookie });
    const { auth } = await callerBy({ cookie: cookiesOf(acting) });
    await reset(admin);
    await expect(auth.loginBack({})).rejects.toMatchObject({ reason: 'signed_out' });
    expect(await shop.database.db.$count(sessions, eq(sessions.user, admin._id))).toBe(0);
  });

  it('invites nobody to a company that its Primary has left', async () => {
    const primary = await personOf('Primary');
    const { team } = await callerBy({ cookie: await shop.signIn(primary.email) });
    await shop.database.db
      .update(users)
      .set({ company: null, role: null, permissionLevel: 'Retail' })
      .where(eq(users._id, primary._id));
    await expect(team.invite(invited())).rejects.toMatchObject({ reason: 'forbidden' });
  });
});

/** Calls that an Admin alone makes about accounts, and about how staff enter theirs. */
const ADMINS: Record<string, Prepare> = {
  'auth.loginAs': CALLS['auth.loginAs']?.prepare as Prepare,
  'emailChanges.decide': CALLS['emailChanges.decide']?.prepare as Prepare,
  'users.adminUpdate': async caller => {
    const { _id, email } = await shop.person();
    return () => caller.users.adminUpdate({ _id, email, permissionLevel: 'Employee' });
  },
  'users.saveTiers': async caller => {
    const { _id } = await shop.person({ permissionLevel: 'Employee' });
    return () => caller.users.saveTiers({ _id, tiers: [] });
  },
  'users.remove': async caller => {
    const { _id } = await shop.person();
    return () => caller.users.remove({ id: _id });
  },
  'secondFactor.removeOf': async ({ secondFactor }) => {
    const { _id } = await shop.person({ permissionLevel: 'Employee' });
    const confirmedAt = new Date().toISOString();
    await shop.database.db.insert(secondFactors).values({ user: _id, secret: 'sealed', confirmedAt });
    return () => secondFactor.removeOf({ _id });
  },
  'secondFactor.demand':
    async ({ secondFactor }) =>
    () =>
      secondFactor.demand({ isDemanded: false }),
  'apiKeys.revoke': async ({ apiKeys: keys }) => {
    const { apiKey } = await createApiKey(shop.database.db, await shop.person(), {
      ...{ name: 'script', scopes: KEY_SCOPES },
    });
    return () => keys.revoke({ _id: apiKey._id });
  },
};

describe('a request that was under way when its Admin was made an Employee', () => {
  it.each(Object.keys(ADMINS))('does nothing by %s', async name => {
    const begin = async () => {
      const admin = await personOf('Admin');
      const call = await ADMINS[name]?.(await callerBy({ cookie: await shop.signIn(admin.email) }), admin);
      return { admin, call };
    };
    const late = await begin();
    await shop.database.db
      .update(users)
      .set({ permissionLevel: 'Employee' })
      .where(eq(users._id, late.admin._id));
    const reason = name === 'apiKeys.revoke' ? 'not_found' : 'forbidden';
    await expect(late.call?.()).rejects.toMatchObject({ reason });
    const inTime = await begin();
    await expect(inTime.call?.()).resolves.toBeDefined();
  });

  it('nor changes a customer once they are not of the staff', async () => {
    const employee = await personOf('Employee');
    const caller = await callerBy({ cookie: await shop.signIn(employee.email) });
    const { _id, email } = await shop.person();
    await shop.database.db
      .update(users)
      .set({ permissionLevel: 'Retail' })
      .where(eq(users._id, employee._id));
    await expect(caller.users.adminUpdate({ _id, email, name: 'Mallory' })).rejects.toMatchObject({
      reason: 'forbidden',
    });
  });
});

/** Answers what comes of a call that waits for the user while a reset ends the ways in. */
async function duringReset(user: SessionUser, call: () => Promise<unknown>) {
  let outcome: Promise<unknown> = Promise.resolve();
  await shop.parts.db.transaction(async tx => {
    await lockUser(tx, user._id);
    outcome = call().catch(error => error);
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await shop.database.execute(waiting)).rows.length).toBe(1);
    await endWaysIn(tx, user._id, 'undo');
  });
  return outcome;
}

// The embedded database runs one transaction at a time: nothing can change under another.
describe.runIf(testDriver === 'postgres')('a sign-in that was under way', () => {
  it('does not end by a second step whose first was shown before', async () => {
    const user = await shop.person({ permissionLevel: 'Employee' });
    const cookie = await shop.signIn(user.email);
    const begun = await shop.call('secondFactor.begin', { signingIn: false }, { cookie });
    const { secret } = begun.body as { secret: string };
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await shop.call('secondFactor.confirm', { signingIn: false, code: code() }, { cookie });
    await shop.database.db.update(secondFactors).set({ lastStep: 0 });
    const login = await shop.call('auth.login', { email: user.email, password: 'brass knobs on oak' });
    const waits = { cookie: cookiesOf(login) };
    const answer = await duringReset(user, () => shop.call('secondFactor.signIn', { code: code() }, waits));
    expect(answer).toMatchObject({ status: 401, body: { reason: 'sign_in_over' } });
    expect(await shop.database.db.$count(sessions, eq(sessions.user, user._id))).toBe(0);
  });

  it('does not end by an account of Google that was unlinked', async () => {
    const user = await shop.person();
    const claims = { sub: `linked-${randomUUID()}`, email: user.email, name: 'Ada' };
    await shop.database.db.update(users).set({ googleSub: claims.sub }).where(eq(users._id, user._id));
    const credential = google.token(claims);
    const answer = await duringReset(user, () => shop.call('auth.google', { credential }));
    expect(answer).toMatchObject({ body: { reason: 'google_failed' } });
    expect(await shop.database.db.$count(sessions, eq(sessions.user, user._id))).toBe(0);
  });

  it('nor does a request of a session', async () => {
    const primary = await personOf('Primary');
    const cookie = await shop.signIn(primary.email);
    const answer = await duringReset(primary, () => shop.call('team.invite', invited(), { cookie }));
    expect(answer).toMatchObject({ status: 401, body: { reason: 'signed_out' } });
    expect(await shop.database.db.$count(invitations, eq(invitations.invitedBy, primary._id))).toBe(0);
  });
});
