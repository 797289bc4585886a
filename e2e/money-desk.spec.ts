import { asking, signInAs } from './support/ask.ts';
import { expectAccessible, expectNothingSticksOut } from './support/in-order.ts';
import { change, dialog, factOf, openOrder, place } from './support/money-desk.ts';
import { openMore } from './support/office.ts';
import { PEOPLE } from './support/people.ts';
import { ANY_WIDTH, DESK_ONLY, expect, test } from './support/shop.ts';

test.use({
  fill: 'e2e/support/fill-money-desk.ts',
  provoked: ['variants.match'],
});

test(
  '[ADMO-03] an order that a card paid is changed: what goes back, what is to pay, and no money twice',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await signInAs(page.request, PEOPLE.retail);
    const before = (await shop.variant('KN-12-BN')).stock;
    // 274.00 and 124.00, with 32.84 of tax.
    const order = await place(page, shop, { 'HP-4410-BN': 40, 'KN-12-BN': 10 });
    expect(order.total).toBe(430.84);
    await openOrder(page, order);
    const [ten, six, seven] = [
      { Subtotal: '$398.00', Tax: '$32.84', Total: '$430.84' },
      { Subtotal: '$348.40', Tax: '$28.74', Total: '$377.14' },
      { Subtotal: '$360.80', Tax: '$29.77', Total: '$390.57' },
    ];
    await change(page, 'KN-12-BN', '6', '$53.70 goes back to the card', [ten, six]);
    await openMore(page);
    await change(page, 'KN-12-BN', '7', '$13.43 to pay', [six, seven]);
    await openMore(page);
    await change(page, 'KN-12-BN', '6', 'No money moves', [seven, six]);
    const money = await shop.rows<{ amount: string }>(
      `select amount::text as amount from refunds where "order" = '${order._id}'`,
    );
    expect(money).toEqual([{ amount: '5370' }]);
    const [row] = await shop.rows<{ paid: boolean; total: string }>(
      `select paid, total::text as total from orders where id = '${order._id}'`,
    );
    expect(row).toEqual({ paid: true, total: '37714' });
    expect((await shop.variant('KN-12-BN')).stock).toBe(before - 6);
  },
);

test('a quantity below its step is priced without it', ANY_WIDTH, async ({ page, shop }) => {
  await signInAs(page.request, PEOPLE.commercial);
  const order = await place(page, shop, { 'ST-8': 10 }, { paymentType: 'Terms' });
  expect(order.total).toBe(119);
  await openOrder(page, order);
  const [ten, six] = [
    { Subtotal: '$119.00', Total: '$119.00' },
    { Subtotal: '$74.40', Total: '$74.40' },
  ];
  await change(page, 'ST-8', '6', '$74.40 to pay, on account', [ten, six]);
});

