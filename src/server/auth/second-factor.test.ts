import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { lackOfSecondFactor } from '#server/auth/demand-second-factor.ts';
import { removeFactorOfAdmin } from '#server/auth/remove-factor-of-admin.ts';
import { recoveryCodes, secondFactors, waitingSignIns } from '#server/auth/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { rateLimits } from '#server/http/tables.ts';
import { logEntries } from '#server/logs/tables.ts';
import { emails } from '#server/mail/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type Accounts, cookiesOf, failure, openAccounts, PASSWORD } from '#server/test/accounts.ts';
import { users } from '#server/users/tables.ts';
import type { SecondFactorSetUp, SignIn } from '#shared/schemas/auth.ts';

let shop: Accounts;
beforeAll(async () => {
  shop = await openAccounts();
});
afterAll(() => shop.close());

const db = () => shop.database.db;
/** The code of an authenticator; `steps` away from now. */
const codeOf = (secret: string, steps = 0, now = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 });
const demand = (isDemanded: boolean) => db().update(siteSettings).set({ staffNeedSecondFactor: isDemanded });
const signInStep = async (email: string) => {
  const answer = await shop.call('auth.login', { email, password: PASSWORD });
  return { answer, body: answer.body as SignIn, cookie: cookiesOf(answer) };
};
const logsOf = async ({ _id }: SessionUser) => {
  const rows = await db().select().from(logEntries).where(eq(logEntries.subject, _id));
  return rows.filter(({ type }) => type === 'security').map(({ name }) => name);
};
/** Does as if half a minute had passed: the code of now counts again as new. */
const forgetStep = (user: SessionUser) =>
  db().update(secondFactors).set({ lastStep: 0 }).where(eq(secondFactors.user, user._id));

/** A second factor from a session, as the account page sets it up. */
async function setUp(user: SessionUser) {
  const cookie = await shop.signIn(user.email);
  const { secret } = (await shop.call('secondFactor.begin', { signingIn: false }, { cookie }))
    .body as SecondFactorSetUp;
  const confirmed = await shop.call(
    'secondFactor.confirm',
    { signingIn: false, code: codeOf(secret) },
    { cookie },
  );
  expect(confirmed.status).toBe(200);
  await forgetStep(user);
  return { cookie, secret, recoveryCodes: (confirmed.body as { recoveryCodes: string[] }).recoveryCodes };
}

