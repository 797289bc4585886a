import type { Page } from '@playwright/test';
import { asking, staffOf } from './support/ask.ts';
import { expectAccessible, expectInOrder, expectNothingSticksOut } from './support/in-order.ts';
import { linkTo } from './support/journeys.ts';
import { PASSWORD, PEOPLE, signIn } from './support/people.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({
  fill: 'e2e/support/fill-frame.ts',
  provoked: ['Error updating profile', 'This link is invalid or has expired.'],
});

const NEW = 'walnut dowel clamp';

const profile = (page: Page) => page.getByRole('form', { name: 'Profile' });
const headers = { 'sec-fetch-site': 'same-origin' };

/** An account of this test's own, whose page is signed in. */
async function register(page: Page, email: string): Promise<void> {
  await asking(page.request)('POST', '/users', { name: 'Rita Moss', email, password: PASSWORD });
}

test(
  'an address that was typed before scripts were there asks for the password as well',
  ANY_WIDTH,
  async ({ page }) => {
    await register(page, 'early@example.com');
    let release: () => void = () => undefined;
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async route => {
      await held;
      await route.continue();
    });
    await page.goto('/user', { waitUntil: 'commit' });
    const form = profile(page);
    await form.getByLabel('E-mail').fill('other@example.com');
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    release();
    await expect(form.getByRole('button', { name: 'Save' })).toBeEnabled();
    await expect(form.getByLabel('E-mail')).toHaveValue('other@example.com');
    await expect(form.getByLabel('Current password')).toBeVisible();
  },
);

test('an address is changed with the password, and taken back by the old one', async ({ page, shop }, {
  project,
}) => {
  const [old, other] = [`rita-${project.name}@example.com`, `mallory-${project.name}@example.com`];
  await register(page, old);
  await shop.rows(`update sessions set created_at = now() - interval '1 hour'`);
  await page.goto('/user');
  const form = profile(page);
  await form.getByLabel('E-mail').fill(other);
  await form.getByLabel('Phone').fill('512 555 0142');
  const password = form.getByLabel('Current password');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Current password is required to change the address')).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill('not it');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Current password is incorrect')).toBeVisible();
  await expect(form.getByLabel('Phone')).toHaveValue('512 555 0142');
  await expectAccessible(page);
  await password.fill(PASSWORD);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(`Until you confirm it, your address stays ${old}.`)).toBeVisible();
  await expect(password).toHaveCount(0);

  await page.goto(await linkTo(shop, other, '/confirm-email'));
  await expect(page.getByText(`${other} will replace ${old} on your account.`)).toBeVisible();
  await expectInOrder(page);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText(`${other} is confirmed. Thank you!`)).toBeVisible();
  await page.getByRole('link', { name: 'Your profile' }).click();
  await expect(form.getByLabel('E-mail')).toHaveValue(other);
  await asking(page.request)('POST', '/users/updatePassword', {
    ...{ currentPassword: PASSWORD, password: NEW },
  });

  await expect.poll(() => shop.mailsTo(old).at(-1)?.text).toContain('Take the address back');
  await page.goto(await linkTo(shop, old, '/undo-email'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get your account back');
  await expectInOrder(page);
  await expectNothingSticksOut(page);
  await page.getByRole('button', { name: 'Take the address back' }).click();
  const set = page.getByRole('form', { name: 'Set a new password' });
  await expect(set).toBeVisible();
  await expect(page.getByText('This ended the old password')).toBeVisible();
  await expectAccessible(page);
  await set.getByLabel('New password').fill(PASSWORD);
  await set.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Password has been updated')).toBeVisible();
  await expect(page.getByText('Reset Password link is invalid.')).toHaveCount(0);
  await expect(form.getByLabel('E-mail')).toHaveValue(old);
  await expect
    .poll(() => shop.mailsTo(old).map(({ subject }) => subject))
    .toContain('Your account at Knurl has its old e-mail address again');

  await page.goto('/about');
  await page.goto(await linkTo(shop, old, '/undo-email'));
  await expect(page.getByText('This link was already used')).toBeVisible();
});

test('a new password ends the API keys that are not kept, and says so', async ({ page, shop }, {
  project,
}) => {
  const email = `keys-${project.name}@example.com`;
  await register(page, email);
  for (const name of ['Nightly export', 'Till']) {
    const made = await page.request.post('/trpc/apiKeys.create', {
      data: { name, scopes: ['orders:read'] },
      headers,
    });
    expect(made.ok()).toBe(true);
  }
  await page.goto('/user/settings');
  const password = page.getByRole('form', { name: 'Password' });
  await expect(password.getByRole('checkbox', { name: 'Nightly export' })).toBeChecked();
  await password.getByRole('checkbox', { name: 'Till' }).uncheck();
  await expectInOrder(page);
  await expectNothingSticksOut(page);
  await password.getByLabel('Current password').fill(PASSWORD);
  await password.getByLabel('New password').fill(NEW);
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password has been updated')).toBeVisible();
  await expect(password.getByText('the API key Nightly export')).toBeVisible();
  await expect(password.getByRole('checkbox', { name: 'Nightly export' })).toHaveCount(0);
  await expect(password.getByRole('checkbox', { name: 'Till' })).toBeVisible();
  await expect.poll(() => shop.mailsTo(email).at(-1)?.text).toContain('the API key Nightly export');
});

test("an Employee's new address for a customer waits for an Admin", ANY_WIDTH, async ({ page, shop }) => {
  const employee = await staffOf(shop, PEOPLE.employee);
  const { users } = await (await employee.get(`/api/v1/users/all?search=${PEOPLE.commercial}`)).json();
  const email = 'dana.hollis@example.com';
  const input = { _id: users[0]._id, email, reason: 'Lost her mailbox' };
  await asking(employee)('PATCH', '/users', input);
  await employee.dispose();
  await page.goto(await linkTo(shop, email, '/confirm-email'));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText('or one of our Admins agrees')).toBeVisible();

  await signIn(page, 'admin');
  const asked = () =>
    shop
      .mailsTo(PEOPLE.admin)
      .map(mail => /http:\/\/localhost:\d+\/email-change\/\S+/.exec(mail.text ?? '')?.[0])
      .find(link => link !== undefined);
  await expect.poll(asked).toContain('/email-change/');
  await page.goto(asked() ?? '');
  await expect(page.getByText('Lost her mailbox')).toBeVisible();
  await expectInOrder(page);
  await expectNothingSticksOut(page);
  await page.getByRole('button', { name: 'Approve the new address' }).click();
  await expect(page.getByText('Your decision has been carried out.')).toBeVisible();
  await expect(page.getByText('There is nothing to decide.')).toBeVisible();
  await page.goto(await linkTo(shop, PEOPLE.commercial, '/undo-email'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Object to the new address');
});
