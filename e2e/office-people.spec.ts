import type { Page } from '@playwright/test';
import { signInAs } from './support/ask.ts';
import { expectAccessible, expectNothingSticksOut } from './support/in-order.ts';
import { openFilter } from './support/office.ts';
import { PEOPLE } from './support/people.ts';
import { saveView } from './support/save-view.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-office-people.ts' });

const rows = (page: Page, list: 'Users' | 'Companies') =>
  page.getByRole('region', { name: list }).locator('tbody tr');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const views = (page: Page) => page.getByRole('navigation', { name: 'Views' });
const tab = (page: Page, name: string) => views(page).getByRole('link', { name, exact: true });
const heads = (page: Page) => page.getByRole('columnheader').allTextContents();
const search = async (page: Page, list: 'users' | 'companies', text: string) => {
  const form = page.getByRole('form', { name: `Search the ${list}` });
  await form.getByRole('searchbox').fill(text);
  await form.getByRole('button', { name: 'Search' }).click();
};
const inOrder = async (page: Page) => {
  await expectAccessible(page);
  await expectNothingSticksOut(page);
};

test('an employee goes through the users, opens one, to the next, and back to the same list', async ({
  page,
}) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/products');
  await page.getByLabel('Account of Erin Field').click();
  await page.getByRole('banner').getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page).toHaveURL('/admin/users?sort=name&page=1&limit=25');
  await expect(heading(page)).toHaveText('Users');
  await expect(page.getByText('34 users', { exact: true })).toBeVisible();
  await expect(rows(page, 'Users')).toHaveCount(25);
  await expect(rows(page, 'Users').first()).toContainText('Ada Kent');
  await inOrder(page);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await expect(rows(page, 'Users').first()).toContainText('Person 30');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click();
  await expect(rows(page, 'Users')).toHaveCount(9);
  await expect(page).toHaveURL('/admin/users?limit=25&sort=-name&page=2');

  await rows(page, 'Users').getByRole('link', { name: 'Dana Hollis' }).click();
  await expect(heading(page)).toHaveText('Dana Hollis');
  await expect(part(page, 'Account')).toContainText('(512) 555-0135');
  await expect(part(page, 'Addresses and preferences')).toContainText('8 Elm Street, Austin, TX 78701');
  await expect(part(page, 'The latest orders').locator('tbody tr')).toHaveCount(10);
  await expect(page.getByRole('link', { name: 'All 12 at the order desk' })).toBeVisible();
  await inOrder(page);
  await expect(page.getByRole('link', { name: 'Ada Kent →' })).toBeVisible();
  await page.getByRole('link', { name: '← Erin Field' }).click();
  await expect(heading(page)).toHaveText('Erin Field');
  await page.getByRole('link', { name: 'Dana Hollis →' }).click();
  await expect(heading(page)).toHaveText('Dana Hollis');
  await page.getByRole('link', { name: 'Back to the users' }).click();
  await expect(page).toHaveURL('/admin/users?limit=25&sort=-name&page=2');
  await expect(rows(page, 'Users')).toHaveCount(9);
});

test(
  'keys lead from a user or a company to those beside them, and are listed',
  ANY_WIDTH,
  async ({ page }) => {
    await signInAs(page.request, PEOPLE.employee);
    for (const [list, name, next] of [
      ['Users', 'Dana Hollis', 'Erin Field'],
      ['Companies', 'Cedar & Sons', 'Hollis Cabinetry'],
    ] as const) {
      await page.goto(`/admin/${list.toLowerCase()}`);
      await rows(page, list).getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('link', { name: `${next} →` })).toBeVisible();
      await page.keyboard.press('j');
      await expect(heading(page)).toHaveText(next);
      await expect(page.getByRole('link', { name: `← ${name}` })).toBeVisible();
      await page.keyboard.press('k');
      await expect(heading(page)).toHaveText(name);
      await expect(page.getByLabel('Comment for staff')).toBeVisible();
      await page.keyboard.press('e');
      await expect(page.getByLabel('Comment for staff')).toBeFocused();
      await page.locator(':focus').blur();
      await page.keyboard.press('?');
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(keys.getByRole('region', { name: 'This page' })).toContainText('Next of the list');
      await page.keyboard.press('Escape');
    }
  },
);

