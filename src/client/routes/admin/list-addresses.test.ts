import { describe, expect, it } from 'vitest';
import { fileHref, hrefOfView, type StaffList } from '#client/features/office/use-staff-list.ts';
import { companiesAt } from '#client/routes/admin/companies/company-list.ts';
import { mailboxAt } from '#client/routes/admin/mailbox/mailbox-address.ts';
import { deskAt } from '#client/routes/admin/orders/desk-address.ts';
import { usersAt } from '#client/routes/admin/users/user-list.ts';
import { readListAddress } from '#client/ui/list/list-address.ts';
import { LIST_SCREENS, type ListScreen } from '#shared/office-lists.ts';
import { type SavedView, VIEW_QUERIES } from '#shared/schemas/staff-views.ts';

const READ = { orders: deskAt, users: usersAt, companies: companiesAt, mailbox: mailboxAt };

/** All that each list can be asked for. */
const ALL: Record<ListScreen, Record<string, unknown>> = {
  orders: {
    ...{
      view: 'ready',
      search: 'oak & pine',
      status: ['Ready', 'Shipped'],
      paymentType: 'Terms',
      paid: false,
    },
    ...{ shippingMethod: 'local', from: '2026-01-01', to: '2026-01-31', atLeast: 0.5, atMost: 100 },
    sort: '-total',
  },
  users: { search: 'oak & pine', permissionLevel: 'Retail', inCompany: false, sort: '-createdAt' },
  companies: { search: 'oak & pine', credit: 'over', taxExempt: true, sort: '-owed' },
  mailbox: {
    ...{ search: 'oak & pine', status: 'failed', template: 'invoice', from: '2026-01-01', to: '2026-01-31' },
  },
};

const viewOf = (screen: ListScreen) => ({ _id: 'view', name: 'Ours & all', query: ALL[screen] }) as SavedView;

describe.each(LIST_SCREENS)('the address of a saved view of %s', screen => {
  it('asks for all that a view can keep', () => {
    expect(Object.keys(ALL[screen]).sort()).toEqual(Object.keys(VIEW_QUERIES[screen].shape).sort());
    const url = new URL(hrefOfView(`/admin/${screen}`, viewOf(screen)), 'https://shop.test');
    expect([url.pathname, url.searchParams.get('saved')]).toEqual([`/admin/${screen}`, 'view']);
    const { page, limit, ...query } = READ[screen](readListAddress(url.searchParams));
    expect(query).toEqual(ALL[screen]);
    expect([page, limit]).toEqual([1, 25]);
  });

  it('leads to a file of the same, of the columns that are shown, and of its name', () => {
    const list = {
      ...{ path: `/admin/${screen}`, query: ALL[screen], current: viewOf(screen) },
      kept: { look: { columns: ['b', 'a'], density: 'compact' } },
    } as unknown as StaffList;
    const url = new URL(fileHref(list), 'https://shop.test');
    expect(url.pathname).toBe(`/admin/${screen}.csv`);
    const { columns, name, ...query } = Object.fromEntries(url.searchParams);
    expect([columns, name]).toEqual(['b,a', 'Ours & all']);
    // The file understands flags as the list's own address has them.
    const words: Record<string, string> = { true: 'yes', false: 'no' };
    const texts = Object.entries(ALL[screen]).map(([field, value]) => [
      field,
      words[String(value)] ?? String(value),
    ]);
    expect(query).toEqual(Object.fromEntries(texts));
  });
});

describe.each(LIST_SCREENS)('an address of %s that asks for what it can’t be asked for', screen => {
  const names = Object.keys(VIEW_QUERIES[screen].shape);
  it.each([
    ...['', 'nothing of it', '1e9', '-1', '0.001', 'yes,no', 'x'.repeat(300)],
    ...['2026-02-30', '2026-13-01', '0000-01-01', '9999-12-31', '2026-1-1', 'Ready,'.repeat(20)],
  ])('leaves out %j', text => {
    const params = new URLSearchParams(names.map(name => [name, text]));
    const { page, limit, ...query } = READ[screen](readListAddress(params));
    expect(VIEW_QUERIES[screen].strict().safeParse(query).error?.issues ?? []).toEqual([]);
    expect([page, limit]).toEqual([1, 25]);
  });
});
