import { signInAs } from './support/ask.ts';
import { expectAccessible, expectNothingSticksOut } from './support/in-order.ts';
import { change, dialog, doneOnce, factOf, openOrder, place } from './support/money-desk.ts';
import { openMore } from './support/office.ts';
import { uselessOnPaper } from './support/paper.ts';
import { PEOPLE } from './support/people.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({
  fill: 'e2e/support/fill-money-desk.ts',
  provoked: ['A receipt of this number', 'receipts.take', 'is needed where you name a price'],
});

test(
  'one check pays several orders, the oldest first; it bounces, and comes again',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await shop.rows(`update companies set credit_limit = 100000`);
    await signInAs(page.request, PEOPLE.commercial);
    const [company] = await shop.rows<{ id: string }>(
      `select id from companies where name = 'Hollis Cabinetry'`,
    );
    await shop.rows(`update orders set status = 'Canceled' where company = '${company?.id}'`);
    await shop.rows(`delete from account_entries where company = '${company?.id}'`);
    const placed = [];
    for (const cents of [43_084, 21_200, 9716])
      placed.push(await place(page, shop, { CENT: cents }, { paymentType: 'Terms' }));
    await signInAs(page.request, PEOPLE.employee);
    await page.goto(`/admin/companies/${company?.id}`);
    const account = page.getByRole('region', { name: 'On account' });
    const paidOnes = async () => {
      const orders = await shop.rows<{ paid: boolean }>(
        `select paid from orders where company = '${company?.id}' and status <> 'Canceled' order by order_number`,
      );
      return orders.map(({ paid }) => paid);
    };
    const take = async (number: string, amount: string, words: string, asks = false) => {
      await account.getByRole('button', { name: 'Take a payment' }).click();
      const payment = dialog(page, 'Payment from Hollis Cabinetry');
      await payment.getByLabel('Number').fill(number);
      await payment.getByLabel('Amount').fill(amount);
      await expect(payment.getByText('owed after it')).toContainText(words);
      await expectAccessible(page);
      await payment.getByRole('button', { name: 'Take the payment' }).click();
      if (words.includes('stays on account')) {
        await expect(payment.getByText('more than is owed')).toBeVisible();
        await payment.getByRole('button', { name: 'Take it, and keep the rest' }).click();
      }
      if (asks) {
        await expect(payment.getByText('and bounced')).toBeVisible();
        await payment.getByRole('button', { name: 'Record it again' }).click();
      }
      await expect(payment).toHaveCount(0);
    };
    const fact = (label: string) => account.locator(`dt:text-is("${label}") + dd`);
    const showAccount = () => page.goto(`/admin/companies/${company?.id}`);
    const bounce = async () => {
      await page.goto('/admin/receipts');
      await page.getByRole('button', { name: 'Mark as bounced' }).click();
      await page.getByRole('button', { name: 'It bounced' }).click();
      await expect(page.getByText('Marked as bounced')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Mark as bounced' })).toHaveCount(0);
      await showAccount();
      await expect(fact('Owes')).toHaveText('$740.00');
      await expect(fact('Credit left')).toHaveText('$260.00');
      expect(await paidOnes()).toEqual([false, false, false]);
    };
    const third = placed.at(-1);
    const expectFortyOpen = async () => {
      await expect(fact('Owes')).toHaveText('$40.00');
      await expect(fact('Credit left')).toHaveText('$960.00');
      expect(await paidOnes()).toEqual([true, true, false]);
      await page.goto(`/admin/orders/${third?._id}`);
      await expect(factOf(page, 'Paid')).toHaveText('$57.16');
      await expect(factOf(page, 'Still to pay')).toHaveText('$40.00');
    };
    await expect(fact('Owes')).toHaveText('$740.00');
    await take('1043', '700', '$40.00 owed after it');
    await expectFortyOpen();
    await bounce();
    // The bank puts the same check in once more.
    await take('1043', '700', '$40.00 owed after it', true);
    await expectFortyOpen();
    await bounce();
    await take('1043', '750', '$10.00 stays on account', true);
    await expect(fact('Owes')).toHaveText('$0.00');
    await expect(fact('Credit left')).toHaveText('$1,000.00');
    await expect(account).toContainText('$10.00 unapplied credit');
    expect(await paidOnes()).toEqual([true, true, true]);
  },
);

