import { gzipSync } from 'node:zlib';
import type { Page, Route } from '@playwright/test';
import { ODD_QUERIES } from '#server/test/odd-addresses.ts';
import { expectAccessible, expectInOrder, expectNothingSticksOut } from './support/in-order.ts';
import { expect, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-listing.ts' });

/** Larch pulls alone: 120 of them, three pages. */
const LARCH = '/category-products?type=normal&categories=Pulls&subcategories=Larch+pulls';
const KB = 1000;

const products = (page: Page) => page.getByRole('region', { name: 'Products' });
const tiles = (page: Page) => products(page).getByRole('button', { name: /^Add .*, to cart$/ });
const tile = (page: Page, title: string) => products(page).getByRole('listitem').filter({ hasText: title });
const chips = (page: Page) => page.getByLabel('Filters that hold').getByRole('listitem');
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600;
const scrollOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** The filters: beside the tiles, or in their sheet. */
async function filters(page: Page) {
  if (!isPhone(page)) return page.getByRole('complementary', { name: 'Filters' });
  await page.getByRole('button', { name: /^Filters/ }).click();
  return page.getByRole('dialog', { name: 'Filters' });
}

async function closeFilters(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: /^Show [\d,]+ products?$/ }).click();
}

/** Counts the reads of the listing from now on. */
function countReads(page: Page): () => number {
  let reads = 0;
  page.on('request', request => {
    if (request.url().includes('/trpc/') && request.url().includes('products.list')) reads += 1;
  });
  return () => reads;
}

const LISTED = /\/trpc\/[^?]*products\.list/;

