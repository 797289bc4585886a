import type { Locator, Page } from '@playwright/test';
import { signInAs } from './support/ask.ts';
import { fillCart, placeButton, thankedFor } from './support/journeys.ts';
import { openMore } from './support/office.ts';
import { PEOPLE } from './support/people.ts';
import { expect, type Shop, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-desk-day.ts' });

/** Presses what it is given: with a pointer, or by the keyboard alone. */
type Press = (what: Locator) => Promise<void>;

const HANDS: { name: string; press: Press }[] = [
  { name: 'with a pointer', press: what => what.click() },
  {
    name: 'without a pointer',
    press: async what => {
      await what.focus();
      await expect(what).toBeFocused();
      await what.press('Enter');
    },
  },
];

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const mailsOf = (shop: Shop, subject: RegExp) =>
  shop.mailsTo(PEOPLE.commercial).filter(mail => subject.test(mail.subject ?? ''));

/** How many orders wait in a queue of the start page. */
async function queue(page: Page, name: string): Promise<number> {
  await page.goto('/admin');
  const link = page.getByRole('list', { name: 'Queues of orders' }).getByRole('link', { name });
  await expect(link).toContainText(/\d/);
  return Number(/\d+/.exec((await link.textContent()) ?? '')?.[0]);
}

async function openByPalette(page: Page, number: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type(number);
  await page.getByRole('option', { name: new RegExp(number) }).waitFor();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toContainText(`Order ${number}`);
}

/** All of one line, six of ten of the other: four lie nowhere. */
async function pickShort(page: Page, press: Press): Promise<void> {
  const bins = page.getByRole('list', { name: 'Places' }).getByRole('listitem');
  await press(button(page, 'Start picking'));
  await expect(bins).toContainText(['B2-7', 'B12-1']);
  await press(button(page, '40 of 40 WALK-685'));
  const cups = page.getByLabel(/^Picked of WALK-1240/);
  await cups.focus();
  await cups.fill('6');
  await press(button(page, 'Done: 46 of 50'));
  const reason = page.getByLabel('none on shelf');
  await reason.focus();
  await page.keyboard.press('Space');
  await press(button(page, 'Done: 46 of 50'));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Ready for pick-up' }));
  await expect(page.getByText(/: 46 of 50 picked\.$/)).toBeVisible();
}

for (const { name, press } of HANDS) {
  test(`a day at the desk: an order is found, taken on, picked short, handed out and billed, ${name}`, async ({
    page,
    shop,
  }) => {
    await signInAs(page.request, PEOPLE.commercial);
    await fillCart(page, { 'WALK-685': 40, 'WALK-1240': 10 });
    await page.goto('/checkout/summary');
    await page.getByRole('radio', { name: 'On account (Terms)' }).check();
    // 40 × 6.85 + 10 × 12.40 = 398.00, and 32.84 of tax.
    await expect(placeButton(page)).toHaveText('Place order, $430.84');
    await placeButton(page).click();
    const number = await thankedFor(page, 'Dana Hollis');

    await signInAs(page.request, PEOPLE.employee);
    const [toPick, picking] = [await queue(page, 'To pick'), await queue(page, 'Picking')];
    await openByPalette(page, number);
    await press(button(page, 'Take on'));
    await expect(heading(page)).toContainText('Being prepared');
    expect(await queue(page, 'To pick')).toBe(toPick - 1);
    expect(await queue(page, 'Picking')).toBe(picking + 1);

    await openByPalette(page, number);
    await openMore(page);
    await press(page.getByRole('link', { name: 'Pick', exact: true }));
    await pickShort(page, press);
    const ready = new RegExp(`${number} is ready for pick-up`);
    await expect.poll(() => mailsOf(shop, ready).length).toBe(1);
    expect(mailsOf(shop, ready)[0]?.text).toContain('So far: 46 of 50');
    expect(mailsOf(shop, ready)[0]?.text).toContain('Still to come: 4 × Walker Cup Pull');

    await page.goto('/admin/orders?view=openLines&search=WALK');
    const row = page.getByRole('region', { name: 'Orders' }).getByRole('link', { name: number });
    await press(row);
    await expect(heading(page)).toContainText('Ready for pick-up');
    const missing = page.getByLabel(/^Picked of WALK-1240/);
    await expect(missing).toHaveValue('6');
    await missing.focus();
    await page.keyboard.type('10');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Successfully updated order')).toBeVisible();
    await expect.poll(() => mailsOf(shop, ready).length).toBe(2);
    expect(mailsOf(shop, ready)[1]?.text).toContain('In this delivery: 4 × Walker Cup Pull');

    await openMore(page);
    await press(button(page, 'Mail the invoice'));
    const dialog = page.getByRole('dialog', { name: 'Mail the invoice' });
    await dialog.getByLabel('To').fill(`books-${number}@hollis.test`);
    await dialog.getByLabel('To').press('Enter');
    const invoice = () => shop.mailsTo(`books-${number}@hollis.test`)[0];
    await expect.poll(() => invoice()?.text ?? '').toContain('$430.84');

    await press(page.getByRole('link', { name: 'Back to the orders' }));
    await expect(page).toHaveURL('/admin/orders?view=openLines&search=WALK');
  });
}
