import { expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { Component as Deposits } from '#client/routes/admin/receipts/receipts.tsx';

const api = setApi();

const receipt = {
  ...{ _id: 'r', company: 'c', user: null, from: 'Hollis', method: 'check', number: '1043', amount: 750 },
  ...{ receivedOn: '2026-11-26', note: '', bouncedAt: null, onAccount: 10 },
  orders: [
    { _id: 'o1', orderNumber: 1001, amount: 430.84 },
    { _id: 'o2', orderNumber: 1002, amount: 309.16 },
  ],
};

it('the deposit list waits for the shop’s day no longer than it can be read', async () => {
  api.answers = {
    'receipts.today': () => {
      throw refused('forbidden');
    },
    'receipts.list': () => ({ receipts: [receipt], sum: 750, handedBack: 20.12 }),
  };
  await api.show(<Deposits />);
  expect(api.page.textContent).toContain('You are not allowed to do this.');
  expect(api.page.textContent).not.toContain('Loading');
  api.answers['receipts.today'] = () => ({ today: '2026-11-26', timeZone: 'UTC' });
  await api.press('Try again');
  expect(api.page.textContent).toContain('Deposits of November 26, 2026');
  expect(api.page.textContent).toContain('Cash handed back$20.12');
  expect(api.sentTo('receipts.list')).toEqual([{ on: '2026-11-26' }]);
});

it('what a check that bounces takes along is told before it is said to', async () => {
  api.answers = {
    'receipts.today': () => ({ today: '2026-11-26', timeZone: 'UTC' }),
    'receipts.list': () => ({ receipts: [receipt], sum: 750, handedBack: 0 }),
  };
  await api.show(<Deposits />);
  await api.press('Mark as bounced');
  expect(api.page.textContent).toContain(
    '$430.84 of order 1001, $309.16 of order 1002 are owed again. $10.00 on account is gone. This can’t be taken back.',
  );
});
