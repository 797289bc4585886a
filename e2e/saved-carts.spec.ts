import type { Page } from '@playwright/test';
import { expectAccessible, expectInOrder, expectNothingSticksOut } from './support/in-order.ts';
import { buy, figure, fillCart, holdBack, placeButton, showOrder, thankedFor } from './support/journeys.ts';
import { PASSWORD, signIn } from './support/people.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({
  fill: 'e2e/support/fill-frame.ts',
  provoked: [
    'Error saving cart',
    'Error getting carts',
    'Failed to get tax rate.',
    'packs: TRPCClientError',
    'Failed to delete Order',
    'Failed to charge Card.',
  ],
});

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Your carts' });
const lines = (page: Page, cart: string) => page.getByLabel(cart, { exact: true }).getByRole('listitem');

/** Registers a customer of one test's own, so that no other test meets their carts. */
async function register(page: Page, email: string): Promise<void> {
  await page.goto('/user');
  const form = page.getByRole('form', { name: 'Create an account' });
  await form.getByLabel('Full name').fill('Cora Bell');
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Welcome!')).toBeVisible();
}

/** These calls fail, and whatever is sent in one request with them. */
async function failCalls(page: Page, ...names: string[]): Promise<void> {
  const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, message: 'Something went wrong.' };
  const fault = { error: { message: data.message, code: -32_603, data } };
  const callsOf = (url: URL) => url.pathname.replace('/trpc/', '').split(',');
  await page.route(
    url => callsOf(url).some(call => names.includes(call)),
    route => route.fulfill({ status: 500, json: callsOf(new URL(route.request().url())).map(() => fault) }),
  );
}

