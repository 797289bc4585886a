import type { Page } from '@playwright/test';
import { close, readPdf } from '#server/test/read-pdf.ts';
import { signInAs, staffOf } from './support/ask.ts';
import {
  expectAccessible as expectNoFault,
  expectNothingSticksOut,
  putBarsInPlace,
} from './support/in-order.ts';
import { openMore, openOrders } from './support/office.ts';
import { PEOPLE } from './support/people.ts';
import { ANY_WIDTH, expect, type Shop, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-picking.ts', provoked: ['Failed to store the counts'] });

/** Looks at the page once its bar lies over nothing. */
async function expectAccessible(page: Page): Promise<void> {
  await putBarsInPlace(page);
  await expectNoFault(page);
}

const orderOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Orders to pick' }).getByRole('listitem').filter({ hasText: name });

/** Opens the order of somebody from the picking list. */
async function open(page: Page, name: string, as: string = PEOPLE.employee): Promise<void> {
  await signInAs(page.request, as);
  await page.goto('/admin/picking');
  await expect(page.getByRole('list', { name: 'Orders to pick' })).toBeVisible();
  await openOrders(page);
  await orderOf(page, name).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Order');
}
async function start(page: Page, name: string): Promise<void> {
  await open(page, name);
  await press(page, 'Start picking');
  await expect(page.getByRole('button', { name: /^Done: / })).toBeVisible();
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const field = (page: Page, number: string) => page.getByLabel(new RegExp(`^Picked of ${number}`));
const places = (page: Page) => page.getByRole('list', { name: 'Places' }).getByRole('listitem');
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const readyMails = (shop: Shop, number: string) =>
  shop.mailsTo(PEOPLE.commercial).filter(mail => mail.subject?.includes(`${number} is ready for pick-up`));
/** The order's number, of a heading that has one: until the order is read there is none, also after a step back. */
async function numberOf(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { level: 1 }).filter({ hasText: /\d/ });
  return /\d+/.exec((await heading.textContent()) ?? '')?.[0] ?? '';
}
/** Types as a scanner does: at once, with Enter at the end. */
const scan = (page: Page, code: string) =>
  page.evaluate(letters => {
    for (const key of [...letters, 'Enter']) {
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
    }
  }, code);
/** The pieces that the shop has of an order's pick. */
const stored = async (shop: Shop, id: string) => {
  const [pick] = await shop.rows<{ pieces: number; turn: number }>(
    `select turn, (select coalesce(sum((c.value ->> 'picked')::int), 0)::int from jsonb_each(counts) c) as pieces
     from picks where "order" = $1 order by begun_at desc limit 1`,
    id,
  );
  return pick;
};

test('orders are picked together: a list and packing slips by bin, to be printed [ADMO-08]', async ({
  page,
}) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Picking' }).click();
  await expect(page.getByText('8 orders', { exact: true })).toBeVisible();
  const bins = page.getByRole('region', { name: 'By bin' });
  await expect(bins.getByRole('rowheader')).toHaveText(['A2', 'A10']);
  const listed = page.getByRole('list', { name: 'Orders to pick' }).getByRole('listitem');
  await expect(listed).toHaveCount((page.viewportSize()?.width ?? 0) < 600 ? 2 : 8);
  await expect(bins.getByRole('row').nth(1)).toBeInViewport({ ratio: 1 });
  await expect(bins.getByRole('row').nth(1)).toContainText('HG-92-PN');
  await expect(bins.getByRole('row').nth(1)).toContainText(/Walter Walk: 10/);
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await page.getByLabel('Choose order').nth(0).check();
  await page.getByLabel('Choose order').nth(1).check();
  await press(page, 'List these 2 alone');
  await expect(page.getByText('2 orders', { exact: true })).toBeVisible();
  await expect(bins.getByRole('row').nth(2)).toContainText('42');
  await page.reload();
  await expect(page.getByText('2 orders', { exact: true })).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  await expect(bins).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeHidden();
  await expect(page.getByRole('link', { name: /^Pick / }).first()).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Show all that wait' }).click();
  await expect(page.getByText('8 orders', { exact: true })).toBeVisible();
  await openOrders(page);
  await expect(listed).toHaveCount(8);
  await orderOf(page, 'Walter Walk').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Order');
  const slip = await page.request.get(`/orders/${idOf(page)}/packing-slip.pdf`);
  const text = close(readPdf(await slip.body())[0]);
  for (const line of ['A2HG-92-PNSoft-CloseHinge1010', 'A10HP-4410-BNAvalonBarPull4040'])
    expect(text).toContain(line);
  expect(text.indexOf('A2HG')).toBeLessThan(text.indexOf('A10HP'));
});

