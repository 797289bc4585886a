import { describe, expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { ReceivePayment } from '#client/features/office/receive-payment.tsx';
import type { Debts } from '#shared/schemas/receipts.ts';

const api = setApi();

const usd = (amount: number) => amount as Debts['owed'];
const order = (nth: number, open: number) => ({
  ...{ _id: `order-${nth}`, orderNumber: 1000 + nth, status: 'Shipped', paymentType: 'Terms' },
  ...{ date: '2026-11-01', dueDate: null, poNumber: '', total: usd(open), open: usd(open) },
});
const debts = (more: object = {}) => ({
  ...{ orders: [order(1, 430.84), order(2, 212)], owed: 642.84, onAccount: 0, hasAccount: true },
  ...more,
});
const onClose = () => undefined;
const open = async (of: object = {}) => {
  api.answers = {
    'receipts.debts': () => debts(of),
    'receipts.today': () => ({ today: '2026-11-26' }),
    ...api.answers,
  };
  await api.show(<ReceivePayment owner={{ company: 'c' }} from="Hollis" onClose={onClose} />);
};
const taken = (amount: number) => ({ _id: 'r', amount, orders: [], onAccount: 0, bouncedAt: null });

describe('a payment that came in', () => {
  it('came on the shop’s day, whatever day it is where the browser is', async () => {
    await open();
    expect(api.field('Received on').value).toBe('2026-11-26');
  });

  it('says why it can’t be read, and tries again', async () => {
    api.answers = {
      'receipts.today': () => {
        throw refused('not_found');
      },
    };
    await open();
    expect(api.page.textContent).toContain('Not found.');
    expect(api.page.textContent).not.toContain('Loading');
    api.answers['receipts.today'] = () => ({ today: '2026-11-26' });
    await api.press('Try again');
    expect(api.field('Amount').value).toBe('');
  });

  it('keeps what is typed where an order is refused, says it beside the order, and reads what is owed again', async () => {
    await open();
    await api.type('Number', '1043');
    await api.type('Amount', '500');
    api.answers['receipts.take'] = () => {
      throw refused('invalid', {
        issues: [
          { path: ['orders', 0, '_id'], message: 'has nothing to be paid, or is somebody else’s' },
          { path: ['orders', 1, 'amount'], message: 'is more than the $12.00 still open' },
        ],
      });
    };
    api.answers['receipts.debts'] = () => debts({ orders: [order(2, 12)], owed: 12 });
    await api.submit();
    expect(api.page.querySelector('tbody')?.textContent).toContain('It is more than the $12.00 still open.');
    expect(api.page.textContent).toContain('Order 1001 has nothing to be paid, or is somebody else’s.');
    expect([api.field('Number').value, api.field('Amount').value]).toEqual(['1043', '500']);
    // It can be sent as it stands now.
    expect(api.page.textContent).toContain(
      '$12.00 pays 1 order; $488.00 stays on account; nothing owed after it.',
    );
    api.answers['receipts.take'] = () => taken(500);
    await api.submit();
    expect(api.page.textContent).toContain('$500.00 is $488.00 more than is owed.');
    await api.submit();
    const sent = api.sentTo('receipts.take') as { orders: unknown; key: string; receivedOn: string }[];
    expect(sent[1]).toMatchObject({ orders: [{ _id: 'order-2', amount: 12 }], receivedOn: '2026-11-26' });
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect(api.notice()).toBe('$500.00 received');
  });

  it('reads what is owed again where somebody else changed it, and where it was taken with other figures', async () => {
    await open();
    await api.type('Number', '1043');
    await api.type('Amount', '500');
    for (const reason of ['stale', 'key_reused'] as const) {
      const before = api.sentTo('receipts.debts').length;
      api.answers['receipts.take'] = () => {
        throw refused(reason);
      };
      await api.submit();
      expect(api.sentTo('receipts.debts').length).toBe(before + 1);
      expect(api.field('Amount').value).toBe('500');
    }
    expect(api.notice()).toBe(
      'This was done already, as it was sent the first time. Nothing was done again.',
    );
  });

  it('says what belongs to no field of it', async () => {
    await open();
    await api.type('Number', '1');
    await api.type('Amount', '1');
    api.answers['receipts.take'] = () => {
      throw refused('invalid', { issues: [{ path: ['orders'], message: 'Too many orders at once.' }] });
    };
    await api.submit();
    expect(api.page.textContent).toContain('Too many orders at once.');
  });

  it('asks whether a number that is known is another check', async () => {
    await open();
    await api.type('Number', '1043');
    await api.type('Amount', '5');
    const receipt = { ...taken(700), receivedOn: '2026-11-20' };
    api.answers['receipts.take'] = () => {
      throw refused('receipt_known', { details: { receipt } });
    };
    await api.submit();
    const number = api.field('Number');
    const words = document.getElementById(number.getAttribute('aria-describedby') ?? '');
    expect(words?.textContent).toBe('$700.00 of this number came on November 20, 2026.');
    expect(document.activeElement).toBe(number);
    api.answers['receipts.take'] = () => taken(5);
    await api.press('Record it as a different check');
    expect(api.sentTo('receipts.take').at(-1)).toMatchObject({ again: true });
  });

  it.each([
    [null, 'and bounced'],
    ['typed twice', 'and was taken back as a mistake'],
  ])('takes a check that is gone once more: %s', async (mistake, words) => {
    await open();
    await api.type('Number', '1043');
    await api.type('Amount', '5');
    const receipt = { ...taken(5), receivedOn: '2026-11-20', bouncedAt: '2026-11-24T12:00:00Z', mistake };
    api.answers['receipts.take'] = () => {
      throw refused('receipt_known', { details: { receipt } });
    };
    await api.submit();
    expect(api.page.textContent).toContain(`$5.00 of this number came on November 20, 2026, ${words}.`);
    api.answers['receipts.take'] = () => taken(5);
    await api.press('Record it again');
    expect(api.sentTo('receipts.take').at(-1)).toMatchObject({ again: true });
  });

  it('asks before it takes more than is owed, and again where that is another amount', async () => {
    await open({ orders: [], owed: 0 });
    await api.type('Method', 'cash');
    await api.type('Amount', '5000');
    api.answers['receipts.take'] = () => taken(400);
    await api.submit();
    expect(api.page.textContent).toContain(
      '$5,000.00 is $5,000.00 more than is owed. Take it, and keep the rest on account?',
    );
    await api.type('Amount', '400');
    expect(api.page.textContent).not.toContain('more than is owed');
    await api.submit();
    expect(api.page.textContent).toContain('$400.00 is $400.00 more than is owed.');
    expect(api.sentTo('receipts.take')).toEqual([]);
    expect(api.button('Take it, and keep the rest').getAttribute('type')).toBe('submit');
    await api.submit();
    expect(api.sentTo('receipts.take')).toMatchObject([{ amount: 400, orders: [] }]);
  });

  it('asks no more about a check that is a transfer by now', async () => {
    await open();
    await api.type('Number', '1043');
    await api.type('Amount', '5');
    api.answers['receipts.take'] = () => {
      throw refused('receipt_known', { details: { receipt: { ...taken(7), receivedOn: '2026-11-20' } } });
    };
    await api.submit();
    await api.type('Method', 'transfer');
    expect(api.page.textContent).not.toContain('of this number came');
    api.answers['receipts.take'] = () => taken(5);
    await api.press('Take the payment');
    await api.submit();
    expect(api.sentTo('receipts.take').at(-1)).not.toHaveProperty('again');
  });
});

describe('money on account', () => {
  const use = /^Use the \$10\.00 on account/;

  it('is offered, and pays beside what comes in, in one go', async () => {
    await open({ onAccount: 10 });
    await api.type('Number', '7');
    await api.type('Amount', '640');
    expect(api.page.textContent).toContain('$2.84 owed after it');
    await api.check(use);
    expect(api.page.textContent).toContain(
      '$640.00, with $2.84 from what was on account, pays 2 orders; nothing owed after it.',
    );
    api.answers['receipts.take'] = () => taken(640);
    await api.submit();
    expect(api.sentTo('receipts.take')[0]).toMatchObject({
      orders: [
        { _id: 'order-1', amount: 430.84 },
        { _id: 'order-2', amount: 209.16 },
      ],
      fromAccount: [{ _id: 'order-2', amount: 2.84 }],
    });
  });

  it('pays by itself where nothing comes in', async () => {
    await open({ onAccount: 10 });
    await api.check(use);
    expect(api.page.textContent).toContain('$10.00 pays part of an order; $632.84 owed after it.');
    api.answers['receipts.payFromAccount'] = () => debts();
    await api.press('Pay from what is on account');
    await api.submit();
    expect(api.sentTo('receipts.take')).toEqual([]);
    expect(api.sentTo('receipts.payFromAccount')[0]).toMatchObject({
      company: 'c',
      orders: [{ _id: 'order-1', amount: 10 }],
    });
  });

  it('is not promised to a guest, who has no account', async () => {
    await open({ orders: [order(1, 12)], owed: 12, hasAccount: false });
    await api.type('Number', '7');
    await api.type('Amount', '15');
    expect(api.page.textContent).toContain(
      '$3.00 is more than is open, and they have no account to keep it on',
    );
    expect(api.page.textContent).not.toContain('stays on account');
    await api.submit();
    expect(api.sentTo('receipts.take')).toEqual([]);
    expect(api.page.textContent).toContain('Amount is $3.00 more than is open, and they have no account');
    expect(api.field('Amount').getAttribute('aria-invalid')).toBe('true');
  });

  it('does not blame the number of a check any longer once it is no check', async () => {
    await open();
    await api.type('Amount', '212');
    await api.submit();
    expect(api.page.textContent).toContain('Number is needed: the one on the check');
    await api.type('Method', 'transfer');
    expect(api.page.textContent).not.toContain('Number is needed');
  });
});
