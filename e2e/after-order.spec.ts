import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readPdf } from '#server/test/read-pdf.ts';
import { signInAs } from './support/ask.ts';
import { expectInOrder } from './support/in-order.ts';
import { breakCalls, figure, fillCart, introduce, placeButton, thankedFor } from './support/journeys.ts';
import { PASSWORD, PEOPLE } from './support/people.ts';
import { ANY_WIDTH, expect, type Shop, test } from './support/shop.ts';

test.use({
  database: 'embedded',
  fill: 'e2e/support/fill-summary.ts',
  provoked: ['Failed to cancel order.', 'Failed to retrieve Order', 'That could not be saved.'],
});

const steps = (page: Page) => page.getByRole('list', { name: 'Order progress' }).getByRole('listitem');

const standing = (page: Page) =>
  page.getByRole('list', { name: 'Order progress' }).locator('[aria-current=step]');

/** The pages of the invoice that the page's link brings. */
async function invoice(page: Page): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Invoice (PDF)' }).click(),
  ]);
  const text = readPdf(readFileSync(await download.path())).join(' ');
  return { name: download.suggestedFilename(), text: text.replaceAll(' ', '') };
}

/** A mail's address, found by a part of it. */
const linkIn = (mail: { text?: string } | undefined, part: string) =>
  mail?.text?.split(/\s+/).find(word => word.includes(part)) ?? '';

