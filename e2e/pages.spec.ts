import AxeBuilder from '@axe-core/playwright';
import { expect, layoutShift, test } from './support/shop.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Pages of the shop with a text that each has to show, also without JavaScript. */
const PAGES: [path: string, text: RegExp][] = [
  ['/', /Featured products/],
  ['/products', /Bexley Arch Pull/],
  ['/search?title=avalon', /Avalon Round Knob/],
  ['/category-products?type=normal&categories=Hinges', /Quiet Compact Hinge/],
  ['/categories', /Knobs/],
  ['/checkout', /Cart/],
  ['/checkout/login', /Continue as a guest/],
  ['/orders/lookup', /order/i],
  ['/user', /Sign in/i],
  ['/nowhere', /not|no page/i],
];

for (const [path, text] of PAGES) {
  test(`${path} is in order: no fault in it for axe, nothing moves, nothing sticks out`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('main')).toContainText(text);
    await page.waitForLoadState('networkidle');
    const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([]);
    expect(await layoutShift(page)).toBeLessThan(0.02);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test('the product page is in order as well', async ({ page }) => {
  await page.goto('/search?title=AV-100-SN');
  await page.getByRole('link', { name: 'Avalon Round Knob' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Avalon Round Knob');
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, text] of PAGES) {
    test(`${path} shows what it has`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(path === '/nowhere' ? 404 : 200);
      await expect(page.locator('main')).toContainText(text);
    });
  }

  test('a product is found and read', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('searchbox').fill('bexley');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('link', { name: 'Bexley Arch Pull' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bexley Arch Pull');
    await expect(page.locator('main')).toContainText('$12.50');
  });
});
