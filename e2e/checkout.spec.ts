import { expect, test } from './support/shop.ts';

/** Adds a variant to the cart from its own page, as often as said. */
const buy = async (page: import('@playwright/test').Page, productNum: string, quantity: number) => {
  await page.goto(`/search?title=${productNum}`);
  await page
    .getByRole('link', { name: /Knob|Pull|Hinge/ })
    .first()
    .click();
  const box = page.getByLabel('Price and order');
  await expect(box.getByText(productNum)).toBeVisible();
  await box.getByRole('textbox', { name: /^Quantity of/ }).fill(String(quantity));
  await box.getByRole('button', { name: /^Add \d+ to cart$/ }).click();
  await expect(page.getByText(`Added ${quantity} to cart`)).toBeVisible();
};

const figure = (page: import('@playwright/test').Page, name: string | RegExp) =>
  page.getByRole('row', { name }).last().getByRole('cell');

test('a guest buys three products by card, and a second submit makes nothing new', async ({ page, shop }, {
  project,
}) => {
  const before = {
    knob: (await shop.variant('AV-100-SN')).stock,
    pull: (await shop.variant('BX-300-SB')).stock,
    hinge: (await shop.variant('QH-12')).stock,
  };
  await buy(page, 'AV-100-SN', 12);
  await buy(page, 'BX-300-SB', 2);
  await buy(page, 'QH-12', 3);
  await page.goto('/checkout');
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await page.getByRole('link', { name: 'Continue as a guest' }).click();

  const email = `ada-${project.name}@example.com`;
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Full name').fill('Ada Carver');
  await page.getByLabel(/^Phone/).fill('512 555 0143');
  await page.getByLabel(/Ground/).check();
  await page.getByLabel('Street address', { exact: true }).fill('12 Mill Lane');
  await page.getByLabel('City', { exact: true }).fill('Austin');
  await page.getByLabel('State', { exact: true }).fill('TX');
  await page.getByLabel('Zip', { exact: true }).fill('78701');

  // 12 × 6.17 (from ten pieces) + 2 × 12.50 + 3 × 3.35 = 109.09; from 100 to 250 shipping costs 19.95;
  // tax 109.09 × 8.25 % = 8.9999, so 9.00; 109.09 + 19.95 + 9.00 = 138.04.
  await expect(page.getByRole('button', { name: 'Place order, $138.04' })).toBeEnabled();
  await expect(figure(page, /^Subtotal/)).toHaveText('$109.09');
  await expect(figure(page, /^Shipping/)).toHaveText('$19.95');
  await expect(figure(page, /^Tax/)).toHaveText('$9.00');
  await expect(figure(page, /^Total/)).toHaveText('$138.04');

  await page.getByLabel('Approved', { exact: false }).check();
  await page.getByRole('button', { name: 'Place order, $138.04' }).dblclick();
  await expect(
    page.getByRole('heading', { name: /^Thank you, Ada Carver\. Your order number is \d+\.$/ }),
  ).toBeVisible();
  const heading = await page.getByRole('heading', { level: 1 }).textContent();
  const orderNumber = /\d+/.exec(heading ?? '')?.[0] ?? '';

  await expect.poll(() => shop.smtp.mails.filter(mail => mail.envelope.to.includes(email)).length).toBe(1);
  const mail = shop.smtp.mails.find(one => one.envelope.to.includes(email));
  expect(mail?.text).toContain(orderNumber);
  expect(mail?.text).toContain('$138.04');

  expect((await shop.variant('AV-100-SN')).stock).toBe(before.knob - 12);
  expect((await shop.variant('BX-300-SB')).stock).toBe(before.pull - 2);
  expect((await shop.variant('QH-12')).stock).toBe(before.hinge - 3);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(orderNumber);
  await page.goto('/checkout');
  await expect(page.getByText(/empty/i).first()).toBeVisible();
  expect((await shop.variant('QH-12')).stock).toBe(before.hinge - 3);
  expect(shop.smtp.mails.filter(one => one.envelope.to.includes(email))).toHaveLength(1);
});

test('a declined card says why, keeps what was typed and the cart, and another one pays', async ({
  page,
  shop,
}, { project }) => {
  await buy(page, 'QH-12', 1);
  await page.goto('/checkout/summary');
  const email = `ben-${project.name}@example.com`;
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Full name').fill('Ben Joiner');
  const place = page.getByRole('button', { name: /^Place order, \$/ });
  await page.getByLabel(/Declined/).check();
  await place.click();
  await expect(page.getByText(/declined/i).last()).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('Ben Joiner');
  await page.getByLabel('Approved', { exact: false }).check();
  await place.click();
  await expect(page.getByRole('heading', { name: /^Thank you, Ben Joiner/ })).toBeVisible();
  await expect.poll(() => shop.smtp.mails.filter(mail => mail.envelope.to.includes(email)).length).toBe(1);
});

test('what is missing is said beside its field, and nothing is lost', async ({ page }) => {
  await buy(page, 'QH-12', 1);
  await page.goto('/checkout/summary');
  await page.getByLabel('E-mail').fill('not an address');
  await page.getByLabel(/Ground/).check();
  await page.getByRole('button', { name: /^Place order, \$/ }).click();
  await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page.getByLabel('Zip', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.reload();
  await expect(page.getByLabel('E-mail')).toHaveValue('not an address');
});
