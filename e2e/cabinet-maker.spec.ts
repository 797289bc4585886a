import { asking, staffOf } from './support/ask.ts';
import { booksOf } from './support/books.ts';
import { buy, linkTo, placeButton, thankedFor } from './support/journeys.ts';
import { PASSWORD } from './support/people.ts';
import { expect, test } from './support/shop.ts';
import {
  accountOf,
  enter,
  expectFigures,
  FOREMAN,
  file,
  giveTerms,
  look,
  MAKER,
  makeCart,
  paper,
  readCookieNotice,
  row,
  stocksOf,
} from './support/trade.ts';

const CREDIT =
  'Your outstanding balance has exceeded your credit limit. Please make a payment or contact accounting.';

test.use({
  fill: 'e2e/support/fill-trade.ts',
  provoked: [CREDIT],
});
// One story: each part goes on where the last one ended.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

/** Everything that later parts have to know of earlier ones. */
const story = { carts: [] as string[], order: '', orderId: '' };

test('a cabinet maker registers his company, and is given what the trade side rests on', async ({
  page,
  shop,
}) => {
  await readCookieNotice(page);
  await page.goto('/commercial');
  await look(page, 'commercial');
  const form = page.getByRole('form', { name: 'Trade account' });
  await form.getByLabel('Full name').fill(MAKER.name);
  await form.getByLabel('E-mail').fill(MAKER.email);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByLabel('Company name').fill(MAKER.company);
  await form.getByLabel('Street address').fill('8 Elm Street');
  await form.getByLabel('City').fill('Austin');
  await form.getByLabel('State').selectOption('TX');
  await form.getByLabel('Zip code').fill('78701');
  await form.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByText('Welcome!')).toBeVisible();
  await look(page, 'profile', true);
  await page.goto(await linkTo(shop, MAKER.email, '/confirm-email'));
  await look(page, 'confirm-email');
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();

  await page.goto('/user/special-pricing');
  await expect(page.getByText('No special prices yet.')).toBeVisible();
  const mine = await asking(page.request)<{ user: { company: string } }>('GET', '/users');
  const staff = await staffOf(shop);
  await giveTerms(asking(staff), shop, mine.user.company, 400);
  await staff.dispose();

  await page.reload();
  const pull = row(page, 'BX-300-SB').filter({ hasText: 'Bexley' });
  await expect(pull).toContainText('$9.90');
  await expect(pull).toContainText("Your company's price");
  await pull.getByRole('button', { name: /^Add your number/ }).click();
  await pull.getByRole('textbox', { name: /^Your number/ }).fill('PULL-7');
  await pull.getByRole('button', { name: 'Save' }).click();
  await expect(pull).toContainText('Your number PULL-7');
  await look(page, 'special-pricing', true);
  await page.goto('/search?title=QH-12');
  // 10 % off what comes from Brightwater: 3.35 is 3.015, up to 3.02; from 25 on 2.90, as for everybody.
  await expect(page.getByLabel('Price and order')).toContainText('$3.02');
  await expect(page.getByLabel('Price and order')).toContainText('$2.90');
  await look(page, 'product');
});

test('he invites a foreman, who may spend 100 dollars on an order', async ({ page, browser, shop }) => {
  await enter(page, MAKER);
  await page.goto('/user/team');
  const form = page.getByRole('form', { name: 'Invite someone' });
  await form.getByLabel('E-mail').fill(FOREMAN.email);
  await form.getByLabel(/^Spending limit/).fill('100');
  await form.getByRole('button').click();
  await expect(row(page, FOREMAN.email)).toContainText('$100.00 per order');
  await look(page, 'team-invited', true);
  const link = await linkTo(shop, FOREMAN.email, '/invitation');
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const other = await context.newPage();
  await readCookieNotice(other);
  await other.goto(link);
  await expect(other.getByText(/Orders above \$100\.00 will wait/)).toBeVisible();
  await look(other, 'invitation');
  await other.getByLabel('Full name').fill(FOREMAN.name);
  await other.getByLabel('Password').fill(PASSWORD);
  await other.getByRole('button', { name: 'Create the account and join' }).click();
  await expect(other).toHaveURL(/\/user\/team$/);
  await look(other, 'team-foreman', true);
  await other.goto(link);
  await expect(other.getByRole('main')).toContainText(/invitation/i);
  await look(other, 'invitation-used');
  await context.close();
});

