import { expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { AccountDeeds } from '#client/features/office/account-deeds.tsx';

const api = setApi();

const order = (nth: number, open: number) => ({
  ...{ _id: `order-${nth}`, orderNumber: 1000 + nth, status: 'Shipped', paymentType: 'Terms' },
  ...{ date: '2026-11-01', dueDate: null, poNumber: '', total: open, open },
});
const debts = (onAccount: number, more: object = {}) => ({
  ...{ orders: [order(1, 40)], owed: 40, onAccount, hasAccount: true, credit: null, ...more },
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
  await api.press('Pay $10.00 from it');
  expect(api.page.textContent).toContain('Orders leave nothing to pay: nothing is owed, or on account.');
  expect(api.page.textContent).toContain('$4.00 of the $4.00 on account pays');
  expect(api.notice()).toBe('');
});

it('an order that somebody else paid meanwhile is named', async () => {
  await open();
  api.answers['receipts.payFromAccount'] = () => {
    throw refused('invalid', {
      issues: [{ path: ['orders', 0, '_id'], message: 'has nothing to be paid, or is somebody else’s' }],
    });
  };
  await api.press('Pay $10.00 from it');
  expect(api.page.textContent).toContain('Order 1001 has nothing to be paid, or is somebody else’s.');
});

it('money on account that its press used already is told of as done, and not as failed', async () => {
  await open();
  api.answers['receipts.payFromAccount'] = () => {
    throw refused('key_reused');
  };
  await api.press('Pay $10.00 from it');
  expect(api.notice()).toBe('This was done already, as it was sent the first time. Nothing was done again.');
});

it('money on account tells before what it pays of which orders, and what of it stays', async () => {
  const orders = [order(1, 40), order(2, 58.07)];
  api.answers = {
    'receipts.debts': () => debts(664.94, { orders, owed: 98.07 }),
    'receipts.payFromAccount': () => ({}),
    'auth.session': () => null,
  };
  await api.show(<AccountDeeds owner={{ company: 'c' }} name="Hollis" />);
  await api.press('Use what is on account');
  const said = api.page.textContent;
  expect(said).toContain('$98.07 of the $664.94 on account pays, the oldest first:');
  expect(said).toContain('Order 1001: $40.00Order 1002: $58.07$566.87 stays on account.');
  await api.press('Pay $98.07 from it');
  expect(api.sentTo('receipts.payFromAccount')[0]).toMatchObject({
    company: 'c',
    orders: [
      { _id: 'order-1', amount: 40 },
      { _id: 'order-2', amount: 58.07 },
    ],
  });
});

it('an order that what is on account pays in part says what of it stays open', async () => {
  await open();
  expect(api.page.textContent).toContain('Order 1001: $10.00, and $30.00 stays open');
  expect(api.page.textContent).not.toContain('stays on account');
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
