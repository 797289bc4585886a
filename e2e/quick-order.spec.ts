import { expectInOrder, expectNothingSticksOut } from './support/in-order.ts';
import { expect, test } from './support/shop.ts';

test.use({ database: 'embedded' });

test('a list with mistakes is mended where it stands, and what can be had goes into the cart', async ({
  page,
}) => {
  await page.goto('/quick-order');
  const list = page.getByLabel('Numbers and quantities');
  await page.getByRole('button', { name: 'Look them up' }).click();
  await expect(page.getByText('Nothing to look up yet')).toBeVisible();
  await list.fill('Item\tQty\nav-100 sn\t12\nBX-300-SB\t11\nQH-13\t4\nTW-20\ttwo\nNOTHING-LIKE-IT\t1\n');
  await page.getByRole('button', { name: 'Look them up' }).click();
  const rows = page.getByRole('region', { name: 'Your list' }).getByRole('listitem');
  await expect(page.getByText('5 rows: 1 ready, 4 need attention')).toBeVisible();
  // Twelve at the price from ten on: 12 × $6.17.
  await expect(rows.nth(0)).toContainText('$74.04');
  await expectInOrder(page);
  await expectNothingSticksOut(page);

  await rows.nth(1).getByRole('button', { name: 'Lower to 9' }).click();
  await expect(rows.nth(1)).toContainText('$112.50');
  await rows
    .nth(2)
    .getByRole('button', { name: /^QH-12/ })
    .click();
  await expect(rows.nth(2)).toContainText('$13.40');
  await expect(rows.nth(3)).toContainText('The quantity must be a whole number from 1 to 100,000.');
  await page.reload();
  await expect(page.getByText('5 rows: 3 ready, 2 need attention')).toBeVisible();

  const summary = page.getByRole('complementary', { name: 'Summary' });
  // 74.04 + 112.50 + 13.40
  await expect(summary).toContainText('$199.94');
  await summary.getByRole('button', { name: 'Add 25 to cart' }).click();
  await expect(page.getByText('2 rows: 0 ready, 2 need attention')).toBeVisible();
  await expect(page.getByLabel('Product number, row 1')).toHaveValue('TW-20');
  await page.getByLabel('Quantity, row 1').fill('2');
  await expect(rows.nth(0)).toContainText('$8.00');
  await page.getByRole('button', { name: 'Remove row 2' }).click();
  await summary.getByRole('button', { name: 'Add 2 to cart' }).click();
  await expect(rows).toHaveCount(0);

  await page.goto('/checkout');
  await expect(page.getByText('$207.94').first()).toBeVisible();
});

test('a file is read, one that is no text is refused with a reason, and a column pasted into a row is many', async ({
  page,
}) => {
  await page.goto('/quick-order');
  const upload = (name: string, content: string) =>
    page
      .getByLabel('Upload a list')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content, 'utf8') });
  await upload('order.xlsx', 'PK\u0000\u0003');
  await expect(page.getByText('That isn’t a text file.')).toBeVisible();
  await upload('order.csv', 'Qty,Part number\r\n3,"AV-100-SN"\r\n');
  await expect(page.getByText('1 row: 1 ready')).toBeVisible();
  await page.getByRole('button', { name: 'Add a row' }).click();
  await page.getByLabel('Product number, row 2').evaluate(field => {
    const data = new DataTransfer();
    data.setData('text', 'BX-300-SB\t1\nTW-20\t2\n');
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(page.getByText('3 rows: 3 ready')).toBeVisible();
  await page.getByRole('button', { name: 'Empty the list' }).click();
  await expect(page.getByRole('region', { name: 'Your list' })).toBeHidden();
});
