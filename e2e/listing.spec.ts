import type { Page, Route } from '@playwright/test';
import { expectAccessible } from './support/in-order.ts';
import {
  chips,
  closeFilters,
  filters,
  LARCH,
  LISTED,
  products,
  tile,
  tiles,
} from './support/listing-page.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-listing.ts' });

const scrollOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Counts the reads of the listing from now on. */
function countReads(page: Page): () => number {
  let reads = 0;
  page.on('request', request => {
    if (LISTED.test(request.url())) reads += 1;
  });
  return () => reads;
}

test.describe('where one was', () => {
  test(
    'product page and back: the place at once, nothing read anew [LIST-02]',
    ANY_WIDTH,
    async ({ page }) => {
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
    },
  );

  test('reload, and the same address in another window [LIST-02]', ANY_WIDTH, async ({ page, context }) => {
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

  test(
    'filters, order, page and view are the address, and go back and forward with it [LIST-02]',
    ANY_WIDTH,
    async ({ page }) => {
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
    },
  );
});

test('fifty at a time, more below, and links to every page [LIST-03]', ANY_WIDTH, async ({ page }) => {
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
  await page.goto(`${LARCH}&page=9999`);
  await expect(page.locator('main')).toContainText('The list has 120 products on 3 pages.');
  await page.getByRole('link', { name: 'Go to the last page' }).click();
  await expect(tiles(page)).toHaveCount(20);
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
  // Text that is written while the list is still on its way stays.
  await panel.getByLabel('Price to', { exact: true }).fill('20');
  await panel.getByLabel('Price to', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/maxPrice=20/);
  // 5, 6 … 20: sixteen pulls.
  await expect(page.locator('main')).toContainText('16 products');
  await expect(panel.getByLabel('Price to', { exact: true })).toBeFocused();
  const value = (name: string) => panel.getByRole('link', { name: new RegExp(`^${name} `) });
  // Closed, as it has more values than are seen at a glance.
  await panel.getByText('Vendor', { exact: true }).click();
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
  await chips(page).getByRole('link', { name: 'Clear all' }).click();
  await expect(page.locator('main')).toContainText('120 products');
  // Nothing stands in the fields that filters nothing, however it was written.
  panel = await filters(page);
  const to = panel.getByLabel('Price to', { exact: true });
  await expect(to).toHaveValue('');
  await to.fill('19.50');
  await to.press('Enter');
  await expect(page).toHaveURL(/maxPrice=19.5/);
  await expect(page.locator('main')).toContainText('15 products');
  await panel.getByLabel('Price to, slider').press('End');
  await expect(page).not.toHaveURL(/maxPrice/);
  await expect(to).toHaveValue('');
  await page.goBack();
  await expect(to).toHaveValue('19.5');
});

test(
  'a long group is searched, opened and counted; values without products are grey',
  ANY_WIDTH,
  async ({ page }) => {
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
  },
);

test('pulls are found that fit old holes, inches and millimetres alike', ANY_WIDTH, async ({ page }) => {
  await page.goto(LARCH);
  const panel = await filters(page);
  await panel.getByLabel('Distance between the old holes').fill('3-3/4');
  await panel.getByLabel('Distance between the old holes').press('Enter');
  // 95.25 mm and 96 mm are less than a millimetre apart.
  await expect(page.locator('main')).toContainText('80 products');
  await panel.getByLabel('Give or take').selectOption('± 0.5 mm');
  await panel.getByLabel('Distance between the old holes').press('Enter');
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
  const [nickel, black] = await Promise.all(['LP-001-0', 'LP-001-1'].map(number => shop.variant(number)));
  const link = first.getByRole('link', { name: 'Larch Pull 001', exact: true });
  const showsBlack = async () => {
    await expect(first).toContainText('LP-001-1');
    await expect(first).toContainText('$15.00');
    await expect(first).toContainText('11 in stock');
    await expect(link).toHaveAttribute('href', `/product/${nickel?.product_id}?variants=${black?._id}`);
  };
  // The cheapest is sold out: the tile stands for what can be had.
  await showsBlack();
  // A swatch chooses its variant for the tile: picture, link, number, prices, stock.
  await first.getByRole('link', { name: 'Finish 01' }).click();
  await expect(first).toContainText('LP-001-0');
  await expect(first).toContainText('$5.00');
  await expect(first.locator('s')).toContainText('$9.00');
  await expect(first).toContainText('25+ $4.00');
  await expect(first).toContainText('Out of stock');
  await expect(first.getByRole('button', { name: /^Add to cart/ })).toBeDisabled();
  await expect(link).toHaveAttribute('href', `/product/${nickel?.product_id}?variants=${nickel?._id}`);
  await first.getByRole('link', { name: 'Finish 02' }).click();
  await showsBlack();
  await expect(
    first.getByRole('img', { includeHidden: true }).or(first.locator('img')).first(),
  ).toHaveAttribute('src', /matte-black/);
  const add = first.getByRole('button', { name: 'Add to cart: Larch Pull 001, LP-001-1' });
  await add.click();
  await expect(page.getByText('Added 1 to cart')).toBeVisible();
  await expect(add).toBeFocused();
  await link.click();
  await expect(page).toHaveURL(new RegExp(`variants=${black?._id}`));
  await expect(page.locator('main')).toContainText('LP-001-1');
});

test('tiles stand in rows of one height', async ({ page }) => {
  await page.goto('/products');
  const heights = await products(page)
    .locator('li')
    .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
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

  test(
    'the list dims, then stand-ins show, and after a second the flag is down [LIST-07]',
    ANY_WIDTH,
    async ({ page }) => {
      await page.clock.install();
      await page.goto(LARCH);
      await expect(page.getByLabel('Sort')).toBeVisible();
      await page.waitForLoadState('networkidle');
      const { held, letGo } = await hold(page);
      // From here on it is the test alone that lets time pass, a little at a time until the call is made.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
      await page.getByLabel('Sort').selectOption('Popularity');
      const called = async () => {
        await page.clock.runFor(5);
        return held.length;
      };
      await expect.poll(called).toBeGreaterThan(0);
      await expect(products(page)).toHaveAttribute('aria-busy', 'true');
      await expect(tiles(page)).toHaveCount(50);
      await page.clock.runFor(310);
      await expect(tiles(page)).toHaveCount(0);
      await expect(products(page).locator('ul > li')).toHaveCount(50);
      await page.clock.runFor(700);
      await expect(products(page)).toHaveAttribute('aria-busy', 'false');
      await expect(page.getByText('Still loading the products')).toBeVisible();
      await page.clock.resume();
      await letGo();
      await expect(page.getByText('Still loading the products')).toBeHidden();
      await expect(tiles(page)).toHaveCount(50);
    },
  );

  test('a search that a newer one replaces is cancelled [LIST-13]', ANY_WIDTH, async ({ page }) => {
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

    test('the notice says so and a second try shows them [LIST-11]', ANY_WIDTH, async ({ page }) => {
      await page.goto(LARCH);
      await page.waitForLoadState('networkidle');
      await page.route(LISTED, route => route.abort());
      await page.getByLabel('Sort').selectOption('Z to A');
      const alert = page
        .getByRole('alert')
        .filter({ hasText: 'There was an error when retreiving the products.' });
      await expect(alert).toBeVisible();
      // Everything else stays usable.
      await expect(page.getByLabel('Sort')).toHaveValue('title_desc');
      await expectAccessible(page);
      await page.unroute(LISTED);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(tiles(page).first()).toHaveAccessibleName(/Larch Pull 120/);
      await expect(alert).toBeHidden();
    });
  });
});
