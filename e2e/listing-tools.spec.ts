import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { ODD_QUERIES } from '#server/test/odd-addresses.ts';
import { expectAccessible, expectInOrder, expectNothingSticksOut } from './support/in-order.ts';
import { chips, filters, isPhone, LARCH, products, tile, tiles } from './support/listing-page.ts';
import { ANY_WIDTH, DESK_ONLY, expect, PHONE_ONLY, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-listing.ts' });

const KB = 1000;

test.describe('the search field', () => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Search by product name or number' });
  const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

  test('suggests ten at most, by keys alone, or says that nothing matches [NAV-02]', async ({ page }) => {
    await page.goto('/');
    await field(page).pressSequentially('larch');
    await expect(options(page)).toHaveCount(10);
    await expect(options(page).nth(1)).toContainText('LP-');
    await expectAccessible(page, 'header');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    const title = (await options(page).nth(1).locator('span').first().textContent()) ?? '';
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await field(page).fill('qqqzzz');
    await expect(page.getByText('No matching products').last()).toBeVisible();
    await expectAccessible(page, 'header');
    await page.keyboard.press('Escape');
    await expect(page.getByText('No matching products')).toHaveCount(0);
    await field(page).fill('larch');
    await expect(options(page)).toHaveCount(10);
    await options(page).filter({ hasText: 'Larch pulls' }).click();
    await expect(page).toHaveURL(/subcategories=Larch\+pulls/);
  });

  test('what is typed on cancels what was asked', ANY_WIDTH, async ({ page }) => {
    await page.goto('/');
    const cancelled: string[] = [];
    page.on('requestfailed', request => cancelled.push(decodeURIComponent(request.url())));
    await page.route(/search\.suggest/, async route => {
      if (decodeURIComponent(route.request().url()).includes('"lar"')) return;
      await route.continue();
    });
    await field(page).fill('lar');
    await page.waitForRequest(/search\.suggest/);
    await field(page).fill('larch pull 007');
    await expect(options(page).filter({ hasText: 'Larch Pull 007' })).toHaveCount(1);
    expect(cancelled.some(url => url.includes('"lar"'))).toBe(true);
  });

  test(
    'a whole number leads to its product, a part of it to a list [LIST-08]',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/');
      await field(page).fill('lp-033-2');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Larch Pull 033');
      await expect(page).toHaveURL(/\?title=LP-033-2$/);
      await field(page).fill('lp-033');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/search\?title=lp-033/);
      await expect(tile(page, 'Larch Pull 033')).toBeVisible();
      await field(page).fill('LP0332');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/product\/.*\?title=LP-033-2$/);
      await page.goto('/search?title=LP-121-0');
      await expect(page.locator('main')).toContainText('No matching products for “LP-121-0”');
    },
  );

  test('a search without result says what to try', ANY_WIDTH, async ({ page }) => {
    await page.goto('/search?title=qqqzzz');
    await expect(page.locator('main')).toContainText('Fewer words');
    await expectInOrder(page);
    await page.locator('main').getByRole('link', { name: 'Pulls' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pulls');
  });
});

test('four are compared at most, and only what differs on demand', ANY_WIDTH, async ({ page, shop }) => {
  await page.goto(LARCH);
  for (const nth of ['001', '002', '003', '004']) {
    const toggle = page.getByRole('button', { name: `Compare Larch Pull ${nth}`, exact: true });
    await tile(page, `Larch Pull ${nth}`).hover();
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  }
  await tile(page, 'Larch Pull 005').hover();
  await expect(page.getByRole('button', { name: 'Compare Larch Pull 005', exact: true })).toBeDisabled();
  const bar = page.getByRole('region', { name: 'Compare' });
  await expect(bar).toContainText('4 of 4 to compare');
  await expectAccessible(page);
  await page.reload();
  await bar.getByRole('link', { name: 'Compare', exact: true }).click();
  const table = page.getByRole('region', { name: 'Comparison' }).getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveCount(4);
  await expect(table.getByRole('row', { name: /^Type/ })).toBeVisible();
  await page.getByLabel('Only differences').check();
  await expect(table.getByRole('row', { name: /^Type/ })).toHaveCount(0);
  await expect(table.getByRole('row', { name: /^Price/ })).toContainText('$6.00');
  await expectInOrder(page);
  await page.locator('main').getByRole('button', { name: 'Remove Larch Pull 002 from comparison' }).click();
  await expect(table.getByRole('columnheader')).toHaveCount(3);
  await expect(bar).toContainText('3 of 4');
  // The address alone shows it elsewhere.
  const { _id } = await shop.variant('LP-009-0');
  await page.goto(`/compare?variants=${_id},nonsense`);
  await expect(page.locator('main')).toContainText('Larch Pull 009');
});

