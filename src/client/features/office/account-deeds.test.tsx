import { expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { AccountDeeds } from '#client/features/office/account-deeds.tsx';

const api = setApi();

const debts = (onAccount: number) => ({
  ...{ orders: [], owed: 40, onAccount, hasAccount: true, balance: 0, limit: null },
});
const open = async () => {
  api.answers = { 'receipts.debts': () => debts(10), 'auth.session': () => null };
  await api.show(<AccountDeeds owner={{ company: 'c' }} name="Hollis" />);
  await api.press('Use what is on account');
};

it('money on account that somebody else used meanwhile is said so once, and read again', async () => {
  await open();
  expect(api.page.textContent).toContain('$10.00 unapplied credit');
  api.answers['receipts.payFromAccount'] = () => {
    throw refused('invalid', {
      issues: [{ path: ['orders'], message: 'leave nothing to pay: nothing is owed, or on account' }],
    });
  };
  api.answers['receipts.debts'] = () => debts(4);
  await api.press('Pay from it');
  expect(api.page.textContent).toContain('Orders leave nothing to pay: nothing is owed, or on account.');
  expect(api.page.textContent).toContain('$4.00 of Hollis');
  expect(api.notice()).toBe('');
});

it('money on account that its press used already is told of as done, and not as failed', async () => {
  await open();
  api.answers['receipts.payFromAccount'] = () => {
    throw refused('key_reused');
  };
  await api.press('Pay from it');
  expect(api.notice()).toBe('This was done already, as it was sent the first time. Nothing was done again.');
});

/** Opens the gift of store credit to a company that has 3.00, up to 25.00 without an Admin. */
const openCredit = async () => {
  api.answers = {
    'receipts.debts': () => debts(10),
    'auth.session': () => null,
    'storeCredit.look': () => ({ balance: 3, alone: 25 }),
  };
  await api.show(<AccountDeeds owner={{ company: 'c' }} name="Hollis" />);
  await api.press('Give store credit');
};

it('store credit above what one may give alone is asked for, and says so before', async () => {
  await openCredit();
  expect(api.sentTo('storeCredit.look')).toEqual([{ company: 'c' }]);
  expect(api.page.textContent).toContain('Current balance: $3.00');
  await api.type('Amount', '25.00');
  expect(api.page.textContent).toContain('Give it');
  expect(api.page.textContent).not.toContain('An Admin has to approve this');
  await api.type('Amount', '25.01');
  expect(api.page.textContent).toContain('An Admin has to approve this');
  expect(api.page.textContent).toContain('Ask an Admin for it');
  expect(api.page.textContent).not.toContain('Give it');
});

it('the reason of store credit says that it is read by who gets it', async () => {
  await openCredit();
  expect(api.page.textContent).toContain('The customer will see this.');
});
