import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import type { SessionUser } from '#server/context.ts';
import { savedCards } from '#server/payments/tables.ts';
import { type Accounts, failure, openAccounts } from '#server/test/accounts.ts';
import { makeCompany, makeVariant, usd } from '#server/test/factories.ts';
import { mailsTo, tokensIn } from '#server/test/mails.ts';
import { guest, lineOf } from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';
import { findUserById } from '#server/users/users.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

let shop: Accounts;
let employee: string;
let admin: SessionUser;
let people = 0;
beforeAll(async () => {
  shop = await openAccounts();
  employee = await shop.signIn((await shop.person({ permissionLevel: 'Employee' })).email);
  admin = await shop.person({ permissionLevel: 'Admin' });
});
afterAll(() => shop.close());

const db = () => shop.database.db;
const someone = () => `in-use-${++people}@example.com`;
const emailOf = async ({ _id }: { _id: string }) => (await findUserById(shop.parts.db, _id))?.email;
const latest = async (email: string, page: string) =>
  tokensIn(await mailsTo(db(), email), page).at(-1) ?? 'no link';
const confirm = async (email: string) =>
  (await shop.call('auth.confirmEmail', { token: await latest(email, 'confirm-email') })).body;
const ask = (user: { _id: string }, email: string, more: object = {}) =>
  shop.call('users.adminUpdate', { _id: user._id, email, ...more }, { cookie: employee });
const write = ({ _id }: { _id: string }, set: Partial<typeof users.$inferInsert>) =>
  db().update(users).set(set).where(eq(users._id, _id));

async function order({ email }: SessionUser): Promise<void> {
  const cart = [lineOf(await makeVariant(db(), { price: usd(10) }), 1)];
  const said = { ...guest, cart, shippingMethod: 'local', total: 10.83, idempotencyKey: randomUUID() };
  const answer = await shop.call('orders.submit', said, { cookie: await shop.signIn(email) });
  expect(answer.status).toBe(200);
}

const card = { provider: 'test', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2099 };

/** Ways in which an account is somebody's by more than its address. */
const USES: Record<string, (user: SessionUser) => Promise<unknown>> = {
  'a confirmed address': user => write(user, { emailConfirmedAt: new Date().toISOString() }),
  'a company': async user =>
    write(user, { company: await makeCompany(db()), role: 'Primary', permissionLevel: 'Commercial' }),
  'an order': order,
  'a saved card': user =>
    db()
      .insert(savedCards)
      .values({ ...card, user: user._id, reference: randomUUID() }),
  'an API key': user => createApiKey(shop.parts.db, user, { name: 'script', scopes: KEY_SCOPES }),
};

describe.each(Object.keys(USES))('an account with %s', use => {
  const begin = (user: SessionUser) => (USES[use] as (typeof USES)[string])(user);

  it('is not moved by an Employee and the new address alone', async () => {
    const user = await shop.person({ email: someone() });
    await begin(user);
    const email = someone();
    expect(failure(await ask(user, email))).toEqual({ status: 400, reason: 'invalid', fields: ['reason'] });
    expect((await ask(user, email, { reason: 'asked' })).status).toBe(200);
    expect(await confirm(email)).toEqual({ email, waiting: true });
    expect(await emailOf(user)).toBe(user.email);
  });

  it('is not moved so where it had none when the Employee asked, but with the consent of the old one', async () => {
    const user = await shop.person({ email: someone() });
    const email = someone();
    expect((await ask(user, email)).status).toBe(200);
    expect(await latest(user.email, 'confirm-email')).toBe('no link');
    await begin(user);
    expect(await confirm(email)).toEqual({ email, waiting: true });
    expect(await emailOf(user)).toBe(user.email);
    const asked = (await mailsTo(db(), admin.email)).filter(({ text }) => text.includes(email));
    expect(asked.map(({ template }) => template)).toEqual(['email-change-to-decide']);
    expect(await confirm(user.email)).toEqual({ email, waiting: false });
    expect(await emailOf(user)).toBe(email);
  });
});

describe('an account that was in use', () => {
  const expectConsent = async (user: { _id: string }) => {
    const before = await emailOf(user);
    const answer = failure(await ask(user, someone()));
    expect(answer).toEqual({ status: 400, reason: 'invalid', fields: ['reason'] });
    const email = someone();
    await ask(user, email, { reason: 'asked' });
    expect(await confirm(email)).toEqual({ email, waiting: true });
    expect(await emailOf(user)).toBe(before);
  };

  it('stays so when an Employee takes it out of its company', async () => {
    const company = await makeCompany(db());
    await shop.person({ company });
    const user = await shop.person({ email: someone(), company, role: 'Member' });
    const asked = { companyId: company, userId: user._id };
    expect((await shop.call('companies.removeUser', asked, { cookie: employee })).status).toBe(200);
    await expectConsent(user);
  });

  it('stays so when an undo gives it an address that nobody confirmed since', async () => {
    const user = await shop.person({ email: someone(), emailConfirmedAt: new Date().toISOString() });
    const cookie = await shop.signIn(user.email);
    const [first, second] = [someone(), someone()];
    for (const email of [first, second]) {
      await shop.call('users.updateProfile', { email }, { cookie });
      expect(await confirm(email)).toEqual({ email, waiting: false });
    }
    // Asked for by an address that is not the one given back.
    const undone = await shop.call('auth.undoEmail', { token: await latest(first, 'undo-email') });
    expect(undone.status).toBe(200);
    expect(await findUserById(shop.parts.db, user._id)).toMatchObject({
      ...{ email: user.email, emailConfirmedAt: null },
    });
    await expectConsent(user);
  });
});
