import { expect, type Locator, type Page } from '@playwright/test';
import { lineOf } from '#client/features/cart/cart.ts';
import { STORAGE_KEYS } from '#shared/constants.ts';
import { addLine, parseWorkingCart, type WorkingLine } from '#shared/rules/cart.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import { asking } from './ask.ts';
import type { Shop } from './shop.ts';

/** Adds a variant to the cart on its own page, as often as said. */
export async function buy(page: Page, productNum: string, quantity: number): Promise<void> {
  await page.goto(`/search?title=${productNum}`);
  const box = page.getByLabel('Price and order');
  await expect(box.getByText(productNum)).toBeVisible();
  await box.getByRole('textbox', { name: /^Quantity of/ }).fill(String(quantity));
  await box.getByRole('button', { name: `Add ${quantity} to cart` }).click();
  await expect(page.getByText(`Added ${quantity} to cart`)).toBeVisible();
}

/**
 * Puts so many of each product number into the cart of a page's browser, as `buy` does on their own pages, for journeys
 * that begin later: loading those takes as long as many a journey. The page then stands on a file of the shop's.
 */
export async function fillCart(page: Page, wanted: Record<string, number>): Promise<void> {
  const ask = asking(page.request);
  const added = await Promise.all(
    Object.entries(wanted).map(async ([productNum, quantity]) => {
      const variant = await ask<Variant>('GET', `/products/variant?productNum=${productNum}`);
      const product = await ask<Product>('GET', `/products/${variant.product_id}`);
      return lineOf(product, variant, quantity);
    }),
  );
  await page.goto('/robots.txt');
  const key = STORAGE_KEYS.workingCart;
  const cart = parseWorkingCart(await page.evaluate(name => localStorage.getItem(name), key));
  const filled = { ...cart, cart: added.reduce(addLine<WorkingLine>, cart.cart) };
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    key,
    JSON.stringify(filled),
  ] as const);
}

/** The amount in a row of a cart's or order's figures. */
export const figure = (page: Page, name: RegExp): Locator =>
  page.getByRole('row', { name }).last().getByRole('cell').last();

/** Goes to the summary of what is in the cart and says who buys; it is picked up at the store. */
export async function introduce(page: Page, { email, name }: { email: string; name: string }): Promise<void> {
  await page.goto('/checkout/summary');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Full name').fill(name);
}

/** Opens the order beside the form where the screen is too narrow to show it. */
export async function showOrder(page: Page): Promise<void> {
  const order = page.getByRole('complementary', { name: 'Order summary' });
  await expect(order).toBeVisible();
  const toggle = order.getByRole('button', { name: 'Show the order' });
  if (await toggle.isVisible()) await toggle.click();
}

export const placeButton = (page: Page): Locator => page.getByRole('button', { name: /^Place order, \$/ });

/** The number of the order that the page thanks for. */
export async function thankedFor(page: Page, name: string): Promise<string> {
  await expect(page).toHaveURL(/\/checkout\/thank-you$/, { timeout: 60_000 });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(new RegExp(`^Thank you, ${name}\\. Your order number is \\d+\\.$`));
  return /\d+/.exec((await heading.textContent()) ?? '')?.[0] ?? '';
}

/** Makes calls of a procedure fail as they do when the shop itself is at fault. */
export async function breakCalls(page: Page, procedure: string): Promise<void> {
  const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, message: 'Something went wrong.' };
  const fault = { error: { message: data.message, code: -32_603, data } };
  await page.route(`**/trpc/${procedure}**`, route => {
    const calls = new URL(route.request().url()).pathname.split(',').length;
    return route.fulfill({ status: 500, json: Array(calls).fill(fault) });
  });
}

/** Lets nothing through to these addresses until the returned is called. */
export async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(addresses, async route => {
    await held;
    await route.continue();
  });
  return () => release();
}

/** The link of the newest mail to somebody that leads to this page. */
export async function linkTo(shop: Shop, email: string, path: string): Promise<string> {
  const find = () =>
    shop
      .mailsTo(email)
      .map(mail => new RegExp(`http://localhost:\\d+${path}#\\S+`).exec(mail.text ?? '')?.[0])
      .findLast(link => link !== undefined);
  await expect.poll(find).toContain(`${path}#`);
  return find() ?? '';
}
