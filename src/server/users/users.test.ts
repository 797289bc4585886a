import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { priceTiers } from '#server/companies/tables.ts';
import { logEntries } from '#server/logs/tables.ts';
import { type Accounts, failure, openAccounts, PASSWORD, userOf } from '#server/test/accounts.ts';
import { DOORS } from '#server/test/doors.ts';
import { makeCompany, usd } from '#server/test/factories.ts';
import { users } from '#server/users/tables.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

let shop: Accounts;
let admin: string;
let employee: string;
beforeAll(async () => {
  shop = await openAccounts();
  admin = await shop.signIn((await shop.person({ permissionLevel: 'Admin' })).email);
  employee = await shop.signIn((await shop.person({ permissionLevel: 'Employee' })).email);
});
afterAll(() => shop.close());

const rowOf = async (_id: string) =>
  (await shop.database.db.select().from(users).where(eq(users._id, _id)))[0];

describe.each(DOORS)('the profile through %s', door => {
  const signedIn = async (about: Parameters<Accounts['person']>[0] = {}) => {
    const user = await shop.person(about);
    const cookie = await shop.signIn(user.email);
    return {
      user,
      update: (input: object) => shop.call('users.updateProfile', { ...input }, { cookie, door }),
    };
  };

  it('takes what a user says of himself, and leaves what is left out [ACC-07]', async () => {
    const { user, update } = await signedIn({ phone: '512 555 0100' });
    const said = {
      name: ' Ada   Carver ',
      shippingAddress: '12 Mill Lane',
      shippingCity: 'Austin',
      shippingState: 'texas',
      shippingZip: '78701',
      paymentType: 'credit-card',
      shippingMethod: 'ground',
      notify: { '2': false },
    };
    const answer = await update({ email: user.email, ...said });
    expect(answer.body).toMatchObject({
      ...said,
      name: 'Ada Carver',
      shippingState: 'TX',
      phone: '512 555 0100',
      version: 2,
    });
    expect((await update({ email: user.email, notify: { '5': false } })).body).toMatchObject({
      notify: { '2': false, '5': false },
      shippingCity: 'Austin',
    });
  });

  it('needs an e-mail address, and says so [ACC-07]', async () => {
    const { update } = await signedIn();
    for (const email of [undefined, null, '', '   ']) {
      const answer = await update({ name: 'Nobody', ...(email !== undefined && { email }) });
      expect(answer).toMatchObject({
        status: 400,
        body: { issues: [{ path: ['email'], message: 'User must have an email.' }] },
      });
    }
  });

  it('drops company, orders, products, variants and tiers [ACC-07]', async () => {
    const company = await makeCompany(shop.database.db);
    const { user, update } = await signedIn();
    const answer = await update({
      email: user.email,
      company,
      orders: ['x'],
      products: [],
      variants: [{ variant: 'x', price: 0.01 }],
      tiers: [{ scope: 'all', ref: '', percent: 90 }],
    });
    expect(answer.body).toMatchObject({ company: null, orders: [], products: [], variants: [], tiers: [] });
  });

  it.each([
    ['permissionLevel', { permissionLevel: 'Admin' }],
    ['role', { role: 'Primary' }],
    ['registeredFully', { registeredFully: true }],
    ['spendingLimit', { spendingLimit: 1_000_000 }],
    ['special', { special: true }],
    ['passwordHash', { passwordHash: 'x' }],
    ['emailConfirmed', { emailConfirmed: true }],
    ['_id', { _id: '01890a5d-ac96-774b-bcce-b302099a8057' }],
    ['name', { name: ' ' }],
    ['phone', { phone: '12' }],
    ['shippingState', { shippingState: 'Atlantis' }],
    ['billingZip', { billingZip: '1' }],
    ['shippingMethod', { shippingMethod: 'freight' }],
    ['paymentType', { paymentType: 'Gold' }],
    ['paymentType', { paymentType: 'Terms' }],
    ['paymentType', { paymentType: 'Cash' }],
    ['notify.12', { notify: { 12: false } }],
    ['email', { email: 'nobody' }],
  ])('refuses %s in %j, and changes nothing [ACC-07]', async (field, input) => {
    const { user, update } = await signedIn();
    const before = await rowOf(user._id);
    const answer = await update({ email: user.email, ...input });
    expect(failure(answer)).toMatchObject({ status: 400, reason: 'invalid' });
    expect(failure(answer).fields?.join()).toContain(field.split('.')[0]);
    expect(await rowOf(user._id)).toEqual(before);
  });

  it('prefers Terms where the company has credit', async () => {
    const company = await makeCompany(shop.database.db, { creditLimit: usd(500) });
    const { user, update } = await signedIn({ company });
    const answer = await update({ email: user.email, paymentType: 'Terms' });
    expect(answer.body).toMatchObject({ paymentType: 'Terms' });
  });

  it('is fully registered with name and phone [ACC-15]', async () => {
    const { user, update } = await signedIn({ registeredFully: false });
    expect((await update({ email: user.email, name: 'Nora Ivy' })).body).toMatchObject({
      registeredFully: false,
    });
    expect((await update({ email: user.email, phone: '512 555 0142' })).body).toMatchObject({
      registeredFully: true,
      permissionLevel: 'Retail',
    });
  });

  it('that changed meanwhile is not overwritten', async () => {
    const { user, update } = await signedIn();
    await update({ email: user.email, name: 'First', version: 1 });
    const answer = await update({ email: user.email, name: 'Second', version: 1 });
    expect(failure(answer)).toEqual({ status: 409, reason: 'stale' });
    expect((await rowOf(user._id))?.name).toBe('First');
  });
});

