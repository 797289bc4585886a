import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ERRORS } from '#shared/errors.ts';
import { signInAs } from './support/ask.ts';
import { expectAccessible, expectInOrder } from './support/in-order.ts';
import { buy, figure, fillCart, introduce, placeButton, showOrder, thankedFor } from './support/journeys.ts';
import { PEOPLE, signIn } from './support/people.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({
  database: 'embedded',
  fill: 'e2e/support/fill-summary.ts',
  provoked: ['Failed to charge Card.: TRPCClientError:'],
});

/** The shop's own answer when its database can't be reached, as it crosses the wire. */
const { notice: message, code, status: httpStatus } = ERRORS.unavailable_order;
const BUSY = {
  message,
  code: -32603,
  data: { httpStatus, message, code, reason: 'unavailable_order' },
};

async function applyCoupon(page: Page, code: string): Promise<void> {
  await page.getByText('Add a coupon code').click();
  await page.getByLabel('Coupon code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
}

const couponPart = (page: Page) => page.getByLabel('Coupon', { exact: true });

test('a customer uses a coupon that gives a product and his store credit [CART-10] [CART-11] [CHK-05]', async ({
  page,
  shop,
  request,
}) => {
  const before = {
    pull: (await shop.variant('BX-300-SB')).stock,
    latch: (await shop.variant('TW-20')).stock,
  };
  const balance = async () => {
    const answer = await page.request.get('/trpc/storeCredit.balance');
    return (await answer.json()).result.data.balance;
  };
  const verified = async (asker: typeof request) =>
    (await (await asker.get('/api/v1/orders/verifyCoupon/LATCH')).json()).couponStatus;
  await signInAs(page.request, PEOPLE.retail);
  expect(await balance()).toBe(20);
  await fillCart(page, { 'BX-300-SB': 2, 'QH-12': 1 });
  await page.goto('/checkout/summary');
  await expect(page.getByLabel('Full name')).toHaveValue('Rae Moss');
  await showOrder(page);
  const items = page.getByRole('list', { name: 'Items' }).getByRole('listitem');

  // 2 × 12.50 + 3.35 = 28.35; picked up; 8.25 % of it is 2.3389; 28.35 + 2.34 = 30.69.
  await expect(placeButton(page)).toHaveText('Place order, $30.69');
  await expect(items).toHaveCount(2);
  // Below 50 it costs 9.95 to send: 40.64.
  await page.getByLabel(/^Ground/).check();
  await expect(figure(page, /^Shipping/)).toHaveText('$9.95');
  await expect(placeButton(page)).toHaveText('Place order, $40.64');
  await page.getByLabel(/^Pick up/).check();
  await expect(placeButton(page)).toHaveText('Place order, $30.69');

  await applyCoupon(page, 'latch');
  await expect(couponPart(page)).toContainText('Coupon applied.');
  await expect(couponPart(page)).toContainText('Tidewater Latch, Pewter is free.');
  await expect(items).toHaveCount(3);
  await expect(items.last()).toContainText('Free');
  // It takes nothing off what is paid for.
  await expect(placeButton(page)).toHaveText('Place order, $30.69');
  await page.getByRole('button', { name: 'Remove the coupon LATCH' }).click();
  await expect(items).toHaveCount(2);
  // A tenth of 28.35 is 2.84; the tax stays: 30.69 − 2.84 = 27.85.
  await applyCoupon(page, 'TENTH');
  await expect(figure(page, /^Discount/)).toHaveText('−$2.84');
  await expect(placeButton(page)).toHaveText('Place order, $27.85');
  await page.getByRole('button', { name: 'Remove the coupon TENTH' }).click();
  await expect(placeButton(page)).toHaveText('Place order, $30.69');
  await applyCoupon(page, 'LATCH');
  await expect(items).toHaveCount(3);

  // Credit covers 20.00 of 28.35; 8.25 % of 8.35 is 0.6889; 28.35 + 0.69 − 20.00 = 9.04.
  await page.getByLabel('Use store credit ($20.00 available)').check();
  await expect(figure(page, /^Store credit/)).toHaveText('−$20.00');
  await expect(figure(page, /^Tax/)).toHaveText('$0.69');
  await expect(placeButton(page)).toHaveText('Place order, $9.04');

  // Coupon, its product and the credit are kept from step to step.
  await page.goto('/checkout');
  await page.goto('/checkout/summary');
  await expect(couponPart(page)).toContainText('Coupon applied.');
  await expect(placeButton(page)).toHaveText('Place order, $9.04');
  await placeButton(page).click();
  await thankedFor(page, 'Rae Moss');
  await expect(figure(page, /^Total/)).toHaveText('$9.04');
  await expect(figure(page, /^Store credit/)).toHaveText('−$20.00');

  expect((await shop.variant('BX-300-SB')).stock).toBe(before.pull - 2);
  expect((await shop.variant('TW-20')).stock).toBe(before.latch - 1);
  expect(await balance()).toBe(0);
  expect(await verified(page.request)).toBe('used');
  expect(await verified(request)).toBe('success');

  // The next order begins without them.
  await fillCart(page, { 'QH-12': 1 });
  await page.goto('/checkout/summary');
  // 3.35 and 8.25 % of it, 0.2764.
  await expect(placeButton(page)).toHaveText('Place order, $3.63');
  await expect(page.getByText('Add a coupon code')).toBeVisible();
  await expect(page.getByLabel(/^Use store credit/)).toBeHidden();
});

test(
  'each code that does not hold is said with its reason, and the cart does not take it',
  ANY_WIDTH,
  async ({ page }) => {
    await fillCart(page, { 'QH-12': 4 });
    await introduce(page, { email: 'kit@example.com', name: 'Kit Baker' });
    // 4 × 3.35 = 13.40; 8.25 % of it is 1.1055.
    await expect(placeButton(page)).toHaveText('Place order, $14.51');
    await applyCoupon(page, 'NOSUCH');
    await expect(couponPart(page)).toContainText('We don’t recognize this coupon code.');
    await expect(page.getByLabel('Coupon code')).toBeFocused();
    await expect(page.getByLabel('Coupon code')).toHaveValue('NOSUCH');
    await page.getByLabel('Coupon code').fill('BYGONE');
    await page.keyboard.press('Enter');
    await expect(couponPart(page)).toContainText('This coupon has expired.');
    await expectAccessible(page);
    await expect(placeButton(page)).toHaveText('Place order, $14.51');

    // It holds, but not for so small a cart: said, and nothing is taken off.
    await page.getByLabel('Coupon code').fill('BIGCART');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(couponPart(page)).toContainText('Your cart has not reached the minimum for this coupon.');
    await expect(placeButton(page)).toHaveText('Place order, $14.51');
    await page.getByRole('button', { name: 'Remove the coupon BIGCART' }).click();

    // A tenth of 13.40 is 1.34; the tax stays: 13.40 + 1.11 − 1.34 = 13.17.
    await applyCoupon(page, 'tenth');
    await expect(couponPart(page)).toContainText('TENTH Coupon applied. You save $1.34.');
    await expect(couponPart(page)).toBeFocused();
    await expect(figure(page, /^Discount/)).toHaveText('−$1.34');
    await expect(placeButton(page)).toHaveText('Place order, $13.17');
  },
);

test(
  'a coupon that somebody else used up meanwhile is said with the new figures, and nothing is ordered',
  ANY_WIDTH,
  async ({ page, shop, request }) => {
    const { _id: variantId, product_id: productId } = await shop.variant('QH-12');
    const email = 'lou@example.com';
    await fillCart(page, { 'QH-12': 4 });
    await introduce(page, { email, name: 'Lou Mercer' });
    await applyCoupon(page, 'LASTONE');
    // 13.40 + 1.11 − 2.00.
    await expect(placeButton(page)).toHaveText('Place order, $12.51');
    const first = await request.post('/api/v1/orders', {
      data: {
        idempotencyKey: randomUUID(),
        cart: [{ productId, variantId, quantity: 4 }],
        total: 12.51,
        name: 'Mia Quick',
        email: 'mia@example.com',
        couponCode: 'LASTONE',
      },
    });
    expect(first.status()).toBe(200);
    const { stock } = await shop.variant('QH-12');
    await placeButton(page).click();
    await expect(page.getByText('Please check the new total.').first()).toBeVisible();
    await expect(page.getByText('without the coupon LASTONE, for $14.51.')).toBeVisible();
    await expect(couponPart(page)).toContainText('Add a coupon code');
    await expect(placeButton(page)).toHaveText('Place order, $14.51');
    expect((await shop.variant('QH-12')).stock).toBe(stock);
    expect(shop.mailsTo(email)).toHaveLength(0);
    await placeButton(page).click();
    await thankedFor(page, 'Lou Mercer');
    await expect(figure(page, /^Total/)).toHaveText('$14.51');
    expect((await shop.variant('QH-12')).stock).toBe(stock - 4);
  },
);

test('a guest who pays by card sees eight fields, each known to the browser, and is in order', async ({
  page,
}) => {
  await fillCart(page, { 'QH-12': 1 });
  await page.goto('/checkout/summary');
  await page.getByLabel(/^Ground/).check();
  await expect(placeButton(page)).toBeEnabled();
  const fields = page
    .getByRole('form', { name: 'Order' })
    .locator('input:not([type=radio]):not([type=checkbox]):visible, select:visible, textarea:visible');
  // The eighth is the card.
  await expect(fields).toHaveCount(7);
  const tokens = await fields.evaluateAll(all => all.map(one => one.getAttribute('autocomplete')));
  expect(tokens).toEqual([
    'email',
    'name',
    'tel',
    'shipping street-address',
    'shipping address-level2',
    'shipping address-level1',
    'shipping postal-code',
  ]);
  await expectInOrder(page);
  await showOrder(page);
  await page.getByText('Add a coupon code').click();
  await page.getByText('Add a note, an order name').click();
  await page.getByLabel('The billing address is the same as the shipping address').uncheck();
  await expectInOrder(page);
});

test(
  'each field says what is wrong with it, in its own words, as it is left [CHK-03]',
  ANY_WIDTH,
  async ({ page }) => {
    const wrong: [label: string, value: string, words: string][] = [
      ['E-mail', 'ada', 'E-mail needs an @, as in ada@example.com'],
      [
        'Phone, for questions about the order (optional)',
        '512 555 014',
        'Phone number has 9 digits; it needs 10',
      ],
      ['Zip code', '7870', 'Zip code has 4 digits; it needs 5'],
      ['Billing zip code', '7870112', 'Zip code has 7 digits; it needs 5, or 9 with its extension'],
    ];
    await fillCart(page, { 'QH-12': 1 });
    await page.goto('/checkout/summary');
    await page.getByLabel(/^Ground/).check();
    await page.getByLabel('The billing address is the same as the shipping address').uncheck();
    for (const [label, value, words] of wrong) {
      const field = page.getByLabel(label, { exact: true });
      await field.fill(value);
      await expect(field).toBeFocused();
      await expect(page.getByText(words, { exact: true })).toBeHidden();
      await page.keyboard.press('Tab');
      await expect(page.getByText(words, { exact: true })).toBeVisible();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(new RegExp(words.slice(0, 20)));
      // Said without taking the customer back.
      await expect(field).not.toBeFocused();
    }
    // Empty fields are blamed once the order is tried, the first takes the focus, and nothing typed is gone.
    await expect(page.getByText('Full name is required')).toBeHidden();
    await placeButton(page).click();
    for (const name of ['Full name', 'Street address', 'City', 'State', 'Billing city', 'Billing state']) {
      await expect(page.getByText(`${name} is required`, { exact: true })).toBeVisible();
    }
    await expect(page.getByLabel('E-mail')).toBeFocused();
    for (const [label, value] of wrong)
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    await expectAccessible(page);
    // Mending one leaves the focus where it is.
    await page.getByLabel('Zip code', { exact: true }).fill('78701');
    await expect(page.getByText('Zip code has 4 digits; it needs 5')).toBeHidden();
    await expect(page.getByLabel('Zip code', { exact: true })).toBeFocused();
  },
);

test(
  'a requested day that is past is refused beside its field, in sight again [CHK-04]',
  ANY_WIDTH,
  async ({ page }) => {
    await fillCart(page, { 'QH-12': 1 });
    await introduce(page, { email: 'nat@example.com', name: 'Nat Cooper' });
    await expect(page.getByLabel(/^Pick up/)).toBeChecked();
    const more = page.getByText('Add a note, an order name');
    await more.click();
    // In the shop's own time zone, whatever the browser's.
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date());
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    await expect(page.getByLabel(/^Requested day/)).toHaveValue(tomorrow);
    await page.getByLabel(/^Requested day/).fill('2026-01-01');
    await more.click();
    await expect(page.getByLabel(/^Requested day/)).toBeHidden();
    await placeButton(page).click();
    await expect(page.getByText('Requested day is in the past')).toBeVisible();
    await expect(page.getByLabel(/^Requested day/)).toBeFocused();
    await page.getByLabel(/^Requested day/).fill(tomorrow);
    await placeButton(page).click();
    await thankedFor(page, 'Nat Cooper');
  },
);

