import type { Locator } from '@playwright/test';
import { expectAccessible, expectInOrder, expectNothingSticksOut } from './support/in-order.ts';
import { addButton, at, box, heading, inCart, numberBox, value } from './support/product-page.ts';
import { ANY_WIDTH, DESK_ONLY, expect, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-products.ts' });

test('the product page shows all there is to a product [PROD-01]', async ({ page }) => {
  await page.goto(at('pull'));
  await expect(heading(page)).toHaveText('Marlow Bar Pull');
  await expect(page.getByRole('img', { name: /^Marlow Bar Pull, Satin Nickel/ })).toBeVisible();
  await expect(page.getByLabel('Breadcrumbs')).toContainText('Categories');
  await expect(page.locator('main')).toContainText('A solid bar on two posts.');
  await expect(box(page)).toContainText('Harrow & Pike');
  await expect(box(page)).toContainText('$6.00');
  await expect(box(page)).toContainText('40 in stock');
  await expect(box(page).getByLabel('Quantity prices').getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('table', { name: 'Specifications' })).toContainText('3‑3/4" (95.3 mm)');
  await expect(page.getByRole('heading', { name: 'All 5 variants' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Screws that fit it' })).toContainText('Truss Head Screw');
  await expect(page.getByRole('region', { name: 'You may also like' })).toContainText('Marlow Bath Set');
  const reviews = page.getByRole('region', { name: 'Reviews (7)' });
  await expect(reviews.getByRole('row', { name: /^5 stars/ })).toContainText('6');
  await expect(reviews.getByRole('listitem')).toHaveCount(5);
  // Before anything is pressed: a shorter page of reviews moves what stands below it, whenever it comes.
  await expectInOrder(page);
  await reviews.getByRole('link', { name: 'Older' }).click();
  await expect(reviews.getByRole('listitem')).toHaveCount(2);
  await expect(reviews).toContainText('Review 0');
  await expectAccessible(page);
  await expectNothingSticksOut(page);
});

test(
  'title, the path and variants choose a variant, and the address follows the choice [PROD-02]',
  ANY_WIDTH,
  async ({ page, shop }) => {
    const black = await shop.variant('MW-506-MB');
    for (const address of [`?title=506-mb`, `/${black._id}`, `?variants=${black._id}`]) {
      await page.goto(at('pull', address));
      await expect(box(page), address).toContainText('MW-506-MB');
      await expect(box(page), address).toContainText('Out of stock');
      await expect(addButton(page), address).toBeDisabled();
    }
    const before = await page.evaluate(() => {
      window.scrollTo(0, 40);
      return [window.scrollY, history.length];
    });
    await value(page, 'Finish', 'Satin Nickel').click();
    await expect(box(page)).toContainText('MW-506-SN');
    const nickel = await shop.variant('MW-506-SN');
    await expect(page).toHaveURL(new RegExp(`variants=${nickel._id}$`));
    // Nothing jumped, and the way back leads past the choices.
    expect(await page.evaluate(() => [window.scrollY, history.length])).toEqual(before);
  },
);

test(
  'a part of a number chooses, and one that is not there is said not to be [PROD-03]',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto(at('pull'));
    await numberBox(page).fill('506-mB');
    await expect(box(page)).toContainText('MW-506-MB');
    await expect(value(page, 'Finish', 'Matte Black')).toHaveAttribute('aria-current', 'true');
    await numberBox(page).fill('zz');
    const message = page.getByText('That number does not exist in this product');
    await expect(message).toBeVisible();
    await expectAccessible(page);
    await page.goto(at('pull', '?title=nowhere'));
    await expect(message).toBeVisible();
    await expect(box(page)).toContainText('MW-375-SN');
  },
);

test(
  'circles and buttons, or a dropdown that is searched, by keyboard as well [PROD-04]',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto(at('pull'));
    await value(page, 'Center to center', '5-1/16"').click();
    await expect(box(page)).toContainText('MW-506-SN');
    // It is not made, so the nearest that is comes in its place.
    const brass = value(page, 'Finish', 'Satin Brass');
    await expect(brass).toHaveAccessibleName(/not made in 5-1\/16"/);
    await brass.focus();
    await page.keyboard.press('Enter');
    await expect(box(page)).toContainText('MW-375-SB');
    await expect(page.getByRole('img', { name: /^Marlow Bar Pull, Satin Brass/ })).toBeVisible();

    await page.goto(at('slide'));
    await page.locator('summary', { hasText: '12"' }).click();
    const search = page.getByRole('searchbox', { name: 'Search: Variant' });
    await expect(search).toBeFocused();
    await search.fill('22"');
    await expect(page.getByRole('list', { name: 'Variant' }).getByRole('link')).toHaveCount(1);
    // Something below the open list is half covered by it, which axe takes for a small target.
    await expectAccessible(page, 'details');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(box(page)).toContainText('TG-22');
    await expect(search).toBeHidden();
  },
);

test(
  'groups have two dropdowns, what is not made is greyed and says why [PROD-05]',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto(at('knob'));
    await expect(box(page)).toContainText('RB-K-PB');
    await page.locator('summary', { hasText: 'Knob alone' }).click();
    await page.getByRole('link', { name: 'With backplate' }).click();
    await expect(box(page)).toContainText('RB-R-PB');
    await page.locator('summary', { hasText: 'Brass' }).click();
    const finishes = page.getByRole('list', { name: 'Finish' });
    await expect(finishes.getByRole('link')).toHaveText(['Brass']);
    await expect(finishes.getByRole('listitem').filter({ hasText: 'Pewter' })).toContainText(
      'Not made with backplate',
    );
    await expectAccessible(page, 'details[open]');
    await page.keyboard.press('Escape');
    await expect(finishes).toBeHidden();
  },
);

test('price, list price, pieces and tiers [PROD-06]', ANY_WIDTH, async ({ page }) => {
  await page.goto(at('pull'));
  await expect(box(page).locator('s')).toHaveText('List price $8.00');
  await expect(box(page).getByLabel('Quantity prices').getByRole('listitem')).toHaveText([
    'buy 10 for $5.40, save 10%',
    'buy 50 for $4.50, save 25%',
  ]);
  const quantity = box(page).getByRole('textbox', { name: /^Quantity of/ });
  await quantity.fill('8');
  await expect(box(page)).toContainText('2 more for $5.40 each');
  await quantity.fill('12');
  await expect(box(page)).toContainText('$5.40');
  await expect(box(page)).toContainText('12 for $64.80');
  const [ten, fifty] = await box(page).getByRole('button', { name: /^buy/ }).all();
  await expect(ten as Locator).toHaveAttribute('aria-pressed', 'true');
  await expect(fifty as Locator).toHaveAttribute('aria-pressed', 'false');
  await (ten as Locator).click();
  await expect(quantity).toHaveValue('10');
  await page.goto(at('screw'));
  await expect(box(page)).toContainText('QTY 25, $0.14 a piece');
  await expect(box(page).locator('s')).toHaveCount(0);
});

test('the stepper stops at one, stock limits what is added [PROD-07]', ANY_WIDTH, async ({ page }) => {
  await page.goto(at('pull'));
  const less = box(page).getByRole('button', { name: 'One less' });
  await expect(less).toBeDisabled();
  await box(page).getByRole('button', { name: 'One more' }).click();
  await expect(less).toBeEnabled();
  await less.click();
  await expect(less).toBeDisabled();
  await expect(less).toBeFocused();
  await box(page)
    .getByRole('textbox', { name: /^Quantity of/ })
    .fill('41');
  await expect(box(page)).toContainText('Only 40 can be ordered now.');
  await expect(addButton(page)).toBeDisabled();
  await box(page).getByRole('button', { name: 'Lower to 40' }).click();
  await addButton(page).click();
  // Those in the cart count.
  await expect(box(page)).toContainText('Only 40 can be ordered now, and your cart has 40.');
  await expect(addButton(page)).toBeDisabled();
});

test('rows of the table are sorted, filled in and added together', async ({ page }) => {
  await page.goto(at('pull'));
  const table = page.getByRole('region', { name: 'Table of variants' });
  const numbers = table.getByRole('row').getByRole('rowheader').getByRole('link');
  await table.getByRole('button', { name: 'Number' }).click();
  await expect(numbers).toHaveText(['MW-375-MB', 'MW-375-SB', 'MW-375-SN', 'MW-506-MB', 'MW-506-SN']);
  await table.getByRole('button', { name: 'Number' }).click();
  await expect(numbers.first()).toHaveText('MW-506-SN');
  await expect(table.getByRole('columnheader', { name: 'Number' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(table.getByLabel('Quantity of MW-506-MB')).toBeDisabled();
  await table.getByLabel('Quantity of MW-375-MB').fill('10');
  await table.getByLabel('Quantity of MW-375-SB').fill('8');
  await expect(page.getByText('MW-375-SB: only 7 can be ordered now.')).toBeVisible();
  await table.getByLabel('Quantity of MW-375-SB').fill('2');
  // Ten at 5.40 and two at 6.00.
  await expect(page.getByText('$66.00')).toBeVisible();
  await page.getByRole('heading', { name: 'All 5 variants' }).evaluate(title => title.scrollIntoView());
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add 12 items' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Added 12 to cart' })).toContainText('and 1 more');
  expect(await inCart(page)).toEqual([
    ['MW-375-MB', 10],
    ['MW-375-SB', 2],
  ]);
  await expect(table.getByLabel('Quantity of MW-375-MB')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Add 0 items' })).toBeFocused();
});

test('an arrow of the product carousel scrolls 900 px [PROD-13]', DESK_ONLY, async ({ page }) => {
  await page.goto(at('pull'));
  await page.evaluate(() => {
    Element.prototype.scrollBy = (options?: ScrollToOptions | number) => {
      Object.assign(window, { asked: options });
    };
  });
  await page.setViewportSize({ width: 620, height: 900 });
  const on = page.getByRole('button', { name: 'Scroll You may also like forward' });
  await expect(on).toBeVisible();
  await on.click();
  expect(await page.evaluate(() => (window as unknown as { asked: unknown }).asked)).toEqual({ left: 900 });
});

test('a set shows its items, their prices and what it saves [PROD-14]', ANY_WIDTH, async ({ page }) => {
  await page.goto(at('set'));
  const set = page.getByRole('region', { name: 'In this set' });
  await expect(set.getByRole('listitem')).toHaveCount(2);
  await expect(set.getByRole('listitem').first()).toContainText('4 × $6.00');
  await expect(set.getByRole('listitem').first()).toContainText('$24.00');
  await expect(set).toContainText('Bought separately$31.00');
  await expect(set).toContainText('Bundle discount, 10%−$3.10');
  await expect(set).toContainText('As a set$27.90');
  // Forty pulls make ten sets.
  await expect(box(page)).toContainText('10 in stock');
  await expectInOrder(page);
  await set.getByRole('link', { name: 'Truss Head Screw' }).click();
  await expect(heading(page)).toHaveText('Truss Head Screw');
});
