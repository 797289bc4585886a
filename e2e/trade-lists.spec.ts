import type { Locator } from '@playwright/test';
import { asking, staffOf } from './support/ask.ts';
import { figure, placeButton, thankedFor } from './support/journeys.ts';
import { PEOPLE } from './support/people.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';
import {
  accountOf,
  enter,
  look,
  makeCart,
  readCookieNotice,
  registerBuyer,
  row,
  stocksOf,
} from './support/trade.ts';

/** A buyer with a company of their own: journeys may share a shop. */
const BUYER = { name: 'Lou Hart', email: 'lou@hart.example', company: 'Hart Cabinets' };

test.use({ fill: 'e2e/support/fill-trade.ts' });
// The cart that the list fills is sent for a quote.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

const WRITTEN = [
  (number: string, quantity: number) => `${number}\t${quantity}`,
  (number: string, quantity: number) => `${number}, ${quantity}`,
  (number: string, quantity: number) => `${number};${quantity}`,
  (number: string, quantity: number) => `${quantity} x ${number}`,
  (number: string, quantity: number) => `${number.toLowerCase()} ${quantity} pcs`,
  (number: string, quantity: number) => `"${number}",${quantity}`,
];

/** 48 hooks, twelve times 1, 2, 3 and 4 of them, each line written otherwise; then what lists are like. */
const LIST = [
  ...Array.from({ length: 48 }, (_, n) => WRITTEN[n % WRITTEN.length]?.(`ZH-${100 + n}`, 1 + (n % 4))),
  'AV-100-SN 6',
  'av100sn,6',
  'WS-10\t4',
  // Row 52, the first of nine that need attention.
  'ZH-149\t60',
  'AV-100-MB 2',
  'QH-13\t20',
  'TW-2O;5',
  'NOTHING-LIKE-IT\t1',
  'QQXX-9081 4',
  'TW-20\ttwo',
  'TW-20 x 0',
  'WS-25 1,200',
].join('\n');

test('a list of sixty lines with mistakes is mended where it stands, and goes into a job’s cart', async ({
  page,
  shop,
}) => {
  await readCookieNotice(page);
  const ask = asking(page.request);
  await registerBuyer(page, shop, BUYER);
  await makeCart(ask, shop, 'Show room', [], { poNumber: 'PO-1301' });

  await page.goto('/quick-order');
  await page.getByLabel('Numbers and quantities').fill(LIST);
  await page.getByRole('button', { name: 'Look them up' }).click();
  await expect(page.getByText('60 rows: 51 ready, 9 need attention')).toBeVisible();
  const summary = page.getByRole('complementary', { name: 'Summary' });
  // 120 hooks at 1.80, 12 knobs at 6.17 though they stand on two lines, 4 bags at 7.20: 216.00 + 74.04 + 28.80.
  await expect(summary).toContainText('136 items');
  await expect(summary).toContainText('$318.84');
  const rows = page.getByRole('region', { name: 'Your list' }).getByRole('listitem');
  await expect(rows.nth(49)).toContainText('$37.02');
  await expect(rows.nth(50)).toContainText('10 pieces per pack, 40 in all');
  await look(page, 'quick-order', true);
  await page.getByLabel('Only rows that need attention').check();
  await expect(rows).toHaveCount(9);
  await look(page, 'quick-order-doubtful', true);

  await mend(rows);
  await expect(page.getByText('58 rows: 58 ready')).toBeVisible();
  // 318.84 + 50 × 1.80 + 20 × 3.02 + 5 × 3.60 + 1 × 1.80 + 2 × 3.60 + 3 × 3.60 + 2 × 16.20.
  await expect(summary).toContainText('$539.44');
  await look(page, 'quick-order-mended', true);
  await summary.getByLabel('Add to', { exact: true }).selectOption('Show room');
  await summary.getByRole('button', { name: 'Add 219 to Show room' }).click();
  await expect(page.getByText('Added 219 to Show room')).toBeVisible();
  await expect(rows).toHaveCount(0);
});

/** In the order of the list, as somebody does who goes through it; what is mended stays in its place. */
async function mend(rows: Locator): Promise<void> {
  await rows.nth(0).getByRole('button', { name: 'Lower to 50' }).click();
  await expect(rows.nth(0)).toContainText('$90.00');
  await expect(rows.nth(1)).toContainText('Sold out.');
  await rows
    .nth(2)
    .getByRole('button', { name: /^QH-12/ })
    .click();
  await expect(rows.nth(2)).toContainText('$60.40');
  await rows
    .nth(3)
    .getByRole('button', { name: /^TW-20/ })
    .click();
  await expect(rows.nth(3)).toContainText('$18.00');
  await expect(rows.nth(4)).toContainText('We couldn’t find this number.');
  await rows
    .nth(4)
    .getByLabel(/^Product number/)
    .fill('ZH-150');
  await expect(rows.nth(4)).toContainText('$1.80');
  await rows
    .nth(6)
    .getByLabel(/^Quantity/)
    .fill('2');
  await expect(rows.nth(6)).toContainText('$7.20');
  await rows
    .nth(7)
    .getByLabel(/^Quantity/)
    .fill('3');
  await expect(rows.nth(7)).toContainText('$10.80');
  await expect(rows.nth(8)).toContainText('Only 100 can be ordered now.');
  await rows
    .nth(8)
    .getByLabel(/^Quantity/)
    .fill('2');
  await expect(rows.nth(8)).toContainText('$32.40');
  await rows
    .nth(5)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await rows
    .nth(1)
    .getByRole('button', { name: /^Remove/ })
    .click();
}