test('the list view orders several at once', ANY_WIDTH, async ({ page }) => {
  await page.goto(`${LARCH}&view=list`);
  const row = products(page).getByRole('row').filter({ hasText: 'Larch Pull 002' });
  await expect(row).toContainText('96 mm');
  await row.getByLabel('Quantity of Larch Pull 002').fill('30');
  await row.getByRole('button', { name: 'Add to cart: Larch Pull 002, LP-002-0' }).click();
  await expect(page.getByText('Added 30 to cart')).toBeVisible();
  await expectInOrder(page);
});

test('the quick view opens over the list and gives the focus back', DESK_ONLY, async ({ page }) => {
  await page.goto(LARCH);
  await tile(page, 'Larch Pull 003').hover();
  const eye = page.getByRole('button', { name: 'Quick view of Larch Pull 003' });
  await eye.click();
  await expect(page.getByRole('dialog')).toContainText('LP-003');
  await expectAccessible(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(eye).toBeFocused();
});

test('a page is read ahead of the click, and not again at it', DESK_ONLY, async ({ page }) => {
  await page.goto(LARCH);
  await page.waitForLoadState('networkidle');
  const reads: string[] = [];
  page.on('request', request => {
    if (request.url().includes('products.byId')) reads.push(request.url());
  });
  const link = tile(page, 'Larch Pull 004').getByRole('link', { name: 'Larch Pull 004', exact: true });
  const read = page.waitForResponse(/products\.byId/);
  await link.hover();
  await read;
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Larch Pull 004');
  expect(reads).toHaveLength(1);
});

test(
  'on a phone products begin high up, and their name, filters, sort and view stay in sight',
  PHONE_ONLY,
  async ({ page }) => {
    await page.goto(LARCH);
    const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN;
    expect(await topOf(products(page).getByRole('listitem').first())).toBeLessThanOrEqual(200);
    await page.evaluate(() => scrollTo(0, 2000));
    const head = page.locator('h1');
    await expect(head).toHaveText('Larch pulls');
    for (const one of [head, page.getByRole('button', { name: 'Filters' }), page.getByLabel('Sort')]) {
      await expect(one).toBeInViewport();
      expect(await topOf(one)).toBeLessThanOrEqual(110);
    }
    await page.getByLabel('Sort').selectOption('Z to A');
    await expect(tiles(page).first()).toHaveAccessibleName(/Larch Pull 120/);
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Grid', exact: true })).toBeVisible();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Pulls' }).click();
    await expect(page).toHaveURL(/\/categories\/Pulls$/);
  },
);

test('the filter sheet has its count on its button, and is in order', PHONE_ONLY, async ({ page }) => {
  await page.goto(LARCH);
  const panel = await filters(page);
  await expectAccessible(page);
  await panel.getByRole('link', { name: /^Finish 01/ }).click();
  const done = panel.getByRole('button', { name: 'Show 30 products' });
  await expect(done).toBeInViewport();
  await expect(panel.getByRole('link', { name: /^Finish 01.*chosen/ })).toBeFocused();
  await done.click();
  await expect(panel).toBeHidden();
  await expect(chips(page)).toHaveCount(2);
  await expectNothingSticksOut(page);
});

