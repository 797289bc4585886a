import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#server/http/rate-limits.ts';
import { rateLimits } from '#server/http/tables.ts';
import { type Accounts, failure, openAccounts, PASSWORD, someAddress } from '#server/test/accounts.ts';
import { makeCompany, makeUser } from '#server/test/factories.ts';

let shop: Accounts;
beforeAll(async () => {
  shop = await openAccounts();
});
afterAll(() => shop.close());

const someEmail = () => `${randomUUID()}@site.example`;
const newcomer = (email = someEmail()) => ({ name: 'Ada Carver', email, password: 'planed oak 1947' });

describe('from one address', () => {
  it('the 61st right sign-in goes through, of other people than the first', async () => {
    const ip = someAddress();
    const people = [await shop.person(), await shop.person(), await shop.person()];
    for (let count = 0; count <= LIMITS.loginAddress.most; count++) {
      const email = people[count % 3]?.email ?? '';
      const answer = await shop.call('auth.login', { email, password: PASSWORD }, { ip });
      expect(answer.status).toBe(200);
    }
  });

  it('wrong sign-ins stay counted, whatever right ones come between', async () => {
    const ip = someAddress();
    const { email } = await shop.person();
    const guess = () => shop.call('auth.login', { email: someEmail(), password: 'not the password' }, { ip });
    for (let count = 0; count < LIMITS.loginAddress.most; count++) {
      if (count % 20 === 0) await shop.signIn(email, PASSWORD, { ip });
      expect((await guess()).status).toBe(401);
    }
    expect(failure(await guess())).toMatchObject({ status: 429, reason: 'too_many' });
  });

  it('links that are right are not counted among those that are guessed', async () => {
    const ip = someAddress();
    for (let count = 0; count < 3; count++) {
      const person = newcomer();
      await shop.call('auth.register', person);
      const token = await shop.tokenTo(person.email, 'confirm-email');
      expect((await shop.call('auth.confirmEmail', { token }, { ip })).status).toBe(200);
      await shop.call('auth.resetPassword', { email: person.email });
      const reset = await shop.tokenTo(person.email, 'reset-password');
      expect((await shop.call('auth.verifyToken', { token: reset }, { ip })).body).toEqual({ valid: true });
      const set = { token: reset, password: 'straight grained 1946' };
      expect((await shop.call('auth.setPassword', set, { ip })).status).toBe(200);
    }
    const counted = async () =>
      (await shop.database.db.select().from(rateLimits))
        .filter(({ key }) => key.startsWith('token-address:'))
        .reduce((sum, { count }) => sum + count, 0);
    expect(await counted()).toBe(0);
    await shop.call('auth.verifyToken', { token: 'made up' }, { ip });
    await shop.call('auth.confirmEmail', { token: 'made up' }, { ip });
    expect(await counted()).toBe(2);
  });
});

describe('whether an address has an account', () => {
  /** Signs a new Primary in, and answers their company and cookie. */
  async function primary() {
    const company = await makeCompany(shop.database.db);
    const { email } = await shop.person({ company, emailConfirmedAt: new Date().toISOString() });
    return { company, cookie: await shop.signIn(email) };
  }
  const tell = ({ company, cookie }: { company: string; cookie: string }, ip: string, email: string) =>
    shop.call('companies.addAssociatedAccount', { company, email }, { cookie, ip });

  it('is told as often by registering, by naming accounts and by changing addresses together', async () => {
    const ip = someAddress();
    const known = (await makeUser(shop.database.db)).email;
    const asking = await primary();
    const { most } = LIMITS.register;
    for (let count = 0; count < most / 2; count++) {
      expect(failure(await shop.call('auth.register', newcomer(known), { ip }))).toMatchObject({
        status: 409,
      });
    }
    for (let count = 0; count < most / 2 - 1; count++) {
      const told = await tell(asking, ip, count % 2 ? known : someEmail());
      expect(told.status).toBe(count % 2 ? 409 : 200);
    }
    const change = await shop.call(
      'users.updateProfile',
      { name: 'Ada Carver', email: known },
      { cookie: asking.cookie, ip },
    );
    expect(failure(change)).toMatchObject({ status: 409, reason: 'email_taken' });
    expect(failure(await tell(asking, ip, known))).toMatchObject({ status: 429, reason: 'too_many' });
    expect(failure(await shop.call('auth.register', newcomer(), { ip }))).toMatchObject({ status: 429 });
    // Another account at that address is told nothing either, and another address tells that account nothing more.
    expect((await tell(await primary(), ip, known)).status).toBe(429);
  });

  it('is told an account no more often from many addresses', async () => {
    const asking = await primary();
    for (let count = 0; count < LIMITS.register.most; count++) {
      expect((await tell(asking, someAddress(), someEmail())).status).toBe(200);
    }
    expect((await tell(asking, someAddress(), someEmail())).status).toBe(429);
  });
});
