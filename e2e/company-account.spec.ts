import type { Page } from '@playwright/test';
import { asking, signInAs } from './support/ask.ts';
import { expectAccessible, expectInOrder, expectNothingSticksOut } from './support/in-order.ts';
import { PEOPLE } from './support/people.ts';
import { expect, type Shop, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-money-desk.ts' });

/** Places orders on account of so many cents each, due so many days from today. */
async function placeOnAccount(page: Page, shop: Shop, debts: [cents: number, days: number][]) {
  await signInAs(page.request, PEOPLE.commercial);
  const { _id: variantId, product_id: productId } = await shop.variant('CENT');
  const numbers: number[] = [];
  for (const [quantity, days] of debts) {
    const { _id, orderNumber } = await asking(page.request)<{ _id: string; orderNumber: number }>(
      'POST',
      '/orders',
      {
        ...{ name: 'Dana Hollis', email: PEOPLE.commercial, phone: '512 555 0143' },
        ...{ shippingMethod: 'local', paymentType: 'Terms', cart: [{ productId, variantId, quantity }] },
        ...{ total: quantity / 100, idempotencyKey: crypto.randomUUID() },
      },
    );
    await shop.rows(
      `update orders set due_date = (now() at time zone 'America/Chicago')::date + ${days} where id = '${_id}'`,
    );
    numbers.push(orderNumber);
  }
  return numbers;
}

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const figure = (page: Page, label: string) => page.locator(`dt:text-is("${label}") + dd`);

test('[ADMO-05] a company over its limit is reminded, pays what releases its orders, and reads the same', async ({
  page,
  shop,
}) => {
  const [oldest = 0, next = 0, last = 0] = await placeOnAccount(page, shop, [
    [43_084, -40],
    [21_200, -5],
    [9716, 20],
  ]);
  await shop.rows(`update companies set credit_limit = 50000 where name = 'Hollis Cabinetry'`);
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin/companies');
  await page.getByRole('link', { name: 'Hollis Cabinetry' }).click();
  const onAccount = region(page, 'On account');
  await expect(onAccount.locator('dt:text-is("31–60 days") + dd')).toHaveText('$430.84');
  await expect(onAccount.getByRole('button', { name: 'Pay to release, $430.84' })).toBeVisible();
  await onAccount.getByRole('link', { name: 'The whole account' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account of Hollis Cabinetry');
  await expect(page.getByText('$240.00 over the limit.')).toBeVisible();
  for (const [label, amount] of [
    ['Owes', '$740.00'],
    ['Current', '$97.16'],
    ['1–30 days', '$212.00'],
    ['31–60 days', '$430.84'],
    ['Over 90 days', '$0.00'],
    ['Due by now', '$642.84'],
    ['Credit limit', '$500.00'],
    ['Credit left', '$0.00'],
  ] as const)
    await expect(figure(page, label)).toHaveText(amount);
  await expect(region(page, 'Open orders').getByRole('row', { name: `${oldest}` })).toContainText(
    '40 days late',
  );
  await expect(region(page, /^Transactions$/).getByRole('row')).toHaveCount(4);
  await page.reload();
  await expect(page.getByText('No reminders yet.')).toBeVisible();
  await expectInOrder(page);

  await page.getByRole('button', { name: 'Remind' }).click();
  const remind = page.getByRole('dialog', { name: 'Remind Hollis Cabinetry' });
  await expect(remind).toContainText('2 orders are due, with $642.84 open.');
  await expect(remind).toContainText('goes to books@hollis.example');
  await remind.getByLabel('Your message').fill('Please call Erin.');
  await expectAccessible(page);
  await remind.getByRole('button', { name: 'Send the reminder' }).click();
  await expect(remind).toHaveCount(0);
  await expect(region(page, 'Reminders')).toContainText('to books@hollis.example');
  await expect.poll(() => shop.mailsTo('books@hollis.example').length).toBe(1);
  await page.getByRole('button', { name: 'Remind' }).click();
  await expect(remind).toContainText('The company already got a reminder today.');
  await remind.getByRole('button', { name: 'Close' }).last().click();

  await page.goto('/admin/orders?view=overLimit');
  await expect(page.getByRole('link', { name: 'pay to release' })).toHaveCount(3);
  await page
    .getByRole('row', { name: `${last}` })
    .getByRole('link', { name: 'pay to release' })
    .click();
  const payment = page.getByRole('dialog', { name: 'Payment from Hollis Cabinetry' });
  await expect(payment.getByLabel('Amount')).toHaveValue('430.84');
  await expect(payment.getByRole('checkbox', { name: `${oldest}` })).toBeChecked();
  for (const other of [next, last])
    await expect(payment.getByRole('checkbox', { name: `${other}` })).not.toBeChecked();
  const says = payment.getByText('owed after it');
  await payment.getByLabel('Amount').fill('239.99');
  await expect(says).toContainText('Still $0.01 over the limit.');
  await payment.getByLabel('Amount').fill('430.84');
  await expect(says).toContainText('Within the limit then');
  await payment.getByLabel('Number').fill('2001');
  await expectAccessible(page);
  await payment.getByLabel('Number').press('Enter');
  await expect(payment).toHaveCount(0);

  await expect(page.getByText('over the limit')).toHaveCount(0);
  await expect(figure(page, 'Owes')).toHaveText('$309.16');
  await expect(figure(page, '31–60 days')).toHaveText('$0.00');
  await expect(figure(page, 'Credit left')).toHaveText('$190.84');
  await expect(
    region(page, 'Payments without a card').getByRole('row', { name: 'check 2001' }),
  ).toContainText(`${oldest} $430.84`);
  await expect(
    region(page, /^Transactions$/)
      .getByRole('row')
      .nth(1),
  ).toContainText('Payment by check 2001');
  await expectNothingSticksOut(page);
  await page.goto('/admin/orders?view=overLimit');
  await expect(page.getByText('No company with open orders owes more than its limit.')).toBeVisible();

  await signInAs(page.request, PEOPLE.commercial);
  await page.goto('/user/statement');
  await expect(figure(page, 'You owe')).toHaveText('$309.16');
  await expect(figure(page, '1–30 days')).toHaveText('$212.00');
  await expect(figure(page, 'Current')).toHaveText('$97.16');
  await expect(page.getByText('Payment by check 2001')).toBeVisible();
  await expectInOrder(page);
});
