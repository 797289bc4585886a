import { describe, expect, it } from 'vitest';
import { type Money, ZERO } from '#shared/rules/money.ts';
import {
  type Actor,
  canChangeCredentials,
  canDeleteRecords,
  canEditUser,
  canLeavePrimary,
  canLoginAs,
  canManageCompany,
  canReadLogs,
  canReadOrder,
  canSetCreditLimit,
  canSetPermissionLevel,
  canSetTermsOf,
  canUpload,
  coversOrder,
  isCommercial,
  isMemberOf,
  isRaise,
  isSpecial,
  needsApproval,
  type PermissionLevel,
  permissionFlags,
  refusedCompanyFields,
} from '#shared/rules/permissions.ts';

const who = (permissionLevel: PermissionLevel, more: Partial<NonNullable<Actor>> = {}): Actor => ({
  _id: permissionLevel,
  permissionLevel,
  ...more,
});
const admin = who('Admin');
const employee = who('Employee');
const trade = who('Commercial', { company: 'acme', role: 'Primary' });
const member = who('Commercial', { _id: 'member', company: 'acme', role: 'Member' });
const retail = who('Retail');
const everyone = [admin, employee, trade, retail, null];

describe('permission flags', () => {
  it.each([
    ['Admin', true, true, false],
    ['Employee', true, false, false],
    ['Commercial', false, false, true],
    ['Retail', false, false, false],
    ['admin', false, false, false],
    ['', false, false, false],
    [null, false, false, false],
    [undefined, false, false, false],
  ])('of %s', (level, authorized, isAdminLevel, commercial) => {
    expect(permissionFlags(level)).toEqual({ authorized, admin: isAdminLevel, commercial });
  });
});

describe('a raise', () => {
  const LEVELS = ['Retail', 'Commercial', 'Employee', 'Admin'] as const;

  it('is to become staff, or an Admin', () => {
    const raises = LEVELS.flatMap(from =>
      LEVELS.filter(to => isRaise({ permissionLevel: from }, { permissionLevel: to })).map(
        to => `${from} ${to}`,
      ),
    );
    expect(raises).toEqual([
      ...['Retail Employee', 'Retail Admin', 'Commercial Employee', 'Commercial Admin'],
      'Employee Admin',
    ]);
  });
});

