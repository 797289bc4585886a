import type { Page } from '@playwright/test';
import { PRODUCT_NOTICES } from '#shared/messages.ts';
import { asking, signInAs } from './support/ask.ts';
import { askForApproval } from './support/ask-approval.ts';
import { expectAccessible, expectInOrder } from './support/in-order.ts';
import { breakCalls, fillCart, placeButton, thankedFor } from './support/journeys.ts';
import { PEOPLE } from './support/people.ts';
import { expect, PHONE_ONLY, test } from './support/shop.ts';
import { makeCart, readCookieNotice } from './support/trade.ts';

test.use({ fill: 'e2e/support/fill-company-orders.ts', provoked: [PRODUCT_NOTICES.addFailed.text] });

const part = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true });

/** The style sheets that come with the page itself. */
async function stylesOfHome(page: Page): Promise<string> {
  const html = await (await page.request.get('/')).text();
  return [...html.matchAll(/<link [^>]*rel="stylesheet"[^>]*>/g)].join('');
}

/** Orders on account what is in the cart. */
async function order(page: Page): Promise<string> {
  await page.goto('/checkout/summary');
  await placeButton(page).click();
  return thankedFor(page, 'Dana Hollis');
}

test('the day of a Primary begins at home: an approval, a cart, an order again in three presses, what is due', async ({
  page,
  shop,
}) => {
  await readCookieNotice(page);
  await signInAs(page.request, PEOPLE.commercial);
  await fillCart(page, { 'AV-100-SN': 2 });
  const number = await order(page);
  await makeCart(asking(page.request), shop, 'Smith kitchen', [['TW-20', 3]]);
  await askForApproval(shop);

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hollis Cabinetry');
  expect(await stylesOfHome(page)).toContain('trade-home');
  await expect(page.getByLabel('Account of Dana Hollis, 1 order to approve')).toBeVisible();
  await expectInOrder(page);
  const waiting = part(page, 'Orders to approve');
  await waiting.getByRole('button', { name: 'Review it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this order?' });
  await dialog.getByRole('button', { name: /^Approve \$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(waiting).toBeHidden();
  await expect(page.getByLabel('Account of Dana Hollis', { exact: true })).toBeVisible();

  await part(page, 'Carts').getByRole('link', { name: 'Continue with Smith kitchen' }).click();
  await expect(page.getByRole('heading', { name: 'Smith kitchen' })).toBeVisible();

  await page.goto('/');
  const last = part(page, 'Last orders')
    .getByRole('listitem')
    .filter({ hasText: `Order ${number}` });
  await last.getByRole('button', { name: 'Order again' }).click();
  await page.getByRole('button', { name: 'Check out now' }).click();
  await placeButton(page).click();
  const again = await thankedFor(page, 'Dana Hollis');
  expect(again).not.toBe(number);

  await page.goto('/');
  // Two knobs at 6.85 and 8.25 % of it, the longer due of the two.
  const account = part(page, 'Credit');
  await expect(account).toContainText(`$14.83 due`);
  await expect(account).toContainText(`Order ${number}`);
  await account.getByRole('link', { name: 'Pay $14.83' }).click();
  await page.getByRole('button', { name: 'Pay $14.83' }).click();
  await expect(page.getByText(`Order ${number} has been paid. Thank you!`)).toBeVisible();
});

test('numbers that are typed at home are looked up by the quick order', async ({ page }) => {
  await signInAs(page.request, PEOPLE.commercial);
  await page.goto('/');
  const quick = part(page, 'Quick order');
  await quick.getByRole('button', { name: 'Look them up' }).click();
  await expect(quick.getByText('Nothing to look up yet')).toBeVisible();
  await quick.getByLabel('Numbers and quantities').fill('QH-12, 5');
  await quick.getByRole('button', { name: 'Look them up' }).click();
  await expect(page).toHaveURL(/\/quick-order$/);
  await expect(page.getByLabel('Product number, row 1')).toHaveValue('QH-12');
  await expect(page.getByText('1 row: 1 ready')).toBeVisible();
});

test('a Member sees what they asked for, and a guest no home page of a company', async ({ page, shop }) => {
  await askForApproval(shop);
  await signInAs(page.request, PEOPLE.foreman);
  await page.goto('/');
  await part(page, 'Orders sent for approval').getByRole('button', { name: 'Withdraw it' }).first().click();
  await expect(page.getByRole('link', { name: 'Statement' })).toBeHidden();
  await expect(page.getByLabel('Account of Fran Foreman', { exact: true })).toBeVisible();
  // No session ends under a page that still asks for something.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible();
  await expect(part(page, 'Last orders')).toHaveCount(0);
  expect(await stylesOfHome(page)).not.toContain('trade-home');
});

test(
  'on a phone the way on stays in sight of a long cart, and no other',
  PHONE_ONLY,
  async ({ page, shop }) => {
    await readCookieNotice(page);
    await signInAs(page.request, PEOPLE.commercial);
    const lines = ['AV-100-SN', 'BX-300-SB', 'QH-12', 'TW-20'].map(number => [number, 1] as [string, number]);
    const cart = await makeCart(asking(page.request), shop, 'Smith kitchen', lines);
    await page.goto(`/checkout?cart=${cart}`);
    const way = page.getByRole('link', { name: 'Check out', exact: true });
    await expect(way).toBeInViewport();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(way).toBeInViewport();
    await expect(way).toHaveCount(1);
    await expectAccessible(page);
    await way.click();
    await expect(page).toHaveURL(/\/checkout\/summary\?cart=/);
  },
);

test('one line of an order goes into the cart again, or it is said that it could not', async ({ page }) => {
  await readCookieNotice(page);
  await signInAs(page.request, PEOPLE.commercial);
  await fillCart(page, { 'AV-100-SN': 2, 'TW-20': 3 });
  const number = await order(page);
  await page.goto('/');
  await page.getByRole('link', { name: `Order ${number}`, exact: true }).click();
  const again = page.getByRole('button', { name: /^Add again: Tidewater Latch/ });
  await breakCalls(page, 'variants.find');
  await again.click();
  await expect(page.getByText(PRODUCT_NOTICES.addFailed.text)).toBeVisible();
  await page.unroute('**/trpc/variants.find**');
  await again.click();
  await expect(page.getByText('Added 3 to cart')).toBeVisible();
  await page.goto('/checkout');
  await expect(page.getByRole('list', { name: 'In the cart' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText('TW-20')).toBeVisible();
});
