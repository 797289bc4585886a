import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { lockAccount } from '#server/auth/lock-demo-accounts.ts';
import { sendResetLink } from '#server/auth/reset-password.ts';
import type { Cause, Way } from '#server/auth/ways-in.ts';
import type { SessionUser } from '#server/context.ts';
import { LIMITS, storedKey } from '#server/http/rate-limits.ts';
import { rateLimits } from '#server/http/tables.ts';
import { type Accounts, cookiesOf, type How, PASSWORD, userOf } from '#server/test/accounts.ts';
import { type MadeVariant, makeCompany, makeVariant, usd } from '#server/test/factories.ts';
import { type FakeGoogle, startFakeGoogle } from '#server/test/fake-google.ts';
import { mailsTo, tokensIn } from '#server/test/mails.ts';
import { guest, lineOf } from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';
import { findUserByEmail, findUserById } from '#server/users/users.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

export const NEW = 'walnut dowel clamp';

/** An account that somebody uses, and what tests do with it through the doors. */
export interface Account {
  shop: Accounts;
  google: FakeGoogle;
  user: SessionUser;
  /** Signs in who acts for the shop, and the other Primary of the company. */
  admin: () => Promise<string>;
  colleague: () => Promise<string>;
  call: (procedure: string, input: Record<string, unknown>, how?: How) => Promise<Body>;
  /** The newest token of this page's link that went to an address. */
  link: (email: string, page: string) => Promise<string>;
  /** The account's address now. */
  email: () => Promise<string>;
  /** The cookies of its owner, who signs in once. */
  owner: () => Promise<string>;
  /** The link that undoes the first change of its address. */
  undo: string;
}

type Body = Record<string, unknown> & { _id: string };

let made = 0;
export const someEmail = () => `way-${++made}@example.com`;

/** A Primary or Member of a company, whose address was confirmed and, where wanted, was another one before. */
export async function makeAccount(
  shop: Accounts,
  google: FakeGoogle,
  { role, hasMoved }: { role: 'Primary' | 'Member'; hasMoved: boolean },
): Promise<Account> {
  const company = await makeCompany(shop.database.db, { creditLimit: usd(5000), taxExempt: true });
  const emailConfirmedAt = new Date().toISOString();
  const colleague = await shop.person({ company });
  const user = await shop.person({
    ...{ email: someEmail(), emailConfirmedAt, company, role, spendingLimit: usd(50) },
  });
  let cookie = '';
  const account: Account = {
    ...{ shop, google, user, undo: '' },
    admin: () => staff(shop, 'Admin'),
    colleague: () => shop.signIn(colleague.email),
    call: async (procedure, input, how = {}) => {
      const answer = await shop.call(procedure, input, { door: 'trpc', ...how });
      expect([procedure, answer.status, answer.body]).toEqual([procedure, 200, expect.anything()]);
      return answer.body as Body;
    },
    link: async (email, page) => {
      // The job alone: all that wait would be every mail so far.
      if (page === 'set-password') await sendResetLink(shop.parts, email);
      return tokensIn(await mailsTo(shop.database.db, email), page).at(-1) ?? 'no token';
    },
    email: async () => (await findUserById(shop.parts.db, user._id))?.email ?? user.email,
    owner: async () => {
      cookie ||= await shop.signIn(await account.email());
      return cookie;
    },
  };
  if (hasMoved) {
    await moveTo(account, someEmail());
    account.undo = await account.link(user.email, 'undo-email');
  }
  return account;
}

const signedIn = new WeakMap<Accounts, Map<string, Promise<string>>>();

/** The cookies of one who acts for the shop, the same for all accounts: each more Admin is mailed of each change. */
function staff(shop: Accounts, permissionLevel: 'Admin' | 'Employee'): Promise<string> {
  const known = signedIn.get(shop) ?? new Map<string, Promise<string>>();
  signedIn.set(shop, known);
  const cookie =
    known.get(permissionLevel) ?? shop.person({ permissionLevel }).then(({ email }) => shop.signIn(email));
  known.set(permissionLevel, cookie);
  return cookie;
}

/** The owner asks for another address, which is confirmed. */
async function moveTo(account: Account, email: string): Promise<void> {
  await account.call('users.updateProfile', { email }, { cookie: await account.owner() });
  await account.call('auth.confirmEmail', { token: await account.link(email, 'confirm-email') });
}

const row = ({ shop, user }: Account, changes: Partial<typeof users.$inferInsert>) =>
  shop.database.db.update(users).set(changes).where(eq(users._id, user._id));

