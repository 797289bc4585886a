import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible, expectInOrder } from './support/in-order.ts';
import { PASSWORD, PEOPLE, signIn } from './support/people.ts';
import { expect, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-frame.ts' });

/** The code of an authenticator, `steps` of half a minute from now: none works twice. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function fillWrongly(form: Locator, label: string, press: string): Promise<void> {
  await form.getByLabel(label, { exact: true }).fill('000000');
  await form.getByRole('button', { name: press }).click();
  const field = form.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  await expect(form.getByText(`${label} is incorrect or was already used`)).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.getByLabel(/^Account of /).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByText('Successfully logged out')).toBeVisible();
}

async function typePassword(page: Page, person: keyof typeof PEOPLE): Promise<void> {
  await page.goto('/user/settings');
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('E-mail').fill(PEOPLE[person]);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Sign in' }).click();
}

async function keptCodes(shown: Locator): Promise<string[]> {
  const codes = shown.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return codes.allInnerTexts();
}

test('an employee sets a second factor up, signs in with it, and removes it with a recovery code', async ({
  page,
}) => {
  await signIn(page, 'employee');
  await page.goto('/user/settings');
  await page.getByRole('button', { name: 'Set up a second factor' }).click();
  const setUp = dialog(page, 'Set up a second factor');
  await setUp.getByRole('button', { name: 'Begin' }).click();
  await expect(setUp.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await setUp.locator('code').innerText()).replaceAll(' ', '');
  await fillWrongly(setUp, 'Code', 'Confirm');
  await expectAccessible(page);
  await setUp.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await setUp.getByRole('button', { name: 'Confirm' }).click();
  const [first = '', second = ''] = await keptCodes(setUp);
  await expectAccessible(page);
  await setUp.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  await page.reload();
  await expectInOrder(page);
  await signOut(page);

  await typePassword(page, 'employee');
  const step = dialog(page, 'Second step');
  await expect(step).toBeVisible();
  await expectAccessible(page);
  await fillWrongly(step, 'Code', 'Sign in');
  await step.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await step.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Welcome!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await signOut(page);

  await typePassword(page, 'employee');
  await step.getByRole('button', { name: 'Use a recovery code' }).click();
  await step.getByLabel('Recovery code').fill(first.toLowerCase());
  await step.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove it' }).click();
  const remove = dialog(page, 'Remove the second factor');
  await fillWrongly(remove, 'Recovery code', 'Remove it');
  await remove.getByLabel('Recovery code').fill(second);
  await remove.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByRole('button', { name: 'Set up a second factor' })).toBeVisible();
});

test('an Admin demands a second factor, and staff set it up before anything else', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/user/settings');
  await page.getByRole('button', { name: 'Require one of everyone' }).click();
  await expect(page.getByText('Staff without a second factor must set one up')).toBeVisible();
  await page.reload();
  await expectInOrder(page);
  await signOut(page);

  await typePassword(page, 'special');
  const setUp = dialog(page, 'Set up a second factor');
  await expect(setUp).toBeVisible();
  await setUp.getByRole('button', { name: 'Begin' }).click();
  const secret = (await setUp.locator('code').innerText()).replaceAll(' ', '');
  await page.goto('/user/settings');
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible();
  await typePassword(page, 'special');
  await setUp.getByRole('button', { name: 'Begin' }).click();
  const secretNow = (await setUp.locator('code').innerText()).replaceAll(' ', '');
  expect(secretNow).not.toBe(secret);
  await setUp.getByLabel('Code', { exact: true }).fill(codeOf(secretNow));
  await setUp.getByRole('button', { name: 'Confirm' }).click();
  await keptCodes(setUp);
  // Somebody who closes it without a look is signed in as well.
  await page.keyboard.press('Escape');
  await expect(page.getByText('Welcome!')).toBeVisible();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  await signOut(page);

  await typePassword(page, 'admin');
  await setUp.getByRole('button', { name: 'Begin' }).click();
  const own = (await setUp.locator('code').innerText()).replaceAll(' ', '');
  await setUp.getByLabel('Code', { exact: true }).fill(codeOf(own));
  await setUp.getByRole('button', { name: 'Confirm' }).click();
  const [first = ''] = await keptCodes(setUp);
  await setUp.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: 'Let staff sign in without one' }).click();
  await expect(page.getByText('Staff may sign in without a second factor.')).toBeVisible();
  await page.getByRole('button', { name: /^Remove the second factor of/ }).click();
  await expect(page.getByText('The second factor has been removed.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove it' }).click();
  const remove = dialog(page, 'Remove the second factor');
  await remove.getByLabel('Recovery code').fill(first);
  await remove.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByRole('button', { name: 'Set up a second factor' })).toBeVisible();
});

test('a trade customer makes an API key for a purpose, and revokes it', async ({ page, request }) => {
  await signIn(page, 'commercial');
  await page.goto('/user/settings');
  await page.getByRole('button', { name: 'Make a key' }).click();
  const form = page.getByRole('form', { name: 'New API key' });
  await form.getByRole('button', { name: 'Make the key' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByText('Name is required')).toBeVisible();
  await expect(form.getByText('Choose at least one area.')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Name').fill('Shop computer');
  await form.getByLabel('Orders', { exact: true }).selectOption('write');
  await form.getByLabel('Maximum for an order on account').fill('five hundred');
  await form.getByRole('button', { name: 'Make the key' }).click();
  await expect(form.getByLabel('Maximum for an order on account')).toBeFocused();
  await form.getByLabel('Maximum for an order on account').fill('$500');
  await form.getByLabel('The key expires').selectOption('In a year');
  await form.getByRole('button', { name: 'Make the key' }).click();
  const made = dialog(page, 'Your new API key');
  const key = await made.locator('code').innerText();
  expect(key).toMatch(/^knurl_/);
  await expectAccessible(page);
  const headers = { authorization: `Bearer ${key}` };
  expect((await request.get('/api/v1/orders/some', { headers })).status()).toBe(200);
  expect(await (await request.get('/api/v1/orders/carts', { headers })).json()).toMatchObject({
    ...{ reason: 'key_scope', details: { scope: 'carts:read' } },
  });
  await made.getByRole('button', { name: 'I have saved it' }).click();
  const keys = page.getByRole('region', { name: 'API keys' });
  await expect(keys.getByText('Orders: read and write; orders on account up to $500.00')).toBeVisible();
  await page.reload();
  await expectInOrder(page);
  await keys.getByRole('button', { name: 'Revoke Shop computer' }).click();
  await expect(page.getByText('The key has been revoked.')).toBeVisible();
  expect(await (await request.get('/api/v1/orders/some', { headers })).json()).toMatchObject({
    ...{ reason: 'key_revoked', message: 'This API key was revoked. Please make a new one.' },
  });
});
