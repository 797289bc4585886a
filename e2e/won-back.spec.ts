import type { Browser, Page } from '@playwright/test';
import { asking } from './support/ask.ts';
import { linkTo } from './support/journeys.ts';
import { PASSWORD } from './support/people.ts';
import { expect, type Shop, test } from './support/shop.ts';

test.use({
  fill: 'e2e/support/fill-frame.ts',
  provoked: ['This link is invalid or has expired.', "Username or Password didn't match."],
});

const NEW = 'walnut dowel clamp';

/** Somebody else, at another machine. */
async function another(browser: Browser, shop: Shop): Promise<Page> {
  return (await browser.newContext({ baseURL: shop.url })).newPage();
}

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/user');
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Sign in' }).click();
}

/** Asks for another address for the account that is signed in, as its page does. */
async function askFor(page: Page, email: string, currentPassword?: string): Promise<void> {
  const said = { email, ...(currentPassword && { currentPassword }) };
  const answer = await page.request.post('/trpc/users.updateProfile', {
    data: said,
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.ok()).toBe(true);
}

async function expectLetIn(page: Page, email: string, password: string): Promise<void> {
  await signInWith(page, email, password);
  await expect(page.getByRole('form', { name: 'Profile' }).getByLabel('E-mail')).toHaveValue(email);
}

async function expectKeptOut(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  await signInWith(page, email, PASSWORD);
  await expect(page.getByText("Username or Password didn't match.").first()).toBeVisible();
}

test('whoever registered another’s address is out once its owner has set a password', async ({
  page,
  browser,
  shop,
}, { project }) => {
  const [victim, evil] = [`victim-${project.name}@corp.example`, `evil-${project.name}@example.com`];
  const thief = await another(browser, shop);
  await asking(thief.request)('POST', '/users', { name: 'Mallory', email: victim, password: PASSWORD });
  await askFor(thief, evil);
  const link = await linkTo(shop, evil, '/confirm-email');

  await page.goto('/user?forgotten');
  const form = page.getByRole('form', { name: 'Forgot password' });
  await form.getByLabel('E-mail').fill(victim);
  await form.getByRole('button').click();
  await page.goto(await linkTo(shop, victim, '/set-password'));
  const set = page.getByRole('form', { name: 'Set a new password' });
  await set.getByLabel('New password').fill(NEW);
  await set.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Password has been updated')).toBeVisible();

  await expectKeptOut(thief, link, evil);
  await page.context().clearCookies();
  await expectLetIn(page, victim, NEW);
  await thief.context().close();
});

test('whoever knew a password is out once its owner has changed it', async ({ page, browser, shop }, {
  project,
}) => {
  const [owner, evil] = [`owner-${project.name}@corp.example`, `other-${project.name}@example.com`];
  await asking(page.request)('POST', '/users', { name: 'Olive Reed', email: owner, password: PASSWORD });
  await page.goto(await linkTo(shop, owner, '/confirm-email'));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText(`${owner} is confirmed. Thank you!`)).toBeVisible();

  const thief = await another(browser, shop);
  await signInWith(thief, owner, PASSWORD);
  await expect(thief.getByRole('form', { name: 'Profile' })).toBeVisible();
  await askFor(thief, evil, PASSWORD);
  const link = await linkTo(shop, evil, '/confirm-email');

  await page.goto('/user/settings');
  const password = page.getByRole('form', { name: 'Password' });
  await password.getByLabel('Current password').fill(PASSWORD);
  await password.getByLabel('New password').fill(NEW);
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password has been updated')).toBeVisible();

  await thief.context().clearCookies();
  await expectKeptOut(thief, link, evil);
  await page.context().clearCookies();
  await expectLetIn(page, owner, NEW);
  await thief.context().close();
});