describe('setting a second factor up', () => {
  it('hides the cookie of a sign-in that waits for its second step from scripts', async () => {
    const employee = await shop.person({ permissionLevel: 'Employee' });
    await setUp(employee);
    const { answer } = await signInStep(employee.email);
    const [waiting] = [answer.headers['set-cookie'] ?? []].flat() as string[];
    expect(waiting).toMatch(/^sign-in=[^;]+;.*HttpOnly/);
  });

  it('is confirmed by a code, shows ten recovery codes once, and keeps neither them nor the secret readable', async () => {
    const employee = await shop.person({ permissionLevel: 'Employee' });
    const cookie = await shop.signIn(employee.email);
    const begun = (await shop.call('secondFactor.begin', { signingIn: false }, { cookie }))
      .body as SecondFactorSetUp;
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Knurl:/);
    expect(begun.qr.path.length).toBeGreaterThan(1000);
    const wrong = await shop.call('secondFactor.confirm', { signingIn: false, code: '000000' }, { cookie });
    expect(failure(wrong)).toEqual({ status: 400, reason: 'invalid', fields: ['code'] });
    // Until then nothing is asked for.
    expect((await signInStep(employee.email)).body).toMatchObject({ secondStep: null });

    const code = codeOf(begun.secret);
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    const done = await shop.call('secondFactor.confirm', { signingIn: false, code: typed }, { cookie });
    const { recoveryCodes: shown } = done.body as { recoveryCodes: string[] };
    expect(new Set(shown).size).toBe(10);
    expect(shown.every(one => /^[\dA-Z]{4}(-[\dA-Z]{4}){3}$/.test(one))).toBe(true);
    const state = await shop.call('secondFactor.state', {}, { cookie });
    expect(state.body).toEqual({ since: expect.any(String), codesLeft: 10, isDemanded: false });
    const kept = JSON.stringify([
      await db().select().from(secondFactors),
      await db().select().from(recoveryCodes),
      await db().select().from(logEntries),
      await db().select().from(emails),
      state.body,
    ]);
    for (const secret of [begun.secret, ...shown]) expect(kept).not.toContain(secret);
    expect(await logsOf(employee)).toContain('Second factor set up');
    expect(await shop.mailTo(employee.email, 'second-factor')).toMatchObject({
      subject: 'Your second factor is set up at Knurl',
    });
    const again = await shop.call('secondFactor.begin', { signingIn: false }, { cookie });
    expect(failure(again)).toEqual({ status: 409, reason: 'factor_exists' });
  });

  it('is for staff in a session of their own', async () => {
    const [customer, employee, admin] = [
      await shop.person(),
      await shop.person({ permissionLevel: 'Employee' }),
      await shop.person({ permissionLevel: 'Admin' }),
    ];
    const begin = async (how: object) =>
      failure(await shop.call('secondFactor.begin', { signingIn: false }, how));
    expect(await begin({})).toEqual({ status: 401, reason: 'signed_out' });
    expect(await begin({ cookie: await shop.signIn(customer.email) })).toEqual({
      status: 403,
      reason: 'forbidden',
    });
    const { key } = await createApiKey(db(), employee, { name: 'k', scopes: ['staff:write'] });
    expect(await begin({ bearer: key })).toEqual({ status: 403, reason: 'key_refused' });
    const acting = cookiesOf(
      await shop.call('auth.loginAs', { _id: customer._id }, { cookie: await shop.signIn(admin.email) }),
    );
    await db().update(users).set({ permissionLevel: 'Employee' }).where(eq(users._id, customer._id));
    // Whoever acts as a customer is out once that is one of the staff.
    expect(await begin({ cookie: acting })).toEqual({ status: 401, reason: 'signed_out' });
    const nobody = await shop.call('secondFactor.begin', { signingIn: true });
    expect(failure(nobody)).toEqual({ status: 401, reason: 'sign_in_over' });
  });
});

