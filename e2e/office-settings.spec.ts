import type { Page } from '@playwright/test';
import { asking, signInAs, staffOf } from './support/ask.ts';
import { expectAccessible, expectNothingSticksOut, putBarsInPlace } from './support/in-order.ts';
import { PEOPLE } from './support/people.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({
  fill: 'e2e/support/fill-office-settings.ts',
  provoked: ['Failed to save settings: TRPCClientError'],
});

const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const save = (page: Page) => bar(page).getByRole('button', { name: 'Save' }).click();
const saved = (page: Page) => expect(page.getByText('Successfully saved settings')).toBeVisible();
/** The bar lies over whatever is there just then. */
async function expectInOrder(page: Page): Promise<void> {
  await putBarsInPlace(page);
  await expectAccessible(page);
  await expectNothingSticksOut(page);
}
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600;

async function open(page: Page, section: string): Promise<void> {
  await signInAs(page.request, PEOPLE.admin);
  await page.goto(`/admin/site-settings/${section}`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
}

test('the company’s phone, email, address and hours are an Admin’s to set, and show in the shop [ADML-02]', async ({
  page,
  browser,
}) => {
  await signInAs(page.request, PEOPLE.admin);
  await page.goto('/admin/site-settings');
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Company information/ }).click();
  await page.getByLabel('Phone', { exact: true }).fill('(512) 555-0177');
  await page.getByLabel('Email').fill('desk@knurl.example');
  await page.getByLabel('Address').fill('9 Mill Lane, Austin, TX 78701');
  const monday = page.getByRole('group', { name: 'Monday' });
  const sunday = page.getByRole('group', { name: 'Sunday' });
  await page.getByLabel('Monday closes').fill('07:00');
  await sunday.getByRole('checkbox').check();
  await page.getByLabel('Sunday opens').fill('10:00');
  await page.getByLabel('Sunday closes').fill('14:30');
  await page.getByRole('group', { name: 'Wednesday' }).getByRole('checkbox').uncheck();
  await page.getByLabel('Note on closed days').fill('Closed on Wednesdays');
  await expect(bar(page)).toContainText(
    '7 unsaved changes: Phone, Email, Address, Monday, Sunday, Wednesday, Note on closed days',
  );
  await save(page);
  await expect(monday.getByText('Closing must be after the opening time')).toBeVisible();
  await expect(page.getByLabel('Monday closes')).toBeFocused();
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(512) 555-0177');
  await expectInOrder(page);
  await page.getByLabel('Monday closes').fill('16:15');
  const preview = page.getByRole('region', { name: 'In the shop' });
  for (const text of ['8:00 am – 4:15 pm', '10:00 am – 2:30 pm', 'Closed on Wednesdays']) {
    await expect(preview).toContainText(text);
  }
  await save(page);
  await saved(page);
  await expect(bar(page)).toHaveCount(0);

  const visitor = await browser.newPage();
  await visitor.goto('/');
  const footer = visitor.getByRole('contentinfo');
  for (const text of [
    ...['(512) 555-0177', 'desk@knurl.example', '9 Mill Lane, Austin, TX 78701'],
    ...['8:00 am – 4:15 pm', 'Closed on Wednesdays'],
  ]) {
    await expect(footer).toContainText(text);
  }
  await visitor.close();
  const { site } = await asking(page.request)<{ site: { hoursOfOperation: unknown[] } }>('GET', '/site');
  expect(site.hoursOfOperation).toHaveLength(7);
  expect(site.hoursOfOperation.slice(0, 4)).toEqual([
    ...[
      { open: '10:00', close: '14:30' },
      { open: '08:00', close: '16:15' },
      { open: '08:00', close: '17:00' },
    ],
    'closed',
  ]);
});

test('a closed day says what it lacks, and shows in the shop with its note', async ({ page, browser }) => {
  await open(page, 'company-information');
  const soon = new Date(Date.now() + 8 * 86_400_000);
  await page.getByRole('button', { name: 'Add a closed day' }).click();
  const note = isPhone(page) ? 'Stocktaking' : 'Inventory';
  const row = page.getByRole('group', { name: /^Closed day/ }).last();
  await row.getByLabel('Note').fill(note);
  await save(page);
  await expect(row.getByText('Date is required')).toBeVisible();
  await expect(row.getByLabel('Note')).toHaveValue(note);
  await expectInOrder(page);
  await row.getByLabel('Date').fill(soon.toISOString().slice(0, 10));
  await expect(page.getByRole('region', { name: 'In the shop' })).toContainText(note);
  await page.keyboard.press('Control+s');
  await saved(page);
  const visitor = await browser.newPage();
  await visitor.goto('/');
  await expect(visitor.getByRole('contentinfo')).toContainText(`: ${note}`);
  await visitor.close();
  await page.getByRole('button', { name: /^Remove the closed day/ }).click();
  await save(page);
  await expect(bar(page)).toHaveCount(0);
});

