import { describe, expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { WaitingActs } from '#client/routes/admin/waiting-acts.tsx';
import { ERRORS } from '#shared/errors.ts';

const api = setApi();

const none = {
  ...{ account: '', name: '', email: '', shipTo: '', paymentType: null, takenAlong: false, until: null },
  ...{ whom: 'Rae Moss', why: 'limit', lines: [], shipping: null, fee: null, before: null, after: null },
  ...{ way: null, number: '', reason: '' },
};
const act = (more: object, contents: object) => ({
  ...{
    _id: 'act',
    kind: 'refund',
    order: 'order',
    orderNumber: 1042,
    amount: 60,
    words: '$60.00 to the card: late',
  },
  ...{ isOver: false, state: 'waiting', askedBy: 'Cleo Clerk', createdAt: '2026-11-26T12:00:00Z' },
  ...more,
  contents: { ...none, ...contents },
});
const show = async (acts: unknown[], { total = acts.length, decides = true } = {}) => {
  api.answers['approvals.list'] = () => ({ acts, total });
  api.answers['site.get'] = () => ({ site: { timeZone: 'America/Chicago' } });
  await api.show(<WaitingActs decides={decides} />);
};
const approve = /^Approve: /;

describe('an act that waits', () => {
  it('shows before it is approved what it would do, and why it waits', async () => {
    const line = {
      name: 'Mesa knob',
      productNum: 'K-1',
      quantity: 4,
      was: 10,
      price: 9,
      ours: 12,
      cost: 6,
      reason: 'a scratch',
    };
    await show([
      act({}, { way: 'check', number: '2201', reason: 'late', shipping: 12.5 }),
      act(
        { _id: 'edit', kind: 'edit', amount: 12 },
        { why: 'prices', lines: [line], before: 120, after: 36, reason: 'as agreed' },
      ),
    ]);
    const [refund, edit] = [...api.page.querySelectorAll('section > ul > li')].map(
      ({ textContent }) => textContent,
    );
    expect(refund).toContain('Refund, order 1042 for Rae Moss: $60.00');
    expect(refund).toContain('$60.00 goes back, more than Cleo Clerk may give alone.');
    for (const words of ['Shipping$12.50', 'HowBy check', 'Number2201', 'Reasonlate'])
      expect(refund).toContain(words);
    expect(edit).toContain('Change, order 1042 for Rae Moss: $12.00 off their prices');
    expect(edit).toContain('$12.00 off the customer’s own, more than Cleo Clerk may take off');
    expect(edit).toContain('Mesa knob K-1a scratch10 → 4$9.00$12.0033.3%');
    expect(edit).toContain('Total$120.00 → $36.00');
  });

  it('of an order that is not placed names it by its customer and what is taken off', async () => {
    const order = { kind: 'order', order: null, orderNumber: null, amount: 30, words: 'An order of $90.00' };
    await show([act(order, { why: 'prices', after: 90 })]);
    expect(api.page.textContent).toContain('New order for Rae Moss: $30.00 off their prices');
    expect(api.page.textContent).toContain('Total$90.00');
  });

  it('of a new order says whose account it is, also under another name, how it is paid and where it goes', async () => {
    const order = { kind: 'order', order: null, orderNumber: null };
    const more = { account: 'Rae Moss, Hollis Mill', name: 'Somebody Else', email: 'else@home.test' };
    await show([
      act(order, { ...more, why: 'prices', paymentType: 'Terms', shipTo: '12 Mill Lane, Austin, TX 78701' }),
      act({ ...order, _id: 'other' }, { why: 'prices', takenAlong: true, paymentType: 'Cash' }),
    ]);
    for (const words of [
      'AccountRae Moss, Hollis Mill',
      'In the name ofSomebody Else',
      'Emailelse@home.test',
      'Goes to12 Mill Lane, Austin, TX 78701',
      'PaymentOn account',
      'AccountNone: a walk-in',
      'Taken alongYes, at once',
    ])
      expect(api.page.textContent).toContain(words);
    // Not said of the first: it may be taken along as well, once it is approved.
    expect(api.page.textContent?.match(/Taken along|Payment and goods follow/g)).toHaveLength(2);
  });

  it('of a quote leads to its bid, with its prices beside ours, their margin and how long they would hold', async () => {
    const line = { name: 'Mesa knob', productNum: 'K-1', quantity: 6, was: null, reason: '' };
    const quote = { kind: 'quote', order: null, orderNumber: null, cart: 'cart', amount: 18 };
    const lines = [{ ...line, price: 9, ours: 12, cost: 6 }];
    const said = {
      before: 72,
      after: 54,
      shipping: 45,
      until: '2026-12-05T05:59:59.999Z',
      name: 'Smith kitchen',
    };
    await show([act(quote, { ...said, why: 'prices', lines, reason: 'From stock.' })]);
    const link = [...api.page.querySelectorAll('a')].find(({ href }) => href.endsWith('/admin/bids/cart'));
    expect(link?.textContent).toBe('Quote for Rae Moss: $18.00 off their prices');
    for (const words of [
      ...['$9.00$12.0033.3%', 'CartSmith kitchen', 'Goods$72.00 → $54.00', 'Freight$45.00'],
      ...['Holds untilDecember 4, 2026', 'MessageFrom stock.'],
    ])
      expect(api.page.textContent).toContain(words);
  });

  it('beyond those that wait longest is asked for, and said to be there', async () => {
    await show([act({}, {})], { total: 21 });
    expect(api.page.textContent).toContain('These 1 of 21 wait longest.');
    await api.press('Show more');
    expect(api.sentTo('approvals.list')).toEqual([{ limit: 20 }, { limit: 40 }]);
  });

  it.each([
    ['done', 'Somebody approved it already: it is done.'],
    ['declined', 'Somebody declined it already.'],
    [
      'lapsed',
      'It lapsed: its order or cart was changed since, or it waited for too long. Nothing was done.',
    ],
  ])('that is %s by now says so, and the list is read again', async (state, words) => {
    await show([act({}, {})]);
    api.answers['approvals.decide'] = () => {
      throw refused('act_state', { details: { state } });
    };
    api.answers['approvals.list'] = () => ({ acts: [], total: 0 });
    await api.press(approve);
    expect(api.notice()).toBe(words);
    expect(api.page.textContent).toBe('');
  });

  it('that can’t be done says why, and waits on', async () => {
    await show([act({}, {})]);
    api.answers['approvals.decide'] = () => {
      throw refused('invalid', {
        issues: [{ path: ['amount'], message: 'is more than the $3.00 that is left' }],
      });
    };
    await api.press(approve);
    expect(api.page.textContent).toContain('It can’t be done: amount is more than the $3.00 that is left.');
    expect(api.sentTo('approvals.list')).toHaveLength(2);
    api.answers['approvals.decide'] = () => ({ _id: 'act' });
    api.answers['approvals.list'] = () => ({ acts: [], total: 0 });
    await api.press(approve);
    expect(api.notice()).toBe('Approved and done');
  });

  it('is shown to the Employee who asked for it with what it would do, and nothing to press', async () => {
    const price = { why: 'prices', before: 120, after: 36 };
    const acts = [
      act({}, { way: 'check', number: '2201', reason: 'late' }),
      act({ _id: 'edit', kind: 'edit' }, price),
    ];
    await show(acts, { decides: false });
    expect(api.page.querySelector('h2')?.textContent).toBe('Waiting for an Admin');
    for (const words of [
      'Refund, order 1042 for Rae Moss: $60.00',
      'more than you may give alone',
      'more than you may take off alone',
      'HowBy checkNumber2201Reasonlate',
      'Total$120.00 → $36.00',
      'Asked for$60.00 to the card: late',
    ])
      expect(api.page.textContent).toContain(words);
    expect(api.page.querySelectorAll('button')).toHaveLength(0);
    await show(acts);
    expect(api.page.querySelector('h2')?.textContent).toBe('Waiting for you');
    expect(api.page.querySelectorAll('button')).toHaveLength(4);
  });

  it('is declined only once that is said again, with no reason where none is typed', async () => {
    await show([act({}, {})]);
    api.answers['approvals.decide'] = () => ({ _id: 'act' });
    await api.press(/^Decline: /);
    expect(api.sentTo('approvals.decide')).toEqual([]);
    await api.press('Decline it');
    expect(api.sentTo('approvals.decide')).toEqual([{ _id: 'act', approve: false, reason: '' }]);
    expect(api.notice()).toBe('Declined');
  });

  it('is declined with a reason, which stays as it was typed until it is taken', async () => {
    const field = 'Why (they are told)';
    await show([act({}, {})]);
    await api.press(/^Decline: /);
    await api.type(field, ' It came in time. ');
    api.answers['approvals.decide'] = () => {
      throw refused('invalid', { issues: [{ path: ['reason'], message: 'is too long' }] });
    };
    await api.press('Decline it');
    expect(api.page.textContent).toContain('Why (they are told) is too long');
    expect(api.page.textContent).not.toContain('It can’t be done');
    api.answers['approvals.decide'] = () => {
      throw refused('unavailable');
    };
    await api.press('Decline it');
    expect(api.notice()).toBe(ERRORS.unavailable.notice);
    expect(api.field(field).value).toBe(' It came in time. ');
    expect(api.page.textContent).not.toContain('is too long');
    api.answers['approvals.decide'] = () => ({ _id: 'act' });
    api.answers['approvals.list'] = () => ({ acts: [], total: 0 });
    await api.press('Decline it');
    expect(api.sentTo('approvals.decide').at(-1)).toEqual({
      ...{ _id: 'act', approve: false, reason: 'It came in time.' },
    });
    expect([api.page.textContent, api.notice()]).toEqual(['', 'Declined']);
  });
});

it('an act can be declined alone where its order is another by now, which it says', async () => {
  await show([act({ isOver: true }, {})]);
  expect(api.page.textContent).toContain('Its order was changed after it was asked for');
  expect(api.page.querySelector('button[aria-label^="Approve"]')).toBe(null);
  api.button(/^Decline: /);
});

it('a new order that can’t be done names the line', async () => {
  const line = { name: 'Knob', quantity: 9, was: null, price: 9, ours: null, cost: null, reason: '' };
  const lines = [
    { ...line, productNum: 'K-1' },
    { ...line, productNum: 'K-2' },
  ];
  await show([act({ kind: 'order', order: null, orderNumber: null }, { lines })]);
  api.answers['approvals.decide'] = () => {
    throw refused('out_of_stock', { issues: [{ path: ['cart', 1, 'quantity'], message: 'only 3 left' }] });
  };
  await api.press(approve);
  expect(api.page.textContent).toContain('It can’t be done: K-2: only 3 left.');
});
