import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { openShop, paidOrder, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { lastLog, makeTrade } from '#server/test/trade.ts';
import { users } from '#server/users/tables.ts';
import { COMPANY_NOTICES } from '#shared/messages.ts';

let shop: Selling;
let company: string;
let primary: SessionUser;
let member: SessionUser;
let stranger: SessionUser;
let employee: SessionUser;
let admin: SessionUser;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  ({ company, primary, member, stranger, employee, admin } = await makeTrade(shop.app.db));
});

const row = async () => {
  const [found] = await shop.app.db.select().from(companies).where(eq(companies._id, company));
  if (!found) throw new Error('the company is gone');
  return found;
};
const userRow = async ({ _id }: { _id: string }) => {
  const [found] = await shop.app.db.select().from(users).where(eq(users._id, _id));
  if (!found) throw new Error('the user is gone');
  return found;
};

describe('reading a company', () => {
  it('shows its people and terms; what others may spend, its orders and papers a Primary and staff alone', async () => {
    const seen = await shop.as(primary).companies.byId({ id: company });
    expect(seen).toMatchObject({ _id: company, creditLimit: 1000, taxExempt: false, poRequired: false });
    expect(seen.users.map(({ role, spendingLimit }) => [role, spendingLimit])).toEqual([
      ['Primary', null],
      ['Member', 100],
    ]);
    const { users: people } = await shop.as(member).companies.byId({ id: company });
    expect(people.map(one => one.spendingLimit)).toEqual([undefined, 100]);
    expect((await shop.as(employee).companies.byId({ id: company })).users).toHaveLength(2);
  });

  it("answers another's exactly as one that does not exist", async () => {
    const asked = [company, randomUUID()].flatMap(id => [
      refusal(shop.as(stranger).companies.byId({ id })),
      refusal(shop.as(stranger).companies.products({ companyId: id })),
      refusal(shop.as(stranger).companies.update({ _id: id, email: 'a@b.example' })),
      refusal(shop.as(stranger).companies.removeUser({ companyId: id, userId: member._id })),
      refusal(shop.as(stranger).companies.addAssociatedAccount({ company: id, email: 'a@b.example' })),
      refusal(shop.as(stranger).companies.removeAddress({ company: id, _id: randomUUID() })),
    ]);
    for (const error of await Promise.all(asked)) {
      expect([error.reason, error.message, error.details]).toEqual(['not_found', 'Not found.', undefined]);
    }
    expect((await userRow(member)).company).toBe(company);
  });

  it('lists all for staff, found by name, number and address, a % being a letter', async () => {
    const name = `Dovetail ${randomUUID()}`;
    await makeCompany(shop.app.db, { name: `${name} 50% off`, accountNumber: `N-${name}`, salesman: 'Joe' });
    const list = (asked: object) => shop.as(employee).companies.list(asked);
    for (const search of [name.toUpperCase(), `n-${name}`, `${name} 50%`]) {
      expect((await list({ search })).total).toBe(1);
    }
    expect((await list({ search: `${name}%5` })).total).toBe(0);
    expect(await list({ search: name, salesman: 'joe' })).toMatchObject({
      total: 1,
      companies: [{ members: 0, specialPrices: 0 }],
    });
    expect(await shop.as(employee).companies.limited({ search: name, limit: 5 })).toEqual([
      { _id: expect.any(String), name: `${name} 50% off`, accountNumber: `N-${name}` },
    ]);
    const two = await list({ limit: 2, page: 1, sort: '-name' });
    expect(two.companies).toHaveLength(2);
    expect(two.total).toBeGreaterThan(2);
  });
});

describe("a company's orders", () => {
  it('are for its Primary and staff, found and paged; a Member sees his own alone, elsewhere', async () => {
    const order = await paidOrder(shop, { buyer: member });
    const asked = { company, search: String(order.orderNumber) };
    for (const user of [primary, employee]) {
      const found = await shop.as(user).companies.orders(asked);
      expect([found.total, found.orders.map(({ _id }) => _id)]).toEqual([1, [order._id]]);
      expect((await shop.as(user).companies.orders({ company, paid: false })).total).toBe(0);
    }
    const of = async (user: SessionUser) =>
      (await shop.as(primary).companies.orders({ company, user: user._id })).orders.map(one => one.user);
    const others = await paidOrder(shop, { buyer: stranger });
    expect(await of(member)).toEqual([member._id]);
    expect(await of(primary)).toEqual([]);
    expect(await of(stranger)).toEqual([]);
    expect((await shop.as(primary).orders.byId({ id: order._id })).user).toBe(member._id);
    expect(await reasonOf(shop.as(primary).orders.byId({ id: others._id }))).toBe('not_found');
    const own = await paidOrder(shop, { buyer: primary });
    expect(await reasonOf(shop.as(member).orders.byId({ id: own._id }))).toBe('not_found');
    expect(await reasonOf(shop.as(member).companies.orders(asked))).toBe('forbidden');
    expect(await reasonOf(shop.as(stranger).companies.orders(asked))).toBe('not_found');
    expect(await reasonOf(shop.as(stranger).companies.orders({ company: randomUUID() }))).toBe('not_found');
  });
});