describe.each(DOORS)('what staff change through %s', door => {
  const update = (cookie: string, input: object) =>
    shop.call('users.adminUpdate', { ...input }, { cookie, door });

  it('needs an e-mail address, drops the lists, and is logged [ACC-07]', async () => {
    const user = await shop.person({ phone: '512 555 0100' });
    const answer = await update(employee, {
      _id: user._id,
      email: user.email,
      phone: '512 555 0177',
      orders: ['x'],
      variants: ['x'],
      tiers: ['x'],
      favorites: ['x'],
      savedCarts: ['x'],
    });
    expect(answer.body).toMatchObject({ phone: '512 555 0177', tiers: [], favorites: [], savedCarts: [] });
    const [entry] = await shop.database.db.select().from(logEntries).where(eq(logEntries.subject, user._id));
    expect(entry).toMatchObject({
      type: 'user',
      name: `Changed ${user.email}: phone`,
      before: { phone: '512 555 0100' },
      after: { phone: '512 555 0177' },
    });
    const without = await update(employee, { _id: user._id });
    expect(without.body).toMatchObject({
      issues: [{ path: ['email'], message: 'User must have an email.' }],
    });
  });

  it('of staff, and any permissionLevel, is an Admin’s alone [ROLE-01]', async () => {
    const user = await shop.person();
    const staff = await shop.person({ permissionLevel: 'Employee' });
    const { email } = user;
    const refused = [
      await update(employee, { _id: user._id, email, permissionLevel: 'Employee' }),
      await update(employee, { _id: staff._id, email: staff.email, name: 'Renamed' }),
      await shop.call('users.saveTiers', { _id: staff._id, tiers: [] }, { cookie: employee, door }),
    ];
    for (const answer of refused) expect(failure(answer)).toEqual({ status: 403, reason: 'forbidden' });
    expect(await rowOf(user._id)).toMatchObject({ permissionLevel: 'Retail' });
    const promoted = await update(admin, { _id: user._id, email, permissionLevel: 'Employee' });
    expect(promoted.body).toMatchObject({ permissionLevel: 'Employee' });
    const [entry] = await shop.database.db.select().from(logEntries).where(eq(logEntries.subject, user._id));
    expect(entry).toMatchObject({ type: 'security', after: { permissionLevel: 'Employee' } });
  });

  it('never sets a permissionLevel by an API key, which may send back the one that it got', async () => {
    const [owner, user] = [await shop.person({ permissionLevel: 'Admin' }), await shop.person()];
    const { key } = await createApiKey(shop.parts.db, owner, { name: 'script', scopes: KEY_SCOPES });
    const send = (input: object) =>
      shop.call('users.adminUpdate', { _id: user._id, email: user.email, ...input }, { bearer: key, door });
    for (const permissionLevel of ['Admin', 'Employee']) {
      expect(failure(await send({ permissionLevel }))).toEqual({ status: 403, reason: 'key_refused' });
    }
    const staff = { _id: owner._id, email: owner.email };
    expect(failure(await send({ ...staff, permissionLevel: 'Retail' }))).toMatchObject({
      reason: 'key_refused',
    });
    expect((await send({ permissionLevel: 'Retail', name: 'Renamed' })).status).toBe(200);
    expect(await rowOf(user._id)).toMatchObject({ permissionLevel: 'Retail', name: 'Renamed' });
  });

  it('signs whoever is raised out everywhere, and nobody else', async () => {
    const user = await shop.person();
    const set = async (permissionLevel: string) => {
      const cookie = await shop.signIn(user.email);
      await update(admin, { _id: user._id, email: user.email, permissionLevel });
      return (await shop.me(cookie))?.permissionLevel;
    };
    expect(await set('Employee')).toBeUndefined();
    expect(await set('Admin')).toBeUndefined();
    expect(await set('Employee')).toBe('Employee');
    expect(await set('Retail')).toBe('Retail');
    const entries = await shop.database.db.select().from(logEntries).where(eq(logEntries.subject, user._id));
    expect(entries.map(({ description }) => description).sort()).toEqual([
      ...['', ''],
      ...['This ended 1 sign-in.', 'This ended 1 sign-in.'],
    ]);
  });

  it.each([
    ['role', { role: 'Primary' }],
    ['company', { company: null }],
    ['creditLimit', { creditLimit: 5 }],
    ['permissionLevel', { permissionLevel: 'Commercial' }],
  ])('does not take %s', async (field, input) => {
    const user = await shop.person();
    const answer = await update(admin, { _id: user._id, email: user.email, ...input });
    expect(failure(answer)).toEqual({ status: 400, reason: 'invalid', fields: [field] });
  });

  it('leaves people of a company Commercial, and says who is gone, taken or changed meanwhile', async () => {
    const member = await shop.person({ company: await makeCompany(shop.database.db) });
    const { _id, email } = member;
    const other = await shop.person();
    expect(failure(await update(admin, { _id, email, permissionLevel: 'Retail' }))).toMatchObject({
      status: 400,
      fields: ['permissionLevel'],
    });
    expect(failure(await update(admin, { _id, email: other.email }))).toEqual({
      status: 409,
      reason: 'email_taken',
    });
    expect(failure(await update(admin, { _id, email, name: 'X', version: 9 }))).toEqual({
      status: 409,
      reason: 'stale',
    });
    const nobody = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect(failure(await update(admin, { _id: nobody, email }))).toEqual({
      status: 404,
      reason: 'not_found',
    });
  });

  it('saves tiers, which stand in the profile', async () => {
    const user = await shop.person();
    const tiers = [{ scope: 'all', ref: '', percent: 5 }];
    const answer = await shop.call('users.saveTiers', { _id: user._id, tiers }, { cookie: employee, door });
    expect(answer.body).toMatchObject({ tiers });
    expect(await shop.database.db.$count(priceTiers, eq(priceTiers.user, user._id))).toBe(1);
  });
});