describe('signing in with a second factor', () => {
  it('takes a code after the password, once, and until then is no session', async () => {
    const admin = await shop.person({ permissionLevel: 'Admin' });
    const { secret } = await setUp(admin);
    const { body, cookie } = await signInStep(admin.email);
    expect(body).toEqual({ user: null, secondStep: 'code' });
    expect(cookie).not.toMatch(/\b(sid|token)=/);
    expect(await shop.me(cookie)).toBeNull();
    expect(failure(await shop.call('secondFactor.list', {}, { cookie }))).toMatchObject({ status: 401 });
    // Nor is it a way to set up another one.
    const other = await shop.call('secondFactor.begin', { signingIn: true }, { cookie });
    expect(failure(other)).toEqual({ status: 409, reason: 'factor_exists' });

    const wrong = await shop.call('secondFactor.signIn', { code: codeOf(secret, 5) }, { cookie });
    expect(failure(wrong)).toEqual({ status: 400, reason: 'invalid', fields: ['code'] });
    const code = codeOf(secret);
    const second = await signInStep(admin.email);
    const both = await Promise.all(
      [cookie, second.cookie].map(one => shop.call('secondFactor.signIn', { code }, { cookie: one })),
    );
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const entered = both.find(({ status }) => status === 200);
    expect(entered && (await shop.me(cookiesOf(entered)))).toMatchObject({ _id: admin._id });

    const third = await signInStep(admin.email);
    const used = await shop.call('secondFactor.signIn', { code }, { cookie: third.cookie });
    expect(failure(used)).toMatchObject({ status: 400, fields: ['code'] });
    expect(await logsOf(admin)).toContain('A wrong code at the second step');
  });

  it('leaves no code from before the one that was taken', async () => {
    const employee = await shop.person({ permissionLevel: 'Employee' });
    const { secret } = await setUp(employee);
    const { cookie } = await signInStep(employee.email);
    const now = Date.now();
    const next = codeOf(secret, 1, now);
    expect((await shop.call('secondFactor.signIn', { code: next }, { cookie })).status).toBe(200);
    const again = await signInStep(employee.email);
    for (const steps of [-1, 0, 1]) {
      const code = codeOf(secret, steps, now);
      const refused = await shop.call('secondFactor.signIn', { code }, { cookie: again.cookie });
      expect([steps, refused.status]).toEqual([steps, 400]);
    }
  });

  it('takes a recovery code once, however it is typed, and says so', async () => {
    const employee = await shop.person({ permissionLevel: 'Employee' });
    const stranger = await shop.person({ permissionLevel: 'Employee' });
    const { recoveryCodes: own } = await setUp(employee);
    const { recoveryCodes: others } = await setUp(stranger);
    const enter = async (code: string) => {
      const { cookie } = await signInStep(employee.email);
      return (await shop.call('secondFactor.signIn', { code }, { cookie })).status;
    };
    expect(await enter(others[0] ?? '')).toBe(400);
    expect(await enter((own[0] ?? '').toLowerCase().replaceAll('-', ' '))).toBe(200);
    expect(await enter(own[0] ?? '')).toBe(400);
    expect(await enter(own[1] ?? '')).toBe(200);
    expect(await logsOf(employee)).toContain('Signed in with a recovery code');
    expect(await shop.mailTo(employee.email, 'second-factor')).toMatchObject({
      subject: 'A recovery code was used at Knurl',
    });
  });

  it('ends after ten wrong codes, wherever they come from, and after fifteen minutes', async () => {
    const employee = await shop.person({ permissionLevel: 'Employee' });
    const { secret } = await setUp(employee);
    for (let tries = 0; tries < 10; tries++) {
      const { cookie } = await signInStep(employee.email);
      const wrong = await shop.call('secondFactor.signIn', { code: codeOf(secret, 9) }, { cookie });
      expect(failure(wrong)).toMatchObject({ status: 400 });
    }
    const { cookie } = await signInStep(employee.email);
    const right = () => shop.call('secondFactor.signIn', { code: codeOf(secret) }, { cookie });
    expect(failure(await right())).toEqual({ status: 429, reason: 'too_many' });
    await db().delete(rateLimits);
    await db().update(waitingSignIns).set({ expiresAt: new Date().toISOString() });
    expect(failure(await right())).toEqual({ status: 401, reason: 'sign_in_over' });
  });

  it('is over when the password changes meanwhile', async () => {
    const employee = await shop.person({ permissionLevel: 'Employee' });
    const { secret } = await setUp(employee);
    const { cookie } = await signInStep(employee.email);
    await shop.call('auth.resetPassword', { email: employee.email });
    const token = await shop.tokenTo(employee.email, 'reset-password');
    await shop.call('auth.setPassword', { token, password: 'another walnut dowel' });
    const late = await shop.call('secondFactor.signIn', { code: codeOf(secret) }, { cookie });
    expect(failure(late)).toEqual({ status: 401, reason: 'sign_in_over' });
  });

  it('takes recovery codes alone where SECRET_KEY is another by now', async () => {
    const employee = await shop.person({ permissionLevel: 'Employee' });
    const { secret, recoveryCodes: own } = await setUp(employee);
    await db()
      .update(secondFactors)
      .set({ secret: 'sealed otherwise' })
      .where(eq(secondFactors.user, employee._id));
    const { cookie } = await signInStep(employee.email);
    const byCode = await shop.call('secondFactor.signIn', { code: codeOf(secret) }, { cookie });
    expect(failure(byCode)).toMatchObject({ status: 400, fields: ['code'] });
    expect((await shop.call('secondFactor.signIn', { code: own[0] }, { cookie })).status).toBe(200);
  });
});