test('users are found by name, company and phone, and narrowed by what chips tell', async ({ page }) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin/users');
  for (const [text, count] of [
    ['hollis cab', '2 users'],
    ['person 07', '1 user'],
    ['512.555.0207', '1 user'],
    ['EXAMPLE.com', '34 users'],
  ] as const) {
    await search(page, 'users', text);
    await expect(page.getByText(count, { exact: true })).toBeVisible();
  }
  await search(page, 'users', 'nobody like it');
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await inOrder(page);
  await page.getByRole('link', { name: 'Show all' }).click();
  await openFilter(page);
  await page.getByLabel('Level').selectOption('Retail');
  await expect(page.getByText('30 users', { exact: true })).toBeVisible();
  await page.getByLabel('Company', { exact: true }).selectOption({ label: 'Of a company' });
  await expect(page.getByText('0 users', { exact: true })).toBeVisible();
  const chips = page.getByRole('list', { name: 'Narrowed by' });
  await expect(chips.getByRole('listitem')).toHaveText([/Retail/, /Of a company/, 'Clear all']);
  await chips.getByRole('link', { name: 'Remove Retail' }).click();
  await expect(rows(page, 'Users')).toHaveCount(2);
  await page.reload();
  await expect(rows(page, 'Users')).toHaveCount(2);
  await page.goto('/admin/users?page=99');
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(rows(page, 'Users')).toHaveCount(25);
});

test('a company over its limit is found, read, and commented on; whoever is told comes to it', async ({
  page,
}) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin/companies');
  await expect(rows(page, 'Companies')).toHaveCount(3);
  await inOrder(page);
  await page.getByRole('columnheader', { name: 'Owes' }).getByRole('link').click();
  await expect(rows(page, 'Companies').first()).toContainText('$780.00');
  await openFilter(page);
  await page.getByLabel('Credit').selectOption({ label: 'Over their limit' });
  await expect(rows(page, 'Companies')).toHaveCount(1);
  await search(page, 'companies', 'h-2');
  await rows(page, 'Companies').getByRole('link', { name: 'Hollis Cabinetry' }).click();

  await expect(heading(page)).toHaveText('Hollis Cabinetry');
  await expect(part(page, 'On account')).toContainText('$780.00, over its limit');
  await expect(part(page, 'On account')).toContainText('$0.00');
  await expect(part(page, 'Prices')).toContainText('12% off');
  await expect(part(page, 'People').getByRole('listitem')).toHaveText([
    /Dana Hollis.*Primary/,
    /Fran Foreman.*\$75\.00/,
  ]);
  const comments = part(page, 'Comments');
  await comments.getByRole('button', { name: 'Comment' }).click();
  await expect(comments.getByText(/is empty/)).toBeVisible();
  await comments.getByLabel('Comment for staff').fill('@Ada Kent: call before the next pallet.');
  await inOrder(page);
  await comments.getByRole('button', { name: 'Comment' }).click();
  const entry = comments.getByRole('listitem').first();
  await expect(entry).toContainText('@Ada Kent: call before the next pallet.');
  await entry.getByRole('button', { name: 'Change' }).click();
  await entry.getByLabel('Comment for staff').fill('@Ada Kent: call before each pallet.');
  await entry.getByRole('button', { name: 'Save' }).click();
  await expect(entry).toContainText('@Ada Kent: call before each pallet.');
  await inOrder(page);

  await part(page, 'People').getByRole('link', { name: 'Fran Foreman' }).click();
  await expect(part(page, 'Company')).toContainText('$75.00 an order');
  await page.goBack();
  await page.getByRole('link', { name: 'Back to the companies' }).click();
  await expect(page).toHaveURL('/admin/companies?sort=-owed&credit=over&search=h-2');

  // Nothing that the page still reads is answered to somebody else.
  await page.goto('/robots.txt');
  await signInAs(page.request, PEOPLE.admin);
  await page.goto('/user/notifications');
  await page.getByRole('link', { name: 'Erin Field mentioned you on Hollis Cabinetry' }).first().click();
  await expect(heading(page)).toHaveText('Hollis Cabinetry');
  await comments.getByRole('button', { name: 'Remove' }).first().click();
  await expect(comments.getByText('Remove it for good?')).toBeVisible();
  await comments.getByRole('button', { name: 'Remove' }).first().click();
  await expect(comments.getByText('Comment removed')).toBeVisible();
});

