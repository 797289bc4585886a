import type { Page } from '@playwright/test';
import { signInAs } from './support/ask.ts';
import { expectAccessible, expectNothingSticksOut } from './support/in-order.ts';
import { holdBack } from './support/journeys.ts';
import { openFilter } from './support/office.ts';
import { PEOPLE } from './support/people.ts';
import { saveView } from './support/save-view.ts';
import { ANY_WIDTH, expect, type Shop, test } from './support/shop.ts';

test.use({
  fill: 'e2e/support/fill-office-mailbox.ts',
  provoked: [
    // A mail that holds a script, which the frame does not run; what looks for faults of access is let in no more.
    'Blocked script execution in',
    "Failed to execute 'postMessage' on 'DOMWindow'",
    // Asked for by an address that can be none, and sent without an answer.
    'mailbox.get: TRPCClientError: Please check the marked fields.',
    'Email failed to send.: TRPCClientError: Failed to fetch',
  ],
});

const rows = (page: Page) => page.getByRole('region', { name: 'Emails' }).locator('tbody tr');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const counted = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

async function openMailbox(page: Page, person: string, query = ''): Promise<void> {
  await signInAs(page.request, person);
  await page.goto(`/admin/mailbox${query}`);
  await expect(heading(page)).toHaveText('Mailbox');
}

/** Goes to the one order that there is. */
async function openOrder(page: Page): Promise<void> {
  await page.goto('/admin/orders?view=all');
  await page.getByRole('region', { name: 'Orders' }).locator('tbody tr').getByRole('link').first().click();
  await expect(heading(page)).toHaveText(/^Order \d/);
}

const orderNumber = async (shop: Shop) => {
  const [order] = await shop.rows<{ order_number: number }>('select order_number from orders');
  return String(order?.order_number);
};

test('an email that failed stands first, is read as it was sent, and goes again', async ({ page, shop }) => {
  await openMailbox(page, PEOPLE.employee);
  await counted(page, '28 emails');
  await expect(rows(page)).toHaveCount(25);
  await expect(rows(page).first()).toContainText('Your pulls are here');
  await expect(rows(page).first()).toContainText('Failed');
  await expect(rows(page).nth(1)).toContainText('About your pulls 1');
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.goBack();

  await rows(page).first().getByRole('link', { name: 'Your pulls are here' }).click();
  await expect(heading(page)).toContainText('Your pulls are here');
  await expect(page.getByText('The mail server said: “550 5.1.1 no such mailbox”')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Text version' })).toContainText('Hello Rae,');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Hello Rae, your pulls are here.')).toBeVisible();
  await expect(frame.getByText('a script ran')).toHaveCount(0);
  await expectAccessible(page);
  await expectNothingSticksOut(page);

  await press(page, 'Send again');
  await expect(page.getByText(`Email is on its way to ${PEOPLE.retail}`)).toBeVisible();
  await expect
    .poll(() => shop.mailsTo(PEOPLE.retail).map(({ subject }) => subject))
    .toContain('Your pulls are here');
  // Nobody looks again by hand.
  await expect(page.getByText(`Email sent to ${PEOPLE.retail}`)).toBeVisible();
  await expect(heading(page)).toContainText('Sent');
  await page.getByRole('link', { name: 'Back to the mailbox' }).click();
  await expect(page).toHaveURL('/admin/mailbox');
  await expect(rows(page).first()).toContainText('About your pulls 1');
});

