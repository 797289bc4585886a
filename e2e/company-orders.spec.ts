import type { Page } from '@playwright/test';
import { signInAs } from './support/ask.ts';
import { expectInOrder } from './support/in-order.ts';
import { fillCart, placeButton, thankedFor } from './support/journeys.ts';
import { PEOPLE } from './support/people.ts';
import { expect, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-company-orders.ts' });

const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /^Order \d+/ });
const whose = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Whose orders' }).getByRole('link', { name });

test('a Primary finds the orders of his whole company by who ordered them, a Member his own alone [ACC-10]', async ({
  page,
}) => {
  await signInAs(page.request, PEOPLE.retail);
  await fillCart(page, { 'AV-100-SN': 2 });
  await page.goto('/checkout/summary');
  await page.getByText(/^Add a note, an order name/).click();
  await page.getByLabel(/^PO number/).fill('77-B');
  await placeButton(page).click();
  const number = await thankedFor(page, 'Rae Moss');
  await page.goto('/user/orders');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Whose orders' })).toHaveCount(0);
  await page.goto('/user/orders?of=company');
  await expect(rows(page)).toHaveCount(1);
  await page.context().clearCookies();

  await signInAs(page.request, PEOPLE.commercial);
  await page.goto('/user/orders');
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible();
  await whose(page, 'The company’s').click();
  await expect(whose(page, 'The company’s')).toHaveAttribute('aria-current', 'page');
  await expect(rows(page)).toHaveCount(1);
  for (const said of [`Order ${number}`, 'PO 77-B', 'Rae Moss', 'Submitted', /\$[\d.]+ open/]) {
    await expect(rows(page)).toContainText(said);
  }
  await expectInOrder(page);

  const form = page.getByRole('form', { name: 'Orders' });
  await form.getByLabel('Ordered by').selectOption('Dana Hollis');
  await expect(page.getByText('No orders match.')).toBeVisible();
  await form.getByLabel('Ordered by').selectOption('Rae Moss');
  await expect(rows(page)).toHaveCount(1);
  await form.getByLabel(/^Number, PO/).fill('77-b');
  await form.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/of=company&search=77-b&member=/);
  await page.reload();
  await expect(form.getByLabel('Ordered by').locator('option:checked')).toHaveText('Rae Moss');

  await page.getByRole('link', { name: `Order ${number}` }).click();
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Invoice (PDF)' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Pay \$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Order again' })).toHaveCount(0);
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
});

test('an order that is put into a cart again is one of the saved carts, and its notice stays for 7 seconds [CART-09]', async ({
  page,
}) => {
  await page.clock.install();
  await signInAs(page.request, PEOPLE.retail);
  await fillCart(page, { 'AV-100-SN': 2 });
  await page.goto('/checkout/summary');
  await placeButton(page).click();
  const number = await thankedFor(page, 'Rae Moss');
  await page.goto('/user/orders');
  await page.getByRole('link', { name: `Order ${number}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
  await page.getByRole('button', { name: 'Order again' }).click();
  const button = page.getByRole('button', { name: 'Put it in a new cart' });
  await expect(button).toBeEnabled();
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 500));
  await button.click();
  const notice = page.getByText(
    `Order ${number} has been successfully duplicated and can be found in your saved carts.`,
  );
  // The call itself waits for the page's clock.
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return notice.isVisible();
    })
    .toBe(true);
  await page.clock.runFor(6850);
  await expect(notice).toBeVisible();
  await page.clock.runFor(200);
  await expect(notice).toBeHidden();
  const carts = await page.request.get('/api/v1/orders/carts');
  expect(JSON.stringify(await carts.json())).toContain('AV-100-SN');
});