test('by keys alone: a filter, a product, the cart', DESK_ONLY, async ({ page }) => {
  await page.goto(LARCH);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const tabTo = async (text: RegExp) => {
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press('Tab');
      if (text.test(await focused())) return;
    }
    throw new Error(`${text} was not reached`);
  };
  await tabTo(/^Finish 02/);
  await page.keyboard.press('Enter');
  await expect(chips(page)).toHaveCount(2);
  await expect.poll(focused).toMatch(/^Finish 02/);
  await tabTo(/^Larch Pull/);
  await tabTo(/^Add to cart/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Added 1 to cart')).toBeVisible();
});

test('what was looked at last comes back', ANY_WIDTH, async ({ page, shop }) => {
  const { product_id } = await shop.variant('LP-012-0');
  await page.addInitScript(id => localStorage.setItem('viewed', JSON.stringify([id])), product_id);
  await page.goto('/');
  const viewed = page.getByRole('region', { name: 'Recently viewed' });
  await expect(viewed).toContainText('Larch Pull 012');
});

test(
  'categories lead to their subcategories, and those to their products [LIST-10]',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/categories');
    await page.getByRole('heading', { level: 2 }).getByRole('link', { name: 'Pulls' }).click();
    await expect(page).toHaveURL(/\/categories\/Pulls$/);
    await expect(page.locator('main').getByRole('list').last().getByRole('listitem')).toHaveText([
      /Arch pulls/,
      /Larch pulls/,
      /All Pulls/,
    ]);
    await expectInOrder(page);
    await page.getByRole('link', { name: 'Larch pulls' }).click();
    await expect(page.locator('main')).toContainText('120 products');
    await page.getByLabel('Breadcrumbs').getByRole('link', { name: 'Pulls' }).click();
    await expect(page).toHaveURL(/\/categories\/Pulls$/);
  },
);

test('what is not published shows in no list and no suggestion [LIST-12]', ANY_WIDTH, async ({ page }) => {
  for (const path of ['/search?title=Secret', '/search?title=LP-121-0', '/products?sort=title_desc']) {
    await page.goto(path);
    await expect(page.locator('main')).toBeVisible();
    await expect(page.getByText('Larch Pull Secret')).toHaveCount(0);
  }
});

test('whatever the query string, it is a page or a plain refusal', ANY_WIDTH, async ({ request }) => {
  for (const [index, query] of ODD_QUERIES.entries()) {
    const path = ['/products', '/search', '/category-products', '/compare'][index % 4];
    const answer = await request.get(`${path}?${query}`, { maxRedirects: 0 });
    expect([200, 302, 400, 404, 413, 414, 431], `${path}?${query.slice(0, 80)}`).toContain(answer.status());
    expect(await answer.text(), query.slice(0, 80)).not.toContain('<script>alert');
  }
});

test('fifty tiles are 25 kB at most', ANY_WIDTH, async ({ request }) => {
  const html = await (await request.get(LARCH)).text();
  expect(html.split('"Add to cart: ').length - 1).toBe(50);
  expect(gzipSync(html, { level: 6 }).length / KB).toBeLessThanOrEqual(25);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'filters, price, holes, order, views and more work by links and forms',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto(LARCH);
      const main = page.locator('main');
      const open = async () => {
        if (isPhone(page))
          await page
            .getByText(/^Filters/)
            .first()
            .click();
      };
      await open();
      await page.getByLabel('Price to', { exact: true }).fill('20');
      await page.getByLabel('Price to', { exact: true }).press('Enter');
      await expect(main).toContainText('16 products');
      await open();
      await page.getByLabel('Distance between the old holes').fill('128mm');
      await page.getByLabel('Distance between the old holes').press('Enter');
      await expect(main).toContainText('5 products');
      await open();
      await page
        .getByRole('link', { name: /^Finish 03/ })
        .first()
        .click();
      await expect(chips(page)).toHaveCount(4);
      await chips(page).getByRole('link', { name: 'Clear all' }).click();
      await page.getByRole('link', { name: 'Load 50 more' }).click();
      await expect(page).toHaveURL(/through=2/);
      await expect(main).toContainText('Larch Pull 100');
      await page.getByRole('link', { name: 'List', exact: true }).click();
      await expect(page.getByRole('table')).toContainText('Larch Pull 100');
    },
  );
});
