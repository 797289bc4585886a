import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { close, readPdf } from '#server/test/read-pdf.ts';
import { type Ask, asking, signInAs, staffOf } from './support/ask.ts';
import { PEOPLE } from './support/people.ts';
import { ANY_WIDTH, expect, type Shop, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-order-desk.ts' });

const IMAGE = '<img src=x onerror="window.ran=1">';
const SCRIPT = '"><script>window.ran=1</script>';
const ADDRESS = 'javascript:window.ran=1';

/** Nothing that somebody wrote became an element, an address to be followed, or ran; not in a frame of the page either. */
async function expectInert(page: Page, shown: string | RegExp): Promise<void> {
  await expect(page.getByText(shown).first()).toBeAttached();
  for (const frame of page.frames()) {
    const found = await frame.locator('img[src="x"], [onerror], a[href^="javascript:" i]').count();
    expect([page.url(), found]).toEqual([page.url(), 0]);
    const scripts = await frame.locator('script').allTextContents();
    expect(scripts.filter(text => text.startsWith('window.ran'))).toEqual([]);
  }
  expect([page.url(), await page.evaluate(() => 'ran' in window)]).toEqual([page.url(), false]);
}

/** Orders on account as Dana, with markup wherever a customer writes; what they call themselves too. */
async function order(page: Page, shop: Shop): Promise<{ _id: string; orderNumber: number }> {
  await signInAs(page.request, PEOPLE.commercial);
  const ask: Ask = asking(page.request);
  await ask('PUT', '/users', { email: PEOPLE.commercial, name: `Dana ${IMAGE}` });
  const { _id: variantId, product_id: productId } = await shop.variant('HP-4410-BN');
  const cart = [{ productId, variantId, quantity: 3, room: SCRIPT }];
  const to = { shippingState: 'TX', shippingZip: '78701' };
  const { total } = await ask<{ total: number }>('PATCH', '/orders/getCost', {
    ...{ cart, shippingMethod: 'ground', ...to },
  });
  return ask('POST', '/orders', {
    ...{ cart, total, ...to, shippingMethod: 'ground', paymentType: 'Terms', idempotencyKey: randomUUID() },
    ...{ name: `Dana ${IMAGE}`, email: PEOPLE.commercial, orderName: SCRIPT, poNumber: ADDRESS },
    ...{ shippingAddress: IMAGE, shippingCity: SCRIPT, billingAddress: IMAGE, billingCity: SCRIPT },
    ...{ businessName: IMAGE, notes: `${IMAGE}\n${SCRIPT}\n${ADDRESS}` },
  });
}

test(
  'markup that customers and guests write is words to staff: in lists, orders, mails, papers',
  ANY_WIDTH,
  async ({ page, shop }) => {
    const { _id, orderNumber } = await order(page, shop);
    await page.goto(`/user/orders/${_id}`);
    await expectInert(page, IMAGE);
    await page.context().clearCookies();
    await asking(page.request)('POST', '/site/contactUs', {
      ...{
        name: IMAGE,
        email: 'guest@example.com',
        subject: IMAGE,
        message: `${SCRIPT} ${ADDRESS}`,
      },
    });

    const staff = await staffOf(shop);
    const ask: Ask = asking(staff);
    const tracking = [
      { carrier: 'UPS', number: ADDRESS },
      { carrier: IMAGE, number: SCRIPT },
      { carrier: ADDRESS, number: '1Z999AA10123456784' },
    ];
    await ask('PATCH', '/orders/admin', { _id, status: 'Processing' });
    await ask('PATCH', '/orders/admin', { _id, tracking, salesman: IMAGE, associatedAccountNumber: SCRIPT });
    await ask('POST', '/orders/confirmation', { _id, email: PEOPLE.commercial });
    await ask('POST', '/site/sendEmail', {
      ...{ to: PEOPLE.commercial, subject: `Hinges ${IMAGE}`, content: `${SCRIPT} ${ADDRESS}`, orderId: _id },
    });
    await staff.dispose();

    await signInAs(page.request, PEOPLE.admin);
    await page.goto(`/admin/orders?view=all&search=${orderNumber}`);
    await expectInert(page, IMAGE);
    await page.goto(`/admin/orders/${_id}`);
    await expectInert(page, SCRIPT);
    const history = page.getByRole('region', { name: 'History' });
    await history.getByLabel('Comment for staff').fill(`${IMAGE} ${ADDRESS}`);
    await history.getByRole('button', { name: 'Comment' }).click();
    await expect(history.getByRole('listitem').first()).toContainText(IMAGE);
    await expectInert(page, ADDRESS);
    await page.goto('/admin/picking');
    await expectInert(page, IMAGE);
    await page.goto(`/admin/picking/${_id}`);
    await expectInert(page, IMAGE);

    const mails = await shop.rows<{ id: string }>('select id from emails');
    expect(mails.length).toBeGreaterThanOrEqual(4);
    for (const { id } of mails) {
      await page.goto(`/admin/mailbox/${id}`);
      await expectInert(page, /ran=1/);
    }
    await page.goto('/admin/mailbox');
    await expectInert(page, /Hinges <img/);
    const [dana] = await shop.rows<{ id: string }>(
      'select id from users where email = $1',
      PEOPLE.commercial,
    );
    await page.goto(`/admin/users/${dana?.id}`);
    await expectInert(page, `Dana ${IMAGE}`);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Dana');
    await expectInert(page, `Dana ${IMAGE}`);

    for (const paper of ['invoice', 'packing-slip']) {
      const pdf = await (await page.request.get(`/orders/${_id}/${paper}.pdf`)).body();
      expect(close(readPdf(pdf).join(''))).toContain('onerror=');
      // Neither a link nor a script of the reader's.
      expect(pdf.toString('latin1')).not.toMatch(/\/S \/(JavaScript|Launch)|\/URI \(javascript:/i);
    }
  },
);
