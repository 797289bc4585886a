import { expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { SettleReturn } from '#client/routes/admin/orders/settle-return.tsx';
import type { Return } from '#shared/schemas/returns.ts';

const api = setApi();

const made = { _id: 'return', order: 'order', orderNumber: 1042 } as unknown as Return;
const look = (more: object = {}) => ({
  amount: null,
  card: 0,
  byHand: 80,
  inAll: 80,
  ...{ alone: null, hasAccount: true, onCancel: [] },
  ...more,
});
const show = async (worth: object, left: object = {}) => {
  api.answers = {
    'returns.worth': () => ({ money: 40, storeCredit: 0, open: 0, ...worth }),
    'refunds.look': () => look(left),
    ...api.answers,
  };
  await api.show(<SettleReturn made={made} onClose={() => undefined} onDone={async () => undefined} />);
};
const settled = (of: object) => ({
  ...made,
  refund: 0,
  paidOut: 0,
  refundTo: null,
  storeCredit: 0,
  fee: 0,
  ...of,
});

it('a return that lowers a debt says so, and never that $0.00 went anywhere', async () => {
  await show({ open: 25 });
  expect(api.page.textContent).toContain('$25.00 off what was to be paid, $15.00 by check.');
  expect(api.field('How').value).toBe('check');
  await api.type('Number', '88');
  await api.type('Restocking fee', '40');
  expect(api.page.textContent).toContain('Nothing given back, a fee of $40.00 kept.');
  await api.type('Restocking fee', '15');
  expect(api.page.textContent).toContain('$25.00 off what was to be paid, a fee of $15.00 kept.');
  api.answers['returns.update'] = () => settled({ refund: 25, fee: 15 });
  await api.submit();
  expect(api.sentTo('returns.update')).toEqual([
    {
      ...{ _id: 'return', status: 'Refunded', number: '88', fee: 15 },
      seen: { money: 40, storeCredit: 0, open: 25 },
    },
  ]);
  expect(api.notice()).toBe('Return settled: $25.00 off what was to be paid, a fee of $15.00 kept');
});

it('a return gives what is left of what was paid, and used store credit as a whole, and says so', async () => {
  await show({ storeCredit: 10 }, { byHand: 15, inAll: 15 });
  expect(api.page.textContent).toContain('No more is left of what was paid.');
  api.answers['returns.update'] = () =>
    settled({ refund: 15, paidOut: 15, refundTo: 'check', storeCredit: 10 });
  await api.submit();
  expect(api.sentTo('returns.update')).toMatchObject([{ refund: 25, refundTo: 'check' }]);
});

it('a return can’t be settled out of what is not left, and not to a card that paid nothing', async () => {
  await show({}, { byHand: 0, inAll: 0 });
  expect(api.page.textContent).toContain('Nothing is left of what was paid that $40.00 could go back from');
  expect(api.page.querySelector('select')).toBe(null);
  await api.submit();
  expect(api.sentTo('returns.update')).toEqual([]);
});

it('a return of more than may go back without an Admin is only asked for, which it says before', async () => {
  await show({}, { alone: 30 });
  expect(api.page.textContent).toContain('An Admin has to approve this');
  api.button('Ask an Admin for it');
  await api.type('Give back', '30');
  expect(api.page.textContent).not.toContain('An Admin has to approve this');
  api.button('Settle');
});

it('a return is settled for no more than its goods were worth, and no fee above that is shown', async () => {
  await show({});
  await api.type('Restocking fee', '55');
  expect(api.page.textContent).not.toContain('kept');
  await api.submit();
  expect(api.page.textContent).toContain('Restocking fee is more than the $40.00 that the goods were worth');
  await api.type('Restocking fee', '10');
  await api.type('Give back', '30.01');
  await api.submit();
  expect(api.page.textContent).toContain('Give back is more than the $30.00 left to give');
  expect(api.sentTo('returns.update')).toEqual([]);
});

it('a return that was refused keeps what is typed, and is looked at again', async () => {
  await show({});
  await api.type('Restocking fee', '5');
  api.answers['returns.update'] = () => {
    throw refused('invalid', {
      issues: [{ path: ['amount'], message: 'is more than the $3.00 that can be refunded' }],
    });
  };
  api.answers['returns.worth'] = () => ({ money: 40, storeCredit: 0, open: 35 });
  await api.submit();
  expect(api.page.textContent).toContain('Amount is more than the $3.00 that can be refunded.');
  expect(api.field('Restocking fee').value).toBe('5');
  expect(api.page.textContent).toContain('$35.00 off what was to be paid, a fee of $5.00 kept.');
});

it('a return that is worth something else by now is shown so, and settled by what is seen then', async () => {
  await show({ open: 25 });
  expect(api.page.textContent).toContain('$25.00 off what was to be paid, $15.00 by check.');
  api.answers['returns.update'] = () => {
    throw refused('figures_changed');
  };
  api.answers['returns.worth'] = () => ({ money: 40, storeCredit: 0, open: 0 });
  await api.submit();
  expect(api.page.textContent).toContain('$40.00 by check.');
  api.answers['returns.update'] = () => settled({ refund: 40, paidOut: 40, refundTo: 'check' });
  await api.submit();
  expect(api.sentTo('returns.update')).toMatchObject([
    { seen: { money: 40, open: 25 } },
    { seen: { money: 40, open: 0 } },
  ]);
});