test('a view of the users keeps what they are narrowed by and their columns, with its count, for all staff', async ({
  page,
}) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin/users?permissionLevel=Commercial');
  await expect(rows(page, 'Users')).toHaveCount(2);
  await expect(views(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByLabel('Phone', { exact: true }).uncheck();
  await dialog.getByLabel('Ships to', { exact: true }).check();
  await dialog.getByLabel('Compact, one line a row').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const chosen = ['Name ↑', 'Email', 'Level', 'Company', 'Orders', 'Since', 'Ships to'];
  expect(await heads(page)).toEqual(chosen);
  await expect(rows(page, 'Users').first()).toContainText('Austin, TX 78701');
  await saveView(page, 'The trade', true);
  await expect(views(page).getByRole('link')).toHaveText(['All', 'The trade 2']);
  await expect(tab(page, 'The trade 2')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'CSV of this view' })).toHaveAttribute(
    'href',
    '/admin/users.csv?sort=name&permissionLevel=Commercial&columns=name%2Cemail%2Clevel%2Ccompany%2Corders%2Csince%2Ctown&name=The+trade',
  );
  await inOrder(page);
  await tab(page, 'All').click();
  await expect(page.getByText('34 users', { exact: true })).toBeVisible();

  await signInAs(page.request, PEOPLE.admin);
  await page.goto('/admin/users');
  await tab(page, 'The trade 2').click();
  await expect(rows(page, 'Users')).toHaveCount(2);
  expect(await heads(page)).toEqual(chosen);
  await rows(page, 'Users').getByRole('link', { name: 'Fran Foreman' }).click();
  await page.getByRole('link', { name: 'Back to the users' }).click();
  await expect(tab(page, 'The trade 2')).toHaveAttribute('aria-current', 'page');
  await expect(rows(page, 'Users')).toHaveCount(2);
});

test('a view of the companies is one’s own, changed by saving it again, and forgets what is gone', async ({
  page,
  shop,
}) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin/companies?credit=over');
  await expect(rows(page, 'Companies')).toHaveCount(1);
  await saveView(page, 'To call', false);
  await expect(tab(page, 'To call 1')).toHaveAttribute('aria-current', 'page');
  await openFilter(page);
  await page.getByLabel('Credit').selectOption({ label: 'With a credit limit' });
  await expect(rows(page, 'Companies')).toHaveCount(2);
  await page.getByRole('columnheader', { name: 'Owes' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Save changes to “To call”' }).click();
  await expect(tab(page, 'To call 2')).toBeVisible();
  await inOrder(page);
  await tab(page, 'All').click();
  await expect(rows(page, 'Companies')).toHaveCount(3);
  await tab(page, 'To call 2').click();
  await expect(page).toHaveURL(/sort=-owed/);
  await expect(rows(page, 'Companies').first()).toContainText('$780.00');
  await shop.rows("update saved_views set columns = '{company,margin,owed}' where name = 'To call'");
  await page.reload();
  await expect(page.getByText('was left out: margin.')).toBeVisible();
  expect(await heads(page)).toEqual(['Company', 'Owes ↓']);
  await page.getByRole('button', { name: 'Save changes to “To call”' }).click();
  await expect(page.getByText('was left out')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save changes to “To call”' })).toHaveCount(0);
  await signInAs(page.request, PEOPLE.admin);
  await page.goto('/admin/companies');
  await expect(rows(page, 'Companies')).toHaveCount(3);
  await expect(views(page)).toHaveCount(0);
});

test('an employee sees of an admin a name, an address and a level, no more', ANY_WIDTH, async ({ page }) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin/users?search=ada');
  await expect(rows(page, 'Users')).toHaveCount(1);
  await expect(rows(page, 'Users')).not.toContainText('0100');
  await rows(page, 'Users').getByRole('link', { name: 'Ada Kent' }).click();
  await expect(page.getByText('The rest of a staff account is for Admins.')).toBeVisible();
  await expect(page.getByText('0100')).toHaveCount(0);
  // Follows how mails and notifications name a user's page.
  const { pathname } = new URL(page.url());
  await page.goto(`${pathname.split('/').slice(0, 4).join('/')}/info`);
  await expect(heading(page)).toHaveText('Ada Kent');
});

test.describe('for an address of nobody', () => {
  test.use({ provoked: ['404'] });
  test('the page says that there is no such user', ANY_WIDTH, async ({ page }) => {
    await signInAs(page.request, PEOPLE.employee);
    await page.goto('/admin/users/019ab000-0000-7000-8000-000000000000');
    await expect(heading(page)).toHaveText('There is no such user');
  });
});