describe('making a company', () => {
  it('makes a customer its Primary, and staff those whom they name, the first its Primary', async () => {
    const { db } = shop.app;
    const founder = await makeUser(db, { registeredFully: false });
    const made = await shop.as(founder).companies.create({ name: `Own ${randomUUID()}`, city: 'Austin' });
    expect(made).toMatchObject({ city: 'Austin', users: [{ _id: founder._id, role: 'Primary' }] });
    expect(await userRow(founder)).toMatchObject({ permissionLevel: 'Commercial', registeredFully: true });
    const again = shop.as({ ...founder, company: null }).companies.create({ name: `Second ${randomUUID()}` });
    expect(await reasonOf(again)).toBe('in_company');

    const people = [await makeUser(db), await makeUser(db)];
    const ofStaff = await shop.as(employee).companies.create({
      name: `Staff ${randomUUID()}`,
      users: people.map(({ _id }) => _id),
      accountNumber: `A-${randomUUID()}`,
      salesman: 'Joe',
    });
    expect(ofStaff.users.map(({ _id, role }) => [_id, role]).sort()).toEqual(
      [
        [people[0]?._id, 'Primary'],
        [people[1]?._id, 'Member'],
      ].sort(),
    );
    expect(await lastLog(shop.app.db, ofStaff._id)).toMatchObject({
      userEmail: employee.email,
      type: 'user',
    });
  });

  it('refuses a name that is taken (432), staff and unknown people, and what only staff may say', async () => {
    const { db } = shop.app;
    const founder = await makeUser(db);
    const { name } = await row();
    const as = shop.as(founder).companies;
    expect((await refusal(as.create({ name: name.toUpperCase() }))).reason).toBe('company_exists');
    const fields = {
      name: `New ${randomUUID()}`,
      creditLimit: usd(5),
      taxExempt: true,
      users: [founder._id],
    };
    const { reason, issues } = await refusal(as.create(fields));
    expect([reason, issues?.map(({ path }) => path[0])]).toEqual(['forbidden', ['users']]);
    const { users: _, ...without } = fields;
    const more = await refusal(as.create(without));
    expect([more.reason, more.issues?.map(({ path }) => path[0]).sort()]).toEqual([
      'forbidden',
      ['creditLimit', 'taxExempt'],
    ]);
    const wrong = await refusal(
      shop.as(employee).companies.create({ name: `New ${randomUUID()}`, users: [founder._id, employee._id] }),
    );
    expect(wrong.issues).toEqual([{ path: ['users', 1], message: 'is not a customer' }]);
    expect((await userRow(founder)).company).toBeNull();
  });
});

