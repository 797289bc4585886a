import type { Page } from '@playwright/test';
import { expectInOrder } from './support/in-order.ts';
import { buy } from './support/journeys.ts';
import { PASSWORD, PEOPLE, signIn } from './support/people.ts';
import { ANY_WIDTH, expect, type Shop, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-team.ts' });

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** As another person who sits down at the same machine. */
const signOut = (page: Page) => page.context().clearCookies();

/** The link of the latest mail to somebody. */
async function invitationTo(shop: Shop, email: string): Promise<string> {
  await expect.poll(() => shop.mailsTo(email).length).toBeGreaterThan(0);
  const [link] = /\/invitation#token=[\w-]+/.exec(shop.mailsTo(email).at(-1)?.text ?? '') ?? [];
  if (!link) throw new Error('no link was mailed');
  return link;
}

async function inviteForeman(page: Page, email: string): Promise<void> {
  await signIn(page, 'commercial');
  await page.goto('/user/team');
  const form = page.getByRole('form', { name: 'Invite somebody' });
  await form.getByLabel('E-mail').fill('nobody at all');
  await form.getByLabel(/^Spending limit/).fill('50');
  await form.getByRole('button').click();
  await expect(form.getByText(/^E-mail /)).toBeVisible();
  await form.getByLabel('E-mail').fill(email);
  await form.getByRole('button').click();
  await expect(page.getByText('The invitation is on its way.')).toBeVisible();
  await expect(row(page, email)).toContainText('$50.00 an order');
}

async function addJobSite(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add an address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an address' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Street address').fill('8 Elm Street');
  await dialog.getByLabel('City').fill('Austin');
  await dialog.getByLabel('State').selectOption('TX');
  await dialog.getByRole('button', { name: 'Save the address' }).click();
  await expect(dialog.getByText('Zip code is required')).toBeVisible();
  await dialog.getByLabel('Zip code').fill('78701');
  await dialog.getByRole('button', { name: 'Save the address' }).click();
  await expect(row(page, name)).toContainText('8 Elm Street, Austin, TX 78701');
}

test('a foreman is invited with a limit; his order above it waits until his Primary approves it, and is ordered once [ACC-11]', async ({
  page,
  shop,
}, { project }) => {
  const email = `foreman-${project.name}@site.example`;
  const site = `Smith kitchen ${project.name}`;
  await inviteForeman(page, email);
  await addJobSite(page, site);
  await page.reload();
  await expectInOrder(page);
  const link = await invitationTo(shop, email);
  await signOut(page);

  await signIn(page, 'retail');
  await page.goto(link);
  await expect(page.getByText(`You are signed in as ${PEOPLE.retail}`)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Successfully logged out')).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Join Hollis Cabinetry' })).toBeVisible();
  await expectInOrder(page);
  await page.getByLabel('Full name').fill('Fran Foreman');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create the account and join' }).click();
  await expect(page).toHaveURL(/\/user\/team$/);

  await buy(page, 'AV-100-SN', 10);
  await page.goto('/checkout/summary');
  await page.getByRole('radio', { name: /^Standard/ }).check();
  await page.getByLabel('Shop or job site').selectOption(site);
  await expect(page.getByLabel('Street address', { exact: true })).toHaveValue('8 Elm Street');
  await expect(page.getByRole('radio', { name: 'On account (Terms)' })).toBeChecked();
  await page.getByRole('button', { name: /^Send for approval, \$/ }).click();
  await expect(page).toHaveURL(/\/user\/team$/);
  await expect(page.getByText('Your order waits for approval. You will get a mail.')).toBeVisible();
  await expect(row(page, 'Waiting for approval')).toBeVisible();
  await signOut(page);

  await signIn(page, 'commercial');
  await page.goto('/user/team');
  await row(page, 'Fran Foreman').getByRole('button', { name: 'Look at it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this order?' });
  await expect(dialog.getByText('AV-100-SN')).toBeVisible();
  await expect(dialog.getByText('8 Elm Street, Austin, TX 78701')).toBeVisible();
  await dialog.getByRole('button', { name: /^Approve \$/ }).click();
  await expect(page.getByText('Approved the order')).toBeVisible();
  await page.getByText('Decided before').click();
  await row(page, 'Approved and ordered')
    .first()
    .getByRole('link', { name: /^Order \d+$/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Order \d+$/ })).toBeVisible();
  await expect(page.getByText('Avalon Round Knob').first()).toBeVisible();
});

test(
  'what is agreed with a company stands on its page, goes into the cart at that price, and says why [ACC-12]',
  ANY_WIDTH,
  async ({ page }) => {
    await signIn(page, 'commercial');
    await page.goto('/user/special-pricing?search=bexley');
    const item = row(page, 'BX-300-SB');
    await expect(item).toContainText('$9.90');
    await expect(item).toContainText("Your company's price");
    await item.getByRole('button', { name: /^Give it your number/ }).click();
    await item.getByRole('textbox', { name: /^Your number/ }).fill('KITCHEN-7');
    await item.getByRole('button', { name: 'Save' }).click();
    await expect(item).toContainText('Your number KITCHEN-7');
    await page.reload();
    await expectInOrder(page);
    await item.getByRole('button', { name: /^Add .* to cart$/ }).click();
    await expect(page.getByText('Added 1 to cart')).toBeVisible();
    await page.getByRole('combobox', { name: /product name or number/i }).fill('kitchen-7');
    await expect(page.getByRole('option', { name: /KITCHEN-7, BX-300-SB/ })).toBeVisible();
    await page.goto('/checkout');
    await expect(row(page, 'BX-300-SB')).toContainText("$9.90 each Your company's price");
  },
);
