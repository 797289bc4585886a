import { expectAccessible } from './support/in-order.ts';
import { addButton, at, box, inCart } from './support/product-page.ts';
import { ANY_WIDTH, DESK_ONLY, expect, PHONE_ONLY, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-products.ts' });

test('the button says what it does and does; two popups follow [PROD-09] [PROD-10]', async ({ page }) => {
  await page.clock.install();
  await page.goto(at('pull'));
  await box(page)
    .getByRole('textbox', { name: /^Quantity of/ })
    .fill('3');
  const button = page.getByRole('button', { name: 'Add 3 to cart' });
  // Its words stand for a third of a second.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await button.click();
  await expect(page.getByRole('button', { name: 'Adding to cart' })).toBeDisabled();
  await page.clock.resume();
  const popups = page.getByRole('status');
  const popup = popups.filter({ hasText: 'Added 3 to cart' });
  await expect(popup).toContainText('Marlow Bar Pull, Satin Nickel, 3-3/4"');
  await expect(popup).toContainText('MW-375-SN');
  await expect(button).toBeEnabled();
  await expect(button).toBeFocused();
  const related = page
    .getByRole('region', { name: 'Screws that fit it' })
    .filter({ has: page.getByLabel('Dismiss') });
  await expect(related).toBeVisible();
  await expect(popup).toBeHidden();
  await expectAccessible(page);
  await related.getByRole('button', { name: /^Add to cart: Truss Head Screw/ }).click();
  await expect(popups.filter({ hasText: 'Added 1 to cart' })).toContainText('Truss Head Screw');
  expect(await inCart(page)).toEqual([
    ['MW-375-SN', 3],
    ['TS-25', 1],
  ]);
});

test('the popup goes after three and a half seconds [PROD-09]', ANY_WIDTH, async ({ page }) => {
  await page.clock.install();
  await page.goto(at('screw'));
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await addButton(page).click();
  const popup = page.getByText('Added 1 to cart');
  await expect(popup).toBeVisible();
  await page.clock.runFor(3400);
  await expect(popup).toBeVisible();
  await page.clock.runFor(200);
  await expect(popup).toBeHidden();
});

test(
  'the quick view is a modal on desks, bought from and closed in three ways [PROD-11]',
  DESK_ONLY,
  async ({ page }) => {
    await page.goto('/search?title=Marlow+Bar');
    const dialog = page.getByRole('dialog', { name: 'Marlow Bar Pull' });
    const open = async () => {
      await page.getByRole('link', { name: 'Marlow Bar Pull' }).first().hover();
      await page.getByRole('button', { name: 'Quick view of Marlow Bar Pull' }).click();
      await expect(dialog.getByLabel('Price and order')).toBeVisible();
    };
    await open();
    await expectAccessible(page, 'dialog[open]');
    await dialog.getByRole('list', { name: 'Finish' }).getByRole('link', { name: 'Satin Brass' }).click();
    await expect(dialog).toContainText('MW-375-SB');
    await dialog.getByRole('button', { name: 'One more' }).click();
    await dialog.getByRole('button', { name: 'Add 2 to cart' }).click();
    const popup = dialog.getByRole('status').filter({ hasText: 'Added 2 to cart' });
    await expect(popup).toBeInViewport();
    await popup.hover();
    await expectAccessible(page, 'dialog[open]');
    await page.mouse.move(700, 400);
    await expect(page).toHaveURL(/\/search/);
    expect(await inCart(page)).toEqual([['MW-375-SB', 2]]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await open();
    await page.mouse.click(20, 450);
    await expect(dialog).toBeHidden();
    await open();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Quick view of Marlow Bar Pull' })).toBeFocused();
  },
);

test(
  'on phones it is a bottom sheet, closed by Done or by a swipe [PROD-12]',
  PHONE_ONLY,
  async ({ page, context }) => {
    await page.goto('/search?title=Marlow+Bar');
    const sheet = page.getByRole('dialog', { name: 'Marlow Bar Pull' });
    const open = async () => {
      await page.getByRole('button', { name: 'Quick view of Marlow Bar Pull' }).click();
      await expect(sheet.getByLabel('Price and order')).toBeVisible();
    };
    await open();
    await expectAccessible(page, 'dialog[open]');
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect(sheet).toBeHidden();

    await open();
    // It has come to rest.
    await sheet.evaluate(element =>
      Promise.all(element.getAnimations().map(animation => animation.finished)),
    );
    const touch = await context.newCDPSession(page);
    const title = await sheet.getByRole('heading', { name: 'Marlow Bar Pull' }).boundingBox();
    const swipe = async (from: number, way: number, steps: number) => {
      const to = (y: number) => [{ x: 120, y }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: to(from) });
      for (let step = 1; step <= steps; step++) {
        await touch.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: to(from + (way * step) / steps),
        });
        await page.waitForTimeout(30);
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const top = title?.y ?? 0;
    // A little, and slowly: it comes back.
    await swipe(top + 10, 60, 12);
    await expect(sheet).toBeVisible();
    await expect(async () =>
      expect((await sheet.getByRole('heading', { name: 'Marlow Bar Pull' }).boundingBox())?.y).toBeCloseTo(
        top,
        0,
      ),
    ).toPass();
    await swipe(top + 10, 420, 6);
    await expect(sheet).toBeHidden();
    // The page behind scrolls again.
    await page.mouse.wheel(0, 200);
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'visible');
  },
);

test('pictures are leafed through, enlarged and doubled', async ({ page }, { project }) => {
  await page.goto(at('pull'));
  const enlarge = page.getByRole('button', { name: /^Enlarge/ }).first();
  if (project.name === 'desk') {
    // Its own and one that belongs to no finish; those of the other finishes stay away.
    const thumbs = page.getByRole('list', { name: 'Choose a picture' }).getByRole('link');
    await expect(thumbs).toHaveCount(2);
    await thumbs.last().click();
    await expect(thumbs.last()).toHaveAttribute('aria-current', 'true');
    await thumbs.first().click();
    await expect(thumbs.first()).toHaveAttribute('aria-current', 'true');
  }
  await enlarge.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 of 2');
  const next = dialog.getByRole('button', { name: 'Next picture' });
  await next.click();
  await expect(dialog).toContainText('2 of 2');
  await expect(next).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(dialog).toContainText('1 of 2');
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toContainText('2 of 2');
  await expectAccessible(page, 'dialog[open]');
  await dialog
    .getByRole('button', { name: /^Zoom in/ })
    .last()
    .click();
  await expect(dialog.getByRole('button', { name: 'Zoom out' }).last()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(enlarge).toBeFocused();
});
