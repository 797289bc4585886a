import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { Component as Pay } from '#client/routes/shop/pay/pay.tsx';

const api = setApi();

it('a link to pay holds until a day of the shop’s, which the server and every browser word alike', async () => {
  api.answers = {
    'site.get': () => ({ site: { timeZone: 'America/Chicago' } }),
    'payments.gateway': () => ({ name: 'test' }),
    'payLinks.open': () => ({
      ...{ order: '', orderNumber: 1042, poNumber: '', paid: false, amount: 50, amountThen: 60, test: true },
      until: '2026-12-11T03:00:00Z',
    }),
  };
  await api.show(<Pay />);
  expect(api.page.textContent).toContain('This link holds untilDecember 10, 2026');
  expect(api.page.textContent).toContain('it was $60.00, it is $50.00 now');
});
