import type { Page } from '@playwright/test';
import { signInAs, staffOf } from './support/ask.ts';
import { expectAccessible, expectNothingSticksOut } from './support/in-order.ts';
import { fillCart, placeButton, thankedFor } from './support/journeys.ts';
import { openMore } from './support/office.ts';
import { PEOPLE } from './support/people.ts';
import { ANY_WIDTH, expect, type Shop, test } from './support/shop.ts';

test.use({
  fill: 'e2e/support/fill-order-desk.ts',
  provoked: [
    'Someone else has changed this',
    'orders.record',
    'picking.sheet',
    'users.record',
    'companies.record',
    'mailbox.get',
  ],
});

/** Opens the order of so many units from the desk's view that it is in. */
async function open(page: Page, view: string, units: number): Promise<void> {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto(`/admin/orders?view=${view}`);
  const row = page
    .getByRole('region', { name: 'Orders' })
    .locator('tbody tr')
    .filter({ has: page.getByRole('cell', { name: new RegExp(`^${units}\\b`) }) });
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Order \d/);
}

const picked = (page: Page) => page.getByLabel(/^Picked of HP-4410-BN/);
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const status = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const mailsOf = (shop: Shop, subject: RegExp) =>
  shop.mailsTo(PEOPLE.commercial).filter(mail => subject.test(mail.subject ?? ''));

test('an order is handed out in parts: nothing without a count, and the customer hears of each part', async ({
  page,
  shop,
}) => {
  await open(page, 'picking', 3);
  await press(page, 'Ready for pick-up');
  const dialog = page.getByRole('dialog', { name: 'Nothing is counted as picked' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enter the counts' }).click();
  await expect(status(page)).toContainText('Being prepared');

  await picked(page).fill('4');
  await press(page, /^Ready for pick-up/);
  await expect(page.getByText('Picked is more than the 3 that were ordered')).toBeVisible();
  await expect(picked(page)).toHaveValue('4');
  await picked(page).fill('2');
  await expect(bar(page)).toContainText('1 unsaved change: Picked of HP-4410-BN');
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await press(page, 'Ready for pick-up: 2 of 3, keep 1 open');
  await expect(status(page)).toContainText('Ready for pick-up');
  await expect(bar(page)).toHaveCount(0);
  const ready = /is ready for pick-up/;
  await expect.poll(() => mailsOf(shop, ready).length).toBe(1);
  expect(mailsOf(shop, ready)[0]?.text).toContain('So far: 2 of 3');
  expect(mailsOf(shop, ready)[0]?.text).toContain('Still to come: 1 × Avalon Bar Pull');

  await expect(page.getByRole('link', { name: 'Hand over' })).toBeVisible();
  await openMore(page);
  await press(page, 'Complete');
  await expect(page.getByRole('dialog', { name: '1 still to come' })).toBeVisible();
  await press(page, 'Keep it open');
  await press(page, 'All picked');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Successfully updated order')).toBeVisible();
  await expect.poll(() => mailsOf(shop, ready).length).toBe(2);
  expect(mailsOf(shop, ready)[1]?.text).toContain('The rest of your order');
  await press(page, 'Complete');
  await expect(status(page)).toContainText('Completed');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem').first()).toContainText('Ready for pick-up → Completed');
});

test('two people on one order: each sees the field that the other changed, and loses nothing', async ({
  page,
  shop,
}) => {
  await open(page, 'toShip', 4);
  await page.getByRole('textbox', { name: 'PO number' }).fill('PO 1');
  await page.getByLabel('Notes').fill('Leave it at the side door');
  const id = new URL(page.url()).pathname.split('/')[3] ?? '';
  const other = await staffOf(shop, PEOPLE.employee);
  const change = (fields: object) =>
    other.patch('/api/v1/orders/admin', {
      data: { _id: id, ...fields },
      headers: { 'sec-fetch-site': 'same-origin' },
    });

  // Nobody else touched these fields: there is no conflict to be told of.
  await change({ tracking: [] });
  await change({ poNumber: 'PO 9', orderName: 'Barton kitchen' });
  await bar(page).getByRole('button', { name: 'Save' }).click();
  const others = page.getByRole('alert', { name: 'Changed by somebody else' });
  await expect(others).toContainText('PO number: PO-731 → PO 9, and yours: PO 1');
  await expect(others).toContainText('Job: (empty) → Barton kitchen');
  await expect(others).toBeFocused();
  await expect(others).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('textbox', { name: 'PO number' })).toHaveValue('PO 1');
  await expect(page.getByLabel('Notes')).toHaveValue('Leave it at the side door');
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await others.getByRole('button', { name: 'Seen: Job' }).click();
  await expect(others).toBeFocused();
  await others.getByRole('button', { name: 'Take theirs: PO number' }).click();
  await expect(others).toHaveCount(0);
  await expect(status(page)).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'PO number' })).toHaveValue('PO 9');
  await expect(bar(page)).toContainText('1 unsaved change: Notes');
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Successfully updated order')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await other.dispose();
});

