import { ERRORS } from '#shared/errors.ts';
import { signInAs } from './support/ask.ts';
import { expectAccessible, expectInOrder, expectNothingSticksOut } from './support/in-order.ts';
import { buy, figure, fillCart, placeButton } from './support/journeys.ts';
import { PEOPLE } from './support/people.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-packs.ts', provoked: ['Your order could not be placed.'] });

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
  await expect(lines.getByRole('alert')).toHaveText('Whole numbers from 1');
  await expect(quantity).toHaveValue('10');
  await quantity.fill('1');
  await quantity.press('Enter');
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

test('what was removed comes back to its place, the last line as well', ANY_WIDTH, async ({ page }) => {
  await fillCart(page, { 'AV-100-SN': 2, 'QH-12': 3 });
  await page.goto('/checkout');
  const lines = page.getByLabel('In the cart').getByRole('listitem');
  await lines
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await lines
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(page.locator('main')).toContainText(/empty/i);
  // Somebody who goes by keyboard is on the button at once.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(lines).toContainText(['QH-12']);
  await page.keyboard.press('Enter');
  await expect(lines).toContainText(['AV-100-SN', 'QH-12']);
  await expect(lines.first().getByRole('textbox')).toHaveValue('2');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  await expectInOrder(page);
});

test('the cheapest mix of packs is offered on the line, taken by one button, and undone', async ({
  page,
}) => {
  await fillCart(page, { 'AV-100-SN': 1, 'WS-1': 11, 'QH-12': 1 });
  await page.goto('/checkout');
  const lines = page.getByLabel('In the cart').getByRole('listitem');
  await expect(lines.nth(1)).toContainText('Cheaper as 1 × One and 1 × Bag of 10: 11 pieces for $9.00.');
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await lines.getByRole('button', { name: 'Change and save $2.00' }).click();
  await expect(lines).toContainText(['AV-100-SN', 'WS-1', 'WS-10', 'QH-12']);
  await expect(lines.nth(2)).toContainText('$8.00');
  await expect(page.getByText(/^Cheaper as/)).toBeHidden();
  // 6.85 + 1.00 + 8.00 + 3.35
  await expect(figure(page, /^Subtotal/)).toHaveText('$19.20');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines).toContainText(['AV-100-SN', 'WS-1', 'QH-12']);
  await expect(lines.nth(1).getByRole('textbox')).toHaveValue('11');
  await expect(figure(page, /^Subtotal/)).toHaveText('$21.20');

  // The same in a saved cart.
  await signInAs(page.request, PEOPLE.commercial);
  await page.goto('/checkout');
  // The offer makes its line higher, and moves what is below it.
  await expect(page.getByText(/^Cheaper as/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Save this cart as' }).fill('Shelves');
  await page.getByRole('button', { name: 'Save cart' }).click();
  const saved = page.getByLabel('In Shelves', { exact: true }).getByRole('listitem');
  await saved.getByRole('button', { name: 'Change and save $2.00' }).click();
  await expect(saved).toContainText(['AV-100-SN', 'WS-1', 'WS-10', 'QH-12']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(saved).toContainText(['AV-100-SN', 'WS-1', 'QH-12']);
  await page.reload();
  await expect(saved.nth(1).getByRole('textbox')).toHaveValue('11');
});

test('an item is named with the values of its options', ANY_WIDTH, async ({ page }) => {
  await buy(page, 'QH-12', 1);
  await page.goto('/checkout');
  const line = page.getByLabel('In the cart').getByRole('listitem');
  await expect(line.getByRole('link')).toHaveText('Quiet Compact Hinge, Full overlay');
});

test('what happened while the cart slept is said line by line, with a way out', async ({ page, shop }) => {
  await fillCart(page, { 'AV-100-SN': 2, 'BX-300-SB': 2, 'QH-12': 1 });
  await page.goto('/about');
  const { stock } = await shop.variant('BX-300-SB');
  await page.evaluate(more => {
    const order = JSON.parse(localStorage.getItem('order') ?? '');
    const [knob, pull, hinge] = order.cart;
    knob.price = 5.25;
    pull.quantity = more;
    hinge.variantId = '0198c0de-0000-7000-8000-000000000000';
    localStorage.setItem('order', JSON.stringify(order));
  }, stock + 3);
  await page.goto('/checkout');
  const lines = page.getByLabel('In the cart').getByRole('listitem');
  const [knob, pull, hinge] = [lines.nth(0), lines.nth(1), lines.nth(2)];
  await expect(hinge).toContainText('This item is no longer available.');
  await expect(pull).toContainText(`Only ${stock} left.`);
  await expect(knob).toContainText('The price was $5.25; it is now $6.85.');
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeDisabled();
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await knob.getByRole('button', { name: /^Accept/ }).click();
  await expect(knob).not.toContainText('The price was');
  await pull.getByRole('button', { name: /^Lower/ }).click();
  await expect(pull.getByRole('textbox')).toHaveValue(String(stock));
  await page.getByRole('button', { name: 'Remove unavailable items' }).click();
  await expect(lines).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Checkout' })).toBeVisible();
  await page.reload();
  await expect(lines).toContainText(['AV-100-SN', 'BX-300-SB']);
  await expect(knob).not.toContainText('The price was');
});

test(
  'an order on terms beyond the credit of its company is refused with its reason',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await signInAs(page.request, PEOPLE.commercial);
    await fillCart(page, { 'QH-12': 3 });
    const { stock } = await shop.variant('QH-12');
    await page.goto('/checkout/summary');
    await expect(page.getByLabel('Terms')).toBeChecked();
    await placeButton(page).click();
    await expect(page.getByText(ERRORS.credit_limit.notice).first()).toBeVisible();
    expect((await shop.variant('QH-12')).stock).toBe(stock);
    await page.goto('/checkout');
    await expect(page.getByLabel('In the cart').getByRole('listitem')).toContainText(['QH-12']);
  },
);
