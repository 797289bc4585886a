import type { Page } from '@playwright/test';
import { signInAs } from './support/ask.ts';
import { expectAccessible, expectNothingSticksOut } from './support/in-order.ts';
import { openFilter } from './support/office.ts';
import { PASSWORD, PEOPLE } from './support/people.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-order-desk.ts' });

const rows = (page: Page) => page.getByRole('region', { name: 'Orders' }).locator('tbody tr');
const view = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600;
const search = async (page: Page, text: string) => {
  const form = page.getByRole('form', { name: 'Search the orders' });
  await form.getByRole('searchbox').fill(text);
  await form.getByRole('button', { name: 'Search' }).click();
};

test('whoever is signed out signs in at the address that they wanted, and is there', async ({ page }) => {
  await page.goto('/admin/orders?view=ready');
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('E-mail').fill(PEOPLE.employee);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
  await expect(page).toHaveURL('/admin/orders?view=ready');
  await expect(rows(page)).toHaveCount(1);
});

test(
  'to customers no address of the back office exists, and none loads a part of it',
  ANY_WIDTH,
  async ({ page }) => {
    await signInAs(page.request, PEOPLE.commercial);
    const loaded: string[] = [];
    page.on('request', request => loaded.push(new URL(request.url()).pathname));
    for (const address of ['/admin', '/admin/orders', '/admin/nothing-of-ours']) {
      expect((await page.goto(address))?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We could not find that page');
    }
    const ofOffice = () =>
      loaded.filter(path => /\/(admin-|office-layout|orders-|today|index-table)/.test(path));
    expect(ofOffice()).toEqual([]);
    await signInAs(page.request, PEOPLE.employee);
    expect((await page.goto('/admin/nothing-of-ours'))?.status()).toBe(404);
    for (const address of ['/ADMIN/orders', '/%61dmin/orders']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
    }
    // Its files are still called so.
    expect(ofOffice().length).toBeGreaterThan(2);
  },
);

test('an employee goes from the day’s queues to an order and back to the same list', async ({ page }) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today');
  const queues = page.getByRole('list', { name: 'Queues of orders' });
  for (const text of [
    '29 To pick',
    '2 Picking',
    '1 Ready',
    '1 To ship',
    '1 Open lines',
    '0 Unpaid',
    '1 Alerts',
  ]) {
    await expect(queues.getByRole('link', { name: text })).toBeVisible();
  }
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await queues.getByRole('link', { name: '29 To pick' }).click();

  await expect(page).toHaveURL('/admin/orders?view=toPick');
  await expect(rows(page)).toHaveCount(25);
  expect((await rows(page).first().boundingBox())?.y).toBeLessThan(600);
  await expect(page.getByText('29 orders', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await page.getByRole('columnheader', { name: 'Total' }).getByRole('link').click();
  await expect(rows(page).first()).toContainText('$274.00');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(page).toHaveURL('/admin/orders?view=toPick&sort=-total&page=2');

  const number = await rows(page).first().getByRole('link').textContent();
  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Order ${number}`);
  await expect(page.getByText('HP-4410-BN').first()).toBeVisible();
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: 'Comment' }).click();
  await expect(history.getByText(/is empty/)).toBeVisible();
  await history.getByLabel('Comment for staff').fill('Dana calls before she comes.');
  await history.getByRole('button', { name: 'Comment' }).click();
  await expect(history.getByRole('listitem').first()).toContainText('Dana calls before she comes.');
  await expect(history.getByRole('listitem').first()).toContainText('Erin Field');
  await expect(history.getByLabel('Comment for staff')).toHaveValue('');
  await page.getByRole('link', { name: 'Back to the orders' }).click();
  await expect(page).toHaveURL('/admin/orders?view=toPick&sort=-total&page=2');
  await expect(rows(page)).toHaveCount(4);
});

test('orders are found by name, PO, product number, company and amount, and narrowed by what chips tell', async ({
  page,
}) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin/orders?view=all');
  for (const [text, count] of [
    ['barton', 1],
    ['PO-701', 1],
    ['hollis cabinetry', 32],
    ['$274.00', 1],
    ['hp-4410', 33],
  ] as const) {
    await search(page, text);
    await expect(page.getByText(count === 1 ? '1 order' : `${count} orders`, { exact: true })).toBeVisible();
  }
  await search(page, 'nothing like it');
  await expect(page.getByText('No orders of “All” match.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all of them' }).click();
  await openFilter(page);
  await page.getByLabel('Status').selectOption({ label: 'Canceled' });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Charged after its hold was over');
  await page.getByLabel('Delivery').selectOption({ label: 'Ground shipping' });
  await expect(page.getByText('No orders of “All” match.')).toBeVisible();
  const chips = page.getByRole('list', { name: 'Narrowed by' });
  await expect(chips.getByRole('listitem')).toHaveText([/Canceled/, /Ground shipping/, 'Clear all']);
  if (isPhone(page)) {
    const filter = page.getByRole('button', { name: 'Filter (2)' });
    await expectAccessible(page);
    await expectNothingSticksOut(page);
    await filter.click();
    await expect(page.getByLabel('Status')).toBeHidden();
    await expect(filter).toBeFocused();
  }
  await chips.getByRole('link', { name: 'Remove Canceled' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await view(page, /^Open lines/).click();
  await expect(rows(page)).toContainText('4 to come');
});

test('the rows of the desk are walked through by keyboard', ANY_WIDTH, async ({ page }) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin/orders?view=toPick');
  const link = (row: number) => rows(page).nth(row).getByRole('link');
  await link(0).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(link(2)).toBeFocused();
  await page.keyboard.press('k');
  await expect(link(1)).toBeFocused();
  const number = await link(1).textContent();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Order ${number}`);
});

test('another tab stops showing who has signed out, at once', ANY_WIDTH, async ({ page, context }) => {
  await signInAs(page.request, PEOPLE.commercial);
  await page.goto('/products');
  const other = await context.newPage();
  await other.goto('/user/orders');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Orders');
  const account = page.getByLabel('Account of Dana Hollis');
  await account.click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(account).toHaveCount(0);
  await expect(other.getByRole('form', { name: 'Sign in' })).toBeVisible();
  await expect(other.getByText('Dana Hollis')).toHaveCount(0);
});