test('what was typed outlives a reload, and leaving asks first', ANY_WIDTH, async ({ page }) => {
  await open(page, 'ready', 50);
  await page.getByLabel('Notes').fill('Ask for Dana');
  page.once('dialog', dialog => dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Notes')).toHaveValue('Ask for Dana');
  await page.getByRole('link', { name: 'Back to the orders' }).click();
  await press(page, 'Stay here');
  await expect(page.getByLabel('Notes')).toHaveValue('Ask for Dana');
  await page.getByRole('link', { name: 'Back to the orders' }).click();
  await press(page, 'Leave and discard');
  await expect(status(page)).toHaveText('Orders');
  await page.goBack();
  await expect(page.getByLabel('Notes')).toHaveValue('');
});

test('an alert is dismissed with a note; a parcel and the mails of an order are sent', async ({
  page,
  shop,
}) => {
  await open(page, 'alerts', 1);
  const alerts = page.getByRole('list', { name: 'Alerts' });
  await alerts.getByRole('button', { name: 'Dismiss' }).click();
  await expect(alerts.getByText('Note is required')).toBeVisible();
  await alerts.getByLabel('Note').fill('Refunded by hand.');
  await alerts.getByRole('button', { name: 'Dismiss' }).click();
  await expect(alerts).toHaveCount(0);
  await expect(status(page)).toBeFocused();
  await expect(page.getByText('Refunded by hand.')).toBeVisible();

  await open(page, 'toShip', 4);
  await press(page, 'Add parcel');
  await expect(page.getByText('Tracking number is required')).toBeVisible();
  await page.getByLabel('Carrier').fill('UPS');
  await page.getByLabel('Tracking number').fill('1Z999AA10123456784');
  await page.keyboard.press('Enter');
  await press(page, 'Shipped');
  await expect(status(page)).toContainText('Shipped');
  await expect.poll(() => mailsOf(shop, /is on its way/)[0]?.text ?? '').toContain('1Z999AA10123456784');

  await openMore(page);
  await press(page, 'Mail the invoice');
  const dialog = page.getByRole('dialog', { name: 'Mail the invoice' });
  await dialog.getByLabel('To').fill('nobody');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog.getByText(/^To /)).toBeVisible();
  await dialog.getByLabel('To').fill('books@hollis.test');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Invoice sent to books@hollis.test')).toBeVisible();
  await expect.poll(() => shop.mailsTo('books@hollis.test').length).toBe(1);
});

