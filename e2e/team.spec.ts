import type { Page } from '@playwright/test';
import type { Company } from '#shared/schemas/companies.ts';
import { asking, signInAs, staffOf } from './support/ask.ts';
import { expectAccessible, expectInOrder } from './support/in-order.ts';
import { breakCalls, fillCart, linkTo, thankedFor } from './support/journeys.ts';
import { PASSWORD, PEOPLE, signIn } from './support/people.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({
  fill: 'e2e/support/fill-team.ts',
  provoked: ['You could not join.', 'The order could not be sent for approval.', 'The certificate could'],
});

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the team' }).getByRole('link', { name });

/** Leaves the machine to another person, who sits down at it signed out. */
const signOut = (page: Page) => page.context().clearCookies();

async function inviteForeman(page: Page, email: string): Promise<void> {
  await signInAs(page.request, PEOPLE.commercial);
  await page.goto('/user/team');
  const form = page.getByRole('form', { name: 'Invite someone' });
  await form.getByLabel('E-mail').fill('nobody at all');
  await form.getByLabel(/^Spending limit/).fill('50');
  await form.getByRole('button').click();
  await expect(form.getByText(/^E-mail /)).toBeVisible();
  await form.getByLabel('E-mail').fill(email);
  await form.getByRole('button').click();
  await expect(page.getByText('The invitation is on its way.')).toBeVisible();
  await expect(row(page, email)).toContainText('$50.00 per order');
}

async function addJobSite(page: Page, name: string): Promise<void> {
  await part(page, 'Addresses').click();
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
  const link = await linkTo(shop, email, '/invitation');
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
  const join = page.getByRole('button', { name: 'Create the account and join' });
  await breakCalls(page, 'team.register');
  await join.click();
  await expect(page.getByText('You could not join. Please try again.')).toBeVisible();
  await page.unroute('**/trpc/team.register**');
  await join.click();
  await expect(page).toHaveURL(/\/user\/team$/);

  await fillCart(page, { 'AV-100-SN': 10 });
  await page.goto('/checkout/summary');
  await page.getByRole('radio', { name: /^Standard/ }).check();
  await page.getByLabel('Shop or job site').selectOption(site);
  await expect(page.getByLabel('Street address', { exact: true })).toHaveValue('8 Elm Street');
  await expect(page.getByRole('radio', { name: 'On account (Terms)' })).toBeChecked();
  const ask = page.getByRole('button', { name: /^Send for approval, \$/ });
  await breakCalls(page, 'team.requestApproval');
  await ask.click();
  await expect(
    page.getByText('The order could not be sent for approval. Please try again.').first(),
  ).toBeVisible();
  await page.unroute('**/trpc/team.requestApproval**');
  await ask.click();
  await expect(page).toHaveURL(/\/user\/team$/);
  await expect(
    page.getByText('Your order is waiting for approval. We’ll email you when it’s decided.'),
  ).toBeVisible();
  await expect(row(page, 'Waiting for approval')).toBeVisible();
  await signOut(page);

  await signInAs(page.request, PEOPLE.commercial);
  await page.goto('/user/team');
  await row(page, 'Fran Foreman').getByRole('button', { name: 'Review it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this order?' });
  await expect(dialog.getByText('AV-100-SN')).toBeVisible();
  await expect(dialog.getByText('8 Elm Street, Austin, TX 78701')).toBeVisible();
  await dialog.getByRole('button', { name: /^Approve \$/ }).click();
  await expect(page.getByText('Approved the order')).toBeVisible();
  await page.getByText('Decided earlier').click();
  await row(page, 'Approved and ordered')
    .first()
    .getByRole('link', { name: /^Order \d+$/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Order \d+$/ })).toBeVisible();
  await expect(page.getByText('Avalon Round Knob').first()).toBeVisible();
});

test(
  'what was approved to be paid by card opens as it was approved, wherever he sits, and is paid once',
  ANY_WIDTH,
  async ({ page }) => {
    await signInAs(page.request, PEOPLE.limited);
    await fillCart(page, { 'AV-100-SN': 10 });
    await page.goto('/checkout/summary');
    await page.getByRole('radio', { name: 'Card', exact: true }).check();
    await page.getByText('Add a coupon code').click();
    await page.getByLabel('Coupon code').fill('TENTH');
    await page.getByRole('button', { name: 'Apply' }).click();
    const ask = page.getByRole('button', { name: /^Send for approval, \$/ });
    await expect(page.getByRole('row', { name: /^Discount/ }).last()).toBeVisible();
    const total = /\$[\d.]+/.exec((await ask.textContent()) ?? '')?.[0] ?? '';
    await ask.click();
    await expect(row(page, 'Waiting for approval')).toContainText(total);
    await page.evaluate(() => sessionStorage.clear());

    await signInAs(page.request, PEOPLE.commercial);
    await page.goto('/user/team');
    await row(page, 'Mel Bench').getByRole('button', { name: 'Review it' }).click();
    await page.getByRole('button', { name: `Approve ${total}` }).click();
    await expect(page.getByText('Approved the order')).toBeVisible();

    await signInAs(page.request, PEOPLE.limited);
    await page.goto('/user/team');
    await row(page, total).getByRole('link', { name: 'Pay it now' }).click();
    await expect(page.getByRole('radio', { name: 'Card', exact: true })).toBeChecked();
    await page.getByLabel('The card is approved').check();
    await page.getByRole('button', { name: `Place order, ${total}` }).click();
    const number = await thankedFor(page, 'Mel Bench');
    await expect(page.getByText('Waiting for approval')).toBeHidden();
    await page.goto('/user/team');
    await page.getByText('Decided earlier').click();
    await expect(row(page, 'Approved and ordered')).toContainText(`Order ${number}`);
    await expect(page.getByRole('link', { name: 'Pay it now' })).toBeHidden();
  },
);