describe('who may', () => {
  // Admin, Employee, Commercial, Retail, guest.
  it.each<[string, (actor: Actor) => boolean, boolean[]]>([
    [
      'edit a customer',
      actor => canEditUser(actor, { permissionLevel: 'Retail' }),
      [true, true, false, false, false],
    ],
    [
      'edit an Employee',
      actor => canEditUser(actor, { permissionLevel: 'Employee' }),
      [true, false, false, false, false],
    ],
    [
      'edit an Admin',
      actor => canEditUser(actor, { permissionLevel: 'Admin' }),
      [true, false, false, false, false],
    ],
    ['set a permission level', canSetPermissionLevel, [true, false, false, false, false]],
    ['set a credit limit', canSetCreditLimit, [true, false, false, false, false]],
    ['delete records', canDeleteRecords, [true, false, false, false, false]],
    [
      'log in as a customer',
      actor => canLoginAs(actor, { permissionLevel: 'Commercial' }),
      [true, false, false, false, false],
    ],
    [
      'log in as an Employee',
      actor => canLoginAs(actor, { permissionLevel: 'Employee' }),
      [false, false, false, false, false],
    ],
    [
      'log in as an Admin',
      actor => canLoginAs(actor, { permissionLevel: 'Admin' }),
      [false, false, false, false, false],
    ],
    ['read all logs', actor => canReadLogs(actor, {}), [true, false, false, false, false]],
    [
      'read one user’s logs',
      actor => canReadLogs(actor, { userEmail: 'a@b.c' }),
      [true, true, false, false, false],
    ],
    [
      'read logs of a blank user',
      actor => canReadLogs(actor, { userEmail: '' }),
      [true, false, false, false, false],
    ],
    ['upload an avatar', actor => canUpload(actor, 'avatar'), [true, true, true, true, false]],
    ['upload a product picture', actor => canUpload(actor, 'product'), [true, true, false, false, false]],
    ['manage the company', actor => canManageCompany(actor, 'acme'), [true, true, true, false, false]],
    ['manage another company', actor => canManageCompany(actor, 'other'), [true, true, false, false, false]],
    ['be commercial', isCommercial, [false, false, true, false, false]],
    ['be special without being named', isSpecial, [false, false, false, false, false]],
    [
      'read an order without owner',
      actor => canReadOrder(actor, { user: null, company: null }),
      [true, true, false, false, false],
    ],
    [
      'read Retail’s order',
      actor => canReadOrder(actor, { user: 'Retail', company: null }),
      [true, true, false, true, false],
    ],
    [
      'read acme’s order',
      actor => canReadOrder(actor, { user: 'x', company: 'acme' }),
      [true, true, true, false, false],
    ],
  ])('%s', (_, may, expected) => expect(everyone.map(may)).toEqual(expected));

  it('be a special account: staff that the settings name', () => {
    expect(isSpecial(who('Employee', { special: true }))).toBe(true);
    expect(isSpecial(who('Commercial', { special: true }))).toBe(false);
  });

  it('read and manage as a Member: own orders alone', () => {
    expect(canReadOrder(member, { user: 'x', company: 'acme' })).toBe(false);
    expect(canReadOrder(member, { user: 'member', company: 'acme' })).toBe(true);
    expect(canManageCompany(member, 'acme')).toBe(false);
    expect(isMemberOf(member, 'acme')).toBe(true);
    expect(isMemberOf(member, 'other')).toBe(false);
    expect(isMemberOf(retail, null)).toBe(false);
  });

  it('set prices, tiers and exemption of a company: staff, but no Employee of their own', () => {
    const own = who('Employee', { company: 'acme', role: 'Primary' });
    for (const actor of [employee, own, admin]) expect(canSetTermsOf(actor, 'other')).toBe(true);
    for (const actor of [member, trade, own, null]) expect(canSetTermsOf(actor, 'acme')).toBe(false);
    expect(canSetTermsOf(who('Admin', { company: 'acme' }), 'acme')).toBe(true);
    const fields = ['city', 'taxExempt', 'creditLimit'];
    expect(refusedCompanyFields(own, fields, 'acme')).toEqual(['taxExempt', 'creditLimit']);
    expect(refusedCompanyFields(own, fields, 'other')).toEqual(['creditLimit']);
    expect(refusedCompanyFields(admin, fields, 'acme')).toEqual([]);
    expect(refusedCompanyFields(trade, fields, 'acme')).toEqual(['taxExempt', 'creditLimit']);
  });

  it('change password, e-mail and keys: nobody in another’s account', () => {
    expect(canChangeCredentials({ impersonatorId: null })).toBe(true);
    expect(canChangeCredentials({ impersonatorId: 'Admin' })).toBe(false);
  });

  it.each([
    ['Primary', 1, false],
    ['Primary', 2, true],
    ['Member', 1, true],
  ] as const)('leave as %s of %i Primaries: %s', (role, primaries, may) => {
    expect(canLeavePrimary({ role }, primaries)).toBe(may);
  });

  it.each([
    ['Member', 100, 99.99, false],
    ['Member', 100, 100, false],
    ['Member', 100, 100.01, true],
    ['Member', 0, 0.01, true],
    ['Member', null, 1_000_000, false],
    ['Primary', 100, 1_000_000, false],
    [null, null, 1_000_000, false],
  ] as const)('as %s with limit %s order %f without waiting for approval', (role, limit, total, waits) => {
    expect(
      needsApproval(
        { role, spendingLimit: limit as Money | null },
        { total: total as Money, storeCredit: ZERO },
      ),
    ).toBe(waits);
  });

  it('spend store credit of the company within the limit, too', () => {
    const buyer = { role: 'Member', spendingLimit: 100 as Money } as const;
    const spent = (total: number, storeCredit: number) =>
      needsApproval(buyer, { total: total as Money, storeCredit: storeCredit as Money });
    expect([spent(10, 90), spent(10, 90.01), spent(0, 100.01)]).toEqual([false, true, true]);
  });

  it.each([
    ['just that', {}, true],
    ['less', { total: 99.99 }, true],
    ['more', { total: 100.01 }, false],
    ['more store credit', { storeCredit: 5.01 }, false],
    ['less store credit', { storeCredit: 0 }, true],
    ['paid otherwise', { paymentType: 'Terms' }, false],
    ['a cart less', { cartIds: ['a'] }, false],
    ['a cart more', { cartIds: ['a', 'b', 'c'] }, false],
    ['another cart', { cartIds: ['a', 'c'] }, false],
    ['a cart twice', { cartIds: ['a', 'a'] }, false],
    ['no carts', { cartIds: [] }, false],
  ] as const)('order what was approved: %s', (_, said, covered) => {
    const money = { total: 100 as Money, storeCredit: 5 as Money };
    const approved = { cartIds: ['b', 'a'], paymentType: 'credit-card', ...money } as const;
    const order = {
      ...approved,
      cartIds: ['a', 'b'],
      ...said,
      total: ('total' in said ? said.total : 100) as Money,
      storeCredit: ('storeCredit' in said ? said.storeCredit : 5) as Money,
    };
    expect(coversOrder({ ...approved, state: 'approved' }, order)).toBe(covered);
    expect(coversOrder({ ...approved, state: 'waiting' }, order)).toBe(false);
  });
});
