import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signInAs } from './support/ask.ts';
import { expectAccessible, expectInOrder, putBarsInPlace } from './support/in-order.ts';
import { fillCart, introduce, placeButton, thankedFor } from './support/journeys.ts';
import { PEOPLE } from './support/people.ts';
import { DESK_ONLY, expect, type Shop, test } from './support/shop.ts';

test.use({
  fill: 'e2e/support/fill-refusals.ts',
  provoked: ['The order could not be', 'Failed to', 'could not be approved', 'Error saving cart'],
});

/** Somebody else's order through the REST door, so that what a page shows is no longer so. */
async function orderElsewhere(
  page: Page,
  shop: Shop,
  [productNum, quantity]: [string, number],
  said: Record<string, unknown> = {},
): Promise<void> {
  const { _id: variantId, product_id: productId } = await shop.variant(productNum);
  const cart = [{ productId, variantId, quantity }];
  const { couponCode } = said;
  const asked = await page.request.patch('/api/v1/orders/getCost', {
    data: { cart, ...(couponCode ? { couponCode } : {}) },
  });
  const { total } = await asked.json();
  const placed = await page.request.post('/api/v1/orders', {
    data: { idempotencyKey: randomUUID(), name: 'Mia Quick', email: 'mia@example.com', cart, total, ...said },
  });
  expect(placed.status()).toBe(200);
}

/** The banner lies over what is to be looked at. */
const dismiss = (page: Page) => page.getByRole('button', { name: 'Dismiss', exact: true }).click();

test('a guest whose address has used a coupon is told so, and orders without it by the next press', async ({
  page,
  shop,
}, { project }) => {
  const email = `kit-${project.name}@example.com`;
  await orderElsewhere(page, shop, ['QH-12', 1], { email, couponCode: 'WELCOME' });
  await fillCart(page, { 'QH-12': 4 });
  await introduce(page, { email, name: 'Kit Baker' });
  await page.getByText('Add a coupon code').click();
  await page.getByLabel('Coupon code').fill('WELCOME');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByLabel('Coupon', { exact: true })).toContainText('You save $1.34.');
  // 13.40 + 1.11 − 1.34.
  await placeButton(page).filter({ hasText: '$13.17' }).click();
  const said = page
    .getByRole('alert')
    .filter({ hasText: 'Continue without the coupon WELCOME, for $14.51.' });
  await expect(said).toBeVisible();
  await expect(said).toContainText('The coupon WELCOME was not applied. This coupon has been used up.');
  await expect(page.getByText('Add a coupon code')).toBeVisible();
  await expect(placeButton(page)).toHaveText('Place order, $14.51');
  await dismiss(page);
  await putBarsInPlace(page);
  await expectAccessible(page);
  await placeButton(page).click();
  await thankedFor(page, 'Kit Baker');
});

test('what somebody else has bought meanwhile is taken out of the cart by one press, and the rest is ordered', async ({
  page,
  shop,
}) => {
  const { stock } = await shop.variant('BX-300-SB');
  await fillCart(page, { 'BX-300-SB': stock, 'QH-12': 1 });
  await introduce(page, { email: 'lou@example.com', name: 'Lou Mercer' });
  await expect(placeButton(page)).toBeEnabled();
  await orderElsewhere(page, shop, ['BX-300-SB', 1]);
  await placeButton(page).click();
  const fewer = page.getByRole('button', {
    name: new RegExp(`^Take ${stock - 1} of the ${stock} × Bexley Arch Pull, Satin Brass for \\$`),
  });
  await expect(fewer).toBeVisible();
  await expect(
    page.getByRole('link', { name: 'Write to us or call us: we are happy to help.' }).first(),
  ).toBeVisible();
  await dismiss(page);
  await expectInOrder(page);
  const price = /\$[\d.]+\d/.exec((await fewer.textContent()) ?? '')?.[0] ?? '';
  await fewer.click();
  await expect(placeButton(page)).toHaveText(`Place order, ${price}`);
  await expect(page.getByText('Please check the total, then place your order.')).toBeVisible();
  await placeButton(page).click();
  await thankedFor(page, 'Lou Mercer');
  expect((await shop.variant('BX-300-SB')).stock).toBe(0);
  // For the other width, from the start.
  await shop.rows(`update variants set stock = $1 where product_num = 'BX-300-SB'`, stock);
});

