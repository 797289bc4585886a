import type { Page } from '@playwright/test';
import { signInAs } from './support/ask.ts';
import { expectAccessible, expectNothingSticksOut } from './support/in-order.ts';
import { PEOPLE } from './support/people.ts';
import { ANY_WIDTH, DESK_ONLY, expect, PHONE_ONLY, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-order-desk.ts', provoked: ['office.find: TRPCClientError'] });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search the back office' });
const field = (page: Page) => palette(page).getByRole('combobox');
const found = (page: Page, group: string) =>
  palette(page).getByRole('group', { name: group }).getByRole('option');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.getByRole('region', { name: 'Orders' }).locator('tbody tr');

async function office(page: Page, address = '/admin'): Promise<void> {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
}

test(
  'an order is found by its number and by its amount, without a pointer',
  DESK_ONLY,
  async ({ page, shop }) => {
    await shop.rows(`update orders set sub_total = 43084, total = 43084 where po_number = 'PO-705'`);
    const [order] = await shop.rows<{ order_number: number }>(
      `select order_number from orders where po_number = 'PO-705'`,
    );
    const number = String(order?.order_number);
    await office(page);
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(number);
    await expect(found(page, 'Orders').first()).toContainText(`${number} Dana Hollis`);
    await expect(field(page)).toHaveAttribute('aria-activedescendant', /order/);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(heading(page)).toContainText(`Order ${number}`);
    await expect(palette(page)).toHaveCount(0);

    await page.keyboard.press('Control+k');
    // Typed and sent faster than any answer comes.
    await page.keyboard.type('430.84');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toHaveCount(0);
    await expect(heading(page)).toContainText(`Order ${number}`);
    await expect(page).toHaveURL(/\/admin\/orders\//);
  },
);

test(
  'what was found stays until the next is, and nothing is found only of what is typed',
  ANY_WIDTH,
  async ({ page }) => {
    await office(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('holl');
    await expect(found(page, 'Orders')).toHaveCount(6);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>(resolve => {
      letGo = resolve;
    });
    await page.route('**/trpc/office.find**', async route => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(/office\.find/);
    await page.keyboard.type('zzz');
    await asked;
    await expect(found(page, 'Orders')).toHaveCount(6);
    await expect(palette(page).getByText('Nothing found')).toHaveCount(0);
    letGo();
    await expect(palette(page).getByText('Nothing found for “hollzzz”')).toBeVisible();
    await expect(palette(page).getByRole('option')).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
  },
);

test(
  'commands are done by arrows and Enter, and records without a page are not offered',
  DESK_ONLY,
  async ({ page }) => {
    await office(page);
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(found(page, 'Commands').first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('orders');
    await expect(found(page, 'Commands').first()).toHaveText(/^Orders/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(found(page, 'Commands').nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/orders?view=toPick');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('hp-4410');
    await expect(found(page, 'Products')).toHaveCount(1);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await expect(found(page, 'Products').first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/product\/.*title=HP-4410-BN/);
  },
);

test('a palette whose answer fails says so, and asks again', ANY_WIDTH, async ({ page }) => {
  await office(page);
  await page.route('**/trpc/office.find**', route => route.abort());
  await page.keyboard.press('Control+k');
  await page.keyboard.type('hollis');
  const again = palette(page).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(palette(page).getByText('Nothing found')).toHaveCount(0);
  await page.unroute('**/trpc/office.find**');
  await again.click();
  await expect(found(page, 'Orders')).toHaveCount(6);
});

test('on a phone the button opens it, and a touch goes to an order', PHONE_ONLY, async ({ page }) => {
  await office(page);
  await page.getByRole('button', { name: 'Search' }).tap();
  await field(page).fill('wanda');
  await expect(found(page, 'Orders')).toHaveCount(1);
  await expectAccessible(page, 'html', true);
  await expectNothingSticksOut(page);
  await found(page, 'Orders').first().tap();
  await expect(page.locator('input[name="email"]')).toHaveValue('wanda@example.com');
});

test('keys lead through the office, are listed, and can be switched off', DESK_ONLY, async ({ page }) => {
  await office(page);
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page).toHaveURL('/admin/orders');
  const search = page.getByRole('searchbox', { name: /Number, name, PO/ });
  await expect(search).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('go');
  await expect(search).toHaveValue('go');
  await search.blur();
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(rows(page).nth(0).getByRole('link')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toContainText(/Order \d/);
  const second = await heading(page).textContent();
  // The links to those beside it come a little later.
  const next = page.locator('[aria-keyshortcuts="j"]');
  await expect(next).toBeVisible();
  await page.keyboard.press('j');
  await expect(heading(page)).toContainText(/Order \d/);
  await expect(heading(page)).not.toHaveText(second ?? '');
  await expect(page.locator('[aria-keyshortcuts="k"]')).toContainText((second ?? '').replace(/\D/g, ''));
  await page.keyboard.press('k');
  await expect(heading(page)).toHaveText(second ?? '');
  await page.keyboard.press('e');
  await expect(page.locator('#content :is(input, select, textarea):focus')).toHaveCount(1);
  await page.locator(':focus').blur();

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByRole('region', { name: 'Go to' })).toContainText('Today');
  await expect(keys.getByRole('region', { name: 'This page' })).toContainText('Next of the list');
  await expectAccessible(page);
  await keys.getByLabel('Use single-key shortcuts').uncheck();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.keyboard.press('?');
  await expect(keys).toHaveCount(0);
  await expect(heading(page)).toHaveText(second ?? '');
  await page.reload();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('?');
  await expect(keys).toHaveCount(0);

  // The palette, which takes two keys at once, leads back to them.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('keyboard');
  await page.keyboard.press('Enter');
  await keys.getByLabel('Use single-key shortcuts').check();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL('/admin');
});

test('the start page shows an Admin, and nobody else, what waits for them', async ({ page, shop }, {
  project,
}) => {
  const admin = `boss-${project.name}@example.com`;
  await shop.rows(
    `insert into users (id, name, email, password_hash, permission_level, registered_fully)
     select gen_random_uuid(), 'Ada Boss', '${admin}', password_hash, 'Admin', true from users where email = '${PEOPLE.employee}'`,
  );
  await shop.rows(
    `insert into email_changes (id, "user", old_email, new_email, asked_as, needs_consent)
     select gen_random_uuid(), id, email, 'rae-new@example.com', 'Employee', true from users where email = '${PEOPLE.retail}'
     on conflict do nothing`,
  );
  await office(page);
  await expect(heading(page)).toHaveText('Today');
  await expect(page.getByText('Email changes to decide')).toHaveCount(0);
  await signInAs(page.request, admin);
  await page.goto('/admin');
  const waiting = page.getByRole('region', { name: 'Email changes to decide' });
  await expect(waiting).toContainText('rae@example.com → rae-new@example.com');
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await waiting.getByRole('link', { name: 'New email address for Rae Moss' }).click();
  await expect(heading(page)).toHaveText('A customer’s new e-mail address');
});

test('a page that begins in a field has the focus there, also by keys', DESK_ONLY, async ({ page }) => {
  await office(page);
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(heading(page)).toHaveText('New order');
  await expect(page.getByLabel('Item and quantity')).toBeFocused();
});
