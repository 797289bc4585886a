import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { signInAs } from './support/ask.ts';
import { expectAccessible, expectNothingSticksOut } from './support/in-order.ts';
import { openFilter } from './support/office.ts';
import { PEOPLE } from './support/people.ts';
import { ANY_WIDTH, expect, PHONE_ONLY, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-order-desk.ts' });

const rows = (page: Page) => page.getByRole('region', { name: 'Orders' }).locator('tbody tr');
const boxes = (page: Page) => rows(page).getByRole('checkbox');
const views = (page: Page) => page.getByRole('navigation', { name: 'Views' });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected' });
const report = (page: Page) => page.getByRole('region', { name: 'What was done' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heads = (page: Page) => page.getByRole('columnheader').allTextContents();

test.beforeEach(({ page }) => signInAs(page.request, PEOPLE.employee));

test(
  'a dialog moves nothing of the page behind it, whether that has a scroll bar or not',
  ANY_WIDTH,
  async ({ playwright, launchOptions, shop }) => {
    // Tests hide them otherwise.
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ['--hide-scrollbars'],
    });
    const page = await browser.newPage({ baseURL: shop.url });
    await signInAs(page.request, PEOPLE.employee);
    const left = () => button(page, 'Columns').evaluate(one => one.getBoundingClientRect().left);
    for (const height of [900, 4000]) {
      await page.setViewportSize({ width: 1440, height });
      await page.goto('/admin/orders?view=all');
      await expect(rows(page)).toHaveCount(25);
      const before = await left();
      await button(page, 'Columns').click();
      await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
      expect(await left(), `at a height of ${height}`).toBe(before);
    }
    await browser.close();
  },
);

test('whoever comes back from an order finds its row, where it was', async ({ page }) => {
  const list = '/admin/orders?view=all&sort=total&page=1';
  await page.goto(list);
  const link = rows(page).nth(21).getByRole('link');
  await link.scrollIntoViewIfNeeded();
  const number = await link.textContent();
  const y = await page.evaluate(() => scrollY);
  expect(y).toBeGreaterThan(100);
  for (const back of [
    () => page.getByRole('link', { name: 'Back to the orders' }).click(),
    () => page.goBack(),
  ]) {
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`Order ${number}`);
    await back();
    await expect(page).toHaveURL(list);
    await expect(link).toBeFocused();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(y);
  }
  await page.keyboard.press('k');
  await expect(rows(page).nth(20).getByRole('link')).toBeFocused();
});

test(
  'a phone shows the tab of the current view, also once the counts have come',
  PHONE_ONLY,
  async ({ page }) => {
    await page.goto('/admin/orders?view=overLimit');
    await expect(views(page).getByRole('link', { name: /^To pick 29/ })).toBeAttached();
    await expect(views(page).getByRole('link', { name: /^Over limit/ })).toBeInViewport({ ratio: 1 });
  },
);

