import { act } from 'react';
import { Link } from 'react-router-dom';
import { expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { BidRecord } from '#client/routes/admin/bids/bid-record.tsx';
import { LeaveAsked } from '#client/ui/record/leave-guard.tsx';
import type { Bid } from '#shared/schemas/bids.ts';

const api = setApi();

const line = (nth: number) => ({
  variantId: `v${nth}`,
  name: `Knob ${nth}`,
  productNum: `K-${nth}`,
  quantity: 10,
  ...{ stock: nth === 1 ? 500 : 3, dropShip: false, backOrder: false, gone: false },
});
const bid = (more: object = {}) =>
  ({
    ...{
      _id: 'bid',
      version: 1,
      state: 'bid',
      orderName: 'Kitchen',
      bidNotes: '',
      quoteNotes: '',
      quotedShipping: null,
    },
    ...{
      quotedUntil: null,
      updatedAt: '2026-11-26T12:00:00Z',
      user: 'u',
      name: 'Rae',
      email: 'rae@knurl.test',
    },
    ...{ company: null, businessName: '', cart: [line(1), line(2)], waits: null },
    ...{ poNumber: '', notes: '', couponCode: '', paymentType: null, shippingMethod: 'local' },
    ...{ shippingAddress: '', shippingCity: '', shippingState: '', shippingZip: '', deliveryDate: null },
    prices: [1, 2].map(nth => ({ variantId: `v${nth}`, ours: 12, cost: 6, quoted: null })),
    ...more,
  }) as unknown as Bid;
// The last hour of the 26th in the shop; in London it is the 27th.
const day = { today: '2026-11-26', timeZone: 'America/Chicago' };
const show = (of: object = {}) => api.show(<BidRecord bid={bid(of)} day={day} />);
const sent = () => api.sentTo('carts.quote') as { quotedUntil: string }[];

it('a price that they pay anyway stays blank as it is quoted anew, though it holds', async () => {
  const prices = [12, 8].map((quoted, nth) => ({ variantId: `v${nth + 1}`, ours: 12, cost: 6, quoted }));
  const quotedUntil = '2026-12-05T05:59:59.999Z';
  await show({ state: 'quoted', quotedUntil, prices });
  expect([1, 2].map(nth => api.field(`Price of K-${nth}`).value)).toEqual(['', '8.00']);
});

it('a quote holds for two weeks from the shop’s day, to the end of its day', async () => {
  api.answers['carts.quote'] = () => bid({ version: 2 });
  await show();
  expect(api.field('End date').value).toBe('2026-12-10');
  await api.type('End date', '2026-11-25');
  await api.submit();
  expect(api.page.textContent).toContain('End date is in the past');
  expect(sent()).toEqual([]);
  // The shop's own day is not over.
  await api.type('End date', '2026-11-26');
  await api.submit();
  expect(sent()).toMatchObject([{ quotedUntil: '2026-11-27T05:59:59.999Z' }]);
});

it.each([
  ['2026-11-28T05:59:59.999Z', '2026-11-27'],
  ['2026-11-26T05:59:59.999Z', '2026-12-10'],
])(
  'a quote that holds until %s is sent anew until the same day, unless that is over: %s',
  async (until, day) => {
    await show({ state: 'quoted', quotedUntil: until });
    expect(api.field('End date').value).toBe(day);
  },
);

it('what a quote is refused for stands beside its field, and what was typed stays', async () => {
  await show();
  await api.type('Price of K-2', '9.90');
  await api.type('Freight', '45');
  api.answers['carts.quote'] = () => {
    throw refused('invalid', {
      issues: [
        { path: ['prices', 0, 'price'], message: 'is too much' },
        { path: ['quotedShipping'], message: 'is above what can be' },
        { path: ['quotedUntil'], message: 'is in the past' },
        { path: ['_id'], message: 'The cart has no lines.' },
      ],
    });
  };
  await api.submit();
  expect(api.sentTo('carts.quote')).toMatchObject([{ prices: [{ variantId: 'v2', price: 9.9 }] }]);
  const rows = [...api.page.querySelectorAll('tbody tr')].map(row => row.textContent);
  expect([rows[0]?.includes('is too much'), rows[1]?.includes('The price is too much')]).toEqual([
    false,
    true,
  ]);
  for (const words of ['Freight is above what can be', 'End date is in the past', 'The cart has no lines.'])
    expect(api.page.textContent).toContain(words);
  expect([api.field('Price of K-2').value, api.field('Freight').value]).toEqual(['9.90', '45']);
});

it('a quote that waits for an Admin says so: to whoever sent it, and to all who look', async () => {
  await show({ waits: { askedBy: 'Cleo Clerk', createdAt: '2026-11-26T12:00:00Z' } });
  expect(api.page.textContent).toContain('A quote that Cleo Clerk asked for waits for an Admin since');
  await api.type('Price of K-2', '0.50');
  api.answers['carts.quote'] = () => {
    throw refused('waits_for_admin');
  };
  await api.submit();
  expect(api.notice()).toBe('This is more than you may do alone. It waits for an Admin, who was told.');
  expect(api.field('Price of K-2').value).toBe('0.50');
});

it('what somebody else changed meanwhile is told, loses nothing that was typed, and is not overwritten unseen', async () => {
  const page = (more: object = {}) => <BidRecord key="bid" bid={bid(more)} day={day} />;
  await api.show(page());
  await api.type('Price of K-2', '9.90');
  await api.type(/^Message to the customer/, 'From stock.');
  api.answers['carts.quote'] = ({ version }: { version: number }) => {
    if (version === 1) throw refused('stale', { details: { version: 2 } });
    return bid({ version: version + 1 });
  };
  await api.submit();
  expect(api.notice()).toBe('Someone else has changed this in the meantime. Please check it again.');
  // Read again.
  const theirs = { quotedUntil: '2026-12-05T05:59:59.999Z', state: 'quoted', version: 2 };
  const prices = [1, 2].map(nth => ({
    variantId: `v${nth}`,
    ours: 12,
    cost: 6,
    quoted: nth === 2 ? 8 : null,
  }));
  await api.show(page({ ...theirs, prices }));
  expect(api.page.textContent).toContain('Somebody else changed this in the meantime.');
  expect(api.page.textContent).toContain('It is quoted until December 4, 2026: K-2 $8.00.');
  expect(api.field('Price of K-2').value).toBe('9.90');
  expect(api.field(/^Message to the customer/).value).toBe('From stock.');
  await api.press('Keep mine');
  expect(api.page.textContent).not.toContain('Somebody else changed this');
  await api.submit();
  expect(api.sentTo('carts.quote')).toMatchObject([
    { version: 1, prices: [{ price: 9.9 }] },
    { version: 2, prices: [{ price: 9.9 }], quoteNotes: 'From stock.' },
  ]);
  // One’s own answer is nobody else’s.
  await api.show(page({ ...theirs, prices, version: 3 }));
  expect(api.page.textContent).not.toContain('Somebody else changed this');
  await api.show(page({ ...theirs, prices, version: 4 }));
  await api.press('Take theirs');
  expect(api.field('Price of K-2').value).toBe('8.00');
});

it('shows what it says of the order that it is to become, and the prices that were named already', async () => {
  await show({
    ...{ poNumber: 'PO-7', notes: 'Ring at the gate', couponCode: 'SPRING', paymentType: 'Check' },
    ...{ shippingMethod: 'ground', shippingAddress: '12 Mill Lane', shippingCity: 'Austin' },
    ...{ shippingState: 'TX', shippingZip: '78701', deliveryDate: '2027-03-01' },
    prices: [1, 2].map(nth => ({ variantId: `v${nth}`, ours: 12, cost: 6, quoted: nth === 1 ? 7.5 : null })),
  });
  for (const said of [
    'PO-7',
    'Ring at the gate',
    'SPRING',
    '12 Mill Lane, Austin, TX, 78701',
    'March 1, 2027',
  ])
    expect(api.page.textContent).toContain(said);
  expect([api.field('Price of K-1').value, api.field('Price of K-2').value]).toEqual(['7.50', '']);
});

const link = () => api.page.querySelector('a[href$="/quote.pdf"]');

it('there is a paper of a quote that holds alone: before it is sent, it would say other prices', async () => {
  await show();
  expect([link(), api.page.textContent?.includes('once its prices are sent')]).toEqual([null, true]);
  await show({ state: 'quoted', quotedUntil: '2126-11-28T05:59:59.999Z' });
  expect(link()).toBeTruthy();
  await show({ state: 'quoted', quotedUntil: '2025-11-28T05:59:59.999Z' });
  expect(link()).toBeNull();
});

it('a customer who asks again is answered anew, below their words; the answer before is told', async () => {
  await show({ state: 'quoted', quoteNotes: 'From stock.', bidNotes: 'Two hundred' });
  expect(api.field('Message to the customer').value).toBe('From stock.');
  await api.show(
    <BidRecord key="again" bid={bid({ quoteNotes: 'From stock.', bidNotes: '9.50?' })} day={day} />,
  );
  expect(api.field('Message to the customer').value).toBe('');
  expect(api.page.querySelector('figure')?.textContent).toBe('Rae asked:9.50?');
  expect(api.page.textContent).toContain('Answered beforeFrom stock.');
});

it('each line tells what there is of it, and what is wrong with a price stands at its field', async () => {
  await show();
  const rows = [...api.page.querySelectorAll('tbody tr')];
  expect(rows.map(row => row.querySelector('th small')?.textContent)).toEqual([
    'K-1, 500 in stock',
    'K-2, Only 3 in stock',
  ]);
  await api.type('Price of K-1', 'ten');
  await api.submit();
  const field = api.field('Price of K-1');
  expect(field.closest('td')?.textContent).toBe('The price is not an amount of money');
});

it('prices and a message that were typed are asked about before the page is left, until they are sent', async () => {
  api.answers['carts.quote'] = () => bid({ version: 2 });
  await api.show(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <BidRecord bid={bid()} day={day} />
      <LeaveAsked />
    </>,
  );
  const leave = async () => {
    await act(async () => api.page.querySelector('a')?.click());
    await api.settle();
  };
  await api.type('Price of K-2', '9.90');
  await api.type('Message to the customer', 'As we said.');
  await leave();
  expect(api.page.textContent).toContain('Not saved: prices, message.');
  await api.press('Stay here');
  await api.submit();
  await leave();
  expect(api.page.textContent).not.toContain('Leave without saving?');
});

it('a quote below cost, or of more than there is, says so before it goes out', async () => {
  await show({ cart: [line(1)], prices: [{ variantId: 'v1', ours: 12, cost: 6, quoted: null }] });
  api.button('Send the quote');
  await api.type('Price of K-1', '5.99');
  expect(api.page.textContent).toContain('K-1: $5.99 is below its cost of $6.00.');
  api.button('Send the quote anyway');
  await show();
  expect(api.page.textContent).toContain('K-2: 10 asked for, only 3 in stock.');
});
