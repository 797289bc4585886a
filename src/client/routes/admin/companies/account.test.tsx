import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { Component as Account } from '#client/routes/admin/companies/account.tsx';

const api = setApi();

it('all that is short stands beside the transactions, which may be long', async () => {
  api.answers = {
    'site.get': () => ({ site: { timeZone: 'UTC' } }),
    'statement.get': () => ({
      company: { _id: 'c', name: 'Hollis', accountNumber: null, creditLimit: 500 },
      ...{ date: '2026-11-28', balance: 0, onAccount: 0, due: 0, open: [], entries: [], total: 0 },
      ageing: { current: 0, to30: 0, to60: 0, to90: 0, over90: 0 },
    }),
    'receipts.debts': () => ({ orders: [], owed: 0, onAccount: 0, hasAccount: true, balance: 0 }),
    'receipts.list': () => ({ receipts: [] }),
    'statement.reminders': () => ({ sent: [] }),
    'storeCredit.look': () => ({ balance: 25, alone: null }),
    'auth.session': () => null,
  };
  await api.show(<Account />);
  expect(api.page.textContent).toContain('Store credit$25.00');
  const headed = (words: string) =>
    [...api.page.querySelectorAll('h2')].find(({ textContent }) => textContent === words)?.closest('section');
  const long = headed('Transactions');
  const short = long?.previousElementSibling;
  for (const words of ['Open orders', 'Payments without a card', 'Reminders'])
    expect([words, short?.contains(headed(words) ?? null)]).toEqual([words, true]);
  expect(long?.parentElement?.children).toHaveLength(2);
});