it('the last Admin stays one, whoever tries at once', async () => {
  const alone = await openAccounts();
  const [one, two] = [
    await alone.person({ permissionLevel: 'Admin' }),
    await alone.person({ permissionLevel: 'Admin' }),
  ];
  const demote = async (by: typeof one, target: typeof one) =>
    alone.call(
      'users.adminUpdate',
      { _id: target._id, email: target.email, permissionLevel: 'Employee' },
      { cookie: await alone.signIn(by.email) },
    );
  const answers = await Promise.all([demote(one, two), demote(two, one)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  const left = await alone.database.db.$count(users, eq(users.permissionLevel, 'Admin'));
  expect(left).toBe(1);
  const last = answers[0]?.status === 200 ? one : two;
  expect(failure(await demote(last, last))).toMatchObject({ status: 400, fields: ['permissionLevel'] });
  const cookie = await alone.signIn(last.email);
  expect(failure(await alone.call('users.remove', { id: last._id }, { cookie }))).toEqual({
    status: 403,
    reason: 'forbidden',
  });
  await alone.close();
});

describe.each(DOORS)('the lists of people through %s', door => {
  const list = (input: Record<string, unknown>) => shop.call('users.list', input, { cookie: employee, door });

  it('finds by name, address, phone and company, in pages and in order', async () => {
    const company = await makeCompany(shop.database.db, { name: `Rare Joinery ${door}` });
    await shop.person({ name: 'Zed 100%', email: `zed-${door}@rare.example`, company });
    await shop.person({ name: 'Amy_x', email: `amy-${door}@rare.example`, company, role: 'Member' });
    const names = async (input: Record<string, unknown>) =>
      ((await list(input)).body as { users: { name: string }[] }).users.map(({ name }) => name);
    expect(await names({ search: `rare joinery ${door}` })).toEqual(['Amy_x', 'Zed 100%']);
    expect(await names({ search: `-${door}@RARE`, sort: '-name' })).toEqual(['Zed 100%', 'Amy_x']);
    expect(await names({ company, page: '2', limit: '1' })).toEqual(['Zed 100%']);
    expect(await names({ company, search: '100%' })).toEqual(['Zed 100%']);
    expect(await names({ company, search: 'my_' })).toEqual(['Amy_x']);
    expect(await names({ company, permissionLevel: 'Admin' })).toEqual([]);
    expect((await list({ company })).body).toMatchObject({ total: 2 });
    expect(failure(await list({ sort: 'shoe' }))).toMatchObject({ status: 400, fields: ['sort'] });
  });

  it('names people of a level', async () => {
    const input = { permissionLevel: 'Employee' };
    const { body } = await shop.call('users.simple', input, { cookie: employee, door });
    const names = body as object[];
    expect(names.length).toBeGreaterThan(0);
    expect(Object.keys(names[0] ?? {}).sort()).toEqual(['_id', 'company', 'email', 'name']);
  });

  it('shows one, and not who is gone', async () => {
    const user = await shop.person();
    const byId = () => shop.call('users.byId', { id: user._id }, { cookie: employee, door });
    expect((await byId()).body).toMatchObject({ _id: user._id, email: user.email });
    expect(JSON.stringify((await byId()).body)).not.toContain('argon2');
    await shop.call('users.remove', { id: user._id }, { cookie: admin, door });
    expect(failure(await byId())).toEqual({ status: 404, reason: 'not_found' });
    const again = await shop.call('auth.register', { name: 'New', email: user.email, password: PASSWORD });
    expect(userOf(again)?._id).not.toBe(user._id);
  });

  it('does not let a company’s last Primary go while others are in it', async () => {
    const company = await makeCompany(shop.database.db);
    const primary = await shop.person({ company });
    const member = await shop.person({ company, role: 'Member' });
    const remove = (id: string) => shop.call('users.remove', { id }, { cookie: admin, door });
    expect(failure(await remove(primary._id))).toEqual({ status: 409, reason: 'last_primary' });
    expect((await remove(member._id)).status).toBe(200);
    expect((await remove(primary._id)).body).toEqual({ _id: primary._id });
  });
});
