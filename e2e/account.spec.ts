import { expectAccessible, expectNothingSticksOut } from './support/in-order.ts';
import { fillCart, placeButton, showOrder, thankedFor } from './support/journeys.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

const WRONG = "Username or Password didn't match.";
const TAKEN = 'Email is already taken, please use another email.';
test.use({ database: 'embedded', provoked: [WRONG, TAKEN] });

const PASSWORD = 'maple dovetail brace';

test(
  'whoever checks out may go on as a guest, register or sign in, and keeps the cart [CHK-02] [ACC-03]',
  ANY_WIDTH,
  async ({ page, shop }, { project }) => {
    const email = `gus-${project.name}@example.com`;
    const lines = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
    await fillCart(page, { 'QH-12': 2 });
    await page.goto('/checkout/login');
    await page.getByRole('link', { name: 'Continue as a guest' }).click();
    await showOrder(page);
    await expect(lines).toHaveCount(1);

    await page.goto('/checkout/login');
    const register = page.getByRole('form', { name: 'Create an account' });
    await register.getByLabel('E-mail').fill(email);
    await register.getByRole('button', { name: 'Create account' }).click();
    await expect(register.getByLabel('Full name')).toBeFocused();
    for (const label of ['Full name', 'Password']) {
      await expect(register.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    }
    await register.getByLabel('Full name').fill('Gus Weaver');
    await register.getByLabel('Password').fill(PASSWORD);
    await register.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Review and pay' })).toBeVisible();
    await expect(page).toHaveURL(/\/checkout\/summary$/);
    await expect(page.getByLabel('E-mail')).toHaveValue(email);
    await showOrder(page);
    await expect(lines).toContainText(['Quiet Compact Hinge']);

    await page.goto('/');
    await page.getByLabel('Account of Gus Weaver').click();
    await expectAccessible(page);
    await expectNothingSticksOut(page);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByText('Successfully logged out')).toBeVisible();
    await expect(
      page.getByRole('link', { name: 'Sign in' }).or(page.locator('a[href="/user"]')).first(),
    ).toBeVisible();

    await page.goto('/checkout/login');
    await register.getByLabel('Full name').fill('Gus Weaver');
    await register.getByLabel('E-mail').fill(email);
    await register.getByLabel('Password').fill(PASSWORD);
    await register.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('alert').filter({ hasText: TAKEN }).first()).toBeVisible();
    const signIn = page.getByRole('form', { name: 'Sign in' });
    await signIn.getByLabel('E-mail').fill(email);
    await signIn.getByLabel('Password').fill('something else entirely');
    await signIn.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(WRONG).first()).toBeVisible();
    await signIn.getByLabel('Password').fill(PASSWORD);
    await signIn.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Welcome!').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Review and pay' })).toBeVisible();
    await expect(page).toHaveURL(/\/checkout\/summary$/);
    await showOrder(page);
    await expect(lines).toContainText(['Quiet Compact Hinge']);

    await page.reload();
    await expect(page.getByLabel('Full name')).toHaveValue('Gus Weaver');
    await placeButton(page).click();
    await thankedFor(page, 'Gus Weaver');
    // The welcome at registration, and the confirmation of the order.
    await expect.poll(() => shop.mailsTo(email).length).toBe(2);
  },
);