test('orders before and after one in its list are a step away, and a canceled one is to be read alone', async ({
  page,
}) => {
  await open(page, 'toPick', 40);
  const first = await status(page).textContent();
  await page.getByRole('link', { name: /→$/ }).click();
  await expect(status(page)).not.toHaveText(first ?? '');
  await page.getByRole('link', { name: /^←/ }).click();
  await expect(status(page)).toHaveText(first ?? '');
  await openMore(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await press(page, 'Cancel the order');
  await expect(page.getByText('Canceled the order.')).toBeVisible();
  await expect(status(page)).toBeFocused();
  await expect(status(page)).toContainText('Canceled');
  await expect(page.getByLabel('Notes')).not.toBeEditable();
});

test('an order is duplicated into a cart of whom staff choose', ANY_WIDTH, async ({ page, shop }) => {
  await open(page, 'all', 40);
  await press(page, 'Duplicate');
  const dialog = page.getByRole('dialog', { name: /^Duplicate order/ });
  await expect(dialog.getByRole('radio', { name: 'Dana Hollis' })).toBeChecked();
  await dialog.getByLabel('Customer').fill('zz');
  await expect(dialog.getByText('Nobody is called that.')).toBeVisible();
  await dialog.getByLabel('Customer').fill('rae');
  await dialog.getByRole('radio', { name: 'Rae Moss' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByText(/has been successfully duplicated/)).toBeVisible();
  const carts = await shop.rows(
    `select l.quantity from carts c join users u on u.id = c."user" join cart_lines l on l.cart = c.id
      where u.email = $1`,
    PEOPLE.retail,
  );
  expect(carts).toEqual([{ quantity: 40 }]);
});

test('an order is canceled with its stock back, and an Admin deletes one that nothing in the books names [ADMO-07]', async ({
  page,
  shop,
}) => {
  const stock = async () => (await shop.variant('HP-4410-BN')).stock;
  const before = await stock();
  await signInAs(page.request, PEOPLE.commercial);
  await fillCart(page, { 'HP-4410-BN': 12 });
  await page.goto('/checkout/summary');
  await page.getByRole('radio', { name: 'On account (Terms)' }).check();
  await placeButton(page).click();
  const number = await thankedFor(page, 'Dana Hollis');
  expect(await stock()).toBe(before - 12);

  await signInAs(page.request, PEOPLE.admin);
  const find = async (text: string) => {
    await page.goto(`/admin/orders?view=all&search=${text}`);
    await page.getByRole('region', { name: 'Orders' }).locator('tbody').getByRole('link').click();
    await expect(status(page)).toContainText(/Order \d/);
  };
  await find(number);
  await openMore(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const asked = page.getByRole('dialog', { name: `Cancel order ${number}?` });
  await expectAccessible(page);
  await asked.getByLabel('Reason').fill('Dana ordered twice.');
  await asked.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText('Canceled the order.')).toBeVisible();
  await expect(status(page)).toContainText('Canceled');
  expect(await stock()).toBe(before);

  // Its debt and the end of that stand in the company's account.
  await openMore(page);
  for (const name of ['Cancel', 'Delete']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await find('wanda@example.com');
  const gone = /\d+/.exec((await status(page).textContent()) ?? '')?.[0] ?? '';
  await openMore(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByLabel('Order number').fill('1');
  await press(page, 'Delete the order');
  await expect(page.getByText(`Order number is ${gone}; please type it to delete the order`)).toBeVisible();
  await page.getByLabel('Order number').fill(gone);
  await press(page, 'Delete the order');
  await expect(page.getByText('Successfully deleted order.')).toBeVisible();
  await expect(page.getByText('No orders of “All” match.')).toBeVisible();
});

test('an address of no record is a page that says so, with the way to all of them', async ({ page }) => {
  await signInAs(page.request, PEOPLE.employee);
  for (const [list, title, all] of [
    ['/admin/orders', 'There is no such order', 'All orders'],
    ['/admin/picking', 'There is no such order', 'All that is to be picked'],
    ['/admin/users', 'There is no such user', 'All users'],
    ['/admin/companies', 'There is no such company', 'All companies'],
    ['/admin/mailbox', 'There is no such email', 'All emails'],
  ] as const) {
    for (const id of ['nonsense', '019ab000-0000-7000-8000-000000000000', "1'%20or%201=1"]) {
      await page.goto(`${list}/${id}`);
      await expect(status(page)).toHaveText(title);
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    }
    await expectAccessible(page);
    await expectNothingSticksOut(page);
    await page.getByRole('link', { name: all, exact: true }).click();
    await expect(page).toHaveURL(list);
  }
});
