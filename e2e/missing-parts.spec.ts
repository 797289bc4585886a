import type { Page } from '@playwright/test';
import { addButton, at } from './support/product-page.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

// Parts that come later than their page, and are refused or gone when they are asked for.
test.use({
  fill: 'e2e/support/fill-products.ts',
  provoked: [
    'status of 429',
    'Failed to fetch dynamically imported module',
    'Unable to preload CSS',
    'MissingPart',
  ],
});

/** Refuses files until the returned is called. */
async function refuse(page: Page, files: string) {
  const address = `**/assets/${files}`;
  await page.route(address, route => route.fulfill({ status: 429, body: '{}' }));
  return () => page.unroute(address);
}

const quickViewButton = (page: Page) => page.getByRole('button', { name: 'Quick view of Marlow Bar Pull' });
const quickView = (page: Page) => page.getByRole('dialog', { name: 'Marlow Bar Pull' });

async function goToTile(page: Page): Promise<void> {
  await page.goto('/search?title=Marlow+Bar');
  await page.getByRole('link', { name: 'Marlow Bar Pull' }).first().hover();
}

test('a popup that is refused takes nothing with it and comes the next time', ANY_WIDTH, async ({ page }) => {
  const allow = await refuse(page, 'related-popup-*.js');
  await page.goto(at('pull'));
  const missing = page.waitForEvent('console', message => message.text().includes('MissingPart'));
  await addButton(page).click();
  await missing;
  await expect(page.getByRole('banner').getByRole('link', { name: 'Shop now' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toHaveCount(0);
  await allow();
  await addButton(page).click();
  const related = page.getByRole('region', { name: 'Screws that fit it' });
  await expect(related.filter({ has: page.getByLabel('Dismiss') })).toBeVisible();
});

test('what was asked for and is refused is told of, and opens the next time', ANY_WIDTH, async ({ page }) => {
  const allow = await refuse(page, 'quick-view-*.js');
  await goToTile(page);
  await quickViewButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'That could not be loaded.' })).toBeVisible();
  await expect(quickViewButton(page)).toBeFocused();
  await allow();
  await quickViewButton(page).click();
  await expect(quickView(page).getByLabel('Price and order')).toBeVisible();
});

test('styles that were refused are asked for again', ANY_WIDTH, async ({ page }) => {
  let asked = 0;
  await page.route('**/assets/quick-view-*.css', route =>
    ++asked > 2 ? route.continue() : route.fulfill({ status: 429, body: '' }),
  );
  await goToTile(page);
  await quickViewButton(page).click();
  const facts = quickView(page).getByLabel('Price and order').locator('xpath=..');
  await expect(facts).toHaveCSS('display', 'grid');
});

test('a page that was refused is asked for when the shopper comes back', ANY_WIDTH, async ({ page }) => {
  const allow = await refuse(page, 'categories-*.js');
  await page.goto('/about');
  const title = page.getByRole('heading', { level: 1 });
  const shopNow = page.getByRole('banner').getByRole('link', { name: 'Shop now' });
  await shopNow.click();
  await expect(title).toHaveText('A part of this page could not be loaded');
  await allow();
  await page.goBack();
  await expect(title).not.toHaveText('A part of this page could not be loaded');
  await shopNow.click();
  await expect(title).toHaveText('Categories');
});