test('nothing typed is lost by a reload, by going back, or by a declined card; the next order starts anew', async ({
  page,
}, { project }) => {
  const typed: [label: RegExp | string, value: string][] = [
    ['E-mail', `oda-${project.name}@example.com`],
    ['Full name', 'Oda Reed'],
    [/^Phone/, '512 555 0143'],
    ['Street address', '12 Mill Lane'],
    ['City', 'Austin'],
    ['State', 'TX'],
    ['Zip code', '78701-1234'],
    [/^Order name/, 'Kitchen'],
    [/^PO number/, 'PO-7'],
    [/^Notes/, 'Ring twice'],
  ];
  const field = (label: RegExp | string) => page.getByLabel(label, { exact: typeof label === 'string' });
  const expectKept = async () => {
    await expect(page.getByLabel(/^Ground/)).toBeChecked();
    for (const [label, value] of typed) await expect(field(label)).toHaveValue(value);
  };
  await fillCart(page, { 'QH-12': 1 });
  await page.goto('/checkout');
  await page.goto('/checkout/summary');
  await page.getByLabel(/^Ground/).check();
  await page.getByText('Add a note, an order name').click();
  for (const [label, value] of typed) {
    if (label === 'State') await field(label).selectOption(value);
    else await field(label).fill(value);
  }
  await page.reload();
  await expectKept();
  await page.goBack();
  await expect(page).toHaveURL(/\/checkout$/);
  await page.goForward();
  await expectKept();
  await page.getByLabel('The card is declined').check();
  await placeButton(page).click();
  await expect(page.getByLabel('Payment').getByRole('alert')).toContainText(/declined/i);
  await expectKept();
  await page.reload();
  await expectKept();
  await page.getByLabel('The card is approved').check();
  await placeButton(page).click();
  await thankedFor(page, 'Oda Reed');
  await fillCart(page, { 'QH-12': 1 });
  await page.goto('/checkout/summary');
  await expect(page.getByLabel('E-mail')).toHaveValue('');
  await expect(page.getByText('Add a note, an order name')).toBeVisible();
  await expect(page.getByLabel(/^Notes/)).toBeHidden();
});

