import { expect, type Page } from '@playwright/test';
import { asking, signInAs } from './ask.ts';
import { expectAccessible } from './in-order.ts';
import { openMore } from './office.ts';
import { PEOPLE } from './people.ts';
import type { Shop } from './shop.ts';

export interface Placed {
  _id: string;
  orderNumber: number;
  total: number;
}

const buyer = {
  ...{ name: 'Rae Moss', email: PEOPLE.retail, phone: '512 555 0143', shippingMethod: 'local' },
};

/** Places an order as whoever is signed in, of so many of each number, and pays it by card where it is not on account. */
export async function place(
  page: Page,
  shop: Shop,
  wanted: Record<string, number>,
  said: object = {},
  paid: object = {},
): Promise<Placed> {
  const ask = asking(page.request);
  const cart = [];
  for (const [productNum, quantity] of Object.entries(wanted)) {
    const { _id, product_id } = await shop.variant(productNum);
    cart.push({ productId: product_id, variantId: _id, quantity });
  }
  const figures = await ask<{ total: number }>('PATCH', '/orders/getCost', { cart, shippingMethod: 'local' });
  const order = await ask<Placed>('POST', '/orders', {
    ...{ ...buyer, cart, total: figures.total, idempotencyKey: crypto.randomUUID() },
    ...said,
  });
  if (!('paymentType' in said))
    await ask('POST', '/creditCard/charge', {
      ...{ order: { _id: order._id }, card: { testOutcome: 'approve' } },
      ...paid,
    });
  return order;
}

export async function openOrder(page: Page, { _id, orderNumber }: Placed): Promise<void> {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto(`/admin/orders/${_id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Order ${orderNumber}`);
  await openMore(page);
}

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
/** A figure of what stands about the order on its record. */
export const factOf = (page: Page, label: string) =>
  page.getByRole('region', { name: 'About this order' }).locator(`dt:text-is("${label}") + dd`);
const comesTo = (page: Page) => page.getByRole('region', { name: 'Summary' });

/** Figures by the names of their rows. */
type Figures = Readonly<Record<string, string>>;

/** Expects the preview to show these figures, and no others. */
export async function expectFigures(page: Page, before: Figures, after: Figures): Promise<void> {
  const rows = comesTo(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveText(
    Object.entries(after).map(([name, amount]) => `${name}${before[name] ?? '$0.00'}${amount}`),
  );
}

/** Does what was asked for in the dialog, once the preview says these words. */
export async function doneOnce(
  page: Page,
  words: string,
  [before, after]: readonly Figures[],
): Promise<void> {
  await expect(comesTo(page)).toContainText(words);
  await expectFigures(page, before ?? {}, after ?? {});
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Change the order/ }).click();
  await expect(dialog(page, /^Change order/)).toHaveCount(0);
  await expect(page.getByText('Successfully updated order')).toBeVisible();
}

/** Changes the quantity of an item, and does it once the preview says these words and shows the figures before and after. */
export async function change(
  page: Page,
  productNum: string,
  quantity: string,
  words: string,
  figures: readonly [before: Figures, after: Figures],
): Promise<void> {
  await page.getByRole('button', { name: 'Change the items' }).click();
  await page.getByLabel(`Quantity of ${productNum}`).fill(quantity);
  await doneOnce(page, words, figures);
}
