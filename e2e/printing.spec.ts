import { randomUUID } from 'node:crypto';
import { asking } from './support/ask.ts';
import { fillCart } from './support/journeys.ts';
import { uselessOnPaper } from './support/paper.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';
import { enter, registerBuyer } from './support/trade.ts';

const BUYER = { name: 'Pat Lane', email: 'pat@lane.example', company: 'Lane Millwork' };

test.use({ fill: 'e2e/support/fill-trade.ts' });

let order = '';

test(
  'an order on account and its statement print what they say, and nothing to press',
  ANY_WIDTH,
  async ({ page, shop }) => {
    const ask = asking(page.request);
    await registerBuyer(page, shop, BUYER);
    const { _id: variantId, product_id: productId } = await shop.variant('QH-12');
    const asked = { cart: [{ productId, variantId, quantity: 2 }], shippingMethod: 'local' };
    const { total } = await ask<{ total: number }>('PATCH', '/orders/getCost', asked);
    const placed = await ask<{ _id: string }>('POST', '/orders', {
      ...{ ...asked, total, paymentType: 'Terms', poNumber: 'PO-7', idempotencyKey: randomUUID() },
      ...{ name: BUYER.name, email: BUYER.email, phone: '512 555 0143' },
    });
    order = placed._id;

    await enter(page, BUYER);
    for (const [path, said] of [
      [`/user/orders/${order}`, 'PO-7'],
      ['/user/orders', 'PO-7'],
      ['/user/statement', '$'],
      ['/user/special-pricing', '$9.90'],
    ] as const) {
      await page.goto(path);
      await expect(page.locator('main').getByText(said).first(), path).toBeVisible();
      expect.soft(await uselessOnPaper(page), path).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      await expect(page.locator('main').getByText(said).first(), path).toBeVisible();
      await page.emulateMedia({ media: 'screen' });
    }

    // The link that pays shows once something is chosen.
    await page.goto('/user/statement');
    await page.getByRole('button', { name: 'Choose all to pay them' }).click();
    await expect(
      page.getByRole('region', { name: 'Open orders' }).getByRole('link', { name: /^Pay \$/ }),
    ).toBeVisible();
    expect(await uselessOnPaper(page)).toEqual([]);
  },
);

test('so do a cart and a product', ANY_WIDTH, async ({ page, shop }) => {
  await fillCart(page, { 'BX-300-SB': 2 });
  const { product_id } = await shop.variant('BX-300-SB');
  for (const path of ['/checkout', `/product/${product_id}`]) {
    await page.goto(path);
    await expect(page.locator('main').getByText('Bexley Arch Pull').first(), path).toBeVisible();
    expect.soft(await uselessOnPaper(page), path).toEqual([]);
  }
});
