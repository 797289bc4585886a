import type { Page } from '@playwright/test';
import { signInAs } from './support/ask.ts';
import { expectAccessible, expectInOrder, expectNothingSticksOut } from './support/in-order.ts';
import { buy, linkTo } from './support/journeys.ts';
import { PASSWORD, PEOPLE, signIn } from './support/people.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

const COMPANY_EXISTS =
  'A company with that name already exists. Ask to be invited to it, or contact support.';
const TAKEN = 'Email is already taken, please use another email.';
test.use({
  fill: 'e2e/support/fill-frame.ts',
  provoked: [TAKEN, 'Error updating profile', 'Failed to update Password', 'Error uploading file'],
});

const NEW = 'walnut dowel clamp';

const profile = (page: Page) => page.getByRole('form', { name: 'Profile' });

test('a cabinet maker opens a trade account, mends its name, and finds back in with a link [ACC-02] [ACC-05] [ACC-06]', async ({
  page,
  shop,
}, { project }) => {
  const email = `maker-${project.name}@example.com`;
  await page.goto('/commercial');
  await expectInOrder(page);
  const form = page.getByRole('form', { name: 'Trade account' });
  await form.getByLabel('Full name').fill('Mae Fuller');
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByLabel('Company name').fill('hollis cabinetry');
  await form.getByLabel('City').fill('Austin');
  await form.getByLabel('State').selectOption('TX');
  await form.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByRole('alert').filter({ hasText: COMPANY_EXISTS })).toBeVisible();
  const name = form.getByLabel('Company name');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toBeFocused();
  await expect(form.getByLabel('City')).toHaveValue('Austin');
  await name.fill(`Fuller Joinery ${project.name}`);
  await form.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByText('Welcome!')).toBeVisible();
  await expect(page).toHaveURL('/user');
  await expect(page.getByText(`You buy for Fuller Joinery ${project.name} as its Primary.`)).toBeVisible();

  await expect(page.getByText('is not confirmed yet')).toBeVisible();
  await page.goto(await linkTo(shop, email, '/confirm-email'));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await page.getByRole('link', { name: 'Your profile' }).click();
  await expect(profile(page)).toBeVisible();
  await expect(page.getByText('is not confirmed yet')).toHaveCount(0);
  await page.getByLabel('Account of Mae Fuller').click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByText('Successfully logged out')).toBeVisible();

  await page.goto('/user/settings');
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectInOrder(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(
    page.getByText(`A reset password link has been sent to ${email} and is valid for the next 24 hours.`),
  ).toBeVisible();
  const link = await linkTo(shop, email, '/set-password');
  await page.goto(link);
  const set = page.getByRole('form', { name: 'Set a new password' });
  await set.getByLabel('New password').fill('short');
  await set.getByRole('button', { name: 'Set the password' }).click();
  await expect(set.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await set.getByLabel('New password').fill(NEW);
  await set.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Password has been updated')).toBeVisible();
  await expect(profile(page)).toBeVisible();

  await page.goto('/about');
  await page.goto(link);
  await expect(page.getByRole('alert').filter({ hasText: 'Reset Password link is invalid.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();

  await page.goto('/user/settings');
  const password = page.getByRole('form', { name: 'Password' });
  await password.getByLabel('Current password').fill('not it');
  await password.getByLabel('New password').fill(PASSWORD);
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect(password.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await password.getByLabel('Current password').fill(NEW);
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password has been updated')).toBeVisible();
  await expect(password.getByLabel('New password')).toHaveValue('');
});

test('an account is registered, and says what it wants: profile, picture, preferences, sessions [ACC-01] [ACC-08] [ACC-09]', async ({
  page,
  playwright,
  shop,
}, { project }) => {
  const email = `rita-${project.name}@example.com`;
  await page.goto('/user?register');
  await expect(page.locator('main form').first()).toHaveAccessibleName('Create an account');
  const register = page.getByRole('form', { name: 'Create an account' });
  await register.getByLabel('Full name').fill('Rita Moss');
  await register.getByLabel('E-mail').fill(PEOPLE.retail);
  await register.getByLabel('Password').fill(PASSWORD);
  await register.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert').filter({ hasText: TAKEN })).toBeVisible();
  await expect(register.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
  await register.getByLabel('E-mail').fill(email);
  await register.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Welcome!')).toBeVisible();

  const form = profile(page);
  await form.getByLabel('E-mail').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'User must have an email.' })).toBeVisible();
  await form.getByLabel('E-mail').fill(email);
  const shipping = form.getByRole('region', { name: 'Shipping address' });
  await shipping.getByLabel('Street address').fill('12 Mill Lane');
  await shipping.getByLabel('Zip code').fill('787');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(shipping.getByText('Zip code has 3 digits; it needs 5')).toBeVisible();
  await shipping.getByLabel('Zip code').fill('78701');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Successfully updated profile')).toBeVisible();

  await form.getByLabel('E-mail').fill(`new-${email}`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(`Until you confirm it, your address stays ${email}.`)).toBeVisible();
  await expect(form.getByLabel('E-mail')).toHaveValue(email);
  await expect.poll(() => shop.mailsTo(`new-${email}`).length).toBe(1);

  const picture = page.getByLabel('Picture', { exact: true });
  await picture.setInputFiles({
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('no picture at all'),
  });
  await expect(page.getByText('is not a JPEG, PNG, WebP, AVIF or GIF')).toBeVisible();
  await picture.setInputFiles('src/client/public/apple-touch-icon.png');
  await expect(page.getByText('Successfully uploaded file')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Your avatar' })).toBeVisible();
  await page.goto('/user');
  await expect(page.getByRole('img', { name: 'Your avatar' })).toBeVisible();
  await expectInOrder(page);

  const elsewhere = await playwright.request.newContext({ baseURL: shop.url });
  expect((await elsewhere.post('/api/v1/users/login', { data: { email, password: PASSWORD } })).ok()).toBe(
    true,
  );
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Preferred delivery').selectOption('ground');
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await expect(page.getByText('Successfully updated profile')).toBeVisible();
  await page.getByLabel('My order is ready or shipped').uncheck();
  await page.getByRole('button', { name: 'Save emails' }).click();
  await expect(page.getByLabel('My order is ready or shipped')).not.toBeChecked();
  const there = page.getByRole('button', { name: 'Sign out Unknown browser' });
  await expect(there).toBeVisible();
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('You are signed out everywhere else.')).toBeVisible();
  await expect(there).toHaveCount(0);
  expect(await (await elsewhere.get('/api/v1/users')).json()).toMatchObject({ user: null });
  await elsewhere.dispose();

  await page.reload();
  await expect(page.getByLabel('Preferred delivery')).toHaveValue('ground');
  await expect(page.getByLabel('My order is ready or shipped')).not.toBeChecked();
});

test('who is not fully registered says first who he is [ACC-15]', ANY_WIDTH, async ({ page }) => {
  await signIn(page, 'registering');
  await expect(page).toHaveURL('/commercial');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Finish your registration');
  await page.goto('/user');
  await expect(page).toHaveURL('/commercial');
  await expectAccessible(page);
  const own = page.getByRole('form', { name: 'I buy for myself' });
  await own.getByRole('button').click();
  await expect(own.getByText('Phone is required')).toBeVisible();
  await own.getByLabel('Phone').fill('512 555 0142');
  await own.getByRole('button').click();
  await expect(profile(page)).toBeVisible();
});

test(
  'a session that is over leaves nothing to the next visitor [POLL-03] [POLL-04]',
  ANY_WIDTH,
  async ({ page, shop, playwright }) => {
    await page.clock.install();
    await signIn(page, 'commercial');
    await buy(page, 'QH-12', 2);
    await page.reload();
    await expect(page.getByLabel('Account of Dana Hollis')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();

    // Elsewhere Dana ends all sessions but that one.
    const headers = { 'sec-fetch-site': 'same-origin' };
    const elsewhere = await playwright.request.newContext({ baseURL: shop.url });
    await signInAs(elsewhere, PEOPLE.commercial);
    expect((await elsewhere.post('/trpc/sessions.end', { data: {}, headers })).ok()).toBe(true);
    await elsewhere.dispose();
    await page.clock.fastForward('10:01');
    const expired = page.getByText('Your session has expired, please log in again.');
    await expect(expired).toBeVisible();
    await page.clock.fastForward('30:00');
    await expect(expired).toBeVisible();
    await expect(page.getByLabel('Account of Dana Hollis')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();
    const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(kept.filter(key => ['order', 'lastCart', 'viewed', 'compared'].includes(key))).toEqual([]);
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['device']);
  },
);

test('an admin who acts as a customer sees so on every page, and is led back [ROLE-03]', async ({ page }) => {
  await signIn(page, 'admin');
  const { users } = await (await page.request.get(`/api/v1/users/all?search=${PEOPLE.retail}`)).json();
  await page.request.patch('/api/v1/users/login', {
    data: { _id: users[0]._id },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const bar = page.getByRole('region', { name: 'Acting as a customer' });
  for (const path of ['/', '/checkout', '/user/settings']) {
    await page.goto(path);
    await expect(bar).toContainText('You are acting as Rae Moss');
  }
  await expect(page.getByText("Password, sessions and API keys are the customer's own")).toBeVisible();
  await expectInOrder(page);
  await bar.getByRole('button', { name: 'Back to Ada Kent' }).click();
  await expect(page.getByText('Welcome Ada Kent!')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(page.getByLabel('Account of Ada Kent')).toBeVisible();
});

test('whoever comes to a screen next sees nothing of who signed out, not by Back either', async ({
  page,
}) => {
  await signIn(page, 'commercial');
  await page.goto('/products');
  const account = page.getByLabel(/^Account of /);
  await expect(account).toBeVisible();
  await page.goto('/user/orders');
  await account.click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByText('Successfully logged out')).toBeVisible();
  for (const path of ['/user/orders', '/products']) {
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(account).toBeHidden();
  }
});