test('a guest finds what he ordered on the page that thanks, by his mail, and as a paper [CART-08] [CHK-09]', async ({
  page,
  shop,
}, { project }) => {
  const email = `greta-${project.name}@example.com`;
  await fillCart(page, { 'QH-12': 2 });
  await introduce(page, { email, name: 'Greta Holm' });
  await placeButton(page).click();
  const number = await thankedFor(page, 'Greta Holm');
  // 2 × 3.35 and 8.25 % of it, 0.55.
  await expect(figure(page, /^Total/)).toHaveText('$7.25');
  await expect(steps(page)).toHaveText([
    'Placed (done)',
    'Paid',
    'Being prepared',
    'Ready for pick-up',
    'Completed',
  ]);
  await expect(standing(page)).toHaveText('Paid');
  // The latest purchase is what the page is made of, also when it is opened anew; the cart is empty.
  const kept = await page.evaluate(() => sessionStorage.getItem('latestPurchase'));
  expect(JSON.parse(kept ?? '{}')).toEqual({ _id: expect.any(String), orderKey: expect.any(String) });
  expect(await page.evaluate(() => localStorage.getItem('order'))).not.toContain('QH-12');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await expectInOrder(page);
  await expect(page.getByRole('button', { name: 'Cancel the order' })).toBeHidden();
  const paper = await invoice(page);
  expect(paper.name).toBe(`invoice-${number}.pdf`);
  expect(paper.text).toContain('QH-12QuietCompactHinge');
  expect(paper.text).toContain('2$3.35$6.70');
  expect(paper.text).toContain('Total$7.25Paid$7.25Balancedue$0.00');

  await expect.poll(() => shop.mailsTo(email).length).toBe(1);
  const [mail] = shop.mailsTo(email);
  const answer = await page.request.get(linkIn(mail, '/invoice.pdf'));
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(linkIn(mail, '/orders/lookup'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`);
  await expect(page.getByRole('list', { name: 'Items' })).toContainText('QH-12, 2 × $3.35');
  await expect(figure(page, /^Total/)).toHaveText('$7.25');
  await expectInOrder(page);
});

/** A guest's order that waits for its payment. */
async function heldOrder(page: Page, shop: Shop) {
  const { _id: variantId, product_id: productId } = await shop.variant('TW-20');
  const cart = [{ productId, variantId, quantity: 3 }];
  const ask = async (method: 'post' | 'patch', path: string, data: object) =>
    (await page.request[method](`${shop.url}/api/v1${path}`, { data })).json();
  const { total } = await ask('patch', '/orders/getCost', { cart });
  const who = { name: 'Hugo Lind', email: 'hugo@example.com' };
  return ask('post', '/orders', { ...who, cart, total, idempotencyKey: randomUUID() });
}

test('a guest gives up an order that waits for its payment; a failure leaves it as it is', async ({
  page,
  shop,
}) => {
  const { stock } = await shop.variant('TW-20');
  const { orderNumber, orderKey } = await heldOrder(page, shop);
  expect((await shop.variant('TW-20')).stock).toBe(stock - 3);
  await page.goto('/orders/lookup');
  await page.getByLabel('Order number').fill(`#${orderNumber}`);
  await page.getByLabel('Order key').fill(` ${orderKey} `);
  await page.getByRole('button', { name: 'Find the order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${orderNumber}`);
  await expect(standing(page)).toHaveText('Placed');
  await expect(page.getByRole('link', { name: 'Invoice (PDF)' })).toBeHidden();

  const cancel = page.getByRole('button', { name: 'Cancel the order' });
  await cancel.click();
  const dialog = page.getByRole('dialog', { name: `Cancel order ${orderNumber}?` });
  await expect(dialog).toContainText('Nothing was charged.');
  await expectInOrder(page);
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toBeHidden();

  await breakCalls(page, 'orders.cancel');
  await cancel.click();
  await dialog.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText('Failed to cancel order.')).toBeVisible();
  await page.unroute('**/trpc/orders.cancel**');
  expect((await shop.variant('TW-20')).stock).toBe(stock - 3);

  await dialog.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText('Canceled the order.')).toBeVisible();
  await expect(steps(page)).toHaveText(['Placed (done)', 'Canceled']);
  await expect(cancel).toBeHidden();
  expect((await shop.variant('TW-20')).stock).toBe(stock);
});

test(
  'what no order can be found by is said beside its field, and how often one may try',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/orders/lookup?orderNumber=x1&orderKey=k');
    await expect(page.locator('main')).toContainText('must be a number, e.g. 10001');
    await page.goto('/orders/lookup?orderNumber=999999&orderKey=wrong');
    await expect(page.locator('main')).toContainText('That order could not be found in the database.');
    await expect(page.getByLabel('Order number')).toHaveValue('999999');
    await breakCalls(page, 'orders.lookup');
    await page.getByLabel('Order key').fill('another');
    await page.getByRole('button', { name: 'Find the order' }).click();
    await expect(page.locator('main')).toContainText('Failed to retrieve Order', { timeout: 30_000 });
    await page.unroute('**/trpc/orders.lookup**');
    for (let tries = 0; tries < 20; tries++) {
      const input = encodeURIComponent(JSON.stringify({ orderNumber: 999999, orderKey: `k${tries}` }));
      await page.request.get(`/trpc/orders.lookup?input=${input}`);
    }
    await page.goto('/orders/lookup?orderNumber=999999&orderKey=more');
    await expect(page.locator('main')).toContainText('Too many attempts.');
  },
);

test('a customer finds his order behind his sign-in, cancels it, and what he bought stands on his home page [HOME-03]', async ({
  page,
  shop,
}) => {
  const mails = () => shop.mailsTo(PEOPLE.retail);
  const before = mails().length;
  await signInAs(page.request, PEOPLE.retail);
  await fillCart(page, { 'QH-12': 1 });
  await page.goto('/checkout/summary');
  await placeButton(page).click();
  await expect(page).toHaveURL(/\/checkout\/thank-you$/, { timeout: 60_000 });
  await page.goto('/');
  const bought = page.getByRole('region', { name: 'Recently purchased' });
  await expect(bought).toContainText('Quiet Compact Hinge');
  await bought
    .getByRole('link', { name: /Quiet Compact Hinge/ })
    .first()
    .click();
  const last = page.getByText(/^Bought before: 1 at \$3\.35 on /);
  await expect(last).toBeVisible();
  await expect(last.getByRole('link')).toHaveAttribute('href', /^\/user\/orders\//);
  await page.goto('/products?bought=true');
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Bought before');
  await expect(page.getByRole('region', { name: 'Products' })).toContainText('Quiet Compact Hinge');
  await expect(page.getByText('1 product', { exact: true })).toBeVisible();

  await expect.poll(() => mails().length).toBe(before + 1);
  const link = linkIn(mails().at(-1), '/user/orders/');
  expect(mails().at(-1)?.text).not.toContain('orderKey');
  await page.context().clearCookies();
  await page.goto(link);
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('E-mail').fill(PEOPLE.retail);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('list', { name: 'Items' })).toContainText('QH-12, 1 × $3.35');
  await expectInOrder(page);
  // An order that came with its page is not asked for again: what had changed by then would move the rest.
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(asked.filter(url => url.includes('orders.byId'))).toEqual([]);
  expect((await invoice(page)).text).toContain('QH-12');

  const { stock } = await shop.variant('QH-12');
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  const dialog = page.getByRole('dialog', { name: /^Cancel order/ });
  await expect(dialog).toContainText('refunded the way you paid it');
  await dialog.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText('Canceled the order.')).toBeVisible();
  await expect(steps(page)).toHaveText(['Placed (done)', 'Canceled']);
  expect((await shop.variant('QH-12')).stock).toBe(stock + 1);
  await expect
    .poll(() =>
      mails()
        .map(mail => mail.subject)
        .slice(before + 1),
    )
    .toHaveLength(2);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Suggestions' })).toBeVisible();
  await expect(bought).toBeHidden();
  await page.goto('/search?title=QH-12');
  await expect(page.getByLabel('Price and order')).toBeVisible();
  await expect(last).toBeHidden();
});

test(
  'who finds something sold out asks to be told when it is back, and may think better of it',
  ANY_WIDTH,
  async ({ page, shop }) => {
    const { _id, product_id } = await shop.variant('AV-100-MB');
    const address = `/product/${product_id}?variants=${_id}`;
    await page.goto(address);
    const offer = page.getByText('Sign in to be told when it is back.');
    await expect(offer.getByRole('link')).toHaveAttribute(
      'href',
      `/user?return=${encodeURIComponent(address)}`,
    );
    await signInAs(page.request, PEOPLE.retail);
    await page.goto(address);
    const tellMe = page.getByRole('button', { name: 'Tell me when it is back' });
    await breakCalls(page, 'variants.askForStock');
    await tellMe.click();
    await expect(page.getByText('That could not be saved. Please try again.')).toBeVisible();
    await page.unroute('**/trpc/variants.askForStock**');
    await tellMe.click();
    await expect(page.getByText('We will tell you when it is back.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('We will tell you when it is back.')).toBeVisible();
    await expectInOrder(page);
    await page.getByRole('button', { name: 'Don’t tell me' }).click();
    await expect(page.getByRole('button', { name: 'Tell me when it is back' })).toBeVisible();
  },
);
