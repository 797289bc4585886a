import type { Page } from '@playwright/test';
import { expectAccessible } from './in-order.ts';

/** Saves a list of the back office as it is. */
export async function saveView(page: Page, name: string, isShared: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Save this view' });
  await form.getByLabel('Name').fill(name);
  if (isShared) await form.getByLabel('Share it with all staff').check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
}
