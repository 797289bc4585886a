import type { Locator, Page } from '@playwright/test';

/** Larch pulls alone, as `fill-listing.ts` makes them: 120 of them, three pages. */
export const LARCH = '/category-products?type=normal&categories=Pulls&subcategories=Larch+pulls';

/** Calls that read the listing. */
export const LISTED = /\/trpc\/[^?]*products\.list/;

export const products = (page: Page) => page.getByRole('region', { name: 'Products' });
export const tiles = (page: Page) => products(page).getByRole('button', { name: /^Add to cart: / });
export const tile = (page: Page, title: string) =>
  products(page).getByRole('listitem').filter({ hasText: title });
export const chips = (page: Page) => page.getByLabel('Active filters').getByRole('listitem');
export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600;

/** The filters: beside the tiles, or in their sheet. */
export async function filters(page: Page): Promise<Locator> {
  if (!isPhone(page)) return page.getByRole('complementary', { name: 'Filters' });
  await page.getByRole('button', { name: /^Filters/ }).click();
  return page.getByRole('dialog', { name: 'Filters' });
}

export async function closeFilters(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: /^Show [\d,]+ products?$/ }).click();
}