describe('changing a company', () => {
  it('lets a Primary say a few fields, staff more, an Admin its credit; what is refused changes nothing', async () => {
    const before = await row();
    const ofStaff = {
      ...{ name: `Renamed ${randomUUID()}`, accountNumber: `A-${randomUUID()}`, quickbooksId: '7' },
      ...{ salesman: 'Joe', taxExempt: true, taxId: 'T-1', termsDays: 45 },
    };
    for (const [field, value] of Object.entries({ ...ofStaff, creditLimit: usd(9999) })) {
      const error = await refusal(
        shop.as(primary).companies.update({ _id: company, email: 'x@y.example', [field]: value }),
      );
      expect([error.reason, error.issues?.map(({ path }) => path[0])]).toEqual(['forbidden', [field]]);
    }
    expect(await reasonOf(shop.as(member).companies.update({ _id: company, email: 'x@y.example' }))).toBe(
      'forbidden',
    );
    expect(await reasonOf(shop.as(employee).companies.update({ _id: company, creditLimit: usd(1) }))).toBe(
      'forbidden',
    );
    expect(await row()).toEqual(before);

    const own: Parameters<ReturnType<Selling['as']>['companies']['update']>[0] = {
      _id: company,
      ...{
        email: 'office@shop.example',
        phone: '512 555 0101',
        address: '1 Saw Rd',
        city: 'Austin',
        state: 'TX',
      },
      ...{ zip: '78701', preferredPayment: 'Terms', preferredShipping: 'ground', shippingMethod: 'air' },
      poRequired: true,
    };
    expect(await shop.as(primary).companies.update(own)).toMatchObject(own);
    expect(await shop.as(employee).companies.update({ _id: company, ...ofStaff })).toMatchObject(ofStaff);
    await shop.as(admin).companies.update({ _id: company, creditLimit: usd(2500) });
    expect(await row()).toMatchObject({ ...own, ...ofStaff, creditLimit: 2500, version: before.version + 3 });
    expect(await lastLog(shop.app.db, company)).toMatchObject({
      userEmail: admin.email,
      before: { creditLimit: 1000 },
      after: { creditLimit: 2500 },
    });
  });

  it('logs an exemption with the certificate that it rests on', async () => {
    await shop.as(employee).companies.update({ _id: company, taxExempt: true });
    expect(await lastLog(shop.app.db, company)).toMatchObject({
      userEmail: employee.email,
      before: { taxExempt: false },
      after: { taxExempt: true, certificate: null },
    });
  });

  it('refuses a Primary ways to pay that staff did not give, and anybody freight', async () => {
    for (const preferredPayment of ['Check', 'Cash'] as const) {
      const { issues } = await refusal(shop.as(primary).companies.update({ _id: company, preferredPayment }));
      expect(issues).toEqual([{ path: ['preferredPayment'], message: 'is not available for this account' }]);
    }
    await shop.as(admin).companies.update({ _id: company, creditLimit: usd(0), preferredPayment: 'Check' });
    const terms = shop.as(primary).companies.update({ _id: company, preferredPayment: 'Terms' });
    expect((await refusal(terms)).reason).toBe('invalid');
    await shop.as(primary).companies.update({ _id: company, preferredPayment: 'Check' });
    const freight = { _id: company, preferredShipping: 'freight' as never };
    await expect(shop.as(admin).companies.update(freight)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('tells who changed it meanwhile, and a number or name that is taken', async () => {
    const { version } = await row();
    await shop.as(primary).companies.update({ _id: company, version, city: 'Waco' });
    const late = await refusal(shop.as(employee).companies.update({ _id: company, version, city: 'Dallas' }));
    expect([late.reason, late.details]).toEqual(['stale', { version: version + 1 }]);
    const accountNumber = `A-${randomUUID()}`;
    const other = await makeCompany(shop.app.db, { accountNumber });
    const taken = await refusal(shop.as(employee).companies.update({ _id: company, accountNumber }));
    expect(taken.issues).toEqual([
      { path: ['accountNumber'], message: 'is already the number of another company' },
    ]);
    const { name } = await row();
    expect(await reasonOf(shop.as(employee).companies.update({ _id: other, name }))).toBe('company_exists');
    expect((await row()).city).toBe('Waco');
  });
});

describe('the people of a company', () => {
  it('are put in by staff, and taken out by staff or a Primary; the account stays', async () => {
    const person = await makeUser(shop.app.db);
    await shop.as(employee).companies.addUser({ companyId: company, userId: person._id });
    expect(await userRow(person)).toMatchObject({ company, role: 'Member', permissionLevel: 'Commercial' });
    const { users: left } = await shop
      .as(primary)
      .companies.removeUser({ companyId: company, userId: person._id });
    expect(left).toHaveLength(2);
    expect(await userRow(person)).toMatchObject({
      ...{ company: null, role: null, spendingLimit: null, permissionLevel: 'Retail', deletedAt: null },
    });
    expect(await lastLog(shop.app.db, person._id)).toMatchObject({
      type: 'security',
      userEmail: primary.email,
    });
    expect(COMPANY_NOTICES.removedUser.text).toBe('removed user from company');
  });

  it("are not another company's, nor staff; a Member takes nobody out", async () => {
    const add = (userId: string) =>
      reasonOf(shop.as(employee).companies.addUser({ companyId: company, userId }));
    expect(await add(stranger._id)).toBe('in_company');
    expect(await add(admin._id)).toBe('not_found');
    expect(await add(randomUUID())).toBe('not_found');
    const remove = (by: SessionUser, userId: string) =>
      reasonOf(shop.as(by).companies.removeUser({ companyId: company, userId }));
    expect(await remove(member, primary._id)).toBe('forbidden');
    expect(await remove(primary, stranger._id)).toBe('not_found');
    expect(await remove(primary, randomUUID())).toBe('not_found');
  });

  it('have a Primary to the last: of two who take each other out at once one stays', async () => {
    const alone = { companyId: company, userId: primary._id };
    for (const by of [primary, admin]) {
      expect(await reasonOf(shop.as(by).companies.removeUser(alone))).toBe('last_primary');
    }
    const second = await makeUser(shop.app.db, { company });
    const both = await Promise.allSettled([
      shop.as(primary).companies.removeUser({ companyId: company, userId: second._id }),
      shop.as(second).companies.removeUser(alone),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const primaries = and(eq(users.company, company), eq(users.role, 'Primary'));
    expect(await shop.app.db.$count(users, primaries)).toBe(1);
  });
});

describe('an account that may buy for a company', () => {
  it('is named by its Primary once; an e-mail address that has an account is refused with its message', async () => {
    const as = shop.as(primary).companies;
    const email = `foreman-${randomUUID()}@site.example`;
    const { associatedAccounts } = await as.addAssociatedAccount({ company, email, name: 'Foreman' });
    expect(associatedAccounts).toEqual([{ _id: expect.any(String), email, name: 'Foreman' }]);
    for (const taken of [email.toUpperCase(), stranger.email, member.email.toUpperCase()]) {
      const error = await refusal(as.addAssociatedAccount({ company, email: taken }));
      expect([error.reason, error.message]).toEqual([
        'account_associated',
        COMPANY_NOTICES.accountAssociated.text,
      ]);
    }
    expect(COMPANY_NOTICES.accountAssociated).toMatchObject({
      text: 'That email is already associated with an account. Please contact that person, then customer service.',
      ms: 10_000,
    });
    expect(
      await reasonOf(shop.as(member).companies.addAssociatedAccount({ company, email: 'new@site.example' })),
    ).toBe('forbidden');
    const _id = associatedAccounts[0]?._id ?? '';
    expect((await as.removeAssociatedAccount({ company, _id })).associatedAccounts).toEqual([]);
    expect(await reasonOf(as.removeAssociatedAccount({ company, _id }))).toBe('not_found');
  });
});

describe('the addresses of a company', () => {
  const site = { name: 'Smith kitchen', address: '8 Elm St', city: 'Austin', state: 'texas', zip: '78701' };

  it('are kept by its Primary under a name each, for all of its people', async () => {
    const as = shop.as(primary).companies;
    const { addresses } = await as.saveAddress({ company, ...site });
    expect(addresses).toEqual([{ _id: expect.any(String), ...site, state: 'TX' }]);
    const _id = addresses[0]?._id ?? '';
    const taken = await refusal(as.saveAddress({ company, ...site, name: 'SMITH kitchen' }));
    expect(taken.issues).toEqual([{ path: ['name'], message: 'is the name of another address' }]);
    await as.saveAddress({ company, _id, ...site, zip: '78702' });
    expect((await shop.as(member).companies.byId({ id: company })).addresses[0]?.zip).toBe('78702');
    expect(await reasonOf(shop.as(member).companies.saveAddress({ company, ...site, name: 'Other' }))).toBe(
      'forbidden',
    );
    const ofStranger = { company: stranger.company ?? '', _id, ...site };
    expect(await reasonOf(shop.as(stranger).companies.saveAddress(ofStranger))).toBe('not_found');
    expect((await as.removeAddress({ company, _id })).addresses).toEqual([]);
    expect(await reasonOf(as.removeAddress({ company, _id }))).toBe('not_found');
  });

  it('are offered at checkout, with the company’s own before them once it gave a whole one', async () => {
    const as = shop.as(primary).companies;
    await as.saveAddress({ company, ...site });
    const offered = async () => (await shop.as(member).companies.forCheckout({})).addresses;
    expect((await offered()).map(({ name }) => name)).toEqual(['Smith kitchen']);
    await as.update({ _id: company, address: '3 Oak Road', city: 'Waco', state: 'Texas', zip: '76701' });
    const own = { _id: company, address: '3 Oak Road', city: 'Waco', state: 'TX', zip: '76701' };
    expect(await offered()).toMatchObject([own, { name: 'Smith kitchen' }]);
    expect((await shop.as(stranger).companies.forCheckout({})).addresses).toEqual([]);
  });

  it('are whole: each field that is missing or wrong is named', async () => {
    const wrong = { company, name: '', address: '', city: '', state: 'Atlantis', zip: '1' };
    await expect(shop.as(primary).companies.saveAddress(wrong)).rejects.toMatchObject({
      cause: {
        issues: expect.arrayContaining(
          ['name', 'address', 'city', 'state', 'zip'].map(field =>
            expect.objectContaining({ path: [field] }),
          ),
        ),
      },
    });
  });
});