test(
  'what is agreed with a company stands on its page, goes into the cart at that price, and says why [ACC-12]',
  ANY_WIDTH,
  async ({ page }) => {
    await signInAs(page.request, PEOPLE.commercial);
    await page.goto('/user/special-pricing?search=bexley');
    const item = row(page, 'BX-300-SB');
    await expect(item).toContainText('$9.90');
    await expect(item).toContainText("Your company's price");
    await item.getByRole('button', { name: /^Add your number/ }).click();
    await item.getByRole('textbox', { name: /^Your number/ }).fill('KITCHEN-7');
    await item.getByRole('button', { name: 'Save' }).click();
    await expect(item).toContainText('Your number KITCHEN-7');
    await page.reload();
    await expectInOrder(page);
    await item.getByRole('button', { name: /^Add to cart: / }).click();
    await expect(page.getByText('Added 1 to cart')).toBeVisible();
    await page.getByRole('combobox', { name: /product name or number/i }).fill('kitchen-7');
    await expect(page.getByRole('option', { name: /KITCHEN-7, BX-300-SB/ })).toBeVisible();
    await page.goto('/checkout');
    await expect(row(page, 'BX-300-SB')).toContainText("$9.90 each Your company's price");
  },
);

test(
  'a certificate of exemption is handed in, looked at by staff, and replaced; what is none is told of beside its field',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await signInAs(page.request, PEOPLE.commercial);
    await page.goto('/user/team');
    const section = page.getByRole('region', { name: 'Certificate of exemption' });
    const form = section.getByRole('form');
    const send = form.getByRole('button', { name: 'Upload it' });
    const choose = (name: string, text: string, bytes = 0) =>
      form.getByLabel('Certificate').setInputFiles({
        name,
        mimeType: 'application/pdf',
        buffer: Buffer.concat([Buffer.from(text), Buffer.alloc(bytes)]),
      });
    const line = page.getByRole('form', { name: 'Hollis Cabinetry' }).getByLabel('Street address');
    await part(page, 'Company').click();
    await line.fill('4 Plane Street');
    await part(page, 'Certificates').click();
    await send.click();
    await expect(form.getByText('Certificate is required')).toBeVisible();
    await choose('scan.pdf', '%PDF-1.7', 5 * 1024 * 1024);
    await send.click();
    await expect(form.getByText('Certificate is larger than 5 MB')).toBeVisible();
    await choose('page.pdf', '<html></html>');
    await form.getByLabel(/^Valid until/).fill('2099-12-31');
    await send.click();
    await expect(form.getByText(/^Certificate is neither a PDF nor/)).toBeVisible();
    await expectAccessible(page);
    await choose('resale.pdf', '%PDF-1.7\nResale certificate');
    await page.route('**/certificates*', route => route.fulfill({ status: 500, body: '' }));
    await send.click();
    await expect(page.getByText('The certificate could not be sent. Please try again.')).toBeVisible();
    await page.unroute('**/certificates*');
    await send.click();
    await expect(page.getByText('We have received your certificate and will review it.')).toBeVisible();
    await expect(row(page, 'resale.pdf')).toContainText('Under review');
    await expect(row(page, 'resale.pdf')).toContainText('Valid until Dec 31, 2099');
    // Text that was typed elsewhere meanwhile is still there.
    await part(page, 'Company').click();
    await expect(line).toHaveValue('4 Plane Street');
    await part(page, 'Certificates').click();

    const ofStaff = await staffOf(shop, PEOPLE.employee);
    const ask = asking(ofStaff);
    const { companies } = await ask<{ companies: Company[] }>('GET', '/companies?search=Hollis');
    const { _id, certificates } = await ask<Company>('GET', `/companies/${companies[0]?._id}`);
    const file = await ofStaff.get(`/api/v1/companies/${_id}/certificates/${certificates[0]?._id}`);
    expect(await file.text()).toBe('%PDF-1.7\nResale certificate');
    await ask('PUT', '/companies', { _id, taxExempt: true, certificate: certificates[0]?._id });
    await ofStaff.dispose();

    await page.reload();
    await expect(row(page, 'resale.pdf')).toContainText('Accepted');
    await expect(section).toContainText('Your company is exempt: we don’t charge it sales tax.');
    const saved = page.waitForEvent('download');
    await section.getByRole('link', { name: 'resale.pdf' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^certificate-\d{4}-\d\d-\d\d\.pdf$/);
    await choose('newer.pdf', '%PDF-1.7\nThe next one');
    await form.getByRole('button', { name: 'Replace it' }).click();
    await expect(row(page, 'newer.pdf')).toContainText('Under review');
    await expect(row(page, 'resale.pdf')).toContainText('Replaced');
    await expectInOrder(page);
  },
);
