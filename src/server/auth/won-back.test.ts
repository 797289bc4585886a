import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { emailChanges } from '#server/auth/tables.ts';
import { type OwnSession, updatePassword } from '#server/auth/update-password.ts';
import { type Accounts, cookiesOf, failure, openAccounts, PASSWORD } from '#server/test/accounts.ts';
import { DOORS } from '#server/test/doors.ts';
import { updateProfile } from '#server/users/update-profile.ts';
import { findUserByEmail } from '#server/users/users.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

const NEW = 'walnut dowel clamp';

let shop: Accounts;
let people = 0;
beforeAll(async () => {
  shop = await openAccounts();
});
afterAll(() => shop.close());

const someone = () => `owner-${++people}@corp.example`;
const confirmed = { emailConfirmedAt: new Date().toISOString() };

async function expectOwner(email: string, password: string): Promise<void> {
  await shop.signIn(email, password);
}

async function expectStranger(email: string, password: string): Promise<void> {
  expect(failure(await shop.call('auth.login', { email, password }))).toMatchObject({ status: 401 });
  await shop.call('auth.resetPassword', { email });
  expect(await shop.mailTo(email, 'reset-password')).toBeNull();
}

describe.each(DOORS)('an account that was won back through %s', door => {
  it('is not given away by the link that whoever registered its address asked for', async () => {
    const [victim, evil] = [someone(), someone()];
    const squat = await shop.call('auth.register', { name: 'Mallory', email: victim, password: PASSWORD });
    const cookie = cookiesOf(squat);
    const asked = await shop.call('users.updateProfile', { email: evil }, { cookie, door });
    expect(asked.status).toBe(200);
    const link = await shop.tokenTo(evil, 'confirm-email');

    await shop.call('auth.resetPassword', { email: victim }, { door });
    const reset = await shop.tokenTo(victim, 'reset-password');
    expect((await shop.call('auth.setPassword', { token: reset, password: NEW }, { door })).status).toBe(200);

    expect(failure(await shop.call('auth.confirmEmail', { token: link }))).toEqual({
      status: 400,
      reason: 'link_invalid',
    });
    expect(await shop.me(cookie)).toBeNull();
    await expectStranger(evil, PASSWORD);
    await expectOwner(victim, NEW);
  });

  it('is not given away by the link that somebody who knew the password asked for', async () => {
    const owner = await shop.person({ email: someone(), ...confirmed });
    const evil = someone();
    const thief = await shop.signIn(owner.email);
    const asked = { email: evil, currentPassword: PASSWORD };
    expect((await shop.call('users.updateProfile', asked, { cookie: thief, door })).status).toBe(200);
    const link = await shop.tokenTo(evil, 'confirm-email');

    const cookie = await shop.signIn(owner.email);
    const change = { currentPassword: PASSWORD, password: NEW };
    expect((await shop.call('auth.updatePassword', change, { cookie, door })).status).toBe(200);

    expect(failure(await shop.call('auth.confirmEmail', { token: link }))).toEqual({
      status: 400,
      reason: 'link_invalid',
    });
    expect(await shop.me(thief)).toBeNull();
    await expectStranger(evil, PASSWORD);
    expect((await shop.me(cookie))?._id).toBe(owner._id);
    await expectOwner(owner.email, NEW);
  });

  it('is not read on by the keys that were made before', async () => {
    const owner = await shop.person({ email: someone(), ...confirmed });
    const reads = async (key: string) =>
      (await shop.call('notifications.newest', {}, { bearer: key, door })).status;
    const first = (await createApiKey(shop.parts.db, owner, { name: 'back door', scopes: KEY_SCOPES })).key;
    expect(await reads(first)).toBe(200);
    const cookie = await shop.signIn(owner.email);
    const change = { currentPassword: PASSWORD, password: NEW };
    await shop.call('auth.updatePassword', change, { cookie, door });
    expect(await reads(first)).toBe(401);

    const second = (await createApiKey(shop.parts.db, owner, { name: 'back door', scopes: KEY_SCOPES })).key;
    await shop.call('auth.resetPassword', { email: owner.email }, { door });
    const token = await shop.tokenTo(owner.email, 'reset-password');
    await shop.call('auth.setPassword', { token, password: PASSWORD }, { door });
    expect(await reads(second)).toBe(401);
  });
});

describe('a reset', () => {
  const resetOf = async (email: string) => {
    await shop.call('auth.resetPassword', { email });
    return shop.tokenTo(email, 'reset-password');
  };

  it('is not outrun by sign-ins with the old password that were under way', async () => {
    const owner = await shop.person({ email: someone(), ...confirmed });
    const token = await resetOf(owner.email);
    const sent = { email: owner.email, password: PASSWORD };
    const [set, ...logins] = await Promise.all([
      shop.call('auth.setPassword', { token, password: NEW }),
      ...[1, 2, 3, 4, 5, 6].map(() => shop.call('auth.login', sent)),
    ]);
    expect(set?.status).toBe(200);
    for (const login of logins) expect(await shop.me(cookiesOf(login))).toBeNull();
  });

  it('is not outrun by a request whose session was read before it', async () => {
    const owner = await shop.person({ email: someone(), ...confirmed });
    const session = { hash: 'of a session that has ended since', impersonatorId: null };
    const ctx = {
      app: shop.parts,
      db: shop.parts.db,
      user: owner,
      session,
      ip: '10.1.1.1',
    } as unknown as OwnSession;
    const refused = { reason: 'signed_out' };
    await expect(updateProfile(ctx, { email: someone() })).rejects.toMatchObject(refused);
    const change = { currentPassword: PASSWORD, password: NEW, keptApiKeys: [] };
    await expect(updatePassword(ctx, change)).rejects.toMatchObject(refused);
    expect(await shop.database.db.$count(emailChanges, eq(emailChanges.user, owner._id))).toBe(0);
    await expectOwner(owner.email, PASSWORD);
  });
});

describe.each(DOORS)('an Employee through %s', door => {
  it('does not become a customer by giving them another address', async () => {
    const customer = await shop.person({ email: someone(), ...confirmed });
    const mine = someone();
    const employee = await shop.person({ permissionLevel: 'Employee' });
    const cookie = await shop.signIn(employee.email);
    const input = { _id: customer._id, email: mine, reason: 'asked on the phone' };
    await shop.call('users.adminUpdate', input, { cookie, door });
    expect(await findUserByEmail(shop.parts.db, mine)).toBeNull();
    await shop.call('auth.confirmEmail', { token: await shop.tokenTo(mine, 'confirm-email') });
    expect(await findUserByEmail(shop.parts.db, mine)).toBeNull();
    await expectStranger(mine, PASSWORD);
    await expectOwner(customer.email, PASSWORD);
  });
});