test('two Admins at once: each sees the field that the other changed, and loses nothing', async ({
  page,
  shop,
}) => {
  await open(page, 'company-information');
  await page.getByLabel('Phone', { exact: true }).fill('(512) 555-0001');
  await page.getByLabel('Friday opens').fill('09:00');
  const other = await staffOf(shop, PEOPLE.admin);
  const change = (site: object) => asking(other)('POST', '/site', { site });
  // Nothing of this screen: there is no conflict to be told of.
  await change({ termsDays: isPhone(page) ? 31 : 32 });
  await change({ phone: '(512) 555-0002', closedNote: `By the other ${isPhone(page)}` });
  await save(page);
  const others = page.getByRole('alert', { name: 'Changed by somebody else' });
  await expect(others).toContainText('(512) 555-0002, and yours: (512) 555-0001');
  await expect(others).toContainText(`→ By the other ${isPhone(page)}`);
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(512) 555-0001');
  await expect(page.getByLabel('Friday opens')).toHaveValue('09:00');
  await expectInOrder(page);
  await others.getByRole('button', { name: 'Seen: Note on closed days' }).click();
  await others.getByRole('button', { name: 'Take theirs: Phone' }).click();
  await expect(bar(page)).toContainText('1 unsaved change: Friday');
  await change({ termsDays: 30 });
  await save(page);
  await saved(page);
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(512) 555-0002');
  await change({
    hoursOfOperation: ['closed', ...Array(5).fill({ open: '08:00', close: '17:00' }), 'closed'],
  });
  await other.dispose();
});

test('zone, terms, limits, accounts, searches and how long things are kept are set, each with its fault beside it', async ({
  page,
}) => {
  await open(page, 'miscellaneous');
  await page.getByLabel('Time zone').fill('Mars/Olympus');
  await page.getByLabel('Limit per day').fill('250');
  await page.getByLabel('Synonyms').fill('button: knob\nwheel caster');
  await page.getByLabel('Log', { exact: true }).fill('10');
  await save(page);
  await expect(page.getByText('“wheel caster” is not like “button: knob, pull”')).toBeVisible();
  await page.getByLabel('Synonyms').fill('button: knob\nwheel: caster');
  await save(page);
  await expect(page.getByText('Time zone is not known; one is America/Chicago')).toBeVisible();
  await expect(page.getByText('Log must be at least 365 days')).toBeVisible();
  await expect(page.getByLabel('Time zone')).toBeFocused();
  await expect(page.getByLabel('Limit per day')).toHaveValue('250');
  await expectInOrder(page);
  await page.getByLabel('Time zone').fill('America/Denver');
  await page.getByLabel('Log', { exact: true }).fill('400');
  await page.getByLabel('Terms, in days').fill('45');
  await page.getByLabel('Limit of unpaid goods').fill('$7,500.00');
  await page.getByLabel('First special account').selectOption({ label: `Erin Field (${PEOPLE.employee})` });
  await page.getByLabel('Popular searches').fill('soft close hinge\n128 mm');
  await save(page);
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Limit of unpaid goods')).toHaveValue('7500.00');
  await expect(page.getByLabel('Synonyms')).toHaveValue('button: knob\nwheel: caster');
  await expect(page.getByLabel('First special account')).not.toHaveValue('');
  const { site } = await asking(page.request)<{ site: object }>('GET', '/site');
  expect(site).toMatchObject({ timeZone: 'America/Denver', popularSearches: ['soft close hinge', '128 mm'] });
  expect(JSON.stringify(site)).not.toMatch(/special|limit|synonym/i);
  const ask = asking(page.request);
  await ask('POST', '/site', {
    site: { timeZone: 'America/Chicago', specialAccounts: [], termsDays: 30, employeeDayLimit: null },
  });
  await ask('POST', '/site', {
    site: { synonyms: {}, popularSearches: [], keptDays: { log: 1095 }, heldLimit: 5000 },
  });
});

test(
  'a second factor is asked of staff from here as from one’s own settings',
  ANY_WIDTH,
  async ({ page }) => {
    await open(page, 'miscellaneous');
    const section = page.getByRole('region', { name: 'Second factor of staff' });
    await expect(section).toContainText('Staff may sign in without one.');
    await section.getByRole('button', { name: 'Require one of everyone' }).click();
    await expect(section).toContainText('All staff must have one');
    await section.getByRole('button', { name: 'Let staff sign in without one' }).click();
    await expect(section).toContainText('Staff may sign in without one.');
  },
);

test('the settings are there for Admins alone', ANY_WIDTH, async ({ page }) => {
  await signInAs(page.request, PEOPLE.employee);
  for (const path of ['', '/company-information', '/miscellaneous']) {
    const answer = await page.goto(`/admin/site-settings${path}`);
    expect(answer?.status()).toBe(404);
  }
  await page.goto('/admin');
  await expect(page.getByRole('link', { name: 'Orders' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Site Settings' })).toHaveCount(0);
  await signInAs(page.request, PEOPLE.admin);
  await page.goto('/admin');
  await page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: 'Site Settings' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Site settings' })).toBeVisible();
});
