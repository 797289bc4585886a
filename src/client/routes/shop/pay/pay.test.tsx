import { expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { Component as Pay } from '#client/routes/shop/pay/pay.tsx';

const api = setApi();

const gateway = {
  'site.get': () => ({ site: { timeZone: 'America/Chicago' } }),
  'payments.gateway': () => ({ name: 'test' }),
};
const linked = {
  ...{ order: 'order', orderNumber: 10682, paid: false, amount: 283.7, amountThen: 283.7 },
  ...{ test: true, until: '2026-12-11T03:00:00Z' },
};

it('whoever has paid is told what, and stands there', async () => {
  let paid = false;
  api.answers = {
    ...gateway,
    'payLinks.open': () => ({ ...linked, paid }),
    'payLinks.pay': () => {
      paid = true;
      return { status: 'paid' };
    },
  };
  await api.show(<Pay />);
  await api.press('Pay $283.70');
  await api.until(() =>
    expect(document.activeElement?.textContent).toContain('You paid $283.70 for order 10682. Thank you.'),
  );
});

it('an order that was paid before has nothing to be paid, and takes no focus', async () => {
  api.answers = { ...gateway, 'payLinks.open': () => ({ ...linked, paid: true }) };
  await api.show(<Pay />);
  expect(api.page.textContent).toContain('There is nothing to pay for order 10682. Thank you.');
  expect(document.activeElement).toBe(document.body);
});

it('a link that is too old, or came in part, says so', async () => {
  api.answers = {
    ...gateway,
    'payLinks.open': () => {
      throw refused('not_found');
    },
  };
  await api.show(<Pay />);
  expect(api.page.textContent).toContain('This link has expired or is incomplete.');
});

it('a link to pay holds until a day of the shop’s, which the server and every browser word alike', async () => {
  api.answers = {
    'site.get': () => ({ site: { timeZone: 'America/Chicago' } }),
    'payments.gateway': () => ({ name: 'test' }),
    'payLinks.open': () => ({
      ...{ order: '', orderNumber: 1042, paid: false, amount: 50, amountThen: 60, test: true },
      until: '2026-12-11T03:00:00Z',
    }),
  };
  await api.show(<Pay />);
  expect(api.page.textContent).toContain('This link holds untilDecember 10, 2026');
  expect(api.page.textContent).toContain('it was $60.00, it is $50.00 now');
});