test.describe('where one was', () => {
  test('product page and back: the place at once, nothing read anew [LIST-02]', async ({ page }) => {
    await page.goto(`${LARCH}&sort=price_desc`);
    await tile(page, 'Larch Pull 085').scrollIntoViewIfNeeded();
    await expect(page).toHaveURL(/pindex=\d+&scroll=\d+/);
    const [scroll, url] = [await scrollOf(page), page.url()];
    expect(scroll).toBeGreaterThan(500);
    const reads = countReads(page);
    await tile(page, 'Larch Pull 085').getByRole('link', { name: 'Larch Pull 085', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Larch Pull 085');
    expect(await scrollOf(page)).toBe(0);
    const before = reads();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Larch pulls');
    // In the same breath: no stand-ins, no way down the page.
    expect(await scrollOf(page)).toBe(scroll);
    expect(page.url()).toBe(url);
    await expect(tiles(page)).toHaveCount(50);
    expect(reads()).toBe(before);
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Larch Pull 085');
  });

  test('reload, and the same address in another window [LIST-02]', async ({ page, context }) => {
    await page.goto(LARCH);
    await page.getByRole('link', { name: 'Load 50 more' }).click();
    await expect(tiles(page)).toHaveCount(100);
    await tile(page, 'Larch Pull 090').scrollIntoViewIfNeeded();
    await expect(page).toHaveURL(/through=2.*scroll=\d+/);
    const scroll = await scrollOf(page);
    await page.reload();
    await expect(tiles(page)).toHaveCount(100);
    await expect.poll(() => scrollOf(page)).toBe(scroll);
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(tiles(other)).toHaveCount(100);
    await expect.poll(() => scrollOf(other)).toBe(scroll);
    // Another width has other rows: the tile leads.
    const pindex = Number(new URL(page.url()).searchParams.get('pindex'));
    const narrow = await context.newPage();
    await narrow.setViewportSize({ width: 700, height: 800 });
    await narrow.goto(page.url());
    await expect(tile(narrow, `Larch Pull ${String(pindex + 1).padStart(3, '0')}`)).toBeInViewport();
  });

  test('filters, order, page and view are the address, and go back and forward with it [LIST-02]', async ({
    page,
  }) => {
    await page.goto(LARCH);
    await page.getByLabel('Sort').selectOption('Price high to low');
    await expect(page).toHaveURL(/sort=price_desc/);
    await expect(tiles(page).first()).toHaveAccessibleName(/Larch Pull 120/);
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await expect(products(page).getByRole('table')).toBeVisible();
    await page.getByRole('link', { name: 'Page 3' }).click();
    await expect(tiles(page)).toHaveCount(20);
    await page.goBack();
    await expect(tiles(page)).toHaveCount(50);
    await page.goForward();
    await expect(tiles(page)).toHaveCount(20);
    await page.reload();
    await expect(tiles(page)).toHaveCount(20);
    await expect(products(page).getByRole('table')).toBeVisible();
    await expect(page.getByLabel('Sort')).toHaveValue('price_desc');
    // The view is remembered beyond its address.
    await page.goto(LARCH);
    await expect(products(page).getByRole('table')).toBeVisible();
  });
});

test('fifty at a time, more below, and links to every page [LIST-03]', async ({ page }) => {
  await page.goto(LARCH);
  await expect(page.locator('main')).toContainText('120 products');
  await expect(tiles(page)).toHaveCount(50);
  await page.getByRole('link', { name: 'Load 50 more' }).click();
  await expect(tiles(page)).toHaveCount(100);
  await page.getByRole('link', { name: 'Load 20 more' }).click();
  await expect(tiles(page)).toHaveCount(120);
  await expect(page.getByRole('status').filter({ hasText: '1 to 120 of 120' })).toBeVisible();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(tiles(page)).toHaveCount(50);
  await expect(tiles(page).first()).toHaveAccessibleName(/Larch Pull 051/);
});

test('price, stock, vendor and options narrow the list, each with counts [LIST-05]', async ({ page }) => {
  await page.goto(LARCH);
  let panel = await filters(page);
  // The slider stands at 0 to 100 and filters nothing.
  const upper = panel.getByLabel('Price to, slider');
  await expect(panel.getByLabel('Price from, slider')).toHaveValue('0');
  await expect(upper).toHaveValue('100');
  expect(new URL(page.url()).search).not.toContain('Price');
  await upper.focus();
  await upper.press('ArrowLeft');
  await expect(page).toHaveURL(/maxPrice=99/);
  await panel.getByLabel('Price to', { exact: true }).fill('20');
  await panel.getByLabel('Price to', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/maxPrice=20/);
  // 5, 6 … 20: sixteen pulls.
  await expect(page.locator('main')).toContainText('16 products');
  const value = (name: string) => panel.getByRole('link', { name: new RegExp(`^${name} `) });
  await expect(value('Maker A')).toContainText('2');
  await value('Maker A').click();
  await expect(page.locator('main')).toContainText('2 products');
  await panel.getByRole('link', { name: /^In stock/ }).click();
  await closeFilters(page);
  await expect(chips(page)).toHaveText([/Maker A/, /\$0 – \$20/, /In stock/, 'Clear all']);
  // Pull 001 costs 5 and is out in its first finish; its second costs 15 and is there: one and the same variant.
  await expect(tile(page, 'Larch Pull 001')).toContainText('$15.00');
  panel = await filters(page);
  await panel.getByRole('link', { name: /^Out of stock/ }).click();
  await closeFilters(page);
  await expect(page).toHaveURL(/inStock=true&outOfStock=true/);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page.locator('main')).toContainText('120 products');
});

test('a long group is searched, opened and counted; values without products are grey', async ({ page }) => {
  await page.goto(`${LARCH}&vendor=Maker+A`);
  const panel = await filters(page);
  const finish = panel.locator('details').filter({ hasText: 'Finish' }).first();
  await expect(finish.getByRole('link', { name: /^Finish 12/ })).toBeHidden();
  await finish.getByText('Show all 12').click();
  await expect(
    finish.getByRole('link', { name: /^Finish 12/ }).or(finish.getByText('Finish 12')),
  ).toBeVisible();
  await finish.getByRole('searchbox').fill('sh 03');
  await expect(finish.getByText(/^Finish \d\d/)).toHaveText(['Finish 03']);
  await finish.getByRole('searchbox').fill('');
  // Maker A's pulls are every twelfth: they come in the first three finishes alone.
  await expect(finish.getByText('Finish 05', { exact: true })).toBeVisible();
  await expect(finish.getByRole('link', { name: /^Finish 05/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('pulls are found that fit old holes, inches and millimetres alike', async ({ page }) => {
  await page.goto(LARCH);
  const panel = await filters(page);
  await panel.getByLabel('Distance of the old holes').fill('3-3/4');
  await panel.getByLabel('Distance of the old holes').press('Enter');
  // 95.25 mm and 96 mm are less than a millimetre apart.
  await expect(page.locator('main')).toContainText('80 products');
  await panel.getByLabel('Give or take').selectOption('± 0.5 mm');
  await panel.getByLabel('Distance of the old holes').press('Enter');
  await expect(page.locator('main')).toContainText('40 products');
  await closeFilters(page);
  await expect(chips(page).first()).toHaveText(/^Holes 3-3\/4" \(95.25 mm\) ± 0.5 mm/);
  await page.goto(`${LARCH}&holes=128`);
  await expect(page.locator('main')).toContainText('40 products');
});

test('a tile shows what a shopper needs and leads to its variant [LIST-09]', async ({ page, shop }) => {
  await page.goto(LARCH);
  const first = tile(page, 'Larch Pull 001');
  await expect(first).toContainText('Sale');
  await expect(first).toContainText('4.5 of 5 stars');
  await expect(first).toContainText('LP-001-0');
  await expect(first).toContainText('$5.00');
  await expect(first.locator('s')).toContainText('$9.00');
  await expect(first).toContainText('25+ $4.00');
  await expect(first).toContainText('Out of stock');
  await expect(first.getByRole('button', { name: /to cart$/ })).toBeDisabled();
  const [nickel, black] = await Promise.all(['LP-001-0', 'LP-001-1'].map(number => shop.variant(number)));
  const link = first.getByRole('link', { name: 'Larch Pull 001', exact: true });
  await expect(link).toHaveAttribute('href', `/product/${nickel?.product_id}?variants=${nickel?._id}`);
  // A swatch chooses its variant for the tile: picture, link, number, price, stock.
  const swatch = first.getByRole('link', { name: 'Larch Pull 001 in Finish 02' });
  await swatch.click();
  await expect(first).toContainText('LP-001-1');
  await expect(first).toContainText('$15.00');
  await expect(first).toContainText('11 in stock');
  await expect(
    first.getByRole('img', { includeHidden: true }).or(first.locator('img')).first(),
  ).toHaveAttribute('src', /matte-black/);
  await expect(link).toHaveAttribute('href', `/product/${nickel?.product_id}?variants=${black?._id}`);
  await first.getByRole('button', { name: 'Add Larch Pull 001, LP-001-1, to cart' }).click();
  await expect(page.getByText('Added 1 to cart')).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(new RegExp(`variants=${black?._id}`));
  await expect(page.locator('main')).toContainText('LP-001-1');
});

test('tiles stand in rows of one height', async ({ page }) => {
  await page.goto('/products');
  const heights = await products(page)
    .locator('li')
    .filter({ has: page.getByRole('button', { name: /to cart$/ }) })
    .evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().height)));
  expect(new Set(heights).size).toBe(1);
});

test.describe('while products are on their way', () => {
  /** Answers to the listing wait until they are let go. */
  async function hold(page: Page) {
    const held: Route[] = [];
    await page.route(LISTED, route => {
      held.push(route);
    });
    return {
      held,
      letGo: async () => {
        await page.unroute(LISTED);
        await Promise.all(held.map(route => route.continue().catch(() => undefined)));
      },
    };
  }

  test('the list dims, then stand-ins show, and after a second the flag is down [LIST-07]', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto(LARCH);
    await expect(page.getByLabel('Sort')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const { held, letGo } = await hold(page);
    await page.getByLabel('Sort').selectOption('Popularity');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await expect(products(page)).toHaveAttribute('aria-busy', 'true');
    await expect(tiles(page)).toHaveCount(50);
    await page.clock.runFor(310);
    await expect(tiles(page)).toHaveCount(0);
    await expect(products(page).locator('ul > li')).toHaveCount(50);
    await page.clock.runFor(700);
    await expect(products(page)).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByText('Still fetching the products')).toBeVisible();
    await letGo();
    await expect(page.getByText('Still fetching the products')).toBeHidden();
    await expect(tiles(page)).toHaveCount(50);
  });

  test('a search that a newer one replaces is cancelled [LIST-13]', async ({ page }) => {
    await page.goto(LARCH);
    await page.waitForLoadState('networkidle');
    const cancelled: string[] = [];
    page.on('requestfailed', request => {
      if (LISTED.test(request.url())) cancelled.push(request.url());
    });
    const { held, letGo } = await hold(page);
    await page.getByLabel('Sort').selectOption('Popularity');
    await expect.poll(() => held.length).toBe(1);
    await page.getByLabel('Sort').selectOption('Z to A');
    await expect.poll(() => cancelled.length).toBe(1);
    expect(decodeURIComponent(cancelled[0] ?? '')).toContain('popularity');
    await letGo();
    await expect(tiles(page).first()).toHaveAccessibleName(/Larch Pull 120/);
  });

  test.describe('that fail', () => {
    test.use({ provoked: ['TRPCClientError', 'Failed to fetch'] });

    test('the notice says so and a second try shows them [LIST-11]', async ({ page }) => {
      await page.goto(LARCH);
      await page.waitForLoadState('networkidle');
      await page.route(LISTED, route => route.abort());
      await page.getByLabel('Sort').selectOption('Z to A');
      const alert = page
        .getByRole('alert')
        .filter({ hasText: 'There was an error when retreiving the products.' });
      await expect(alert).toBeVisible();
      // What else there is stays usable.
      await expect(page.getByLabel('Sort')).toHaveValue('title_desc');
      await expectAccessible(page);
      await page.unroute(LISTED);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(tiles(page).first()).toHaveAccessibleName(/Larch Pull 120/);
      await expect(alert).toBeHidden();
    });
  });
});

test.describe('the search field', () => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Search by product name or number' });
  const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

  test('suggests ten at most, by keys alone, or says that nothing matches [NAV-02]', async ({ page }) => {
    await page.goto('/');
    await field(page).pressSequentially('larch');
    await expect(options(page)).toHaveCount(10);
    await expect(options(page).nth(1)).toContainText('LP-');
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    const title = (await options(page).nth(1).locator('span').first().textContent()) ?? '';
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await field(page).fill('qqqzzz');
    await expect(page.getByText('No matching products').last()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByText('No matching products')).toHaveCount(0);
    await field(page).fill('larch');
    await expect(options(page)).toHaveCount(10);
    await options(page).filter({ hasText: 'Larch pulls' }).click();
    await expect(page).toHaveURL(/subcategories=Larch\+pulls/);
  });

  test('what is typed on cancels what was asked', async ({ page }) => {
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

  test('a whole number leads to its product, a part of it to a list [LIST-08]', async ({ page }) => {
    await page.goto('/');
    await field(page).fill('lp-033-2');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Larch Pull 033');
    await expect(page).toHaveURL(/\?title=LP-033-2$/);
    await field(page).fill('lp-033');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?title=lp-033/);
    await expect(tile(page, 'Larch Pull 033')).toBeVisible();
    await page.goto('/search?title=LP-121-0');
    await expect(page.locator('main')).toContainText('No matching products for “LP-121-0”');
  });

  test('a search without result says what to try', async ({ page }) => {
    await page.goto('/search?title=qqqzzz');
    await expect(page.locator('main')).toContainText('Fewer words');
    await expectInOrder(page);
    await page.locator('main').getByRole('link', { name: 'Pulls' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pulls');
  });
});

test('four are compared at most, and only what differs on demand', async ({ page, shop }) => {
  await page.goto(LARCH);
  for (const nth of ['001', '002', '003', '004']) {
    const toggle = page.getByRole('button', { name: `Compare Larch Pull ${nth}` });
    await tile(page, `Larch Pull ${nth}`).hover();
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  }
  await tile(page, 'Larch Pull 005').hover();
  await expect(page.getByRole('button', { name: 'Compare Larch Pull 005' })).toBeDisabled();
  const bar = page.getByRole('region', { name: 'Compare' });
  await expect(bar).toContainText('4 of 4 to compare');
  await expectAccessible(page);
  await page.reload();
  await bar.getByRole('link', { name: 'Compare' }).click();
  const table = page.getByRole('region', { name: 'Comparison' }).getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveCount(4);
  await expect(table.getByRole('row', { name: /^Type/ })).toBeVisible();
  await page.getByLabel('Only what differs').check();
  await expect(table.getByRole('row', { name: /^Type/ })).toHaveCount(0);
  await expect(table.getByRole('row', { name: /^Price/ })).toContainText('$6.00');
  await expectInOrder(page);
  await page.locator('main').getByRole('button', { name: 'Do not compare Larch Pull 002' }).click();
  await expect(table.getByRole('columnheader')).toHaveCount(3);
  await expect(bar).toContainText('3 of 4');
  // The address alone shows it elsewhere.
  const { _id } = await shop.variant('LP-009-0');
  await page.goto(`/compare?variants=${_id},nonsense`);
  await expect(page.locator('main')).toContainText('Larch Pull 009');
});

test('the list view orders several at once', async ({ page }) => {
  await page.goto(`${LARCH}&view=list`);
  const row = products(page).getByRole('row').filter({ hasText: 'Larch Pull 002' });
  await expect(row).toContainText('96 mm');
  await row.getByLabel('Quantity of Larch Pull 002').fill('30');
  await row.getByRole('button', { name: 'Add Larch Pull 002, LP-002-0, to cart' }).click();
  await expect(page.getByText('Added 30 to cart')).toBeVisible();
  await expectInOrder(page);
});

test('the quick view opens over the list and gives the focus back', async ({ page }) => {
  test.skip(isPhone(page), 'on phones a tile leads to its page');
  await page.goto(LARCH);
  await tile(page, 'Larch Pull 003').hover();
  const eye = page.getByRole('button', { name: 'Quick view of Larch Pull 003' });
  await eye.click();
  await expect(page.getByRole('dialog')).toContainText('LP-003');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(eye).toBeFocused();
});

test('a page is read ahead of the click, and not again at it', async ({ page }) => {
  test.skip(isPhone(page), 'a touch is the click');
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

test('the filter sheet has its count on its button, and is in order', async ({ page }) => {
  test.skip(!isPhone(page), 'wide screens show the filters beside the tiles');
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

test('by keys alone: a filter, a product, the cart', async ({ page }) => {
  test.skip(isPhone(page), 'phones have no Tab');
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

test('what was looked at last comes back', async ({ page, shop }) => {
  const { product_id } = await shop.variant('LP-012-0');
  await page.addInitScript(id => localStorage.setItem('viewed', JSON.stringify([id])), product_id);
  await page.goto('/');
  const viewed = page.getByRole('region', { name: 'Recently viewed' });
  await expect(viewed).toContainText('Larch Pull 012');
});

test('categories lead to their subcategories, and those to their products [LIST-10]', async ({ page }) => {
  await page.goto('/categories');
  await page.getByRole('heading', { level: 2 }).getByRole('link', { name: 'Pulls' }).click();
  await expect(page).toHaveURL(/\/categories\/Pulls$/);
  await expect(page.locator('main').getByRole('listitem')).toHaveText([
    /Arch pulls/,
    /Larch pulls/,
    /All Pulls/,
  ]);
  await expectInOrder(page);
  await page.getByRole('link', { name: 'Larch pulls' }).click();
  await expect(page.locator('main')).toContainText('120 products');
  await page.getByLabel('Breadcrumbs').getByRole('link', { name: 'Pulls' }).click();
  await expect(page).toHaveURL(/\/categories\/Pulls$/);
});

test('what is not published shows in no list and no suggestion [LIST-12]', async ({ page }) => {
  for (const path of ['/search?title=Secret', '/search?title=LP-121-0', '/products?sort=title_desc']) {
    await page.goto(path);
    await expect(page.locator('main')).toBeVisible();
    await expect(page.getByText('Larch Pull Secret')).toHaveCount(0);
  }
});

test('whatever the query string, it is a page or a plain refusal', async ({ request }) => {
  for (const [index, query] of ODD_QUERIES.entries()) {
    const path = ['/products', '/search', '/category-products', '/compare'][index % 4];
    const answer = await request.get(`${path}?${query}`, { maxRedirects: 0 });
    expect([200, 302, 400, 404, 413, 414, 431], `${path}?${query.slice(0, 80)}`).toContain(answer.status());
    expect(await answer.text(), query.slice(0, 80)).not.toContain('<script>alert');
  }
});

test('fifty tiles are 25 kB at most', async ({ request }) => {
  const html = await (await request.get(LARCH)).text();
  expect(html.split('to cart"').length - 1).toBe(50);
  expect(gzipSync(html, { level: 6 }).length / KB).toBeLessThanOrEqual(25);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('filters, price, holes, order, views and more work by links and forms', async ({ page }) => {
    await page.goto(LARCH);
    const main = page.locator('main');
    if (isPhone(page)) await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Price to', { exact: true }).fill('20');
    await page.getByLabel('Price to', { exact: true }).press('Enter');
    await expect(main).toContainText('16 products');
    await page.getByLabel('Distance of the old holes').fill('128mm');
    await page.getByLabel('Distance of the old holes').press('Enter');
    await expect(main).toContainText('5 products');
    if (isPhone(page))
      await page
        .getByText(/^Filters/)
        .first()
        .click();
    await page
      .getByRole('link', { name: /^Finish 03/ })
      .first()
      .click();
    await expect(chips(page)).toHaveCount(4);
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.getByRole('link', { name: 'Load 50 more' }).click();
    await expect(page).toHaveURL(/through=2/);
    await expect(main).toContainText('Larch Pull 100');
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await expect(page.getByRole('table')).toContainText('Larch Pull 100');
  });
});