test(
  'the same goods by a return are worth one cent less, and the order stays paid',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await signInAs(page.request, PEOPLE.retail);
    const order = await place(page, shop, { 'HP-4410-BN': 40, 'KN-12-BN': 10 });
    const staff = asking(page.request);
    await signInAs(page.request, PEOPLE.employee);
    await staff('PATCH', '/orders/admin', { _id: order._id, status: 'Processing' });
    await staff('PATCH', '/orders/admin', { _id: order._id, status: 'Ready', allPicked: true });
    await openOrder(page, order);
    await page.getByRole('button', { name: 'Begin a return' }).click();
    const begun = dialog(page, `Return of order ${order.orderNumber}`);
    const line = begun.getByRole('listitem').filter({ hasText: 'KN-12-BN' });
    await line.getByLabel('Quantity to return, of 10').fill('4');
    await begun.getByLabel('Why').selectOption('Ordered the wrong thing');
    await expectAccessible(page);
    await begun.getByRole('button', { name: 'Begin the return' }).click();
    await expect(page.getByText('Return was successfully created.')).toBeVisible();
    const returns = page.getByRole('region', { name: 'Returns' });
    await expect(returns.getByText(/^Requested /)).toBeFocused();
    await returns.getByRole('button', { name: 'Approve' }).click();
    await expect(returns).toContainText('Approved, on its way');
    await returns.getByRole('button', { name: 'Mail how it stands' }).click();
    await dialog(page, 'Mail how the return stands')
      .getByRole('button', { name: 'Send', exact: true })
      .click();
    await expect(page.getByText(`Email about the return is on its way to ${PEOPLE.retail}`)).toBeVisible();
    const mails = await shop.rows<{ subject: string }>(
      `select subject from emails where template = 'return' and "order" = '${order._id}' order by created_at`,
    );
    expect(mails.at(-1)?.subject).toContain('Your return was approved');
    await returns.getByRole('button', { name: 'Goods are here' }).click();
    const came = dialog(page, /are here$/);
    await came.getByLabel('Quantity received (of 4)').fill('5');
    await came.getByRole('button', { name: 'Take them in' }).click();
    await expect(came.getByText('is more than the 4 of the return')).toBeVisible();
    await came.getByLabel('Quantity received (of 4)').fill('4');
    await came.getByLabel('Not for sale').fill('1');
    await expectAccessible(page);
    await came.getByRole('button', { name: 'Take them in' }).click();
    await returns.getByRole('button', { name: 'Settle' }).click();
    const settle = dialog(page, /^Settle/);
    await expect(settle).toContainText('$53.69 to the card that paid.');
    await settle.getByLabel('Restocking fee').fill('3.69');
    await expect(settle).toContainText('$50.00 to the card that paid');
    await settle.getByLabel('Restocking fee').fill('');
    await expectAccessible(page);
    await settle.getByRole('button', { name: 'Settle' }).click();
    await expect(returns).toContainText('$53.69 to the card that paid');
    // The card has it back a moment later.
    await expect
      .poll(() => shop.rows(`select amount_refunded::int as cents from orders where id = '${order._id}'`))
      .toEqual([{ cents: 5369 }]);
    await page.reload();
    await expect(factOf(page, 'Payment')).toHaveText(/, paid$/);
    await expect(factOf(page, 'Paid')).toHaveText('$430.84');
    await expect(factOf(page, 'Refunded')).toHaveText('$53.69');
    await expect(factOf(page, 'Still to pay')).toHaveCount(0);
    await openMore(page);
    for (const name of ['Take a payment', 'Pay by card'])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    const [row] = await shop.rows<{ paid: boolean }>(`select paid from orders where id = '${order._id}'`);
    expect(row?.paid).toBe(true);
    await expectNothingSticksOut(page);
  },
);

test(
  '[ADMO-01] five items are sold over the counter without a pointer',
  DESK_ONLY,
  async ({ page, shop }) => {
    await signInAs(page.request, PEOPLE.employee);
    await page.goto('/admin/createOrder');
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      const counted = window as unknown as { pointers: number };
      counted.pointers = 0;
      for (const name of ['pointerdown', 'mousedown', 'touchstart'])
        document.addEventListener(name, () => (counted.pointers += 1), true);
    });
    const item = page.getByLabel('Item and quantity');
    let keys = 0;
    const type = async (text: string) => {
      keys += text.length;
      await page.keyboard.type(text);
    };
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    await expect(item).toBeFocused();
    for (const text of ['HP-4410-BN 12', 'KN-12-BN 4', 'ST-8 8', 'CENT 100', 'HP-4410-BN']) {
      await type(text);
      await press('Enter');
      await expect(item).toBeFocused();
    }
    // Typed on without waiting, as a scanner does.
    await expect(page.getByLabel('Quantity of CENT')).toHaveValue('100');
    await expect(page.getByLabel('Quantity of HP-4410-BN')).toHaveValue('13');
    await expect(item).toHaveValue('');
    // A number that nothing has waits below the field, with the nearest; the next begins in an empty one.
    await type('KN-12-BX');
    await press('Enter');
    await expect(page.getByText('No exact match for “KN-12-BX”')).toBeVisible();
    await expect(item).toHaveValue('');
    await expect(item).toBeFocused();
    await press('Alt+1');
    await expect(page.getByLabel('Quantity of KN-12-BN')).toHaveValue('5');
    // A name finds what bears it.
    await type('mesa 2');
    await press('Enter');
    await expect(page.getByRole('button', { name: /^2 × KN-12-BN, Mesa Knob/ })).toBeVisible();
    await expect(item).toBeFocused();
    await press('Alt+1');
    await expect(page.getByLabel('Quantity of KN-12-BN')).toHaveValue('7');
    await expect(item).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Taken along now' })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await press('Control+Enter');
    const paying = dialog(page, /to pay$/);
    await expect(paying.getByRole('radio', { name: 'Cash' })).toBeFocused();
    await press('Enter');
    await expect(page.getByText(/Order \d+ created/)).toBeVisible();
    await expect(item).toBeFocused();
    expect(keys).toBeLessThanOrEqual(120);
    expect(await page.evaluate(() => (window as unknown as { pointers: number }).pointers)).toBe(0);
    const [order] = await shop.rows<{ status: string; paid: boolean; email: string }>(
      `select status, paid, email from orders order by order_number desc limit 1`,
    );
    expect(order).toEqual({ status: 'Completed', paid: true, email: '' });
  },
);

