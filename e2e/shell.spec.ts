import type { Locator, Page } from '@playwright/test';
import { signInAs } from './support/ask.ts';
import { expectAccessible, expectInOrder, expectNothingSticksOut } from './support/in-order.ts';
import { PEOPLE, signIn } from './support/people.ts';
import { ANY_WIDTH, DESK_ONLY, expect, PHONE_ONLY, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-frame.ts' });

const header = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');
const searchField = (part: Locator) => part.getByLabel('Search by product name or number');
const announced = (page: Page) => page.getByRole('complementary', { name: 'Announcements' });

test('the navigation bar shows the logo, the open status and the way to the categories [NAV-01] [NAV-03]', async ({
  page,
}) => {
  await page.goto('/about');
  await expect(header(page)).toContainText(/open until 11:59 pm|open tomorrow at 12:00 am/);
  await header(page).getByRole('link', { name: 'Shop now' }).click();
  await expect(page).toHaveURL('/categories');
  await expect(page.getByRole('main')).toBeFocused();
  await header(page).getByRole('link', { name: 'Knurl' }).click();
  await expect(page).toHaveURL('/');
});

test(
  'the categories open beside Shop now, by keyboard and by pointer; the next page has them unasked [POLL-05]',
  DESK_ONLY,
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    await page.goto('/about');
    const button = header(page).getByLabel('Show the categories');
    const panel = page.getByRole('navigation', { name: 'Categories' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('link', { name: 'Knobs', exact: true })).toBeVisible();
    await expectAccessible(page, 'header');
    await page.keyboard.press('ArrowDown');
    await expect(panel.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
    await page.reload();
    await page.waitForLoadState('networkidle');
    await button.click();
    await expect(panel.getByRole('link', { name: 'Knobs', exact: true })).toBeVisible();
    expect(asked.filter(url => url.includes('tags.categories'))).toHaveLength(1);
    await panel.getByRole('link', { name: 'Round knobs' }).click();
    await expect(page).toHaveURL('/category-products?type=normal&categories=Knobs&subcategories=Round+knobs');
    await expect(panel).toBeHidden();
  },
);

const OWN = ['Profile', 'Order History', 'Favorites'];
/** Those whose screens are open. */
const STAFF = ['Orders', 'Users'];
const MENUS = [
  ['retail', OWN],
  ['employee', [...OWN, ...STAFF]],
  ['admin', [...OWN, ...STAFF, 'Site Settings']],
] as const;

for (const [person, entries] of MENUS) {
  test(
    `the profile menu of ${person} has what is theirs, and it works by keyboard [NAV-04]`,
    ANY_WIDTH,
    async ({ page }) => {
      await signIn(page, person);
      const button = header(page).getByLabel(/^Account of /);
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(header(page).getByRole('group').getByRole('listitem')).toHaveText([
        ...entries,
        'Sign Out',
      ]);
      await expectAccessible(page, 'header');
      await expectNothingSticksOut(page);
      for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown');
      await expect(header(page).getByRole('link', { name: 'Favorites' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(button).toBeFocused();
      await button.click();
      await header(page).getByRole('button', { name: 'Sign Out' }).click();
      await expect(page.getByText('Successfully logged out')).toBeVisible();
      await expect(button).toHaveCount(0);
    },
  );
}

test('who is not fully registered is led to the sign-up [NAV-04]', ANY_WIDTH, async ({ page }) => {
  await signIn(page, 'unfinished');
  await header(page).getByLabel('Account of Nora Ivy').click();
  await expect(header(page).getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/commercial');
});

test('the cart counts its items and leads to the checkout, as an icon on phones [NAV-06]', async ({
  page,
  shop,
}, { project }) => {
  const { product_id } = await shop.variant('QH-12');
  await page.goto(`/product/${product_id}`);
  const order = page.getByLabel('Price and order');
  await order.getByRole('textbox', { name: /^Quantity of/ }).fill('3');
  await order.getByRole('button', { name: 'Add 3 to cart' }).click();
  await page.goto('/about');
  const cart = header(page).getByRole('link', { name: 'Cart, 3 items' });
  await expect(cart.getByText('3', { exact: true })).toBeVisible();
  const word = await cart.getByText('Cart', { exact: true }).boundingBox();
  expect(word?.width).toBeGreaterThan(project.name === 'phone' ? 0 : 20);
  if (project.name === 'phone') expect(word?.width).toBe(1);
  await cart.click();
  await expect(page).toHaveURL('/checkout');
});

test(
  'the footer tells the hours from Monday to Friday and leads to the pages of the shop [NAV-07]',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/');
    await expect(footer(page).getByRole('term')).toHaveText([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
    ]);
    await expect(footer(page).getByRole('definition').first()).toHaveText('12:00 am – 11:59 pm');
    await expect(footer(page)).toContainText('Closed on public holidays');
    for (const [name, path] of [
      ['About', '/about'],
      ['Contact', '/contact'],
      ['Privacy', '/privacy'],
      ['Return', '/return'],
    ] as const) {
      await footer(page).getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  },
);

test('the banner bar has home, phone and the words for this audience, on shop pages alone [NAV-09] [NAV-10]', async ({
  page,
}) => {
  await page.goto('/products');
  await expect(announced(page)).toContainText('Orders of $500 ship free');
  await expect(announced(page)).not.toContainText('Thirty days to pay');
  const phone = announced(page).getByRole('link', { name: /call us$/ });
  await expect(phone).toHaveAttribute('href', 'tel:5125550134');
  await announced(page).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/checkout');
  await expect(announced(page)).toHaveCount(0);
  await signInAs(page.request, PEOPLE.commercial);
  await page.goto('/');
  await expect(announced(page)).toContainText('Thirty days to pay');
  await expect(announced(page)).not.toContainText('Orders of $500 ship free');
});

test(
  'the cookie notice leads to the privacy policy and stays away once accepted [NAV-11]',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/contact');
    const notice = page.getByRole('region', { name: 'Cookies' });
    await expect(notice.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy');
    expect((await notice.boundingBox())?.height).toBeLessThanOrEqual(48);
    // Never over a field that somebody types into.
    await page.getByLabel('Message').focus();
    await expect(notice).toBeHidden();
    await page.getByLabel('Message').blur();
    await notice.getByRole('button', { name: 'Accept' }).click();
    await expect(notice).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('acceptedDisclaimer'))).toBe('true');
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(notice).toHaveCount(0);
  },
);

test(
  'a new version is told of after ten minutes, to stay, and a first visit asks for none [POLL-01]',
  ANY_WIDTH,
  async ({ page }) => {
    let version = 'the same';
    let asked = 0;
    await page.clock.install();
    await page.route(/\/trpc\/site\.version/, async route => {
      asked += 1;
      if (version === 'the same') return route.continue();
      await route.fulfill({ json: [{ result: { data: { siteVersion: version } } }] });
    });
    await page.goto('/about');
    await page.clock.fastForward('09:59');
    expect(asked).toBe(0);
    await page.clock.fastForward('00:02');
    await expect.poll(() => asked).toBe(1);
    const notice = page.getByText('A new version of this site is available.');
    await expect(notice).toHaveCount(0);
    version = 'another';
    await page.clock.fastForward('10:00');
    await expect(notice).toBeVisible();
    await page.clock.fastForward('30:00');
    await expect(notice).toBeVisible();
    await expectAccessible(page);
  },
);

test.describe('what can not be had', () => {
  test.use({
    provoked: ['Failed to fetch dynamically imported module', 'net::ERR', 'TRPCClientError', 'MissingPart'],
  });

  test(
    'a part of the page that is gone offers to reload, and the reload shows the page [POLL-06]',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/about');
      await page.route(/\/assets\/categories-.*\.js/, route => route.abort());
      await header(page).getByRole('link', { name: 'Shop now' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'A part of this page could not be loaded',
      );
      await expect(header(page)).toBeVisible();
      await expectInOrder(page);
      await page.unroute(/\/assets\/categories-.*\.js/);
      await page.getByRole('button', { name: 'Reload the page' }).click();
      await expect(page).toHaveURL('/categories');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Categories');
    },
  );

  test(
    'offline a notice says so, what is there stays, and trying again works',
    ANY_WIDTH,
    async ({ page, context }) => {
      await page.goto('/products');
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      const notice = page.getByText('You are offline.');
      await expect(notice).toBeVisible();
      await expect(page.locator('main')).toContainText('64 products');
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Next', exact: true }).click();
      const failure = page.getByText('There was an error when retreiving the products.');
      await expect(failure).toBeVisible();
      await context.setOffline(false);
      await expect(notice).toHaveCount(0);
      await expect(failure).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Add to cart: / })).toHaveCount(14);
    },
  );

  test('a missing picture leaves a placeholder of its size', ANY_WIDTH, async ({ page }) => {
    await page.route(/\/art\/bar-pull-satin-brass\//, route => route.fulfill({ status: 404 }));
    await page.goto('/');
    const picture = page.getByRole('region', { name: 'Announcements' }).locator('img');
    await expect(picture).toHaveAttribute('src', /^data:image\/svg/);
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expectInOrder(page);
  });
});

test.describe('the contact page', () => {
  test.use({ provoked: ['Email failed to send.'] });

  test(
    'brings what is written to the shop, which can answer',
    ANY_WIDTH,
    async ({ page, shop }, { project }) => {
      await page.goto('/contact');
      const aside = page.getByRole('complementary', { name: 'Hours and address' });
      await expect(aside).toContainText('118 Foundry Street');
      await expect(aside.getByRole('term')).toHaveCount(7);
      const form = page.getByRole('form', { name: 'Write to us' });
      await form.getByLabel('Message').fill(`Do you cut slides to length? (${project.name})`);
      await form.getByRole('button', { name: 'Send' }).click();
      await expect(form.getByLabel('Full name')).toBeFocused();
      await expect(form.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true');
      await form.getByLabel('Full name').fill('Ada Carver');
      await form.getByLabel('E-mail').fill(PEOPLE.retail);
      const broken = {
        error: { message: 'Sorry', code: -32603, data: { httpStatus: 500, message: 'Sorry' } },
      };
      await page.route('**/trpc/site.contactUs**', route => route.fulfill({ status: 500, json: [broken] }), {
        times: 1,
      });
      await form.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText('Email failed to send.')).toBeVisible();
      await form.getByRole('button', { name: 'Send' }).click();
      await expect(
        page.getByText('Your message has been sent. We will answer as soon as we can.'),
      ).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
      await expect
        .poll(() => shop.mailsTo('counter@knurl.example').filter(mail => mail.text?.includes(project.name)))
        .toHaveLength(1);
      const mail = shop.mailsTo('counter@knurl.example').at(-1);
      expect(mail?.replyTo).toMatchObject([{ address: PEOPLE.retail }]);
    },
  );
});

for (const path of [
  '/about',
  '/privacy',
  '/return',
  '/learn-more-commercial',
  '/learn-more-retail',
  '/qb-info',
]) {
  // They are one screen with other words.
  const widths = path === '/about' ? {} : ANY_WIDTH;
  test(`${path} shows what staff wrote, and is in order`, widths, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`All about ${path.slice(1)}`);
    await expect(page.locator('main')).toContainText('What there is to say.');
    await expectInOrder(page);
  });
}