test(
  'what is no longer sold is left out by one press, where the page is opened with it',
  DESK_ONLY,
  async ({ page, shop }) => {
    await fillCart(page, { 'TW-20': 2, 'QH-12': 1 });
    const { product_id } = await shop.variant('TW-20');
    await shop.rows('update products set publish = false where id = $1', product_id);
    await introduce(page, { email: 'gus@example.com', name: 'Gus Pine' });
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'Something in this cart is no longer available.' });
    await expect(alert).toBeVisible();
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'Continue without what is no longer available.' }).click();
    // 3.35 and 8.25 % of it.
    await expect(placeButton(page)).toHaveText('Place order, $3.63');
    await placeButton(page).click();
    await thankedFor(page, 'Gus Pine');
  },
);

test('a Primary sees the credit that an order takes before they approve it, and a refusal above the dialog', async ({
  page,
}) => {
  await signInAs(page.request, PEOPLE.limited);
  await fillCart(page, { 'AV-100-SN': 6 });
  await page.goto('/checkout/summary');
  await page.getByRole('button', { name: /^Send for approval, \$/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Waiting for approval' }).first()).toBeVisible();
  // No session ends under a page that still asks for something.
  await page.goto('about:blank');
  await signInAs(page.request, PEOPLE.commercial);
  await page.goto('/user/team');
  const waiting = page.getByRole('listitem').filter({ hasText: 'Mel Bench' });
  await waiting.getByRole('button', { name: 'Review it' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Approve this order?' });
  await expect(dialog.getByLabel('Credit on account')).toContainText('over your credit limit');
  await dialog.getByRole('button', { name: /^Approve \$/ }).click();
  // In the dialog itself: what is behind it is dimmed, and read out to nobody.
  const notice = dialog.getByRole('alert').filter({ hasText: 'Your outstanding balance' });
  await expect(notice.first()).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Ask us for a higher limit.' }).first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Decline it with the words/ }).click();
  await expect(dialog).toBeHidden();
  await page.getByText('Decided earlier').click();
  await expect(page.getByText('Please pay this one by card').first()).toBeVisible();
});

test('a page that is not a Member’s says whose it is', async ({ page }) => {
  await signInAs(page.request, PEOPLE.limited);
  await page.goto('/user/statement');
  await expect(page.getByText('This page is for the Primary of your company')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expectInOrder(page);
  await signInAs(page.request, PEOPLE.retail);
  await page.goto('/user/team');
  await expect(page.getByRole('link', { name: 'Open a trade account' })).toBeVisible();
});

test('what a remedy leads to is there', DESK_ONLY, async ({ page }) => {
  await page.goto('/');
  for (const path of [
    ...['/contact', '/products', '/user', '/user?forgotten', '/user/team', '/user/settings', '/user/orders'],
    ...['/checkout', '/checkout/login', '/checkout/summary'],
  ]) {
    const answer = await page.request.get(path, { headers: { accept: 'text/html' } });
    expect([path, answer.status()]).toEqual([path, 200]);
  }
});

test('what is chosen can be read while it is pointed at', DESK_ONLY, async ({ page }) => {
  await page.goto('/products');
  const compare = page.getByRole('button', { name: /^Compare / }).first();
  await compare.hover();
  await compare.click();
  await compare.hover();
  const [ink, ground] = await compare.evaluate(one => {
    const { color, backgroundColor } = getComputedStyle(one);
    return [color, backgroundColor];
  });
  expect(ink).not.toBe(ground);
  const page2 = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]');
  await page2.hover();
  await expectAccessible(page);
});
