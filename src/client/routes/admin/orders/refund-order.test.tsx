import { describe, expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { RefundOrder } from '#client/routes/admin/orders/refund-order.tsx';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const api = setApi();

const line = (nth: number) => ({
  ...{ _id: `line-${nth}`, name: `Knob ${nth}`, productNum: `K-${nth}`, quantity: 10, price: 10 },
});
const order = (more: object = {}) =>
  ({
    ...{ _id: 'order', orderNumber: 1042, version: 3, shipping: 12.5, cart: [line(1), line(2)] },
    ...more,
  }) as unknown as OrderRecord;
const look = (more: object = {}) => ({
  amount: null,
  card: 108.25,
  byHand: 0,
  inAll: 108.25,
  ...{ alone: null, hasAccount: true, onCancel: [] },
  lines: [1, 2].map(nth => ({ _id: `line-${nth}`, left: 10 })),
  shippingLeft: 12.5,
  ...more,
});
const show = async (of: object = {}, more: object = {}) => {
  api.answers = { 'refunds.look': () => look(of), 'refunds.make': () => order(), ...api.answers };
  await api.show(<RefundOrder order={order(more)} onClose={() => undefined} />);
};
const sent = () => api.sentTo('refunds.make') as Record<string, unknown>[];

describe('what goes back at will', () => {
  it('goes to the card only where a card paid, and has a number where a check is the usual way', async () => {
    await show({ card: 0, byHand: 50, inAll: 50 });
    expect(api.field('How').value).toBe('check');
    await api.type('Number', '2201');
    await api.type('Amount', '20');
    await api.type('Reason', 'scratched');
    await api.press('Give back $20.00');
    await api.submit();
    expect(sent()[0]).toMatchObject({ way: 'check', number: '2201', amount: 20, version: 3 });
  });

  it.each([
    ['cash', 'cash'],
    ['check', 'check'],
    ['account', 'check'],
  ])('goes by hand as it came last: %s', async (way, usual) => {
    const onCancel = [
      { way, amount: 30 },
      { way: way === 'cash' ? 'check' : 'cash', amount: 20 },
    ];
    await show({ card: 0, byHand: 50, inAll: 50, onCancel });
    expect(api.field('How').value).toBe(usual);
  });

  it('asks for no shipping of which nothing is left', async () => {
    await show({ shippingLeft: 0 });
    await api.check(/^Some of its goods/);
    expect(api.page.textContent).not.toContain('Refund of shipping');
  });

  it('is an amount where neither goods nor shipping are left', async () => {
    await show({ shippingLeft: 0, lines: [] });
    api.field('Amount');
    expect(api.page.querySelector('fieldset')).toBe(null);
  });

  it('goes the way that has enough of it', async () => {
    await show({ card: 5, byHand: 50, inAll: 55 });
    expect(api.field('How').value).toBe('card');
    await api.type('Amount', '20');
    expect(api.field('How').value).toBe('check');
  });

  it.each([
    ['some became store credit', 38.25, 38.25, 'at most $38.25 to the card, $38.25 by hand.'],
    ['none did', 20, 18.25, '$20.00 paid by card, $18.25 without one.'],
  ])('tells how much of it can go each way where %s', async (_name, card, byHand, words) => {
    await show({ card, byHand, inAll: 38.25 });
    expect(api.page.textContent).toContain(`$38.25 can still go back: ${words}`);
  });

  it('asks for no units and no shipping that were given back before', async () => {
    const lines = [
      { _id: 'line-1', left: 6 },
      { _id: 'line-2', left: 0 },
    ];
    await show({ lines, shippingLeft: 7.5 });
    await api.check(/^Some of its goods/);
    expect(api.page.textContent).toContain('Quantity (of 6)');
    expect(api.page.textContent).toContain('Refund of shipping (up to $7.50)');
    expect(api.page.querySelectorAll('li input')).toHaveLength(1);
    expect(api.page.querySelectorAll('li')[1]?.textContent).toContain('Given back already');
  });

  it('is only asked for above what may go back without an Admin, which it says before', async () => {
    await show({ alone: 20 });
    await api.type('Amount', '20');
    expect(api.page.textContent).not.toContain('An Admin has to approve this');
    api.button('Give back $20.00');
    await api.type('Amount', '20.01');
    expect(api.page.textContent).toContain('An Admin has to approve this');
    await api.type('Reason', 'late');
    api.answers['refunds.make'] = () => {
      throw refused('waits_for_admin');
    };
    await api.press('Ask an Admin for it');
    expect(sent()).toMatchObject([{ amount: 20.01 }]);
  });

  it('goes nowhere where nothing is left', async () => {
    await show({ card: 0, inAll: 0, hasAccount: false });
    await api.type('Amount', '20');
    await api.type('Reason', 'late');
    await api.submit();
    expect(api.page.textContent).toContain('Nothing is left of what was paid for it.');
    expect(api.page.querySelector('select')).toBe(null);
    expect(sent()).toEqual([]);
  });

  it('says why it can’t be looked at, and waits no longer', async () => {
    api.answers['refunds.look'] = () => {
      throw refused('not_found');
    };
    await show();
    expect(api.page.textContent).toContain('Not found.');
    expect(api.page.textContent).not.toContain('Loading');
    api.answers['refunds.look'] = () => look();
    await api.press('Try again');
    expect(api.field('How').value).toBe('card');
  });
});

describe('goods that are given back', () => {
  const each = ({ lines }: { lines?: { quantity: number }[] }) =>
    look(lines && { amount: lines.reduce((sum, { quantity }) => sum + quantity * 10.83, 0) });
  const choose = async () => {
    await show();
    await api.check(/^Some of its goods/);
    await api.type('Reason', 'late');
  };

  it('are sent for the amount that was seen, and not before it is', async () => {
    api.answers['refunds.look'] = each as never;
    await choose();
    await api.type(/^Knob 1 K-1: Quantity \(/, '2');
    await api.until(() => api.button('Give back $21.66'));
    // Typed on: the amount of before is not that of what would be sent.
    await api.type(/^Knob 1 K-1: Quantity \(/, '4');
    expect(api.button('Give it back').getAttribute('aria-disabled')).toBe('true');
    expect(api.page.textContent).not.toContain('$21.66');
    await api.submit();
    expect(sent()).toEqual([]);
    await api.until(() => api.button('Give back $43.32'));
    await api.submit();
    expect(sent()).toMatchObject([{ lines: [{ _id: 'line-1', quantity: 4 }], seen: 43.32, way: 'card' }]);
  });

  it('keep what is typed where the order was changed, and are looked at again', async () => {
    api.answers['refunds.look'] = each as never;
    await choose();
    await api.type(/^Knob 1 K-1: Quantity \(/, '2');
    await api.until(() => api.button('Give back $21.66'));
    api.answers['refunds.make'] = () => {
      throw refused('figures_changed');
    };
    api.answers['refunds.look'] = () => look({ amount: 21.65 });
    await api.submit();
    await api.until(() => api.button('Give back $21.65'));
    expect(api.field(/^Knob 1 K-1: Quantity \(/).value).toBe('2');
    expect(api.field('Reason').value).toBe('late');
  });

  it('say beside the line why it can’t go back', async () => {
    api.answers['refunds.look'] = (({ lines }: { lines?: object[] }) => {
      if (!lines) return look();
      throw refused('invalid', {
        issues: [{ path: ['lines', 0, 'quantity'], message: 'is more than the 3 left' }],
      });
    }) as never;
    await choose();
    await api.type(/^Knob 1 K-1: Quantity \(/, '4');
    await api.until(() => expect(api.page.textContent).toContain('Quantity (of 10) is more than the 3 left'));
    expect(api.page.textContent).not.toContain('Working it out');
    expect(api.button('Give it back').getAttribute('aria-disabled')).toBe('true');
  });
});