test('forty of forty and six of ten are picked; the customer hears of 46, and that 4 follow', async ({
  page,
  shop,
}) => {
  await open(page, 'Walter Walk');
  const number = await numberOf(page);
  await expect(page.getByText('Ring twice at the side door')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Start picking');
  await expect(places(page)).toHaveCount(2);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(places(page).first()).toContainText('A2');
  await expectAccessible(page);
  await expectNothingSticksOut(page);

  await press(page, '40 of 40 HP-4410-BN');
  await expect(field(page, 'HP-4410-BN')).toHaveValue('40');
  await field(page, 'HG-92-PN').fill('11');
  await expect(page.getByRole('alert').filter({ hasText: 'only 10 to pick' })).toBeVisible();
  await field(page, 'HG-92-PN').fill('5');
  await press(page, 'One more of HG-92-PN');
  await expect(field(page, 'HG-92-PN')).toHaveValue('6');
  await press(page, 'Done: 46 of 50');
  await expect(page.getByText('1 line is not all picked')).toBeVisible();
  await expect(page.getByText('Reason is required')).toBeVisible();
  await expect(field(page, 'HG-92-PN')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('none on shelf').check();
  await press(page, 'Done: 46 of 50');
  const dialog = page.getByRole('dialog', { name: '46 of 50 picked' });
  await expect(dialog.getByText('4 × HG-92-PN short: none on shelf')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ready for pick-up' }).click();

  await expect(page.getByText(`Order ${number}: 46 of 50 picked.`)).toBeVisible();
  await expectAccessible(page);
  await expectNothingSticksOut(page);
  await expect.poll(() => readyMails(shop, number).length).toBe(1);
  const [mail] = readyMails(shop, number);
  expect(mail?.text).toContain('So far: 46 of 50');
  expect(mail?.text).toContain('Still to come: 4 × Soft-Close Hinge');
  expect(mail?.text).toMatch(/Counter open: (until .+ today, |from )[A-Z]\w+day, /);
  await page.getByRole('link', { name: 'The order' }).click();
  await expect(page.getByText('46 of 50, 4 short: none on shelf (HG-92-PN)')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Hand over' })).toBeVisible();
});

test('a scanner counts, wherever the focus is, and is told at once of a wrong code and of one too many', async ({
  page,
  shop,
}) => {
  await start(page, 'Sam Scanner');
  await scan(page, 'HG-92-PN');
  await expect(page.getByRole('status').filter({ hasText: 'HG-92-PN: 1 of 3' })).toBeVisible();
  await scan(page, 'hp 4410 bn');
  await scan(page, 'HP-4410-BN');
  await expect(field(page, 'HP-4410-BN')).toHaveValue('2');
  await scan(page, 'HP-4410-BN');
  await expect(page.getByRole('alert').filter({ hasText: 'HP-4410-BN: only 2 to pick' })).toBeVisible();
  await scan(page, 'XX-1');
  await expect(page.getByRole('alert').filter({ hasText: 'XX-1 is not on this list.' })).toBeVisible();
  await expectAccessible(page);

  // Into a field: what stood in it stays, and Enter presses nothing.
  await press(page, 'Short of HG-92-PN');
  await page.getByLabel('another reason').check();
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await reason.fill('wet');
  await reason.focus();
  await page.keyboard.type('HG-92-PN\n');
  await expect(field(page, 'HG-92-PN')).toHaveValue('2');
  await expect(reason).toHaveValue('wet');
  // By hand, as slowly as one likes.
  await page.getByLabel('Scan, or type a number').fill('hg92pn');
  await press(page, 'Count');
  await expect(field(page, 'HG-92-PN')).toHaveValue('3');
  await expect.poll(async () => (await stored(shop, idOf(page)))?.pieces).toBe(5);
  await press(page, 'Done: 5 of 5');
  await press(page, 'Leave it as picked');
  await expect(page.getByText(/5 of 5 picked\. Being prepared\./)).toBeVisible();
});

test('without a network ticks are kept on the device, over a reload too, and sent once it is back', async ({
  page,
  context,
  shop,
}) => {
  await start(page, 'Olga Offline');
  await press(page, 'One more of HP-4410-BN');
  await expect.poll(async () => (await stored(shop, idOf(page)))?.pieces).toBe(1);
  const before = (await stored(shop, idOf(page)))?.turn ?? 0;

  await context.setOffline(true);
  await press(page, '4 of 4 HG-92-PN');
  await press(page, 'One more of HP-4410-BN');
  await press(page, 'One more of HP-4410-BN');
  await expect(page.getByText('Offline: 3 ticks are kept here')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Done: 7 of 9');
  await expect(page.getByText('1 line is not all picked')).toBeVisible();
  expect((await stored(shop, idOf(page)))?.pieces).toBe(1);
  await context.setOffline(false);
  await expect(page.getByText('Online again: 3 ticks sent')).toBeVisible();
  expect(await stored(shop, idOf(page))).toEqual({ pieces: 7, turn: before + 1 });

  // The network goes while nothing is answered, and the page is opened anew.
  await page.route('**/trpc/picking.tick**', route => route.abort());
  await press(page, '5 of 5 HP-4410-BN');
  await expect(page.getByText('Offline: 1 tick is kept here')).toBeVisible();
  await page.getByRole('link', { name: 'Picking', exact: true }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Picking list');
  await page.unroute('**/trpc/picking.tick**');
  await page.reload();
  await page.getByRole('link', { name: /^Order \d+: 1 tick did not arrive yet/ }).click();
  await expect(field(page, 'HP-4410-BN')).toHaveValue('5');
  await expect.poll(async () => (await stored(shop, idOf(page)))?.pieces).toBe(9);

  // Done, but the answer is lost: the counts are stored once, and the page finds out.
  await page.route('**/trpc/picking.finish**', async route => {
    await route.fetch();
    await route.abort();
  });
  const number = await numberOf(page);
  await press(page, 'Done: 9 of 9');
  await press(page, 'Ready for pick-up');
  const told = page.getByRole('alert', { name: 'This list does not stand any more' });
  await expect(told).toContainText('Erin Field has finished this list already.');
  await told.getByRole('button', { name: 'See the order' }).click();
  await expect(page.getByRole('region', { name: 'Hand over' })).toContainText('9 of 9');
  await expect.poll(() => readyMails(shop, number).length).toBe(1);
});

test('one order is in one pair of hands: who loses it is told, and loses no tick', async ({
  page,
  browser,
  shop,
}) => {
  await start(page, 'Tina Taken');
  await press(page, 'One more of HP-4410-BN');
  await expect.poll(async () => (await stored(shop, idOf(page)))?.pieces).toBe(1);

  const other = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await open(other, 'Tina Taken', PEOPLE.admin);
  await expect(other.getByText('Erin Field picks this order.')).toBeVisible();
  await expectAccessible(other);
  await press(other, 'Take over');
  await expect(field(other, 'HP-4410-BN')).toHaveValue('1');

  await press(page, 'One more of HP-4410-BN');
  const told = page.getByRole('alert', { name: 'This list does not stand any more' });
  await expect(told).toContainText('Ada Stone picks this order now.');
  await expect(told).toContainText('1 tick of yours did not arrive; this device keeps them.');
  await expectAccessible(page);
  await told.getByRole('button', { name: 'See the order' }).click();
  await press(page, 'Take over');
  const kept = page.getByRole('region', { name: 'Kept on this device' });
  await expect(kept).toContainText('1 tick of an earlier list');
  await expect(field(page, 'HP-4410-BN')).toHaveValue('1');
  await kept.getByRole('button', { name: 'Count them here' }).click();
  await expect(field(page, 'HP-4410-BN')).toHaveValue('2');
  await expect(kept).toHaveCount(0);
  await expect.poll(async () => (await stored(shop, idOf(page)))?.pieces).toBe(2);
  // The other one presses nothing, and is told by and by.
  await expect(other.getByRole('alert', { name: 'This list does not stand any more' })).toContainText(
    'Erin Field picks this order now.',
  );
  await other.context().close();
  await press(page, 'Put back');
  await expect(page.getByRole('button', { name: 'Start picking' })).toBeVisible();
});

test('an order that is edited or canceled meanwhile says so, and keeps what was counted', async ({
  page,
  shop,
}) => {
  const staff = await staffOf(shop);
  const ask = (method: 'patch' | 'put', path: string, data: object) =>
    staff[method](`/api/v1${path}`, { data, headers: { 'sec-fetch-site': 'same-origin' } });
  await start(page, 'Eddy Edited');
  const _id = idOf(page);
  await press(page, 'One more of HP-4410-BN');
  await expect.poll(async () => (await stored(shop, _id))?.pieces).toBe(1);
  const order = (await (await staff.get(`/api/v1/orders/${_id}`)).json()) as {
    cart: { _id: string; productNum: string }[];
  };
  const hinges = order.cart.find(({ productNum }) => productNum === 'HG-92-PN')?._id;
  await ask('patch', '/orders/admin', { _id, cart: [{ _id: hinges, fulfilled: 2 }] });
  await press(page, 'One more of HP-4410-BN');
  const told = page.getByRole('alert', { name: 'This list does not stand any more' });
  await expect(told).toContainText('The order was changed in the meantime.');
  await told.getByRole('button', { name: 'See what changed' }).click();
  await expect(page.getByRole('alert', { name: 'Changes of the list' })).toContainText(
    'HG-92-PN: nothing more to pick',
  );
  await expect(field(page, 'HP-4410-BN')).toHaveValue('2');
  await expect(places(page)).toHaveCount(1);
  await expect.poll(async () => (await stored(shop, _id))?.pieces).toBe(2);
  await expectAccessible(page);

  await start(page, 'Cara Canceled');
  await ask('put', '/orders', { _id: idOf(page), reason: 'never mind' });
  await press(page, '1 of 1 HP-4410-BN');
  await expect(told).toContainText('The order is now “Canceled”.');
  await told.getByRole('button', { name: 'See the order' }).click();
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'To be put away' })).toContainText('1 × HP-4410-BN to A10');
  for (const name of [/^Done/, 'Start picking']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await staff.dispose();
});

test(
  'what is to be sent stays as picked, and who owes too much is asked about',
  ANY_WIDTH,
  async ({ page, shop }) => {
    await start(page, 'Stan Sent');
    const number = await numberOf(page);
    await press(page, '2 of 2 HG-92-PN');
    await press(page, 'Done: 2 of 2');
    const dialog = page.getByRole('dialog', { name: '2 of 2 picked' });
    await expect(dialog.getByRole('button', { name: 'Ready for pick-up' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Picked, to be sent' }).click();
    await expect(page.getByText(`Order ${number}: 2 of 2 picked.`)).toBeVisible();
    expect(readyMails(shop, number)).toEqual([]);

    await open(page, 'Otto Owing');
    await press(page, 'Start picking');
    const asks = page.getByRole('dialog', { name: 'This company owes more than its limit' });
    await asks.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByRole('button', { name: /^Done: / })).toHaveCount(0);
    await press(page, 'Start picking');
    await asks.getByRole('button', { name: 'Take it on anyway' }).click();
    await expect(page.getByRole('button', { name: 'Done: 0 of 6' })).toBeVisible();
  },
);

test('what is ready is handed over to whoever comes, the rest when it is there', async ({ page, shop }) => {
  await signInAs(page.request, PEOPLE.employee);
  await page.goto('/admin/picking');
  const counter = page.getByRole('region', { name: 'At the counter' });
  await counter.getByRole('listitem').filter({ hasText: 'Rita Ready' }).getByRole('link').click();
  const panel = page.getByRole('region', { name: 'Hand over' });
  await expect(panel).toContainText('46 of 50; 4 still open');
  await panel.getByRole('button', { name: 'Hand over' }).click();
  await expect(panel.getByText('Collected by is required')).toBeVisible();
  await expectAccessible(page);
  await panel.getByLabel('Collected by').fill('Tom Hollis');
  await panel.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByText('Handed over to Tom Hollis')).toBeVisible();
  await expect(page.getByText('46 of 50 to Tom Hollis')).toBeVisible();
  await expect(page.getByText('All that is ready was handed over. 4 still open.')).toBeVisible();

  // Goods that are with the customer come back by a return alone, and are counted down by nobody.
  await page.getByRole('link', { name: 'The order' }).click();
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  await openMore(page);
  await expect(page.getByRole('button', { name: 'Mail the invoice' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0);
  await page.getByLabel(/^Picked of HP-4410-BN/).fill('39');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Picked is less than the 40 that were handed over')).toBeVisible();
  await press(page, 'Discard');
  const asks = page.getByRole('dialog', { name: 'Discard your changes?' });
  await asks.getByRole('button', { name: 'Discard' }).click();
  await page.goBack();

  const number = await numberOf(page);
  await press(page, 'Pick what is still open');
  await press(page, '4 of 4 HG-92-PN');
  await press(page, 'Done: 4 of 4');
  await press(page, 'Add it');
  await expect.poll(() => readyMails(shop, number).length).toBe(1);
  expect(readyMails(shop, number)[0]?.text).toContain('The rest of your order');
  await expect(panel).toContainText('4 of 50');
  await panel.getByLabel('Collected by').fill('Dana Hollis');
  await panel.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await expectNothingSticksOut(page);
});
