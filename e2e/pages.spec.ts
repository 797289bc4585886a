import type { Page } from '@playwright/test';
import { expectAccessible, expectInOrder, expectNothingSticksOut } from './support/in-order.ts';
import { chips, closeFilters, filters } from './support/listing-page.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({ database: 'embedded' });

/** Pages of the shop with a text that each has to show, also without JavaScript. */
const PAGES: [path: string, text: RegExp][] = [
  ['/', /Featured products/],
  ['/products', /Bexley Arch Pull/],
  ['/search?title=avalon', /Avalon Round Knob/],
  ['/category-products?type=normal&categories=Hinges', /Quiet Compact Hinge/],
  ['/categories', /Knobs/],
  ['/contact', /Contact/],
  ['/checkout', /Cart/],
  ['/checkout/login', /Continue as a guest/],
  ['/checkout/summary', /Review and pay/],
  ['/checkout/thank-you', /Thank you/],
  ['/orders/lookup', /Order number/],
  ['/user', /Sign in/],
  ['/set-password', /Set a new password/],
  ['/commercial', /Open a trade account/],
  ['/confirm-email', /Confirm your e-mail/],
  ['/nowhere', /not|no page/i],
];

/** Keeps the shop's font back until the page was drawn without it: how far text jumps then hangs on no machine's speed. */
async function holdFonts(page: Page) {
  let letGo = () => {};
  const held = new Promise<void>(resolve => {
    letGo = resolve;
  });
  await page.route('**/*.woff2', async route => {
    await held;
    await route.continue();
  });
  return {
    arrive: async () => {
      await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn))));
      letGo();
      await page.evaluate(() => document.fonts.ready);
    },
  };
}

for (const [path, text] of PAGES) {
  test(`${path} is in order: no fault in it for axe, nothing moves, nothing sticks out`, async ({ page }) => {
    const { arrive } = await holdFonts(page);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.locator('main')).toContainText(text);
    await arrive();
    await expectInOrder(page, true);
  });
}

test('the product page is in order as well, with its popup and the cookie notice', async ({ page, shop }) => {
  const { product_id } = await shop.variant('AV-100-SN');
  await page.goto(`/product/${product_id}?title=AV-100-SN`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Avalon Round Knob');
  await expectInOrder(page);
  await page.getByRole('button', { name: 'Add 1 to cart' }).click();
  const popup = page.getByRole('status').filter({ hasText: 'Added 1 to cart' });
  await expect(popup).toBeVisible();
  await popup.hover();
  await expectAccessible(page);
  await page.getByLabel('Cookies').getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByLabel('Cookies')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.getByLabel('Cookies')).toBeHidden();
});

test('cart and summary with something in them are in order', async ({ page, shop }) => {
  const { product_id } = await shop.variant('BX-300-SB');
  await page.goto(`/product/${product_id}`);
  await page.getByRole('button', { name: 'Add 1 to cart' }).click();
  for (const [path, ready] of [
    ['/checkout', 'Checkout'],
    ['/checkout/summary', 'Place order, $13.53'],
  ] as const) {
    await page.goto(path);
    // 12.50 and 8.25 % of it, 1.03.
    await expect(page.getByText('$13.53').first()).toBeVisible();
    await expect(page.getByText(ready, { exact: true }).filter({ visible: true })).toHaveCount(1);
    await expectInOrder(page);
  }
  await page.getByLabel(/^Ground/).check();
  await page.getByText('Add a note, an order name').click();
  await page
    .getByLabel('No billing address')
    .or(page.getByLabel(/^The billing address is/))
    .uncheck();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await expectNothingSticksOut(page);
});

test('the list shows fifty of what is there, and the total [LIST-03]', ANY_WIDTH, async ({ page }) => {
  await page.goto('/products');
  // Five in the file, sixty more.
  await expect(page.locator('main')).toContainText('64 products');
  const tiles = page.getByRole('button', { name: /^Add to cart: / });
  await expect(tiles).toHaveCount(50);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(tiles).toHaveCount(14);
  await expect(page.locator('main')).toContainText('64 products');
});

test('a filter is put on and taken off, an emptied group goes, Clear all resets [LIST-06]', async ({
  page,
}) => {
  await page.goto('/products');
  const panel = await filters(page);
  const value = (label: string) => panel.getByRole('link', { name: new RegExp(`^${label}`) });
  await value('Satin Nickel').click();
  await expect(page).toHaveURL(/Finish/);
  await expect(page.locator('main')).toContainText('1 product');
  await value('Satin Brass').click();
  await expect(page.locator('main')).toContainText('2 products');
  await expect(chips(page)).toHaveText([
    'Finish: Satin Nickel, remove',
    'Finish: Satin Brass, remove',
    'Clear all',
  ]);
  await value('Satin Brass ?, chosen').click();
  await expect(chips(page)).toHaveCount(2);
  await value('Satin Nickel ?, chosen').click();
  await expect(page).not.toHaveURL(/Finish/);
  await expect(page.locator('main')).toContainText('64 products');
  await value('Pewter').click();
  await value('In stock').click();
  await closeFilters(page);
  await expect(chips(page)).toHaveCount(3);
  await expectAccessible(page);
  await chips(page).getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(chips(page)).toHaveCount(0);
  await expect(page.locator('main')).toContainText('64 products');
});

test('each page sends its own title and description [NAV-08]', ANY_WIDTH, async ({ request, shop }) => {
  const { product_id } = await shop.variant('QH-12');
  const seen = new Map<string, string>();
  for (const path of [
    '/',
    '/products',
    '/categories',
    '/about',
    '/contact',
    '/privacy',
    '/return',
    '/checkout',
    '/checkout/summary',
    '/user',
    '/orders/lookup',
    `/product/${product_id}`,
  ]) {
    const html = await (await request.get(path)).text();
    const head = html.slice(0, html.indexOf('</head>'));
    const title = /<title>([^<]+)<\/title>/.exec(head)?.[1] ?? '';
    const description = /<meta name="description" content="([^"]+)"/.exec(head)?.[1] ?? '';
    expect(title, path).not.toBe('');
    expect(description, path).not.toBe('');
    expect([...seen.values()], path).not.toContain(title);
    seen.set(path, title);
  }
  expect(seen.get(`/product/${product_id}`)).toContain('Quiet Compact Hinge');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page shows what it has', ANY_WIDTH, async ({ page }) => {
    for (const [path, text] of PAGES) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(path === '/nowhere' ? 404 : 200);
      await expect(page.locator('main'), path).toContainText(text);
    }
  });

  test('a product is found and read', ANY_WIDTH, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('searchbox').fill('bexley');
    await page.getByRole('searchbox').press('Enter');
    await page.locator('main').getByRole('link', { name: 'Bexley Arch Pull' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bexley Arch Pull');
    await expect(page.locator('main')).toContainText('$12.50');
  });

  test(
    'a form whose scripts are not there yet is not sent, and keeps what was typed',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/contact');
      await page.getByLabel('Message').fill('Do you cut slides to length?');
      await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
      await page.getByLabel('Full name').press('Enter');
      await expect(page).toHaveURL(/\/contact$/);
      await expect(page.getByLabel('Message')).toHaveValue('Do you cut slides to length?');
    },
  );
});