async function saveCart(page: Page, name: string): Promise<void> {
  await page.goto('/checkout');
  await page.getByRole('textbox', { name: /^(Save this cart as|New cart)$/ }).fill(name);
  await page.getByRole('button', { name: /^(Save|Create) cart$/ }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
}

test('a cart is saved, named, switched, edited and removed, and the server has every change [CART-03]', async ({
  page,
}, { project }) => {
  await register(page, `cora-${project.name}@example.com`);
  await buy(page, 'AV-100-SN', 4);
  await buy(page, 'BX-300-SB', 1);
  await saveCart(page, 'Kitchen');
  await page.reload();
  await expect(lines(page, 'In Kitchen')).toHaveCount(2);
  await expectInOrder(page);
  await saveCart(page, 'Bath');

  await tabs(page)
    .getByRole('link', { name: /^Kitchen/ })
    .click();
  await page.getByRole('button', { name: 'Name and PO' }).click();
  const name = page.getByRole('textbox', { name: 'Name of the cart' });
  await name.fill('Kitchen island');
  await name.press('Enter');
  await expect(page.getByRole('heading', { name: 'Kitchen island' })).toBeVisible();

  const knob = lines(page, 'In Kitchen island').filter({ hasText: 'AV-100-SN' });
  await knob.getByRole('textbox').fill('10');
  await expect(knob).toContainText('$61.70');
  await knob.getByRole('button', { name: /^Remove/ }).click();
  await expect(lines(page, 'In Kitchen island')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines(page, 'In Kitchen island').first()).toContainText('AV-100-SN');
  await page.reload();
  await expect(knob.getByRole('textbox')).toHaveValue('10');

  await knob.getByLabel(/^Move to… another cart: /).click();
  await knob.getByRole('button', { name: 'Bath' }).click();
  await expect(page.getByText('Moved to Bath.')).toBeVisible();
  await expect(lines(page, 'In Kitchen island')).toHaveCount(1);
  await tabs(page).getByRole('link', { name: /^Bath/ }).click();
  await expect(lines(page, 'In Bath')).toHaveCount(1);
  await expectNothingSticksOut(page);

  await page.getByRole('button', { name: 'Remove cart' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(tabs(page).getByRole('link')).toHaveCount(2);
  await page.reload();
  await expect(tabs(page).getByRole('link')).toContainText(['Current cart', 'Kitchen island']);
});

test(
  'a change that is not saved says so, no longer shows, and can be tried again [CART-02]',
  ANY_WIDTH,
  async ({ page }) => {
    await register(page, 'faye@example.com');
    await fillCart(page, { 'QH-12': 3 });
    await saveCart(page, 'Hinges');
    const quantity = lines(page, 'In Hinges').getByRole('textbox');
    await failCalls(page, 'carts.changeLines', 'carts.saveOrUpdate');
    await quantity.fill('7');
    await expect(page.getByText('Error saving cart')).toBeVisible();
    await expect(page.getByText('Not saved: Quiet Compact Hinge, Full overlay, quantity 7')).toBeVisible();
    await expect(quantity).toHaveValue('3');
    await page.getByRole('button', { name: 'Name and PO' }).click();
    const name = page.getByRole('textbox', { name: 'Name of the cart' });
    await name.fill('All hinges');
    // The notice may still be that of the quantity: this call has to have failed before calls are let through.
    const failed = page.waitForResponse(/carts\.saveOrUpdate/);
    await name.press('Enter');
    expect((await failed).status()).toBe(500);
    await expect(page.getByText('Error saving cart')).toBeVisible();
    await expect(name).toHaveValue('All hinges');

    await page.unrouteAll();
    await name.press('Enter');
    await expect(page.getByRole('heading', { name: 'All hinges' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Not saved:')).toBeHidden();
    await page.reload();
    await expect(lines(page, 'In All hinges').getByRole('textbox')).toHaveValue('7');
  },
);

test('a saved cart is checked out itself; changed meanwhile it says how, and the current cart stays as it is [CART-08]', async ({
  page,
  context,
}, { project }) => {
  await register(page, `ivy-${project.name}@example.com`);
  await fillCart(page, { 'AV-100-SN': 2 });
  await saveCart(page, 'Kitchen');
  await fillCart(page, { 'QH-12': 1 });
  await page.goto('/checkout');
  await tabs(page)
    .getByRole('link', { name: /^Kitchen/ })
    .click();
  await expect(page).toHaveURL(/\/checkout\?cart=/);
  const address = page.url();
  await page.getByRole('link', { name: 'Check out', exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/summary\?cart=/);
  await expect(page.getByLabel(/^Order name/)).toHaveValue('Kitchen');
  // 2 × 6.85 = 13.70; 8.25 % of it is 1.1303.
  await expect(placeButton(page)).toHaveText('Place order, $14.83');
  await showOrder(page);
  await expect(page.getByRole('heading', { name: 'Kitchen Edit' })).toBeVisible();
  await page.getByLabel(/^Notes/).fill('Ring twice');
  await page.reload();
  await expect(page.getByLabel(/^Notes/)).toHaveValue('Ring twice');
  await expect(placeButton(page)).toHaveText('Place order, $14.83');
  await expectInOrder(page);

  // In another tab it becomes another cart: nothing is ordered until that was seen.
  const other = await context.newPage();
  await other.goto(address);
  await lines(other, 'In Kitchen').getByRole('textbox').fill('3');
  await expect(lines(other, 'In Kitchen')).toContainText('$20.55');
  await expect(other.getByRole('link', { name: 'Check out', exact: true })).toBeVisible();
  await other.close();
  await placeButton(page).click();
  const changes = page.getByRole('alert').filter({ hasText: 'What changed' });
  await expect(changes).toContainText('Avalon Round Knob, Satin Nickel: 3, was 2.');
  await expect(changes).toContainText('Total: $22.25, was $14.83.');
  await expect(page.getByText('Please check the new total.').first()).toBeVisible();
  await expect(placeButton(page)).toHaveText('Place order, $22.25');
  await expectNothingSticksOut(page);
  await placeButton(page).click();
  const number = await thankedFor(page, 'Cora Bell');
  await page.reload();
  expect(await thankedFor(page, 'Cora Bell')).toBe(number);
  await expect(figure(page, /^Total/)).toHaveText('$22.25');

  await page.goto(address);
  await expect(page.getByText('That cart no longer exists.')).toBeVisible();
  await expect(tabs(page).getByRole('link')).toHaveCount(1);
  await expect(lines(page, 'In the cart')).toContainText(['QH-12']);
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await placeButton(page).click();
  expect(await thankedFor(page, 'Cora Bell')).not.toBe(number);
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

test('lines stand room by room, each room with what it comes to', async ({ page }, { project }) => {
  await register(page, `lea-${project.name}@example.com`);
  await fillCart(page, { 'AV-100-SN': 4, 'QH-12': 2 });
  await saveCart(page, 'House');
  const knob = page.getByRole('listitem').filter({ hasText: 'AV-100-SN' });
  const hinge = page.getByRole('listitem').filter({ hasText: 'QH-12' });
  await knob.getByLabel(/^Room of/).click();
  await knob.getByLabel('New room').fill('Kitchen island');
  await knob.getByLabel('New room').press('Enter');
  await expect(page.getByRole('heading', { name: 'Kitchen island $27.40' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No room $6.70' })).toBeVisible();
  await hinge.getByLabel(/^Room of/).click();
  // Lines move into their room when it is saved: on a slow machine later after the press than browsers forgive.
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await hinge.getByRole('button', { name: 'Kitchen island' }).click();
  await expect(page.getByRole('heading', { name: 'Kitchen island $34.10' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Kitchen island', { exact: false }).getByRole('listitem')).toHaveCount(2);
});

test(
  'several carts are one order; another browser takes it over, and a session that is over orders nothing',
  ANY_WIDTH,
  async ({ page, context }) => {
    await register(page, 'jon@example.com');
    await fillCart(page, { 'AV-100-SN': 1 });
    await saveCart(page, 'Kitchen');
    await fillCart(page, { 'AV-100-SN': 1 });
    await saveCart(page, 'Bath');
    await page.getByText('Order other carts with this one').click();
    await page.getByLabel(/^Kitchen/).check();
    await page.getByRole('link', { name: 'Check out 2 carts' }).click();
    await expect(page).toHaveURL(/\/checkout\/summary\?cart=.*&cart=/);
    const address = page.url();
    // 2 × 6.85 and the tax.
    await expect(placeButton(page)).toHaveText('Place order, $14.83');
    for (const name of ['Bath', 'Kitchen']) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      await expect(page.getByRole('list', { name: `Items in ${name}` })).toHaveText(/1 × \$6\.85/);
    }
    await page.getByLabel('The card is declined').check();
    await placeButton(page).click();
    await expect(page.getByLabel('Payment').getByRole('alert')).toContainText(/declined/i);
    await page.close();

    const later = await context.newPage();
    await later.goto(address);
    // Forgets the attempt, like another device, which knows nothing of that order.
    await later.evaluate(() => localStorage.removeItem('orderAttempt'));
    // Both jobs are known of the order.
    await expect(later.getByLabel(/^Order name/)).toHaveValue('Bath, Kitchen');
    await later.getByLabel(/^PO number/).fill('PO-7');
    await context.clearCookies();
    await placeButton(later).click();
    await expect(later.getByText('Your session has expired, please log in again.')).toBeVisible();
    await expect(later.getByRole('heading', { name: 'Sign in to check out your saved cart' })).toBeVisible();
    const form = later.getByRole('form', { name: 'Sign in' });
    await form.getByLabel('E-mail').fill('jon@example.com');
    await form.getByLabel('Password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Sign in' }).click();
    await expect(later.getByLabel(/^PO number/)).toHaveValue('PO-7');
    await placeButton(later).click();
    await thankedFor(later, 'Cora Bell');
    await later.goto('/checkout');
    await expect(tabs(later).getByRole('link')).toHaveCount(1);
  },
);

test('what can’t be read or removed says so and can be tried again', ANY_WIDTH, async ({ page }) => {
  await register(page, 'kim@example.com');
  await fillCart(page, { 'QH-12': 3 });
  await saveCart(page, 'Hinges');
  await failCalls(page, 'carts.list', 'orders.remove', 'orders.getCost');
  await page.getByRole('button', { name: 'Remove cart' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Failed to delete Order')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await fillCart(page, { 'QH-12': 1 });
  await page.goto('/checkout');
  await expect(page.getByText('Error getting carts.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Failed to get tax rate. Something went wrong.')).toBeVisible({
    timeout: 15_000,
  });
  await page.unrouteAll();
  const again = (alert: string) => page.getByRole('alert').filter({ hasText: alert }).getByRole('button');
  await again('Failed to get tax rate.').click();
  await expect(figure(page, /^Total/)).toHaveText('$3.63');
  await again('Error getting carts').click();
  await expect(tabs(page).getByRole('link', { name: /^Hinges/ })).toBeVisible();
});

test(
  'where there is more than one cart the buyer chooses which to fill [PROD-08]',
  ANY_WIDTH,
  async ({ page }, { project }) => {
    await register(page, `gil-${project.name}@example.com`);
    await page.goto('/search?title=QH-12');
    const box = page.getByLabel('Price and order');
    await expect(box.getByRole('button', { name: 'Add 1 to cart' })).toBeEnabled();
    await expect(box.getByLabel('Add to', { exact: true })).toHaveCount(0);
    await saveCart(page, 'Pantry');
    await page.goto('/search?title=QH-12');
    await box.getByLabel('Add to', { exact: true }).selectOption('Pantry');
    await box.getByRole('textbox', { name: /^Quantity of/ }).fill('3');
    const release = await holdBack(page, '**/trpc/carts.add**');
    await box.getByRole('button', { name: 'Add 3 to Pantry' }).click();
    await expect(box.getByRole('button', { name: 'Adding to cart' })).toBeDisabled();
    release();
    await expect(page.getByText('Added 3 to Pantry')).toBeVisible();
    await page.getByRole('link', { name: 'View cart' }).click();
    await expect(lines(page, 'In Pantry').getByRole('textbox')).toHaveValue('3');
    // The cart that was used last is the one that is offered.
    await page.goto('/search?title=BX-300-SB');
    await expect(box.getByRole('button', { name: 'Add 1 to Pantry' })).toBeEnabled();
    await expectInOrder(page);
  },
);

test(
  'a cart is shared by a link, and whoever has it copies the items',
  ANY_WIDTH,
  async ({ page, browser, shop }, { project }) => {
    await register(page, `hal-${project.name}@example.com`);
    await fillCart(page, { 'AV-100-SN': 2 });
    await saveCart(page, 'Pulls');
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.getByLabel('Link to this cart').inputValue();
    expect(link).toMatch(new RegExp(`^${shop.url}/shared-cart/`));
    const other = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
    await other.goto(link);
    await expect(lines(other, 'In the shared cart')).toContainText(['AV-100-SN']);
    await expectInOrder(other);
    await other.getByRole('button', { name: 'Copy to my cart' }).click();
    await expect(lines(other, 'In the cart').getByRole('textbox')).toHaveValue('2');
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
    expect((await other.request.get(link)).status()).toBe(404);
    await other.context().close();
  },
);

test(
  'a company’s customer has his saved carts loaded as soon as he is signed in, nobody else [CART-12]',
  ANY_WIDTH,
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', request => {
      if (request.url().includes('carts.list')) asked.push(request.url());
    });
    await signIn(page, 'retail');
    expect(asked).toEqual([]);
    await page.context().clearCookies();
    const answer = page.waitForResponse(response => response.url().includes('carts.list'));
    await signIn(page, 'commercial');
    expect((await answer).status()).toBe(200);
  },
);