describe('a second factor that is demanded', () => {
  it('is set by an Admin, logged, and leads staff without one to set it up before anything else', async () => {
    const admin = await shop.person({ permissionLevel: 'Admin' });
    const employee = await shop.person({ permissionLevel: 'Employee' });
    const [cookie, staffCookie] = [await shop.signIn(admin.email), await shop.signIn(employee.email)];
    const set = (isDemanded: boolean, how: object) => shop.call('secondFactor.demand', { isDemanded }, how);
    expect(failure(await set(true, { cookie: staffCookie }))).toEqual({ status: 403, reason: 'forbidden' });
    expect((await set(true, { cookie })).body).toEqual({ isDemanded: true });
    const logged = await db().select().from(logEntries).where(eq(logEntries.user, admin._id));
    expect(logged).toMatchObject([{ type: 'security', name: 'Staff must have a second factor' }]);

    expect((await signInStep((await shop.person()).email)).body).toMatchObject({ secondStep: null });
    const waiting = await signInStep(employee.email);
    expect(waiting.body).toEqual({ user: null, secondStep: 'set-up' });
    expect(await shop.me(waiting.cookie)).toBeNull();
    expect(failure(await shop.call('users.list', {}, { cookie: waiting.cookie }))).toMatchObject({
      status: 401,
    });
    const byCode = await shop.call('secondFactor.signIn', { code: '123456' }, { cookie: waiting.cookie });
    expect(failure(byCode)).toMatchObject({ status: 400 });

    const how = { cookie: waiting.cookie };
    const begun = (await shop.call('secondFactor.begin', { signingIn: true }, how)).body as SecondFactorSetUp;
    const code = codeOf(begun.secret);
    const done = await shop.call('secondFactor.confirm', { signingIn: true, code }, how);
    expect(done.body).toMatchObject({ user: { _id: employee._id }, recoveryCodes: { length: 10 } });
    expect(await shop.me(cookiesOf(done))).toMatchObject({ _id: employee._id });
    const twice = await shop.call('secondFactor.confirm', { signingIn: true, code }, how);
    expect(failure(twice)).toEqual({ status: 401, reason: 'sign_in_over' });
    expect((await signInStep(employee.email)).body).toEqual({ user: null, secondStep: 'code' });
    expect((await set(false, { cookie })).body).toEqual({ isDemanded: false });
  });
});

describe('the start of a live shop', () => {
  it('says that no second factor is demanded, until it is; a demo says nothing', async () => {
    const live = { ...shop.parts, env: { ...shop.parts.env, mode: 'live' as const } };
    expect(await lackOfSecondFactor(live)).toContain('do not require a second factor for staff');
    expect(await lackOfSecondFactor(shop.parts)).toBeNull();
    await demand(true);
    expect(await lackOfSecondFactor(live)).toBeNull();
    await demand(false);
  });
});

