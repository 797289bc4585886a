import { buy } from './support/journeys.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test('what is added again is counted up, tiers are checked anew, and the last line empties the cart [CART-04] [CART-05] [CART-06]', async ({
  page,
}) => {
  await buy(page, 'AV-100-SN', 4);
  await buy(page, 'AV-100-SN', 5);
  await page.goto('/checkout');
  const lines = page.getByLabel('In the cart').getByRole('listitem');
  await expect(lines).toHaveCount(1);
  const quantity = lines.getByRole('textbox');
  await expect(quantity).toHaveValue('9');
  // 9 × 6.85; from ten pieces on 6.17.
  await expect(lines).toContainText('$61.65');
  await expect(lines).toContainText('1 more for $6.17 each');
  await lines.getByRole('button', { name: 'One more' }).click();
  await expect(lines).toContainText('$61.70');
  await quantity.fill('0');
  await quantity.press('Enter');
  await expect(quantity).toHaveValue('1');
  await expect(lines.getByRole('button', { name: 'One less' })).toBeDisabled();
  await expect(lines).toContainText('$6.85');
  await lines.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.locator('main')).toContainText(/empty/i);
  await page.reload();
  await expect(page.locator('main')).toContainText(/empty/i);
});

test('two tabs that add to the cart lose no line', ANY_WIDTH, async ({ page, context }) => {
  const other = await context.newPage();
  await buy(page, 'AV-100-SN', 2);
  await buy(other, 'BX-300-SB', 1);
  await buy(page, 'QH-12', 3);
  await buy(other, 'QH-12', 1);
  for (const tab of [page, other]) {
    await tab.goto('/checkout');
    const lines = tab.getByLabel('In the cart').getByRole('listitem');
    await expect(lines).toHaveCount(3);
    await expect(lines.last().getByRole('textbox')).toHaveValue('4');
  }
  await page.getByRole('button', { name: /^Remove Bexley/ }).click();
  await expect(other.getByLabel('In the cart').getByRole('listitem')).toHaveCount(2);
});

test(
  'a corrupt cart in the browser is replaced, and nothing else there is lost [CART-01]',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/contact');
    await page.evaluate(() => {
      localStorage.setItem('order', '{"cart":[{');
      localStorage.setItem('acceptedDisclaimer', 'true');
    });
    await buy(page, 'QH-12', 2);
    await page.goto('/checkout');
    await expect(page.getByLabel('In the cart').getByRole('listitem')).toHaveCount(1);
    const kept = await page.evaluate(() => ({ ...localStorage }));
    expect(JSON.parse(kept.order).cart).toMatchObject([{ productNum: 'QH-12', quantity: 2 }]);
    expect(kept.acceptedDisclaimer).toBe('true');
  },
);