test('[ADMO-01] an order on account is made with an agreed price, which its record and the pickers are told', async ({
  page,
  shop,
}) => {
  const isWide = (page.viewportSize()?.width ?? 0) > 599;
  await signInAs(page.request, PEOPLE.admin);
  await page.goto('/admin/createOrder');
  await page.getByLabel('Find a customer').fill('hollis');
  await page.getByRole('radio', { name: /^Hollis Cabinetry/ }).check();
  await page.getByLabel('Item and quantity').fill('KN-12-BN 20');
  await page.keyboard.press('Enter');
  const line = page.getByRole('row', { name: /Mesa Knob/ });
  const cells = (margin: string, amount: string) => async () => {
    // Phones show of a line what is typed.
    if (isWide) await expect(line.getByRole('cell')).toHaveText(['', '$12.40', '', margin, amount, '']);
    await expect(comesTo.getByRole('row', { name: /^Total/ })).toContainText(amount);
  };
  const comesTo = page.getByRole('region', { name: 'Summary' });
  const expectOurs = cells('50.0%', '$248.00');
  const expectAgreed = cells('37.4%', '$198.00');
  const price = page.getByLabel('Another price of KN-12-BN');
  const reason = page.getByLabel('Reason for the price of KN-12-BN');
  const submit = page.getByRole('button', { name: 'Submit the order' });
  await expectOurs();
  await price.fill('9.90');
  await price.press('Tab');
  await expect(reason).toBeFocused();
  await expect(line).not.toContainText('Give a reason');
  await reason.blur();
  await expect(line).toContainText('Give a reason for this price');
  await expect(comesTo).toContainText('Give a reason for the price of KN-12-BN.');
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await reason.fill('For the whole street');
  await expectAgreed();
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await page.getByRole('button', { name: 'Take the price of KN-12-BN back' }).click();
  await expect(price).toHaveValue('');
  await expect(reason).toHaveCount(0);
  await expectOurs();
  await price.fill('9.90');
  await reason.fill('For the whole street');
  await expectAgreed();
  await expect(page.getByLabel('Payment', { exact: true })).toHaveValue('Terms');
  await expect(page.getByLabel('Go on above the credit limit')).toHaveCount(0);
  await submit.click();
  await expect(page.getByText(/Order \d+ created/)).toBeVisible();

  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(/Order \d+/);
  const lines = page.getByRole('region', { name: 'Lines' });
  await expect(lines.getByRole('rowheader', { name: /Mesa Knob/ }).getByText('agreed price')).toBeVisible();
  // Phones show no prices of lines.
  if (isWide)
    await expect(lines.getByRole('cell', { name: /^\$9\.90/ })).toHaveText(
      '$9.90instead of $12.40: For the whole street',
    );
  await expect(factOf(page, 'Company')).toHaveText('Hollis Cabinetry');
  await expect(factOf(page, 'Still to pay')).toHaveText('$198.00');
  await expect(page.getByText(/over the limit|above the credit limit/)).toHaveCount(0);
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  const number = /\d+/.exec((await heading.textContent()) ?? '')?.[0];
  await page.goto('/admin/picking');
  await expect(
    page.getByRole('region', { name: 'By bin' }).getByRole('row', { name: /Mesa Knob/ }),
  ).toContainText('agreed price');
  const [order] = await shop.rows<{ id: string }>(`select id from orders where order_number = ${number}`);
  await page.goto(`/admin/picking/${order?.id}`);
  await page.getByRole('button', { name: 'Start picking' }).click();
  await expect(
    page.getByRole('list', { name: 'Places' }).getByRole('listitem').filter({ hasText: 'KN-12-BN' }),
  ).toContainText('agreed price');
  await expectNothingSticksOut(page);
});