test('a list has the columns that somebody chose, kept in the browser and in a view that others have too', async ({
  page,
}) => {
  await page.goto('/admin/orders?view=toPick&search=hollis');
  await expect(rows(page)).toHaveCount(25);
  await button(page, 'Columns').click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByLabel('PO', { exact: true }).check();
  await dialog.getByLabel('Delivery', { exact: true }).uncheck();
  const up = dialog.getByRole('button', { name: 'PO up' });
  for (let press = 0; press < 6; press++) await up.press('Enter');
  await expect(up).toBeFocused();
  await expect(up).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.getByText('PO is number 2 of 8.')).toBeAttached();
  await dialog.getByLabel('Compact, one line a row').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const chosen = ['Order', 'PO', 'Customer', 'Ordered ↓', 'Status', 'Payment', 'Units', 'Total'];
  expect(await heads(page)).toEqual(chosen);
  await page.reload();
  await expect(rows(page)).toHaveCount(25);
  expect(await heads(page)).toEqual(chosen);
  await expectNothingSticksOut(page);

  await button(page, 'Save view').click();
  const form = page.getByRole('dialog', { name: 'Save this view' });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await form.getByLabel('Name').fill('Hollis, to pick');
  await form.getByLabel('Share it with all staff').check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const tab = views(page).getByRole('link', { name: 'Hollis, to pick 29' });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await expect(tab).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);

  // Others have it as it was saved; who may not change it is not offered to.
  await signInAs(page.request, PEOPLE.admin);
  await page.goto('/admin/orders?view=ready');
  await tab.click();
  await expect(rows(page)).toHaveCount(25);
  expect(await heads(page)).toEqual(chosen);
  await expect(page.getByLabel(/^Number, name, PO/)).toHaveValue('hollis');
  await page.getByRole('columnheader', { name: 'Total' }).getByRole('link').click();
  await expect(rows(page).first()).toContainText('$274.00');
  await button(page, 'Save changes to “Hollis, to pick”').click();
  await expect(button(page, 'Save changes to “Hollis, to pick”')).toHaveCount(0);
  await button(page, 'Views').click();
  const list = page.getByRole('dialog', { name: 'Your views' });
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Change Hollis, to pick' }).click();
  const change = page.getByRole('dialog', { name: 'Change the view' });
  await change.getByLabel('Name').fill('Hollis');
  await change.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(list).toContainText('Hollis');
  await list.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(rows(page).first()).toContainText('$274.00');
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin/orders');
  await views(page).getByRole('link', { name: 'Hollis 29' }).click();
  await expect(page).toHaveURL(/sort=-total/);
  await button(page, 'Views').click();
  await list.getByRole('button', { name: 'Remove Hollis' }).click();
  await list.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page).toHaveURL('/admin/orders');
  await expect(views(page).getByRole('link', { name: /Hollis/ })).toHaveCount(0);
  expect(await heads(page)).toHaveLength(8);
});

test('the list of orders is searched, narrowed, sorted, paged, summed and taken away as a file [ADMO-02]', async ({
  page,
}) => {
  await page.goto('/admin/orders?view=all');
  const form = page.getByRole('form', { name: 'Search the orders' });
  await form.getByRole('searchbox').fill('hollis');
  await form.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('32 orders', { exact: true })).toBeVisible();
  await openFilter(page);
  await page.getByLabel('Status').selectOption({ label: 'Submitted' });
  await expect(page.getByText('29 orders', { exact: true })).toBeVisible();
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('To', { exact: true }).fill(dayIn(-3));
  await expect(page.getByText('No orders of “All” match.')).toBeVisible();
  await page.getByRole('link', { name: /^Remove to / }).click();
  await page.getByLabel('From', { exact: true }).fill(dayIn(3));
  await expect(page.getByText('No orders of “All” match.')).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill(dayIn(-3));
  await expect(page.getByText('29 orders', { exact: true })).toBeVisible();

  const total = page.getByRole('columnheader', { name: 'Total' });
  await total.getByRole('link').click();
  // The newest order is the dearest too: the rows alone don't tell that they are sorted anew.
  await expect(total).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText('$274.00');
  await total.getByRole('link').click();
  await expect(total).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText('$13.70');
  await expect(rows(page)).toHaveCount(25);
  // 474 units at $6.85, whatever page is shown.
  await expect(page.locator('tfoot')).toContainText('$3,246.90');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.locator('tfoot')).toContainText('$3,246.90');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV of this view' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^orders-all-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toContain('"Order","Customer","Company","Ordered","Status"');
  expect(lines).toHaveLength(30);
  expect(lines[1]).toContain('13.70');
  expect(lines[29]).toContain('274.00');
});