test(
  'a submit that fails says why, keeps everything, and tried again orders once [CHK-10]',
  ANY_WIDTH,
  async ({ page, shop }) => {
    const { stock } = await shop.variant('QH-12');
    const email = 'pia@example.com';
    await fillCart(page, { 'QH-12': 1 });
    await introduce(page, { email, name: 'Pia Lathe' });
    const submits = '**/trpc/orders.submit*';
    const submitInVain = async (said: string) => {
      await placeButton(page).click();
      await expect(page.getByText(said).first()).toBeVisible();
      await page.unroute(submits);
      await expect(page.getByLabel('Full name')).toHaveValue('Pia Lathe');
      await expect(placeButton(page)).toHaveText('Place order, $3.63');
    };
    const unreached = 'The shop could not be reached. Please check your connection and try again.';
    await page.route(submits, route => route.abort());
    await submitInVain(unreached);
    // An answer of the shop's own says its reason.
    const cart = page.getByRole('list', { name: 'Items' });
    await page.route(submits, route => route.fulfill({ status: httpStatus, json: [{ error: BUSY }] }));
    await submitInVain(BUSY.message);
    await expect(cart).toContainText('Quiet Compact Hinge');
    expect((await shop.variant('QH-12')).stock).toBe(stock);
    // It got there, but its answer was lost on the way back.
    await page.route(submits, async route => {
      await route.fetch();
      await route.abort();
    });
    await submitInVain(unreached);
    await placeButton(page).click();
    await thankedFor(page, 'Pia Lathe');
    await expect.poll(() => shop.mailsTo(email).length).toBe(1);
    expect((await shop.variant('QH-12')).stock).toBe(stock - 1);
  },
);