test(
  '[ADMO-03] an order is changed by a coupon and by an address: the preview says what, and an email follows',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await signInAs(page.request, PEOPLE.retail);
    const order = await place(page, shop, { 'HP-4410-BN': 40, 'KN-12-BN': 10 });
    const mails = () =>
      shop
        .mailsTo(PEOPLE.retail)
        .filter(({ subject }) => subject?.includes(`${order.orderNumber} at Knurl was changed`));
    await openOrder(page, order);
    await page.getByRole('button', { name: 'Change the items' }).click();
    await page.getByLabel('Coupon').fill('TENTH');
    // 10 % of 398.00 is 39.80; a discount lowers no tax (rule T5).
    const [full, tenth, sent] = [
      { Subtotal: '$398.00', Discount: '$0.00', Tax: '$32.84', Total: '$430.84' },
      { Subtotal: '$398.00', Discount: '−$39.80', Tax: '$32.84', Total: '$391.04' },
      { Subtotal: '$398.00', Discount: '−$39.80', Shipping: '$29.95', Tax: '$32.84', Total: '$420.99' },
    ];
    await doneOnce(page, '$39.80 goes back to the card', [full, tenth]);
    await expect(factOf(page, 'Coupon')).toHaveText('TENTH');
    await expect.poll(() => mails().length).toBe(1);
    for (const words of ['$391.04', '$39.80 goes back to your card.'])
      expect(mails()[0]?.text).toContain(words);

    await openMore(page);
    await page.getByRole('button', { name: 'Change the items' }).click();
    const dialogOfOrder = dialog(page, `Change order ${order.orderNumber}`);
    await dialogOfOrder.getByLabel('Delivery').selectOption('ground');
    await expect(dialogOfOrder.getByText('The shipping is recalculated; it was $0.00.')).toBeVisible();
    const shipTo = dialogOfOrder.getByRole('group', { name: 'Ship to' });
    for (const [label, text] of [
      ['Address', '12 Mill Lane'],
      ['City', 'Austin'],
      ['State', 'TX'],
      ['ZIP code', '78701'],
    ] as const)
      await shipTo.getByLabel(label).fill(text);
    await doneOnce(page, '$29.95 to pay', [tenth, sent]);
    await expect(factOf(page, 'Delivery')).toHaveText('Ground shipping');
    await expect(factOf(page, 'Still to pay')).toHaveText('$29.95');
    await expect.poll(() => mails().length).toBe(2);
    for (const words of ['$420.99', '$29.95 is still to be paid.', '12 Mill Lane'])
      expect(mails()[1]?.text).toContain(words);
  },
);

test(
  '[ADMO-05] staff charge what an edit left open to the card that the customer saved',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await signInAs(page.request, PEOPLE.retail);
    const order = await place(page, shop, { 'KN-12-BN': 10 }, {}, { saveCard: true });
    // 124.00 and 10.23 of tax.
    expect(order.total).toBe(134.23);
    await openOrder(page, order);
    await change(page, 'KN-12-BN', '11', '$13.42 to pay', [
      { Subtotal: '$124.00', Tax: '$10.23', Total: '$134.23' },
      { Subtotal: '$136.40', Tax: '$11.25', Total: '$147.65' },
    ]);
    await expect(factOf(page, 'Still to pay')).toHaveText('$13.42');
    await openMore(page);
    await page.getByRole('button', { name: 'Pay by card' }).click();
    const card = dialog(page, /^Payment by card/);
    await expect(card.getByText('$13.42 to pay')).toBeVisible();
    await card.getByRole('radio', { name: /ending in 4242/ }).check();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Charge $13.42' }).click();
    await expect(page.getByText('Payment successful')).toBeVisible();
    await expect(card).toHaveCount(0);
    await expect(factOf(page, 'Payment')).toHaveText(/, paid$/);
    await expect(factOf(page, 'Paid')).toHaveText('$147.65');
    await expect(factOf(page, 'Still to pay')).toHaveCount(0);
    const payments = await shop.rows<{ cents: number }>(
      `select a.amount::int as cents from payments p join payment_allocations a on a.payment = p.id
       where a."order" = '${order._id}' and p.status = 'succeeded' order by p.created_at`,
    );
    expect(payments.map(({ cents }) => cents)).toEqual([13_423, 1342]);
  },
);