test('orders are chosen and moved on by keyboard alone', ANY_WIDTH, async ({ page }) => {
  await page.goto('/admin/orders?view=toPick&sort=number');
  await rows(page).first().getByRole('link').focus();
  await page.keyboard.press('x');
  for (let press = 0; press < 3; press++) await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await expect(bar(page).getByRole('status')).toHaveText('4 selected');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(bar(page).getByRole('status')).toHaveText('3 selected');
  expect(
    await boxes(page).evaluateAll(all => all.slice(0, 5).map(box => (box as HTMLInputElement).checked)),
  ).toEqual([true, true, false, true, false]);
  await page.keyboard.press('b');
  await expect(bar(page).getByRole('button', { name: 'Take on' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(report(page).getByRole('heading')).toHaveText('3 orders taken on');
  await expect(report(page).getByRole('heading')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(report(page)).toHaveCount(0);
  await expect(page.getByText('26 orders', { exact: true })).toBeVisible();
  await expect(views(page).getByRole('link', { name: 'Picking 5' })).toBeVisible();
});

test('all that match are chosen by a second step, over pages, and those that may not move are named', async ({
  page,
}) => {
  await page.goto('/admin/orders?view=all&sort=number');
  await expect(rows(page)).toHaveCount(25);
  const toPick = views(page).getByRole('link', { name: /^To pick \d/ });
  const left = Number(/\d+/.exec((await toPick.textContent()) ?? '')?.[0]);
  // A range by Shift, and what is chosen stays over pages.
  await boxes(page).nth(1).check();
  await boxes(page)
    .nth(3)
    .click({ modifiers: ['Shift'] });
  await expect(bar(page).getByRole('status')).toHaveText('3 selected');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click();
  await expect(rows(page)).toHaveCount(8);
  await boxes(page).first().check();
  await expect(bar(page).getByRole('status')).toHaveText('4 selected');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 1' }).click();
  await expect(rows(page)).toHaveCount(25);
  await page.getByLabel('Select this page').check();
  await expect(bar(page).getByRole('status')).toHaveText('26 selected');
  await bar(page).getByRole('button', { name: 'Select all 33 that match' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('33 selected');
  await expectAccessible(page);
  await expectNothingSticksOut(page);

  await bar(page).getByRole('button', { name: 'Take on' }).click();
  await expect(report(page).getByRole('heading')).toHaveText(`${left} orders taken on, ${33 - left} not`);
  await expect(report(page)).toContainText('The order is “Ready for pick-up”.');
  await expect(report(page)).toContainText('The order is “Canceled”.');
  const canceled = report(page).getByRole('listitem').last().getByRole('link');
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await expect(bar(page).getByRole('status')).toHaveText(`${33 - left} selected`);
  await canceled.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Canceled');

  // Orders that nobody counted are refused by name, and go on with a word.
  await page.goto('/admin/orders?view=picking');
  await page.getByLabel('Select this page').check();
  await bar(page).getByRole('button', { name: 'Select all 31 that match' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('31 selected');
  await bar(page).getByRole('button', { name: 'Ready for pick-up' }).click();
  await expect(report(page).getByRole('heading')).toHaveText('1 order ready for pick-up, 30 not');
  await expect(report(page)).toContainText('Nothing in this order is counted as picked.');
  await report(page).getByRole('button', { name: 'All of these 30 were picked' }).click();
  await expect(report(page).getByRole('heading')).toHaveText('31 orders ready for pick-up');
  await expect(views(page).getByRole('link', { name: 'Ready 32' })).toBeVisible();

  // Another view begins with nothing chosen, and says nothing of this one.
  await views(page)
    .getByRole('link', { name: /^Ready/ })
    .click();
  await expect(report(page)).toHaveCount(0);
  await boxes(page).first().check();
  await openFilter(page);
  await page.getByLabel('Payment').selectOption({ label: 'On account' });
  await expect(page).toHaveURL(/paymentType=Terms/);
  await expect(bar(page)).toHaveCount(0);

  // A press that ends orders for good is asked about once more.
  await page.goto('/admin/orders?view=ready');
  await boxes(page).nth(0).check();
  await boxes(page).nth(1).check();
  await bar(page).getByRole('button', { name: 'Complete', exact: true }).click();
  const sure = page.getByRole('dialog', { name: 'Complete 2 orders?' });
  await expectAccessible(page);
  await sure.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(bar(page).getByRole('status')).toHaveText('2 selected');
  await bar(page).getByRole('button', { name: 'Complete', exact: true }).click();
  await sure.getByRole('button', { name: 'Complete 2 orders' }).click();
  await expect(views(page).getByRole('link', { name: 'Ready 30' })).toBeVisible();
});