describe('removing a second factor', () => {
  it('takes a recovery code of one’s own', async () => {
    const employee = await shop.person({ permissionLevel: 'Employee' });
    const { cookie, recoveryCodes: own, secret } = await setUp(employee);
    const remove = (recoveryCode: string) => shop.call('secondFactor.remove', { recoveryCode }, { cookie });
    expect(failure(await remove(codeOf(secret)))).toMatchObject({ status: 400, fields: ['recoveryCode'] });
    expect(failure(await remove('AAAA-AAAA-AAAA-AAAA'))).toMatchObject({
      status: 400,
      fields: ['recoveryCode'],
    });
    expect((await remove(own[3] ?? '')).status).toBe(200);
    expect((await signInStep(employee.email)).body).toMatchObject({ secondStep: null });
    expect(await db().$count(recoveryCodes, eq(recoveryCodes.user, employee._id))).toBe(0);
    expect(await logsOf(employee)).toContain('Second factor removed with a recovery code');
  });

  it('is another Admin’s to do, nobody else’s', async () => {
    const [admin, other] = [
      await shop.person({ permissionLevel: 'Admin' }),
      await shop.person({ permissionLevel: 'Admin' }),
    ];
    const employee = await shop.person({ permissionLevel: 'Employee' });
    const { cookie } = await setUp(admin);
    const removeOf = async (_id: string, by: string) =>
      failure(await shop.call('secondFactor.removeOf', { _id }, { cookie: by }));
    expect(await removeOf(admin._id, cookie)).toEqual({ status: 403, reason: 'forbidden' });
    expect(await removeOf(admin._id, await shop.signIn(employee.email))).toMatchObject({ status: 403 });
    const byOther = await shop.signIn(other.email);
    const list = (await shop.call('secondFactor.list', {}, { cookie: byOther })).body as {
      _id: string;
      since: string | null;
    }[];
    expect(list.find(({ _id }) => _id === admin._id)?.since).toEqual(expect.any(String));
    expect(list.find(({ _id }) => _id === employee._id)?.since).toBeNull();
    const waiting = await signInStep(admin.email);
    expect(await removeOf(admin._id, byOther)).toEqual({ status: 200 });
    expect(await removeOf(admin._id, byOther)).toEqual({ status: 404, reason: 'not_found' });
    const late = await shop.call('secondFactor.signIn', { code: '123456' }, { cookie: waiting.cookie });
    expect(failure(late)).toEqual({ status: 401, reason: 'sign_in_over' });
    expect((await signInStep(admin.email)).body).toMatchObject({ secondStep: null });
    expect(await logsOf(admin)).toContain('Second factor removed by an Admin');
  });

  it('is done for an Admin by a command on the machine', async () => {
    const admin = await shop.person({ permissionLevel: 'Admin' });
    const employee = await shop.person({ permissionLevel: 'Employee' });
    await setUp(admin);
    await expect(removeFactorOfAdmin(db(), 'nobody@example.com')).rejects.toThrow('There is no account');
    await expect(removeFactorOfAdmin(db(), employee.email)).rejects.toThrow('is not an Admin');
    await removeFactorOfAdmin(db(), admin.email.toUpperCase());
    await expect(removeFactorOfAdmin(db(), admin.email)).rejects.toThrow('has no second factor');
    expect((await signInStep(admin.email)).body).toMatchObject({ secondStep: null });
    expect(await logsOf(admin)).toContain('Second factor removed by a command on the machine');
  });

  it('gives new recovery codes for a code of the authenticator', async () => {
    const employee = await shop.person({ permissionLevel: 'Employee' });
    const { cookie, secret, recoveryCodes: old } = await setUp(employee);
    const renew = (code: string) => shop.call('secondFactor.renewCodes', { code }, { cookie });
    expect(failure(await renew(old[0] ?? ''))).toMatchObject({ status: 400, fields: ['code'] });
    const { recoveryCodes: made } = (await renew(codeOf(secret))).body as { recoveryCodes: string[] };
    expect(made).toHaveLength(10);
    const waiting = await signInStep(employee.email);
    const how = { cookie: waiting.cookie };
    expect((await shop.call('secondFactor.signIn', { code: old[1] }, how)).status).toBe(400);
    expect((await shop.call('secondFactor.signIn', { code: made[1] }, how)).status).toBe(200);
  });
});

describe('what a second factor leaves as it is', () => {
  it('API keys, and acting as a customer and back', async () => {
    const [admin, customer] = [await shop.person({ permissionLevel: 'Admin' }), await shop.person()];
    const { cookie, secret } = await setUp(admin);
    await demand(true);
    const { key } = await createApiKey(db(), admin, { name: 'k', scopes: ['staff:read'] });
    expect((await shop.call('users.list', {}, { bearer: key })).status).toBe(200);
    const acting = cookiesOf(await shop.call('auth.loginAs', { _id: customer._id }, { cookie }));
    expect(await shop.me(acting)).toMatchObject({ _id: customer._id });
    const back = cookiesOf(await shop.call('auth.loginBack', {}, { cookie: acting }));
    expect(await shop.me(back)).toMatchObject({ _id: admin._id });
    expect(secret).toEqual(expect.any(String));
    await demand(false);
  });
});
