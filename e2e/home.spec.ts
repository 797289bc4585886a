import { signInAs } from './support/ask.ts';
import { expectInOrder } from './support/in-order.ts';
import { holdBack } from './support/journeys.ts';
import { PEOPLE, signIn } from './support/people.ts';
import { ANY_WIDTH, DESK_ONLY, expect, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-frame.ts' });

test('the cards that staff wrote lead where they say, and the page is in order [HOME-01]', async ({
  page,
}) => {
  await page.goto('/');
  const cards = page.getByRole('region', { name: 'Announcements' }).getByRole('article');
  await expect(cards).toHaveCount(3);
  await expect(cards.first()).toContainText('Pulls for the whole kitchen');
  await expect(cards.first()).toContainText('From 3" to 24" centers');
  await expect(cards.first()).toContainText('Twelve finishes.');
  await expect(cards.nth(1).getByRole('link')).toHaveCount(0);
  await expect(cards.nth(2).getByRole('link')).toHaveAttribute('href', 'https://example.com/trade');
  const picture = cards.first().locator('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expectInOrder(page);
  // On a tablet, banners with much to say leave the phone number its line.
  const bar = page.getByRole('complementary', { name: 'Announcements' });
  await bar
    .getByText('Orders of $500 ship free')
    .evaluate(words => words.append(' on every day of the week'.repeat(10)));
  await page.setViewportSize({ width: 640, height: 800 });
  expect((await bar.getByRole('link', { name: /call us$/ }).boundingBox())?.height).toBe(32);
  await cards.first().getByRole('link', { name: 'See more about Pulls' }).click();
  await expect(page).toHaveURL('/category-products?type=normal&categories=Pulls');
});

test('an arrow scrolls the categories by 700 px [HOME-02]', DESK_ONLY, async ({ page }) => {
  await page.goto('/');
  const track = page.getByRole('list', { name: 'Categories', exact: true });
  await expect(track.getByRole('listitem')).toHaveCount(21);
  const scrolled = () => track.evaluate(list => Math.round(list.scrollLeft));
  await page.getByRole('button', { name: 'Scroll Categories forward' }).click();
  await expect.poll(scrolled).toBe(700);
  await page.getByRole('button', { name: 'Scroll Categories forward' }).click();
  await expect.poll(scrolled).toBe(1400);
  await page.getByRole('button', { name: 'Scroll Categories back' }).click();
  await expect.poll(scrolled).toBe(700);
});

test(
  'placeholder tiles of the same size stand where categories are on their way [HOME-02]',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/contact');
    const release = await holdBack(page, /\/trpc\/.*tags\.categories/);
    await page.getByRole('link', { name: 'Knurl', exact: true }).click();
    const track = page.getByRole('list', { name: 'Categories', exact: true });
    const waiting = track.locator('li[aria-hidden="true"]');
    await expect(waiting).toHaveCount(8);
    const before = await track.evaluate(list => list.getBoundingClientRect().height);
    release();
    await expect(track.getByRole('link', { name: 'Shelf 1', exact: true })).toBeVisible();
    await expect(waiting).toHaveCount(0);
    expect(await track.evaluate(list => list.getBoundingClientRect().height)).toBeCloseTo(before, 0);
  },
);

test(
  'a guest is shown suggestions and featured products, nothing of anybody [HOME-03] [HOME-04]',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/');
    const featured = page.getByRole('region', { name: 'Featured products' });
    await expect(featured.getByRole('listitem')).toHaveCount(2);
    await expect(featured).toContainText('Avalon Round Knob');
    await expect(featured).toContainText('Bexley Arch Pull');
    await expect(page.getByRole('region', { name: 'Suggestions' }).getByRole('listitem')).toHaveCount(20);
    for (const name of ['Favorites', 'Recently purchased', 'Information']) {
      await expect(page.getByRole('region', { name })).toHaveCount(0);
    }
  },
);

test(
  'a customer finds his favorites, what he bought, and what goes with it [HOME-03]',
  ANY_WIDTH,
  async ({ page }) => {
    await signIn(page, 'retail');
    for (const arrive of [
      () => page.getByRole('link', { name: 'Knurl', exact: true }).click(),
      () => page.reload(),
    ]) {
      await arrive();
      const tiles = (name: string) => page.getByRole('region', { name }).getByRole('listitem');
      await expect(tiles('Favorites')).toHaveCount(10);
      // The last one marked comes first.
      await expect(tiles('Favorites').first()).toContainText('ZH-111');
      await expect(tiles('Recently purchased')).toHaveCount(25);
      await expect(tiles('Suggestions')).toHaveCount(20);
    }
    await expectInOrder(page);
  },
);

test(
  'the information section shows to the special accounts alone [HOME-05] [ROLE-02]',
  ANY_WIDTH,
  async ({ page, request }) => {
    const information = page.getByRole('region', { name: 'Information' });
    await signInAs(page.request, PEOPLE.admin);
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Announcements' })).toBeVisible();
    await expect(information).toHaveCount(0);
    const asked = await request.get('/api/v1/layouts?template=Information');
    expect(await asked.json()).toEqual([]);
    await page.context().clearCookies();
    await signInAs(page.request, PEOPLE.special);
    await page.goto('/');
    await expect(information).toContainText('Prices rise on Monday.');
    await expectInOrder(page);
  },
);

test(
  'search engines read who the shop is and how its search is asked',
  ANY_WIDTH,
  async ({ request, shop }) => {
    const html = await (await request.get('/')).text();
    const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(data)['@graph']).toMatchObject([
      { '@type': 'Organization', url: `${shop.url}/`, telephone: '(512) 555-0134' },
      {
        '@type': 'WebSite',
        potentialAction: { target: { urlTemplate: `${shop.url}/search?title={search_term_string}` } },
      },
    ]);
    expect(html).toContain(`<link rel="canonical" href="${shop.url}/"/>`);
    expect(html).toContain(`<meta property="og:image" content="${shop.url}/`);
  },
);

test('a first visit asks for nothing but files', ANY_WIDTH, async ({ page }) => {
  const calls: string[] = [];
  page.on('request', request => {
    if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(request.url());
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(calls).toEqual([]);
});
