import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { OwedRefunds } from '#client/routes/admin/orders/owed-refunds.tsx';
import { trpc } from '#client/trpc.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const api = setApi();

const order = (more: object = {}) =>
  ({ _id: 'order', orderNumber: 1042, hasFailedRefund: true, ...more }) as unknown as OrderRecord;
const owed = (more: object = {}) => ({
  ...{ refund: 'refund', amount: 53.7, isRefused: true, reason: 'order changed' },
  ...{ createdAt: '2026-11-20T15:00:00.000Z', ...more },
});
const look = (...all: object[]) => ({
  ...{ amount: null, card: 108.25, byHand: 0, inAll: 108.25, hasAccount: true, owed: all },
});

function As({ level, of }: { level: 'Admin' | 'Employee'; of: OrderRecord }) {
  const { auth } = trpc.useUtils();
  useState(() => auth.me.setData({}, { user: { permissionLevel: level } } as never));
  return <OwedRefunds order={of} />;
}
const show = async (level: 'Admin' | 'Employee' = 'Admin', of = order()) => {
  api.answers = { 'refunds.look': () => look(owed()), 'refunds.giveInstead': () => order(), ...api.answers };
  await api.show(<As level={level} of={of} />);
};
const open = async () => {
  await show();
  await api.press('Give it another way');
};
const sent = () => api.sentTo('refunds.giveInstead');
const text = () => api.page.textContent ?? '';

describe('a refund that did not reach its card', () => {
  it('is told with whose doing that was, and is an Admin’s to give another way', async () => {
    api.answers['refunds.look'] = () =>
      look(owed(), owed({ refund: 'other', amount: 20, isRefused: false, reason: '' }));
    await show('Employee');
    const words = [...api.page.querySelectorAll('li')].map(({ textContent }) => textContent);
    expect(words).toEqual([
      expect.stringContaining('$53.70 did not reach the card that paid: the payment service refused it.'),
      expect.stringContaining(
        '$20.00 did not reach the card that paid: the customer’s bank sent it back.Asked for on Nov 20, 2026',
      ),
    ]);
    expect(words[0]).toContain('An Admin can give it another way.');
    expect(api.page.querySelector('button')).toBe(null);
  });

  it('is asked for where one failed alone, and not told where it was given since', async () => {
    await show('Admin', order({ hasFailedRefund: false }));
    expect([api.sentTo('refunds.look'), text()]).toEqual([[], '']);
    api.answers['refunds.look'] = () => look();
    await show();
    expect([api.sentTo('refunds.look').length, text()]).toEqual([1, '']);
  });

  it('is given by check with its number, told, and gone from the order', async () => {
    await open();
    expect(api.field('How').value).toBe('check');
    expect([...api.page.querySelectorAll('option')].map(({ value }) => value)).toEqual([
      ...['check', 'transfer', 'credit'],
    ]);
    await api.type('Number', ' 2201 ');
    await api.submit();
    expect(text()).toContain('Reason is required');
    expect(sent()).toEqual([]);
    await api.type('Reason', 'their card is closed');
    api.answers['refunds.look'] = () => look();
    await api.submit();
    expect(sent()).toEqual([
      { refund: 'refund', way: 'check', number: '2201', reason: 'their card is closed' },
    ]);
    expect([api.notice(), text()]).toEqual(['$53.70 is given by check 2201', '']);
  });

  it('has no number as store credit', async () => {
    await open();
    await api.type('Number', '2201');
    await api.type('How', 'credit');
    await api.type('Reason', 'they asked for it');
    await api.submit();
    expect(sent()).toEqual([{ refund: 'refund', way: 'credit', number: '', reason: 'they asked for it' }]);
    expect(api.notice()).toBe('$53.70 is given as store credit');
  });

  it('is no store credit where nobody has an account', async () => {
    api.answers['refunds.look'] = () => ({ ...look(owed()), hasAccount: false });
    await open();
    expect([...api.page.querySelectorAll('option')].map(({ value }) => value)).toEqual(['check', 'transfer']);
  });

  it('is read again where it was given meanwhile: order_state is said, and nothing is left to give', async () => {
    await open();
    await api.type('Reason', 'their card is closed');
    api.answers['refunds.giveInstead'] = () => {
      throw refused('order_state');
    };
    api.answers['refunds.look'] = () => look();
    await api.submit();
    expect(text()).toBe('');
    expect(api.notice()).toBe(refused('order_state').message);
  });

  it('keeps what is typed, and stands beside the field, where the server refuses it', async () => {
    await open();
    await api.type('How', 'credit');
    await api.type('Reason', 'they asked for it');
    api.answers['refunds.giveInstead'] = () => {
      throw refused('invalid', { issues: [{ path: ['way'], message: 'has nobody to give it to' }] });
    };
    await api.submit();
    expect(text()).toContain('How has nobody to give it to');
    expect(api.field('Reason').value).toBe('they asked for it');
  });
});