test('he keeps three carts, each for a job, with rooms and PO numbers', async ({ page, shop }) => {
  await enter(page, MAKER);
  await buy(page, 'AV-100-SN', 12);
  // By the number that the maker's company has for it.
  await page.goto('/search?title=PULL-7');
  const box = page.getByLabel('Price and order');
  await expect(box).toContainText('BX-300-SB');
  await box.getByRole('textbox', { name: /^Quantity of/ }).fill('4');
  await box.getByRole('button', { name: 'Add 4 to cart' }).click();
  await expect(page.getByText('Added 4 to cart')).toBeVisible();
  await page.goto('/checkout');
  await page.getByRole('textbox', { name: 'Save this cart as' }).fill('Smith kitchen');
  await page.getByRole('button', { name: 'Save cart' }).click();
  await expect(page.getByRole('heading', { name: 'Smith kitchen', level: 2 })).toBeVisible();
  await page.getByRole('button', { name: 'Name and PO' }).click();
  await page.getByLabel('PO number').fill('PO-1201');
  await look(page, 'cart-naming', true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('PO-1201')).toBeVisible();
  for (const [productNum, room] of [
    ['AV-100-SN', 'Kitchen island'],
    ['BX-300-SB', 'Pantry'],
  ] as const) {
    const line = row(page, productNum);
    await line.getByLabel(/^Room of/).click();
    await line.getByLabel('New room').fill(room);
    // It shows before it is saved, and the carts stand in the order in which they were saved last.
    const saved = page.waitForResponse(/carts\.changeLines/);
    await line.getByLabel('New room').press('Enter');
    await expect(page.getByRole('heading', { name: room })).toBeVisible();
    expect((await saved).status()).toBe(200);
  }
  // 12 × 6.17, the price from 10 on; 4 × 9.90, the maker's own.
  await expect(page.getByRole('heading', { name: 'Kitchen island $74.04' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pantry $39.60' })).toBeVisible();
  const ask = asking(page.request);
  const bath: Parameters<typeof makeCart>[3] = [
    ['TW-20', 10, 'Bath'],
    ['QH-12', 20, 'Bath'],
  ];
  const jones = await makeCart(ask, shop, 'Jones bath', bath, { poNumber: 'PO-1202' });
  const stock: typeof bath = [
    ['ZH-100', 20],
    ['BX-300-SB', 3],
  ];
  const workshop = await makeCart(ask, shop, 'Workshop', stock, { poNumber: 'PO-1203' });
  const smith = new URL(page.url()).searchParams.get('cart') ?? '';
  story.carts = [smith, jones, workshop];
  await page.reload();
  const tabs = page.getByRole('navigation', { name: 'Your carts' }).getByRole('link');
  // The newest first: 20 × 1.80 + 3 × 9.90; 10 × 3.60 + 20 × 3.02; 74.04 + 39.60.
  await expect(tabs).toContainText(['Current cart', '$65.70', '$96.40', '$113.64']);
  await look(page, 'carts');
});

test('he orders two of them on account, with their PO numbers and without tax', async ({ page, shop }) => {
  const [smith = ''] = story.carts;
  const before = await stocksOf(shop, 'AV-100-SN', 'BX-300-SB', 'TW-20', 'QH-12');
  await enter(page, MAKER);
  await page.goto(`/checkout?cart=${smith}`);
  await page.getByText('Order other carts with this one').click();
  await page.getByLabel(/^Jones bath/).check();
  await page.getByRole('link', { name: 'Check out 2 carts' }).click();
  await expect(page.getByLabel('PO number')).toHaveValue('PO-1201, PO-1202');
  await expect(page.getByRole('radio', { name: 'On account (Terms)' })).toBeChecked();
  await page.getByRole('radio', { name: /^Standard/ }).check();
  // The company's address was given when it was registered.
  await expect(page.getByLabel('Street address', { exact: true })).toHaveValue('8 Elm Street');
  // 113.64 + 96.40 = 210.04; below 250 it costs 19.95 to send; no tax: 229.99. That leaves 170.01 of 400.00.
  await expect(placeButton(page)).toHaveText('Place order, $229.99');
  await expect(page.getByLabel('Credit on account')).toContainText('$170.01');
  await look(page, 'checkout-terms');
  await placeButton(page).click();
  story.order = await thankedFor(page, MAKER.name);
  await expectFigures(page, { subTotal: '$210.04', shipping: '$19.95', total: '$229.99' });
  await look(page, 'thank-you', true);
  expect(await booksOf(shop, { orderNumber: story.order })).toMatchObject({
    ...{ status: 'Submitted', paid: false, total: 22999, amountPaid: 0, payments: [], allocated: 0 },
    mails: ['order-confirmation'],
  });
  expect(await accountOf(shop, MAKER.company)).toEqual({ entries: [['charge', 22999]], balance: 22999 });
  const [knobs = 0, pulls = 0, latches = 0, hinges = 0] = before;
  expect(await stocksOf(shop, 'AV-100-SN', 'BX-300-SB', 'TW-20', 'QH-12')).toEqual([
    knobs - 12,
    pulls - 4,
    latches - 10,
    hinges - 20,
  ]);
  await expect.poll(() => shop.mailsTo(MAKER.email).at(-1)?.text).toContain('PO-1201, PO-1202');
});

test('the foreman’s order above his limit waits for the Primary, who approves it [ACC-11]', async ({
  page,
  browser,
  shop,
}) => {
  await enter(page, FOREMAN);
  await buy(page, 'QH-12', 40);
  await page.goto('/checkout/summary');
  await page.getByLabel('PO number').fill('PO-1204');
  // 40 × 2.90, the price from 25 on; no tax, picked up at the store.
  await page.getByRole('button', { name: 'Send for approval, $116.00' }).click();
  await expect(row(page, 'Waiting for approval')).toContainText('$116.00');
  await look(page, 'team-waiting', true);
  expect((await accountOf(shop, MAKER.company)).balance).toBe(22999);
  await expect.poll(() => shop.mailsTo(MAKER.email).at(-1)?.text).toContain('$116.00');

  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: shop.url });
  const office = await context.newPage();
  await enter(office, MAKER);
  await office.goto('/user/team');
  await row(office, FOREMAN.name).getByRole('button', { name: 'Review it' }).click();
  const dialog = office.getByRole('dialog', { name: 'Approve this order?' });
  await expect(dialog).toContainText('PO-1204');
  await look(office, 'approval', true);
  await dialog.getByRole('button', { name: 'Approve $116.00' }).click();
  await expect(office.getByText('Approved the order')).toBeVisible();
  await context.close();
  expect(await accountOf(shop, MAKER.company)).toEqual({
    entries: [
      ['charge', 22999],
      ['charge', 11600],
    ],
    balance: 34599,
  });
  const subjects = () => shop.mailsTo(FOREMAN.email).map(({ subject }) => subject);
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/was approved$/));
});