/** Brings a cause about; answers the cookies of whoever did it to the account from inside. */
export const CAUSE: Record<Cause, (account: Account, kept: { apiKeys: string[] }) => Promise<string>> = {
  reset: async account => {
    const email = await account.email();
    await account.call('auth.resetPassword', { email });
    const token = await account.link(email, 'set-password');
    const answer = await account.shop.call('auth.setPassword', { token, password: NEW });
    expect(answer.status).toBe(200);
    return cookiesOf(answer);
  },
  'password-change': async (account, { apiKeys }) => {
    const cookie = await account.shop.signIn(await account.email());
    const said = { currentPassword: PASSWORD, password: NEW, keptApiKeys: apiKeys };
    const answer = await account.shop.call('auth.updatePassword', said, { cookie });
    expect(answer.status).toBe(200);
    // The mark of the browser is renewed, its session goes on.
    return [...cookie.split('; ').filter(one => !one.startsWith('device=')), cookiesOf(answer)].join('; ');
  },
  'email-change': async account => {
    await moveTo(account, someEmail());
    return '';
  },
  undo: async account => {
    await account.call('auth.undoEmail', { token: account.undo });
    expect(await account.email()).toBe(account.user.email);
    return '';
  },
  'staff-change': async account => {
    const email = someEmail();
    await account.call(
      'users.adminUpdate',
      { _id: account.user._id, email },
      { cookie: await account.admin() },
    );
    await account.call('auth.confirmEmail', { token: await account.link(email, 'confirm-email') });
    expect(await account.email()).toBe(email);
    return '';
  },
  google: async account => {
    await row(account, { emailConfirmedAt: null });
    const claims = { sub: `owner-${++made}`, email: await account.email(), name: 'Ada' };
    const answer = await account.shop.call('auth.google', { credential: account.google.token(claims) });
    // An account that is linked with Google's already is refused: that link stays.
    expect([200, 401]).toContain(answer.status);
    return cookiesOf(answer);
  },
  deletion: async account => {
    await account.call('users.remove', { id: account.user._id }, { cookie: await account.admin() });
    return '';
  },
  leaving: async account => {
    const { company: companyId, _id: userId } = account.user;
    await account.call('companies.removeUser', { companyId, userId }, { cookie: await account.colleague() });
    return '';
  },
  raise: async account => {
    const [{ company: companyId, _id: userId }, cookie] = [account.user, await account.admin()];
    // Nobody of a company is of the staff.
    await account.call('companies.removeUser', { companyId, userId }, { cookie: await account.colleague() });
    const raised = { _id: userId, email: await account.email(), permissionLevel: 'Employee' };
    await account.call('users.adminUpdate', raised, { cookie });
    return '';
  },
  lock: async ({ shop: { parts }, user: { _id } }) => {
    const hash = (await findUserById(parts.db, _id))?.passwordHash ?? null;
    expect(await parts.db.transaction(tx => lockAccount(tx, { _id, hash }))).not.toBe('');
    return '';
  },
};

/** Whether a way still leads in, asked through the doors. `own`: the cookies of whoever brought the cause about. */
type Try = (own: string) => Promise<boolean>;
/** `kept`: the same way as far as a cause keeps it. */
interface SetUp {
  leadsIn: Try;
  kept?: Try;
  /** Keys that a new password keeps. */
  apiKeys?: string[];
}

const works =
  (account: Account, procedure: string, input: Record<string, unknown>, how: How = {}) =>
  async () =>
    (await account.shop.call(procedure, input, { door: 'trpc', ...how })).status === 200;

const keyOf = async (account: Account, name: string) => {
  const cookie = await account.owner();
  const made = (await account.call(
    'apiKeys.create',
    { name, scopes: KEY_SCOPES },
    { cookie },
  )) as unknown as {
    key: string;
    apiKey: Body;
  };
  return { _id: made.apiKey._id, reads: works(account, 'notifications.list', {}, { bearer: made.key }) };
};

const things = new WeakMap<Accounts, Promise<MadeVariant>>();

/** So many of the one thing that all buy: making one is dear. */
async function cart({ shop }: Account, quantity: number) {
  const thing = things.get(shop) ?? makeVariant(shop.database.db, { price: usd(10), stock: 9999 });
  things.set(shop, thing);
  return [lineOf(await thing, quantity)];
}