test('an email leads to those beside it in the list that it was opened from', async ({ page }) => {
  await openMailbox(page, PEOPLE.employee, '?search=about+your');
  await rows(page).getByRole('link', { name: 'About your pulls 2', exact: true }).click();
  await expect(heading(page)).toContainText('About your pulls 2');
  await expect(page.getByRole('link', { name: '← About your pulls 1', exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await page.getByRole('link', { name: 'About your pulls 3 →' }).click();
  await expect(heading(page)).toContainText('About your pulls 3');
  await expect(page.getByRole('link', { name: 'About your pulls 4 →' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(heading(page)).toContainText('About your pulls 2');
  await page.getByRole('link', { name: 'Back to the mailbox' }).click();
  await expect(page).toHaveURL('/admin/mailbox?search=about+your');
});

test('emails are searched and narrowed by what chips tell; those to the staff are an Admin’s', async ({
  page,
  shop,
}) => {
  await openMailbox(page, PEOPLE.employee, '?search=pulls+are');
  await expect(rows(page)).toHaveCount(1);
  await page
    .getByRole('list', { name: 'Narrowed by' })
    .getByRole('link', { name: 'Remove “pulls are”' })
    .click();
  // Counts all of them first: the one that was found is one email as well.
  await counted(page, '28 emails');
  await openFilter(page);
  await page.getByLabel('Kind').selectOption({ label: 'Link to a new password' });
  await counted(page, '1 email');
  await expect(rows(page)).toContainText('Set a new password');
  await page.getByLabel('State').selectOption({ label: 'Kept here' });
  await expect(page.getByText('No emails match.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear all' }).click();
  await counted(page, '28 emails');
  await page.getByLabel('From', { exact: true }).fill('2999-01-01');
  await expect(page.getByText('No emails match.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all of them' }).click();
  const form = page.getByRole('form', { name: 'Search the emails' });
  await form.getByRole('searchbox').fill('for ada');
  await form.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No emails match.')).toBeVisible();

  const [mail] = await shop.rows<{ id: string }>("select id from emails where subject = 'For Ada alone'");
  await page.goto(`/admin/mailbox/${mail?.id}`);
  await expect(heading(page)).toHaveText('There is no such email');
  await signInAs(page.request, PEOPLE.admin);
  await page.goto(`/admin/mailbox/${mail?.id}`);
  await expect(heading(page)).toContainText('For Ada alone');
  await page.goto('/admin/mailbox/nothing');
  await expect(heading(page)).toHaveText('There is no such email');
});

test('a view of the mailbox counts what its reader may see, and has the columns that were chosen', async ({
  page,
}) => {
  await openMailbox(page, PEOPLE.employee, '?template=staff-message');
  await counted(page, '27 emails');
  await press(page, 'Columns');
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByLabel('Answer', { exact: true }).check();
  await dialog.getByLabel('Compact, one line a row').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('columnheader', { name: 'Answer' })).toBeVisible();
  await saveView(page, 'By hand', true);
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: 'By hand 27' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'CSV of this view' })).toHaveAttribute(
    'href',
    '/admin/mailbox.csv?template=staff-message&columns=email%2Cto%2Cstate%2Cwritten%2Corder%2Canswer&name=By+hand',
  );
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await views.getByRole('link', { name: 'All' }).click();
  await counted(page, '28 emails');
  await openMailbox(page, PEOPLE.admin);
  await views.getByRole('link', { name: 'By hand 28' }).click();
  await counted(page, '28 emails');
  await expect(page.getByRole('columnheader', { name: 'Answer' })).toBeVisible();
});

test(
  'what held a link that lets its reader in is not sent again, and says why',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await openMailbox(page, PEOPLE.employee, '?template=reset-password');
    await rows(page).first().getByRole('link').click();
    await expect(heading(page)).toContainText('Set a new password');
    await expect(page.getByRole('region', { name: 'Text version' })).toContainText(
      'Set a new password: [link]',
    );
    await expect(page.frameLocator('iframe').getByRole('link')).toHaveCount(0);
    await expect(page.getByText('This email held a link that lets its reader in')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
    await press(page, 'Write to this address');
    const dialog = page.getByRole('dialog', { name: 'New email' });
    await expect(dialog.getByLabel('To')).toHaveValue(PEOPLE.retail);
    await dialog.getByLabel('Subject').fill('Half a thought');
    // Nothing that was typed is lost by closing it.
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await press(page, 'Write to this address');
    await expect(dialog.getByLabel('Subject')).toHaveValue('Half a thought');
    expect(shop.mailsTo(PEOPLE.retail).filter(({ subject }) => subject === 'Half a thought')).toEqual([]);
  },
);

test('an email is written about an order, goes once, and is read from the order’s history', async ({
  page,
  shop,
}) => {
  const number = await orderNumber(shop);
  await openMailbox(page, PEOPLE.employee);
  await press(page, 'New email');
  const dialog = page.getByRole('dialog', { name: 'New email' });
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog.getByText('To is required')).toBeVisible();
  await expect(dialog.getByText('Subject is required')).toBeVisible();
  await expect(dialog.getByText('Text is required')).toBeVisible();
  await expect(dialog.getByLabel('To')).toBeFocused();
  await expectAccessible(page);
  const to = `books-${page.viewportSize()?.width}@moss.test`;
  await dialog.getByLabel('To').fill('books@');
  await dialog.getByLabel('Subject').fill('Your four pulls');
  await dialog.getByLabel('Text').fill('Hello,\n\nthey come <tomorrow>.');
  await dialog.getByLabel('Order number').fill('1');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog.getByText('There is no order 1.')).toBeVisible();
  await dialog.getByLabel('Order number').fill(`#${number}`);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog.getByText('To needs something after the @, as in ada@example.com')).toBeVisible();
  await expect(dialog.getByLabel('Text')).toHaveValue('Hello,\n\nthey come <tomorrow>.');
  await expectNothingSticksOut(page);
  await dialog.getByLabel('To').fill(to);
  await dialog.getByRole('button', { name: 'Send', exact: true }).dblclick();
  await expect(page.getByText(`Email is on its way to ${to}`)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => shop.mailsTo(to).length).toBe(1);
  expect(shop.mailsTo(to)[0]?.text).toContain('they come <tomorrow>.');

  await openOrder(page);
  const history = page.getByRole('region', { name: 'History' });
  await history
    .getByRole('listitem')
    .filter({ hasText: `Email to ${to} was sent` })
    .getByRole('link', { name: 'Your four pulls' })
    .click();
  await expect(heading(page)).toContainText('Your four pulls');
  await expect(page.getByRole('link', { name: `Order ${number}` })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await expect(heading(page)).toContainText(`Order ${number}`);
  expect(shop.mailsTo(to)).toHaveLength(1);
});

