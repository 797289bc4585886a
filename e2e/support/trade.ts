import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { readPdf } from '#server/test/read-pdf.ts';
import { type Ask, asking, signInAs, staffOf } from './ask.ts';
import { expectAccessible, expectInOrder, expectNothingSticksOut, putBarsInPlace } from './in-order.ts';
import { figure } from './journeys.ts';
import { PASSWORD } from './people.ts';
import type { Shop } from './shop.ts';

export const MAKER = { name: 'Mae Fuller', email: 'mae@fuller.example', company: 'Fuller Joinery' };
export const FOREMAN = { name: 'Fran Foreman', email: 'fran@fuller.example' };

/** Gives, as an admin, what the trade side rests on: agreed prices, percents, credit, exemption. */
export async function giveTerms(ask: Ask, shop: Shop, companyId: string, creditLimit: number): Promise<void> {
  const { _id: variant } = await shop.variant('BX-300-SB');
  await ask('PATCH', `/companies/${companyId}`, { variant, price: 9.9 });
  const tiers = [{ scope: 'vendor', ref: 'Brightwater', percent: 10 }];
  await ask('POST', '/companies/tiers', { _id: companyId, tiers });
  const terms = { creditLimit, taxExempt: true, poRequired: true, preferredPayment: 'Terms' };
  await ask('PUT', '/companies', { _id: companyId, ...terms });
}

/** Registers a company's first person, who is signed in from then on, and gives the company its terms. */
export async function registerBuyer(
  page: Page,
  shop: Shop,
  { company, ...who }: { name: string; email: string; company: string },
): Promise<void> {
  const { user } = await asking(page.request)<{ user: { company: string } }>('POST', '/users', {
    ...{ ...who, password: PASSWORD, permissionLevel: 'Commercial' },
    company: { name: company, address: '8 Elm Street', city: 'Austin', state: 'TX', zip: '78701' },
  });
  const staff = await staffOf(shop);
  await giveTerms(asking(staff), shop, user.company, 1000);
  await staff.dispose();
}

/** A saved cart of whoever asks, its lines by product number, quantity and room. */
export async function makeCart(
  ask: Ask,
  shop: Shop,
  orderName: string,
  lines: [productNum: string, quantity: number, room?: string][],
  more: object = {},
): Promise<string> {
  const cart = await Promise.all(
    lines.map(async ([productNum, quantity, room = '']) => {
      const { _id: variantId, product_id: productId } = await shop.variant(productNum);
      return { productId, variantId, quantity, room };
    }),
  );
  return (await ask<{ _id: string }>('POST', '/orders/carts', { orderName, cart, ...more }))._id;
}

/**
 * Checks that a screen is in order as its customer sees it, and takes a picture where `SHOTS` names a folder for it.
 * Anything that the customer did since it began (`hasActed`) may have moved things.
 */
export async function look(page: Page, name: string, hasActed = false): Promise<void> {
  if (hasActed) {
    await putBarsInPlace(page);
    await expectAccessible(page);
    await expectNothingSticksOut(page);
  } else await expectInOrder(page);
  const { SHOTS } = process.env;
  const width = page.viewportSize()?.width ?? 0;
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${width}.png`, fullPage: true });
}

/** Reads what a company's account holds, oldest first, in cents, and what it comes to. */
export async function accountOf(shop: Shop, company: string) {
  const entries = await shop.rows<{ kind: string; amount: string; order: number }>(
    `select e.kind, e.amount, o.order_number as order from account_entries e
      join companies c on c.id = e.company left join orders o on o.id = e."order" where c.name = $1 order by e.id`,
    company,
  );
  const amounts = entries.map(({ kind, amount }) => [kind, Number(amount)] as const);
  return { entries: amounts, balance: amounts.reduce((sum, [, amount]) => sum + amount, 0) };
}

/** Stocks by product number. */
export async function stocksOf(shop: Shop, ...numbers: string[]): Promise<number[]> {
  return Promise.all(numbers.map(async productNum => (await shop.variant(productNum)).stock));
}

export const row = (page: Page, text: string | RegExp) =>
  page.getByRole('listitem').filter({ hasText: text });

/** Somebody sits down at a machine on which the cookie notice was read long ago. */
export async function enter(page: Page, who: { email: string }): Promise<void> {
  await readCookieNotice(page);
  await signInAs(page.request, who.email);
}
/** Otherwise it covers the foot of every page. */
export const readCookieNotice = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('acceptedDisclaimer', 'true'));

/** Checks what an order's page says it costs. */
export async function expectFigures(
  page: Page,
  { subTotal, shipping, total }: { subTotal: string; shipping: string; total: string },
): Promise<void> {
  await expect(figure(page, /^Subtotal/)).toHaveText(subTotal);
  await expect(figure(page, /^Shipping/)).toHaveText(shipping);
  await expect(figure(page, /^Total/)).toHaveText(total);
}

/** Returns the file that a link brings. */
export async function file(page: Page, link: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFileSync(await download.path());
}

/** The words of a PDF, without the blanks between them. */
export const paper = async (page: Page, link: Locator) =>
  readPdf(await file(page, link))
    .join('')
    .replaceAll(/\s/g, '');
