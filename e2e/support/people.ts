import { expect, type Page } from '@playwright/test';

/** The people of journeys, whom `fill-frame.ts` and its sisters make, and the one password of all of them. */
export const PASSWORD = 'maple dovetail brace';
export const PEOPLE = {
  retail: 'rae@example.com',
  unfinished: 'nora@example.com',
  /** Unfinished too, until a journey finishes it. */
  registering: 'nell@example.com',
  commercial: 'dana@example.com',
  foreman: 'fran@example.com',
  limited: 'mel@example.com',
  employee: 'erin@example.com',
  special: 'sol@example.com',
  admin: 'ada@example.com',
} as const;

export async function signIn(page: Page, person: keyof typeof PEOPLE): Promise<void> {
  await page.goto('/user');
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('E-mail').fill(PEOPLE[person]);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Sign in' }).click();
  // Said last, once the page has come to rest.
  await expect(page.getByText('Welcome!')).toBeVisible();
}
