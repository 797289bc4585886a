import type { Page } from '@playwright/test';
import { expectAccessible, expectInOrder } from './support/in-order.ts';
import { chips, closeFilters, filters, products, tile, tiles } from './support/listing-page.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-search.ts' });

const field = (page: Page) => page.getByRole('combobox', { name: 'Search by product name or number' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const count = (page: Page) => page.getByRole('main').getByRole('status').first();

/** The number beside a value, as it is said. */
async function countOf(page: Page, value: string): Promise<string> {
  const panel = await filters(page);
  const text = await panel.getByRole('link', { name: new RegExp(`^${value}`) }).textContent();
  await closeFilters(page);
  return /([\d,]+) products$/.exec(text ?? '')?.[1] ?? '';
}

test.describe('what words chose of a filter', () => {
  test('is a chip, which taken off searches without the words', async ({ page }) => {
    await page.goto('/search?title=brass+rowan+knob');
    await expect(count(page)).toHaveText('12 products');
    await expect(chips(page)).toHaveText(['Finish: brass, remove']);
    await expect(products(page)).not.toContainText('-SN');
    await expectInOrder(page);
    await chips(page).getByRole('link').click();
    await expect(page).toHaveURL(/\/search\?title=rowan\+knob$/);
    await expect(heading(page)).toHaveText('Results for “rowan knob”');
    await expect(field(page)).toHaveValue('rowan knob');
    await expect(chips(page)).toHaveCount(0);
    await page.goBack();
    await expect(field(page)).toHaveValue('brass rowan knob');
    await expect(chips(page)).toHaveText(['Finish: brass, remove']);
  });

  test('is replaced by another value, which gives as much as it says', async ({ page }) => {
    await page.goto('/search?title=rowan+knob+in+satin+brass');
    await expect(count(page)).toHaveText('9 products');
    await expect(chips(page)).toHaveText(['Finish: Satin Brass, remove']);
    expect(await countOf(page, 'Satin Nickel')).toBe('9');
    let panel = await filters(page);
    await expect(panel.getByRole('link', { name: /^Satin Brass/ })).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('link', { name: /^Satin Nickel/ }).click();
    await closeFilters(page);
    await expect(page).toHaveURL(/\/search\?title=rowan\+knob&options=/);
    await expect(count(page)).toHaveText('9 products');
    await expect(chips(page)).toHaveText(['Finish: Satin Nickel, remove', 'Clear all']);
    await expect(field(page)).toHaveValue('rowan knob');
    await expect(tiles(page)).toHaveCount(9);
    for (const name of await tiles(page).allTextContents()) expect(name).toContain('Add');
    await expect(products(page)).not.toContainText('-SB');
    // The address alone tells it, as the words with such a filter do.
    await page.reload();
    await expect(count(page)).toHaveText('9 products');
    await page.goto(
      '/search?title=satin+brass+rowan+knob&options=%7B%22Finish%22%3A%5B%22Satin+Nickel%22%5D%7D',
    );
    await expect(count(page)).toHaveText('9 products');
    await expect(chips(page)).toHaveText(['Finish: Satin Nickel, remove', 'Clear all']);
    // Pressing what it means takes it off.
    await page.goto('/search?title=satin+brass+rowan+knob');
    panel = await filters(page);
    await panel.getByRole('link', { name: /^Satin Brass/ }).click();
    await closeFilters(page);
    await expect(page).toHaveURL(/\/search\?title=rowan\+knob$/);
  });

  test('is narrowed where it means several values, and a size is one as well', async ({ page }) => {
    await page.goto('/search?title=rowan+brass+96mm+pull');
    await expect(chips(page)).toHaveText([
      'Finish: brass, remove',
      'Center to center: 3-3/4" (96 mm), remove',
    ]);
    const [both, narrower] = [await countOf(page, '“brass”'), await countOf(page, 'Polished Brass')];
    expect(Number(narrower)).toBeLessThan(Number(both));
    const panel = await filters(page);
    await panel.getByRole('link', { name: /^Polished Brass/ }).click();
    await closeFilters(page);
    await expect(field(page)).toHaveValue('rowan 96mm pull');
    await expect(count(page)).toHaveText(`${narrower} products`);
    await expect(chips(page)).toHaveText([
      'Center to center: 3-3/4" (96 mm), remove',
      'Finish: Polished Brass, remove',
      'Clear all',
    ]);
    const wider = await countOf(page, '3" \\(76 mm\\)');
    await (await filters(page)).getByRole('link', { name: /^3" \(76 mm\)/ }).click();
    await closeFilters(page);
    await expect(field(page)).toHaveValue('rowan pull');
    await expect(count(page)).toHaveText(`${wider} products`);
  });
});

test.describe('suggestions', () => {
  test('show the variant of the results, their category and how many there are', async ({ page }) => {
    await page.goto('/');
    await field(page).pressSequentially('rowan 128 mm pull polished brass');
    const product = options(page).filter({ hasText: 'Rowan Bar Pull' }).first();
    await expect(product).toContainText(/RP\d\d-128-PB \$9\.00/);
    await expect(product.locator('img')).toHaveAttribute('src', /bar-pull-polished-brass/);
    await expect(options(page).first()).toContainText('Rowan pulls');
    await expect(options(page).last()).toHaveText(/^All \d+ results$/);
    expect(await options(page).count()).toBeLessThanOrEqual(10);
    await expectAccessible(page, 'header');
    const [title, total] = [
      await product.locator('span').first().textContent(),
      /\d+/.exec((await options(page).last().textContent()) ?? '')?.[0],
    ];
    await options(page).last().click();
    await expect(page).toHaveURL(/\/search\?title=rowan\+128\+mm\+pull\+polished\+brass$/);
    await expect(count(page)).toHaveText(`${total} products`);
    await expect(products(page).getByRole('listitem').filter({ hasText: '-128-PB' })).toHaveCount(
      Number(total),
    );
    await expect(tile(page, '-128-PB').first()).toContainText(title ?? '');
  });

  test('are gone through by keys, to the last of them', async ({ page }) => {
    await page.goto('/');
    await field(page).pressSequentially('rowan brass kn');
    await expect(options(page).last()).toHaveText('All 12 results');
    await page.keyboard.press('ArrowUp');
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
    const id = await options(page).last().getAttribute('id');
    await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
    await expect(options(page).last()).toBeInViewport();
    await expectAccessible(page, 'header');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?title=rowan\+brass\+kn$/);
    await expect(count(page)).toHaveText('12 products');
    await field(page).fill('rowan knob');
    await expect(options(page).first()).toContainText('Rowan knobs');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/categories=Rowan\+knobs/);
    await expect(field(page)).toHaveValue('');
  });

  test('know a number however it is written, and the field forgets it', ANY_WIDTH, async ({ page }) => {
    await page.goto('/');
    for (const number of ['rp01 128 sb', 'RP01.128.SB', 'rp01/128/sb']) {
      await field(page).fill(number);
      await expect(options(page)).toHaveCount(1);
      await expect(options(page)).toContainText('RP01-128-SB');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/product\/.*\?title=RP01-128-SB$/);
      await expect(heading(page)).toHaveText('Rowan Bar Pull 01');
      await expect(field(page)).toHaveValue('');
    }
    await page.goto('/search?title=ring+knob');
    await field(page).fill('something else');
    await page.keyboard.press('Escape');
    await page
      .getByRole('link', { name: /^Rowan Ring Knob 01/ })
      .first()
      .click();
    await expect(heading(page)).toHaveText('Rowan Ring Knob 01');
    await expect(field(page)).toHaveValue('');
    await page.goBack();
    await expect(field(page)).toHaveValue('ring knob');
  });
});