test('a lost answer costs no second email', ANY_WIDTH, async ({ page, shop }) => {
  await openMailbox(page, PEOPLE.employee);
  await press(page, 'New email');
  const dialog = page.getByRole('dialog', { name: 'New email' });
  const to = 'lost@moss.test';
  await dialog.getByLabel('To').fill(to);
  await dialog.getByLabel('Subject').fill('Once');
  await dialog.getByLabel('Text').fill('Hello.');
  // The server takes it; what it says does not come through.
  await page.route('**/trpc/site.sendEmail*', async route => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('The shop could not be reached.').first()).toBeVisible();
  await expect(dialog.getByLabel('Text')).toHaveValue('Hello.');
  await page.unroute('**/trpc/site.sendEmail*');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText(`Email is on its way to ${to}`)).toBeVisible();
  await expect.poll(() => shop.mailsTo(to).length).toBe(1);
  const kept = await shop.rows('select id from emails where "to" = $1', to);
  expect(kept).toHaveLength(1);
});

test('a comment mentions a colleague, whose notification opens the order; it is changed and removed', async ({
  page,
}) => {
  await signInAs(page.request, PEOPLE.employee);
  await openOrder(page);
  const { pathname } = new URL(page.url());
  const order = pathname.split('/')[3];
  const history = page.getByRole('region', { name: 'History' });
  const field = history.getByLabel('Comment for staff');
  const said = `Width ${page.viewportSize()?.width}: look`;
  await field.pressSequentially('@');
  const names = history.getByRole('listbox', { name: 'Staff' });
  await expect(names.getByRole('option')).toHaveText([/^Ada Stone/, /^Erin Field/]);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(names.getByRole('option', { selected: true })).toHaveText(/^Erin Field/);
  await page.keyboard.press('Escape');
  await expect(names).toHaveCount(0);
  await field.pressSequentially('st');
  await expect(names.getByRole('option')).toHaveText([/^Ada Stone/]);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('@Ada Stone ');
  await field.pressSequentially(said);
  await history.getByRole('button', { name: 'Comment' }).click();
  const first = history.getByRole('listitem').first();
  await expect(first).toContainText(`@Ada Stone ${said}`);
  await expect(field).toHaveValue('');
  await expectAccessible(page);
  await expectNothingSticksOut(page);

  await first.getByRole('button', { name: 'Change' }).click();
  const form = history.getByRole('form', { name: 'Change the comment' });
  await form.getByLabel('Comment for staff').fill(' ');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Comment for staff is empty')).toBeVisible();
  await form.getByLabel('Comment for staff').fill(`@Ada Stone ${said} again`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(first).toContainText(`${said} again`);
  await expect(first).toContainText('· changed');

  await signInAs(page.request, PEOPLE.admin);
  await page.goto('/user/notifications');
  await page
    .getByRole('link', { name: /^Erin Field mentioned you on order/ })
    .first()
    .click();
  await expect(page).toHaveURL(`/admin/orders/${order}`);
  await first.getByRole('button', { name: 'Remove' }).click();
  await first.getByRole('button', { name: 'Keep it' }).click();
  await first.getByRole('button', { name: 'Remove' }).click();
  await first.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(first).toContainText('Comment removed');
  await expect(first).toContainText('removed by Ada Stone');
  await expect(history).not.toContainText(said);
});

test(
  'confirmation and invoice of an order go to an address, and its later payment is told [ADMO-04]',
  ANY_WIDTH,
  async ({ page, shop }) => {
    const number = await orderNumber(shop);
    await signInAs(page.request, PEOPLE.employee);
    await openOrder(page);
    const order = new URL(page.url()).pathname.split('/')[3];
    const to = 'accounts@moss.test';
    for (const [name, notice, subject] of [
      ['Mail the confirmation', `Confirmation sent to ${to}`, `Order ${number} at Knurl`],
      ['Mail the invoice', `Invoice sent to ${to}`, `Invoice ${number} from Knurl`],
    ] as const) {
      await press(page, name);
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByLabel('To').fill(to);
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.getByText(notice)).toBeVisible();
      await expect.poll(() => shop.mailsTo(to).at(-1)?.subject).toBe(subject);
      expect(shop.mailsTo(to).at(-1)?.attachments).toMatchObject([{ filename: `invoice-${number}.pdf` }]);
      // The row says so by itself.
      const row = page
        .getByRole('region', { name: 'History' })
        .getByRole('listitem')
        .filter({ hasText: subject });
      await expect(row.filter({ hasText: `Email to ${to} was sent` })).toHaveCount(1);
    }
    await signInAs(page.request, PEOPLE.retail);
    // The page brings along how cards are charged: nobody presses too early.
    await holdBack(page, /\/trpc\/.*payments\.gateway/);
    await page.goto(`/user/make-payment/${order}`);
    await page.getByRole('button', { name: 'Pay $27.40' }).click();
    await expect(page.getByText(`Order ${number} has been paid. Thank you!`)).toBeVisible();
    const paid = `Payment for your order ${number} at Knurl`;
    await expect.poll(() => shop.mailsTo(PEOPLE.retail).map(({ subject }) => subject)).toContain(paid);
  },
);