test('what a card pays at the counter lies ready, and its page asks for the card', async ({ page, shop }) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin/createOrder');
  // Enter does something from now on.
  await expect(page.getByLabel('Item and quantity')).toBeFocused();
  await page.getByLabel('Item and quantity').fill('KN-12-BN 2');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Quantity of KN-12-BN')).toHaveValue('2');
  await page.getByRole('button', { name: 'Taken along now' }).click();
  const paying = dialog(page, /to pay$/);
  await paying.getByLabel('Card').check();
  await expectAccessible(page);
  await paying.getByRole('button', { name: 'Make it, and pay by card' }).click();
  const card = dialog(page, /^Payment by card/);
  await card.getByRole('button', { name: 'Make the link' }).click();
  await expect(card.locator('code')).toContainText('/pay/');
  await card.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('link', { name: 'Hand over' })).toBeVisible();
  const [order] = await shop.rows<{ status: string; paid: boolean }>(
    `select status, paid from orders order by order_number desc limit 1`,
  );
  expect(order).toEqual({ status: 'Ready', paid: false });
});

test(
  '[ADMO-05] a link lets anybody pay what is open, and an Employee’s refund above their limit waits',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await signInAs(page.request, PEOPLE.commercial);
    await shop.rows(`update companies set credit_limit = 1000000`);
    const order = await place(page, shop, { CENT: 5000 }, { paymentType: 'Terms' });
    await openOrder(page, order);
    await page.getByRole('button', { name: 'Pay by card' }).click();
    const card = dialog(page, /^Payment by card/);
    await card.getByLabel('Email').fill('site@example.com');
    await card.getByRole('button', { name: 'Send the link' }).click();
    const link = (await card.locator('code').textContent()) ?? '';
    await expectAccessible(page);
    await expect.poll(() => shop.mailsTo('site@example.com').length).toBe(1);
    // Leaves the record first: it looks again by itself at how the email went, which nobody signed out may.
    await page.goto('about:blank');
    await page.context().clearCookies();
    const { pathname, search } = new URL(link);
    await page.goto(pathname + search);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Pay for order ${order.orderNumber}`);
    await expectAccessible(page);
    await expectNothingSticksOut(page);
    await page.getByRole('button', { name: 'Pay $50.00' }).click();
    await expect(page.getByText(`You paid $50.00 for order ${order.orderNumber}`)).toBeVisible();
    await shop.rows(
      `insert into site_settings (hours_of_operation, employee_order_limit) values ('[]', 1000)
     on conflict ("only") do update set employee_order_limit = 1000`,
    );
    await openOrder(page, order);
    await page.getByRole('button', { name: 'Refund' }).click();
    const refund = dialog(page, /^Refund/);
    await refund.getByLabel('Amount').last().fill('20');
    await refund.getByLabel('Reason').fill('Late by a week');
    await expectAccessible(page);
    await expect(refund.getByText('An Admin has to approve this')).toBeVisible();
    await refund.getByRole('button', { name: 'Ask an Admin for it' }).click();
    await expect(page.getByText('It waits for an Admin, who was told.')).toBeVisible();
    await page.goto('/admin');
    const own = page.getByRole('region', { name: 'Waiting for an Admin' });
    await expect(own).toContainText('$20.00 to the card: Late by a week');
    await expect(own.getByRole('button')).toHaveCount(0);
    await expectAccessible(page);
    await signInAs(page.request, PEOPLE.admin);
    await page.goto('/admin');
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await expect(waiting).toContainText('$20.00 to the card: Late by a week');
    await expectAccessible(page);
    await waiting.getByRole('button', { name: /^Approve/ }).click();
    await expect(page.getByText('Approved and done')).toBeVisible();
    await expect(waiting).toHaveCount(0);
    const [row] = await shop.rows<{ amount: string }>(
      `select amount::text as amount from refunds where "order" = '${order._id}'`,
    );
    expect(row).toEqual({ amount: '2000' });
  },
);

test(
  'a bid is priced with its margin, quoted, and sent back for other prices',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await signInAs(page.request, PEOPLE.retail);
    const { _id, product_id } = await shop.variant('KN-12-BN');
    const cart = [{ productId: product_id, variantId: _id, quantity: 200 }];
    const bid = await asking(page.request)<{ _id: string }>('POST', '/users/cart', {
      ...{ orderName: 'Smith kitchen', cart, notes: 'Two hundred of them' },
    });
    await signInAs(page.request, PEOPLE.employee);
    await page.goto('/admin/bids');
    await page.getByRole('link', { name: 'Smith kitchen' }).click();
    await expect(page.getByText('Two hundred of them')).toBeVisible();
    await page.getByLabel('Price of KN-12-BN').fill('9.90');
    await expect(page.getByText('$1,980.00 for the goods')).toBeVisible();
    await page.getByLabel('Message to the customer').fill('From stock.');
    await expectAccessible(page);
    await expectNothingSticksOut(page);
    await page.getByRole('button', { name: 'Send the quote' }).click();
    await expect(page.getByText('Quote sent to the customer')).toBeVisible();
    await signInAs(page.request, PEOPLE.retail);
    await page.goto(`/checkout?cart=${bid._id}`);
    await expect(page.getByText('From stock.')).toBeVisible();
    await page.getByRole('button', { name: 'Ask for other prices' }).click();
    await page.getByLabel('Your message').fill('9.50 and we take them');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Sent to us as a bid.')).toBeVisible();
  },
);

test(
  'a quote below what an Employee may name waits, says so, and is sent with an Admin’s yes',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await signInAs(page.request, PEOPLE.retail);
    const { _id, product_id } = await shop.variant('KN-12-BN');
    const cart = [{ productId: product_id, variantId: _id, quantity: 20 }];
    await asking(page.request)('POST', '/users/cart', { orderName: 'Jones bath', cart, notes: '' });
    await shop.rows(
      `insert into site_settings (hours_of_operation, employee_price_limit) values ('[]', 20)
     on conflict ("only") do update set employee_price_limit = 20`,
    );
    await signInAs(page.request, PEOPLE.employee);
    await page.goto('/admin/bids');
    await page.getByRole('link', { name: 'Jones bath' }).click();
    await page.getByLabel('Price of KN-12-BN').fill('1.00');
    await page.getByRole('button', { name: 'Send the quote' }).click();
    await expect(page.getByText('It waits for an Admin, who was told.')).toBeVisible();
    await expect(page.getByText(/^A quote that .* asked for waits for an Admin since/)).toBeVisible();
    await expectAccessible(page);
    await expectNothingSticksOut(page);
    await page.goto('/admin/bids');
    await expect(page.getByRole('row', { name: /Jones bath/ })).toContainText('A quote waits for an Admin');
    await signInAs(page.request, PEOPLE.admin);
    await page.goto('/admin');
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await expect(waiting).toContainText('more than');
    await expectAccessible(page);
    await expectNothingSticksOut(page);
    await waiting.getByRole('button', { name: /^Approve: Quote/ }).click();
    await expect(page.getByText('Approved and done')).toBeVisible();
    const [row] = await shop.rows<{ state: string }>(
      `select state from carts where order_name = 'Jones bath'`,
    );
    expect(row).toEqual({ state: 'quoted' });
    await shop.rows(`update site_settings set employee_price_limit = null`);
  },
);