test(
  'store credit is given to a customer with a reason, which they read and can use',
  ANY_WIDTH,
  async ({ page, shop }) => {
    const [rae] = await shop.rows<{ id: string }>(`select id from users where email = '${PEOPLE.retail}'`);
    await signInAs(page.request, PEOPLE.employee);
    await page.goto(`/admin/users/${rae?.id}`);
    const account = page.getByRole('region', { name: 'Account' });
    const credit = account.locator('dt:text-is("Store credit") + dd');
    await expect(credit).toHaveText('$0.00');
    await account.getByRole('button', { name: 'Give store credit' }).click();
    const give = dialog(page, 'Store credit for Rae Moss');
    await give.getByLabel('Amount').fill('25');
    await give.getByRole('button', { name: 'Give it' }).click();
    await expect(give.getByText(/is required/)).toBeVisible();
    await expect(give.getByLabel('Reason')).toBeFocused();
    await give.getByLabel('Reason').fill('A box came late');
    await expectAccessible(page);
    await give.getByRole('button', { name: 'Give it' }).click();
    await expect(page.getByText('$25.00 of store credit given')).toBeVisible();
    await expect(credit).toHaveText('$25.00');
    await expectNothingSticksOut(page);
    const entries = await shop.rows(
      `select kind, amount::int as cents, note as reason from store_credit_entries where "user" = '${rae?.id}'`,
    );
    expect(entries).toEqual([{ kind: 'granted', cents: 2500, reason: 'A box came late' }]);

    await signInAs(page.request, PEOPLE.retail);
    await page.goto('/user/notifications');
    await expect(page.getByText('You have $25.00 of store credit')).toBeVisible();
    await expect(page.getByText('A box came late')).toBeVisible();
  },
);

test(
  'the deposit list of a day prints what came in, its sums, and nothing to press',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await signInAs(page.request, PEOPLE.employee);
    const [company] = await shop.rows<{ id: string; day: string; called: string }>(
      `select id, d::text as day, to_char(d, 'FMMonth FMDD, YYYY') as called
       from companies, lateral (select (now() at time zone 'America/Chicago')::date - 3 as d) day
       where name = 'Hollis Cabinetry'`,
    );
    await page.goto(`/admin/companies/${company?.id}`);
    for (const [method, number, amount, note] of [
      ['Check', '2044', '120.50', ''],
      ['Check', '2045', '79.50', 'Left at the counter'],
      ['Transfer', 'T-9', '30', ''],
      ['Cash', '', '12.25', ''],
    ] as const) {
      await page.getByRole('button', { name: 'Take a payment' }).click();
      const payment = dialog(page, 'Payment from Hollis Cabinetry');
      await payment.getByLabel('Method').selectOption(method);
      await payment.getByLabel('Number').fill(number);
      await payment.getByLabel('Amount').fill(amount);
      await payment.getByLabel('Received on').fill(company?.day ?? '');
      await payment.getByLabel('Note').fill(note);
      await payment.getByRole('button', { name: 'Take the payment' }).click();
      const keep = payment.getByRole('button', { name: 'Take it, and keep the rest' });
      await expect(async () => {
        if (await keep.isVisible()) await keep.click();
        await expect(payment).toHaveCount(0, { timeout: 500 });
      }).toPass();
    }
    await page.goto(`/admin/receipts?on=${company?.day}`);
    const sums = page.locator('dl > div');
    await expect(sums).toHaveText([
      'Checks (2)$200.00',
      'Cash (1)$12.25',
      'Transfers (1)$30.00',
      'All$242.25',
    ]);
    await expectAccessible(page);
    await expectNothingSticksOut(page);
    expect(await uselessOnPaper(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Deposits of ${company?.called}`);
    await expect(sums.last()).toBeVisible();
    const rows = page.getByRole('region', { name: 'Receipts' }).getByRole('row');
    await expect(rows.filter({ hasText: 'Hollis' })).toHaveCount(4);
    await expect(rows.filter({ hasText: '2045' })).toContainText(/Left at the counter.*Check.*\$79\.50/);
  },
);
