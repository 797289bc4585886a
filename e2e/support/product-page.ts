import type { Locator, Page } from '@playwright/test';
import { PRODUCTS } from './product-ids.ts';

export const at = (product: keyof typeof PRODUCTS, rest = '') => `/product/${PRODUCTS[product]}${rest}`;
export const box = (page: Page) => page.getByLabel('Price and order');
export const addButton = (page: Page) => page.getByRole('button', { name: /^Add \d+ to cart$/ });
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const numberBox = (page: Page) => page.getByLabel('Product number', { exact: true });
export const value = (page: Page, option: string, name: string): Locator =>
  page.getByRole('list', { name: option, exact: true }).getByRole('link', { name });

export async function inCart(page: Page): Promise<[string, number][]> {
  const stored = await page.evaluate(() => localStorage.getItem('order'));
  const { cart } = JSON.parse(stored ?? '{"cart":[]}');
  return cart.map((line: { productNum: string; quantity: number }) => [line.productNum, line.quantity]);
}