test('Skip to content is the first thing that the keyboard reaches', ANY_WIDTH, async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a phone keeps search and cart at the top in 52 px', PHONE_ONLY, async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => window.scrollTo(0, 900));
  const box = await header(page).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(52);
  await expect(searchField(header(page))).toBeInViewport();
  await expect(header(page).getByRole('link', { name: 'Cart' })).toBeInViewport();
  await searchField(header(page)).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(header(page).getByRole('link', { name: 'Shop now' })).toBeInViewport();
});

test('an address that leads nowhere helps to find the way', ANY_WIDTH, async ({ page }) => {
  expect((await page.goto('/nothing/here'))?.status()).toBe(404);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Knobs', exact: true })).toBeVisible();
  await searchField(main).fill('bexley');
  await searchField(main).press('Enter');
  await expect(page).toHaveURL(/\/search\?title=bexley/);
});

test.describe('the kitchen sink', () => {
  test.use({ provoked: ['404'] });

  test('has every piece in every state, in order', ANY_WIDTH, async ({ page }) => {
    await page.goto('/dev/kitchen-sink');
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    await expectInOrder(page);
  });

  test('opens dialog, sheet and notices, each in order', ANY_WIDTH, async ({ page }) => {
    await page.goto('/dev/kitchen-sink');
    await page.waitForLoadState('networkidle');
    for (const [name, title] of Object.entries({
      'Open the dialog': 'A dialog',
      'Open the sheet': 'A sheet',
    })) {
      await page.getByRole('button', { name }).click();
      const overlay = page.getByRole('dialog', { name: title });
      await expect(overlay).toBeVisible();
      await expectAccessible(page, 'dialog[open]');
      await page.keyboard.press('Escape');
      await expect(overlay).toBeHidden();
      await expect(page.getByRole('button', { name })).toBeFocused();
    }
    for (const colour of ['red', 'green', 'blue', 'white']) {
      await page.getByRole('button', { name: `A ${colour} notice` }).click();
      await expect(
        page.getByRole(colour === 'red' ? 'alert' : 'status').getByText(`A ${colour} notice`),
      ).toBeVisible();
      await expectAccessible(page, colour === 'red' ? '[role=alert]' : '[role=status]');
      await page.getByRole('button', { name: 'Dismiss' }).click();
    }
  });
});