test(
  'when a session is over, what was typed waits for its owner and shows to nobody else',
  ANY_WIDTH,
  async ({ page, context }) => {
    await signIn(page, 'commercial');
    await buy(page, 'QH-12', 1);
    await page.goto('/checkout/summary');
    await page.getByText('Add a note, an order name').click();
    await page.getByLabel(/^Notes/).fill('Leave it with Erin');
    await page.getByLabel(/^Phone/).fill('512 555 0177');
    await context.clearCookies();
    // A guest's figures are the same, but the customer does not order as a guest.
    await placeButton(page).click();
    await expect(page.getByText('Your session has expired, please log in again.')).toBeVisible();
    await page.getByRole('link', { name: 'Continue as a guest' }).click();
    const order = page.getByRole('form', { name: 'Order' });
    await expect(order.getByLabel('E-mail')).toHaveValue('');
    await expect(order.getByLabel(/^Phone/)).toHaveValue('');
    await expect(page.getByLabel(/^Notes/)).toBeHidden();
    await signIn(page, 'commercial');
    await page.goto('/checkout/summary');
    await expect(page.getByLabel(/^Notes/)).toHaveValue('Leave it with Erin');
    await expect(page.getByLabel(/^Phone/)).toHaveValue('512 555 0177');
  },
);
