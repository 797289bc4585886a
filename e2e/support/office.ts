import type { Page } from '@playwright/test';

/** Opens what phones keep behind a button of this name; at a desk it stands open. */
async function unfold(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole('button', { name, expanded: false });
  if (await button.isVisible()) await button.click();
}

/** Opens the choices by which a list is narrowed. */
export const openFilter = (page: Page) => unfold(page, /^Filter/);

/** Opens all that can be done with an order besides its next move. */
export const openMore = (page: Page) => unfold(page, /^More$/);

/** Opens all orders of the picking list. */
export const openOrders = (page: Page) => unfold(page, /^Show all \d+$/);