test('a cart is sent for a quote, which he sees with its end, and orders at its prices', async ({
  page,
  shop,
}) => {
  const before = await stocksOf(shop, 'ZH-149', 'QH-12', 'TW-20', 'WS-25');
  await enter(page, BUYER);
  await page.goto('/checkout');
  await page.getByRole('navigation', { name: 'Your carts' }).getByRole('link', { name: 'Show room' }).click();
  const sum = page.getByRole('complementary', { name: 'Summary' });
  await expect(sum).toContainText('$539.44');
  await page.getByRole('button', { name: 'Ask for a quote' }).click();
  await expect(page.getByText('Sent to us as a bid.')).toBeVisible();
  await look(page, 'bid', true);

  const cart = new URL(page.url()).searchParams.get('cart');
  const until = new Date(Date.now() + 14 * 24 * 3600 * 1000);
  until.setUTCHours(17, 0, 0, 0);
  const { _id: variantId } = await shop.variant('QH-12');
  const staff = await staffOf(shop);
  const asked = encodeURIComponent(JSON.stringify({ _id: cart }));
  const { version } = (await (await staff.get(`/trpc/carts.bid?input=${asked}`)).json()).result.data;
  const answer = await staff.post('/trpc/carts.quote', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {
      ...{ _id: cart, version, prices: [{ variantId, price: 2.75 }], quotedUntil: until.toISOString() },
      ...{ quotedShipping: 45, quoteNotes: 'On one pallet, by Thursday.' },
    },
  });
  expect(answer.status()).toBe(200);
  await staff.dispose();

  await page.goto('/user/notifications');
  await look(page, 'notifications');
  await page.getByRole('link', { name: /Your quote: Show room/ }).click();
  const day = until.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  await expect(page.getByText(`Quoted until ${day}.`)).toBeVisible();
  await expect(page.getByText('On one pallet, by Thursday.')).toBeVisible();
  await expect(row(page, 'QH-12')).toContainText('$2.75 each');
  // 20 × 2.75 in the place of 20 × 3.02.
  await expect(sum).toContainText('$534.04');
  await look(page, 'quoted', true);
  await page.getByRole('link', { name: 'Check out', exact: true }).click();
  await page.getByRole('radio', { name: /^Freight/ }).check();
  // 534.04 + 45.00, without tax.
  await expect(placeButton(page)).toHaveText('Place order, $579.04');
  await expect(page.getByLabel('PO number')).toHaveValue('PO-1301');
  await look(page, 'checkout-quoted', true);
  await placeButton(page).click();
  await thankedFor(page, BUYER.name);
  await expect(figure(page, /^Shipping/)).toHaveText('$45.00');
  expect(await accountOf(shop, BUYER.company)).toEqual({ entries: [['charge', 57904]], balance: 57904 });
  const [hooks = 0, hinges = 0, latches = 0, boxes = 0] = before;
  expect(await stocksOf(shop, 'ZH-149', 'QH-12', 'TW-20', 'WS-25')).toEqual([
    ...[hooks - 50, hinges - 20, latches - 10, boxes - 2],
  ]);
  await expect.poll(() => shop.mailsTo(BUYER.email).map(({ subject }) => subject)).toHaveLength(3);
  const [, quoted, placed] = shop.mailsTo(BUYER.email);
  const inFull = until.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  for (const said of [inFull, '$45.00', 'On one pallet']) expect(quoted?.text).toContain(said);
  expect(placed?.text).toContain('PO-1301');
});

test(
  'what his company calls an item leads to it, also in words; to nobody else',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await shop.rows(
      `insert into part_numbers (company, variant, part_number)
      select c.id, v.id, 'Sink front knob' from companies c, variants v where c.name = $1 and v.product_num = $2`,
      BUYER.company,
      'AV-100-SN',
    );
    const field = page.getByRole('combobox', { name: 'Search by product name or number' });
    await page.goto('/search?title=sink+front+knob');
    await expect(page).toHaveURL(/\/search\?/);
    await enter(page, BUYER);
    await page.goto('/');
    await field.fill('sink front KNOB');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/product\/.*title=AV-100-SN$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Avalon Round Knob');
  },
);

test('an admin acts as him, which every page says, and goes back', async ({ page, shop }) => {
  await enter(page, { email: PEOPLE.admin });
  const [lou] = await shop.rows<{ id: string }>('select id from users where email = $1', BUYER.email);
  await asking(page.request)('PATCH', '/users/login', { _id: lou?.id });
  await page.goto('/user/statement');
  const bar = page.getByRole('region', { name: 'Acting as a customer' });
  await expect(bar).toContainText('You are acting as Lou Hart of Hart Cabinets.');
  await look(page, 'acting');
  await bar.getByRole('button', { name: 'Back to Ada Kent' }).click();
  await expect(bar).toBeHidden();
  await page.goto('/user');
  await expect(page.getByRole('form', { name: 'Profile' }).getByLabel('Full name')).toHaveValue('Ada Kent');
});