test('at his credit limit he is told which order to pay, pays a cart of it and then the rest, and goes on [ACC-14]', async ({
  page,
  shop,
}) => {
  const [, , workshop = ''] = story.carts;
  await enter(page, MAKER);
  await page.goto(`/checkout/summary?cart=${workshop}`);
  // 229.99 + 116.00 are used of 400.00; 65.70 more are 11.69 too many, and the oldest order is enough to pay.
  const credit = page.getByLabel('Credit on account');
  await expect(credit).toContainText('This order is $11.69 over your credit limit.');
  await expect(credit.getByRole('listitem')).toHaveText(
    new RegExp(`^Order ${story.order}, Smith kitchen, Jones bath, PO-1201, PO-1202.*\\$229\\.99$`),
  );
  await placeButton(page).click();
  await expect(page.getByText(CREDIT).first()).toBeVisible();
  // It lies over what is to be looked at.
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(page.getByLabel('PO number')).toHaveValue('PO-1203');
  await look(page, 'over-limit', true);
  expect((await accountOf(shop, MAKER.company)).balance).toBe(34599);

  await credit.getByRole('link', { name: `Order ${story.order}` }).click();
  await expect(page).toHaveURL(/\/user\/make-payment\//);
  story.orderId = new URL(page.url()).pathname.split('/')[3] ?? '';
  const carts = page.getByRole('list', { name: `Carts of order ${story.order}` });
  await carts.getByLabel('Jones bath').uncheck();
  await look(page, 'make-payment', true);
  await page.getByRole('button', { name: 'Pay $113.64' }).click();
  await expect(
    page.getByText(`$113.64 of order ${story.order} is paid; $116.35 is still due.`),
  ).toBeVisible();
  await look(page, 'paid-in-part', true);
  expect(await booksOf(shop, { orderNumber: story.order })).toMatchObject({
    ...{ paid: false, amountPaid: 11364, allocated: 11364, payments: [['succeeded', 11364]] },
  });
  // 96.40 of the other cart and 19.95 for sending both.
  await page.getByRole('link', { name: 'Pay the rest, $116.35' }).click();
  await page.getByRole('button', { name: 'Pay $116.35' }).click();
  await expect(page.getByText(`Order ${story.order} has been paid. Thank you!`)).toBeVisible();
  await look(page, 'finished', true);
  expect(await shop.rows(`select finished from orders where id = $1`, story.orderId)).toEqual([
    { finished: true },
  ]);

  await page.getByRole('link', { name: 'Back to checkout' }).click();
  // 116.00 and 65.70 of 400.00.
  await expect(credit).toContainText('$218.30');
  await placeButton(page).click();
  await thankedFor(page, MAKER.name);
  expect(await accountOf(shop, MAKER.company)).toEqual({
    entries: [
      ['charge', 22999],
      ['charge', 11600],
      ['payment', -11364],
      ['payment', -11635],
      ['charge', 6570],
    ],
    // 116.00 + 65.70
    balance: 18170,
  });
});

test('what was shipped he orders again, knowing what changed, and sends one thing of it back [ACC-10]', async ({
  page,
  shop,
}) => {
  const staff = await staffOf(shop);
  const ask = asking(staff);
  const tracking = [{ carrier: 'UPS', number: '1Z999AA10123456784' }];
  await ask('PATCH', '/orders/admin', { _id: story.orderId, status: 'Processing' });
  await ask('PATCH', '/orders/admin', {
    _id: story.orderId,
    status: 'Shipped',
    tracking,
    allPicked: true,
  });
  await shop.reprice('TW-20', '4.40');
  const [latches = 0] = await stocksOf(shop, 'TW-20');

  await enter(page, MAKER);
  await page.goto('/user/orders');
  await look(page, 'orders');
  await page.getByRole('link', { name: `Order ${story.order}`, exact: true }).click();
  await expect(page.getByLabel('Parcels')).toContainText('1Z999AA10123456784');
  await look(page, 'order');
  await page.getByRole('button', { name: 'Order again' }).click();
  const dialog = page.getByRole('dialog', { name: `Order ${story.order} again` });
  // 4.40 less 10 %; 9 pulls were there, 4 and 3 are sold.
  await expect(dialog).toContainText('Tidewater Latch, Pewter (TW-20)$3.96 each, was $3.60');
  await expect(dialog).toContainText('(BX-300-SB)only 2 of 4 left');
  // 10 × 0.36 more than 210.04.
  await expect(dialog).toContainText('come to $213.64 today; they were $210.04 then.');
  await look(page, 'reorder', true);
  await dialog.getByRole('button', { name: 'Put it in a new cart' }).click();
  await expect(
    page.getByText(
      `Order ${story.order} has been successfully duplicated and can be found in your saved carts.`,
    ),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Request a return' }).click();
  const form = page.getByRole('form', { name: 'Request a return' });
  await form.getByLabel('Quantity to return, of 10').fill('2');
  await form.getByLabel('Why').selectOption('No longer needed');
  await look(page, 'return-form', true);
  await form.getByRole('button', { name: 'Request the return' }).click();
  await expect(page.getByText(/^Your return was submitted\./)).toBeVisible();
  await expect(page.getByText('Requested, under review')).toBeVisible();
  const [made] = await shop.rows<{ id: string }>('select id from returns');
  for (const status of ['Approved', 'Received', 'Refunded'])
    await ask('PUT', '/returns', { _id: made?.id, status });
  await staff.dispose();
  await page.reload();
  // 2 × 3.60, without tax as it was sold.
  await expect(page.getByText('$7.20 to the card that paid.')).toBeVisible();
  await look(page, 'returned');
  expect(await stocksOf(shop, 'TW-20')).toEqual([latches + 2]);
  // It went back to the card; what is owed is as before.
  expect((await accountOf(shop, MAKER.company)).balance).toBe(18170);
  await expect.poll(async () => (await booksOf(shop, { orderNumber: story.order })).amountRefunded).toBe(720);

  await page.goto('/checkout');
  await page.getByRole('navigation', { name: 'Your carts' }).getByRole('link').last().click();
  await look(page, 'cart-again', true);
});

test('he finds every paper: invoice, statement, price list', async ({ page }) => {
  await enter(page, MAKER);
  await page.goto(`/user/orders/${story.orderId}`);
  const invoice = await paper(page, page.getByRole('link', { name: 'Invoice (PDF)' }));
  for (const said of [
    'PO-1201,PO-1202',
    'Smithkitchen',
    'Jonesbath',
    'Kitchenisland',
    'YournumberPULL-7',
    'Subtotal$210.04Shipping$19.95Tax(exempt)$0.00Total$229.99Paid$229.99',
    'Balancedue$0.00',
  ])
    expect(invoice).toContain(said);

  await page.goto('/user/statement');
  const lines = page.getByRole('row');
  // Newest first; each with what was owed then.
  await expect(lines.nth(1)).toContainText(/\$181\.70$/);
  await look(page, 'statement');
  expect(await paper(page, page.getByRole('link', { name: /^PDF/ }).first())).toContain('PO-1203');

  await page.goto('/user/special-pricing');
  const csv = await file(page, page.getByRole('link', { name: 'Price list as CSV' }));
  expect(csv.toString('utf8')).toContain(
    'BX-300-SB,PULL-7,"Bexley Arch Pull, Satin Brass",Harrow & Pike,12.50,9.90',
  );
  const list = await paper(page, page.getByRole('link', { name: 'Price list as PDF' }));
  for (const said of ['FullerJoinery', '$12.50$9.90']) expect(list).toContain(said);
});
