import { expectInOrder } from './support/in-order.ts';
import { holdBack } from './support/journeys.ts';
import { addButton, at, box, heading, inCart, numberBox, value } from './support/product-page.ts';
import { ANY_WIDTH, expect, test } from './support/shop.ts';

test.use({ fill: 'e2e/support/fill-products.ts' });

test(
  'a page that the browser kept shows the price of now when the shopper comes back',
  ANY_WIDTH,
  async ({ page, shop }) => {
    const { product_id } = await shop.variant('TW-20');
    await page.goto(`/product/${product_id}`);
    await expect(box(page)).toContainText('$4.00');
    await page.goto('/about');
    await shop.reprice('TW-20', '4.35');
    await page.goBack();
    await expect(box(page)).toContainText('$4.35');
  },
);

test(
  'price and stock are asked for anew when the shopper comes back',
  ANY_WIDTH,
  async ({ page, context }) => {
    await page.goto(at('pull'));
    await expect(box(page)).toContainText('$6.00');
    await page.route('**/trpc/products.byId**', async route => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replaceAll('"price":6,', '"price":5.55,')
        .replaceAll('"originalPrice":6,', '"originalPrice":5.55,');
      await route.fulfill({ response: answer, body });
    });
    const other = await context.newPage();
    await other.goto('about:blank');
    await page.bringToFront();
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(box(page)).toContainText('$5.55');
  },
);

test('markup is text wherever it stands', ANY_WIDTH, async ({ page, request }) => {
  await page.goto(at('markup'));
  await expect(heading(page)).toContainText('<img src=x');
  await expect(page.getByRole('region', { name: 'Reviews (1)' })).toContainText(
    '<script>window.hit=4</script>',
  );
  await expect(page.locator('main')).toContainText('XX-1<i>');
  await value(page, '</script><img src=x onerror="window.hit=1"><b>Bold</b>', ' 2').click();
  await expect(box(page)).toContainText('XX-2<i>');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
  expect(
    await page
      .locator('main')
      .locator('b', { hasText: /^Bold$/ })
      .count(),
  ).toBe(0);
  const html = await (await request.get(at('markup'))).text();
  expect(html).not.toContain('<img src=x');
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const { '@graph': parts } = JSON.parse(data);
  expect(parts[0].name).toBe('Knob </script><img src=x onerror="window.hit=1"><b>Bold</b>');
});

test('search engines read the offer and the way to it', ANY_WIDTH, async ({ request, shop }) => {
  const nickel = await shop.variant('MW-506-SN');
  const html = await (await request.get(at('pull', `?variants=${nickel._id}`))).text();
  expect(html).toContain(`<link rel="canonical" href="${shop.url}${at('pull')}"/>`);
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const { '@graph': parts } = JSON.parse(data);
  expect(parts[0]).toMatchObject({
    '@type': 'ProductGroup',
    url: `${shop.url}${at('pull')}`,
    aggregateRating: { reviewCount: 7 },
  });
  expect(parts[0].hasVariant).toHaveLength(5);
  expect(parts[0].hasVariant.find(({ sku }: { sku: string }) => sku === 'MW-506-SN')).toMatchObject({
    '@type': 'Product',
    offers: {
      price: 6,
      availability: 'https://schema.org/InStock',
      url: `${shop.url}${at('pull', `?variants=${nickel._id}`)}`,
    },
  });
  expect(parts[1]).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Categories' }, { name: 'Marlow Bar Pull' }],
  });
});

test('a product that is unknown or not published is a page with a search', ANY_WIDTH, async ({ page }) => {
  for (const path of [at('draft'), '/product/0190aaaa-0000-7000-8000-00000000ffff', '/product/nonsense']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(heading(page)).toContainText('We don’t sell this product');
  }
  await expectInOrder(page);
  await page.locator('main input[name=title]').fill('Marlow');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?title=Marlow/);
});

test(
  'a button that is pressed before its scripts are there does its work once they are, and once',
  ANY_WIDTH,
  async ({ page }) => {
    const release = await holdBack(page, '**/assets/*.js');
    await page.goto(at('pull'), { waitUntil: 'commit' });
    // With the styles that of two such buttons only one is drawn.
    await expect(addButton(page)).toHaveCount(1);
    await addButton(page).click();
    await addButton(page).click();
    release();
    await expect(page.getByText('Added 1 to cart')).toBeVisible();
    expect(await inCart(page)).toEqual([['MW-375-SN', 1]]);
  },
);

test(
  'a form can be sent once its scripts are there, with all that was written before',
  ANY_WIDTH,
  async ({ page }) => {
    const release = await holdBack(page, '**/assets/*.js');
    await page.goto('/contact', { waitUntil: 'commit' });
    const form = page.getByRole('form', { name: 'Write to us' });
    await form.getByLabel('Full name').fill('Rae Moss');
    await form.getByLabel('E-mail').fill('rae@example.com');
    await form.getByLabel('Message').fill('Do you have it in brass?');
    await expect(form.getByRole('button', { name: 'Send' })).toBeDisabled();
    const sent = page.waitForRequest(/contactUs/);
    release();
    await form.getByRole('button', { name: 'Send' }).click();
    expect((await sent).postData()).toContain('Do you have it in brass?');
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('variants are chosen by links and by number', ANY_WIDTH, async ({ page }) => {
    await page.goto(at('pull'));
    await value(page, 'Finish', 'Matte Black').click();
    await expect(box(page)).toContainText('MW-375-MB');
    await numberBox(page).fill('506-sn');
    await numberBox(page).press('Enter');
    await expect(box(page)).toContainText('MW-506-SN');
    await page.goto(at('slide'));
    await page.locator('summary', { hasText: '12"' }).click();
    await page.getByRole('list', { name: 'Variant' }).getByRole('link', { name: 'TG-25' }).click();
    await expect(box(page)).toContainText('TG-25');
  });
});