export const WAY: Record<Way, (account: Account) => Promise<SetUp>> = {
  password: async account => ({
    leadsIn: async () => works(account, 'auth.login', { email: await account.email(), password: PASSWORD })(),
  }),
  google: async account => {
    const claims = { sub: `linked-${++made}`, email: await account.email(), name: 'Ada' };
    await row(account, { googleSub: claims.sub });
    const { shop, google, user } = account;
    const leadsIn = async () => {
      const credential = google.token({ ...claims, jti: randomUUID() });
      const answer = await shop.call('auth.google', { credential });
      return answer.status === 200 && userOf(answer)?._id === user._id;
    };
    return { leadsIn };
  },
  device: async account => {
    const marked = await account.shop.signIn(await account.email());
    const spared = async (cookie: string) => {
      const email = await account.email();
      const used = {
        count: LIMITS.loginAccount.most,
        resetsAt: new Date(Date.now() + 3_600_000).toISOString(),
      };
      await account.shop.database.db
        .insert(rateLimits)
        .values({ key: storedKey(`login-account:${email}`), ...used })
        .onConflictDoUpdate({ target: rateLimits.key, set: used });
      return (await account.shop.call('auth.login', { email, password: 'guess' }, { cookie })).status !== 429;
    };
    return { leadsIn: () => spared(marked), kept: spared };
  },
  session: async account => {
    const cookie = await account.shop.signIn(await account.email());
    const isIn = async (cookies: string) => (await account.shop.me(cookies))?._id === account.user._id;
    return { leadsIn: () => isIn(cookie), kept: isIn };
  },
  apiKey: async account => {
    const [key, other] = [await keyOf(account, 'nightly'), await keyOf(account, 'till')];
    return { leadsIn: key.reads, kept: other.reads, apiKeys: [other._id] };
  },
  resetLink: async account => {
    const email = await account.email();
    await account.call('auth.resetPassword', { email });
    const token = await account.link(email, 'set-password');
    return { leadsIn: works(account, 'auth.setPassword', { token, password: 'second oak plank' }) };
  },
  confirmLink: async account => {
    await row(account, { emailConfirmedAt: null });
    const email = await account.email();
    await account.call('auth.sendConfirmation', {}, { cookie: await account.owner() });
    const token = await account.link(email, 'confirm-email');
    return { leadsIn: works(account, 'auth.confirmEmail', { token }) };
  },
  ownChange: async account => {
    const email = someEmail();
    const cookie = await account.owner();
    await account.call('users.updateProfile', { email }, { cookie });
    const token = await account.link(email, 'confirm-email');
    return { leadsIn: works(account, 'auth.confirmEmail', { token }) };
  },
  staffChange: async account => {
    const [old, email] = [await account.email(), someEmail()];
    const cookie = await staff(account.shop, 'Employee');
    const input = { _id: account.user._id, email, reason: 'asked on the phone' };
    await account.call('users.adminUpdate', input, { cookie });
    const tokens = [await account.link(email, 'confirm-email'), await account.link(old, 'confirm-email')];
    const leadsIn = async () => {
      for (const token of tokens) await account.shop.call('auth.confirmEmail', { token });
      return (await findUserByEmail(account.shop.parts.db, email)) !== null;
    };
    return { leadsIn };
  },
  undoLink: async account => {
    // A change after the first one, which somebody with the later address could undo.
    const mails = await mailsTo(account.shop.database.db, account.user.email);
    const [asked] = tokensIn(mails, 'undo-email');
    const before = await account.email();
    await moveTo(account, someEmail());
    const token = await account.link(before, 'undo-email');
    return {
      leadsIn: works(account, 'auth.undoEmail', { token }),
      kept: works(account, 'auth.undoEmail', { token: asked }),
    };
  },
  invitation: async account => {
    const email = someEmail();
    const cookie = await account.owner();
    await account.call('team.invite', { email, role: 'Primary', spendingLimit: null }, { cookie });
    const token = await account.link(email, 'invitation');
    return { leadsIn: works(account, 'team.invitation', { token }) };
  },
  approval: async account => {
    const cookie = await account.owner();
    const input = { ...guest, cart: await cart(account, 9), shippingMethod: 'local', total: 90 };
    const asked = { ...input, paymentType: 'Terms', idempotencyKey: randomUUID() };
    const { approval } = await account.call('team.requestApproval', asked, { cookie });
    const { _id } = approval as Body;
    const seen = { _id, total: 90, cartVersions: [1] };
    return { leadsIn: works(account, 'team.approve', seen, { cookie: await account.colleague() }) };
  },
  sharedCart: async account => {
    const cookie = await account.owner();
    const saved = { orderName: 'Job', cart: await cart(account, 1) };
    const { _id } = await account.call('carts.create', saved, { cookie });
    const { token } = await account.call('carts.share', { _id }, { cookie });
    return { leadsIn: works(account, 'carts.shared', { token }) };
  },
  orderKey: async account => {
    const email = await account.email();
    const said = { ...guest, email, cart: await cart(account, 1), shippingMethod: 'local', total: 10.83 };
    const order = await account.call('orders.submit', { ...said, idempotencyKey: randomUUID() });
    const card = { testOutcome: 'approve' };
    await account.call('payments.charge', { order: { _id: order._id, orderKey: order.orderKey }, card });
    const cookie = await account.owner();
    await account.call('orders.addToHistory', { orderNumber: order.orderNumber }, { cookie });
    return { leadsIn: works(account, 'orders.byId', { id: order._id, orderKey: order.orderKey }) };
  },
};

/** The ways that only a Member has; a Primary has all others. */
export const MEMBERS_WAYS: readonly Way[] = ['approval'];

export { startFakeGoogle };
