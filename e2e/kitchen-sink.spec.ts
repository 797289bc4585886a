import { signInAs } from './support/ask.ts';
import { expectAccessible, expectNothingSticksOut, putBarsInPlace } from './support/in-order.ts';
import { holdBack } from './support/journeys.ts';
import { PEOPLE } from './support/people.ts';
import { expect, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-order-desk.ts' });

test('the patterns of the back office stand together, each in its states', async ({ page }) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin/kitchen-sink');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchen sink');
  for (const text of ['Loading…', 'The things could not be read.', 'There is no such page.']) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('PO number, Notes');
  await expect(page.getByRole('alert', { name: 'Changed by somebody else' })).toContainText(
    'and yours: PO 2',
  );
  await page.getByLabel('Select this page').check();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(4);
  await putBarsInPlace(page);
  await expectAccessible(page);
  await expectNothingSticksOut(page);
});

test('a box that is ticked before its scripts are there is ticked once they are', async ({ page }) => {
  await signInAs(page.request, PEOPLE.employee);
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto('/admin/kitchen-sink', { waitUntil: 'commit' });
  await page.getByLabel('Select this page').check();
  release();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(4);
});
