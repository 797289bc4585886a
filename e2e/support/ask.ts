import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { lineOf } from '#client/features/cart/cart.ts';
import { STORAGE_KEYS } from '#shared/constants.ts';
import { addLine, parseWorkingCart, type WorkingLine } from '#shared/rules/cart.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import { PASSWORD } from './people.ts';

/** Asks a path of `/api/v1` as whoever is signed in with it; what is no success ends the test. */
export type Ask = <T = Record<string, unknown>>(method: string, path: string, data?: object) => Promise<T>;

export const asking =
  (request: APIRequestContext, base = ''): Ask =>
  async <T>(method: string, path: string, data?: object) => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await request.fetch(`${base}/api/v1${path}`, { method, headers, ...(data && { data }) });
    const body = await answer.text();
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${body}`).toBe(true);
    return JSON.parse(body) as T;
  };

/** Whoever uses these requests, or the page that they are of, is signed in from now on. */
export const signInAs = (request: APIRequestContext, email: string, base = '') =>
  asking(request, base)('POST', '/users/login', { email, password: PASSWORD });

/**
 * Puts so many of each product number into the cart of a page's browser, as their own pages would (`buy`), for journeys
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
