import { describe, expect, it } from 'vitest';
import { optionsOf } from '#client/features/office/palette-options.ts';
import { kindsWithPages } from '#client/features/office/record-links.ts';
import type { FoundAnything } from '#shared/schemas/staff-find.ts';

const commands = ['Today', 'Orders', 'Orders: To pick', 'Orders: Ready', 'To the shop', 'Sign out'].map(
  text => ({
    text,
    act: `/${text}`,
  }),
);
const found = {
  orders: [
    {
      ...{ _id: '1', orderNumber: 10_421, name: 'Dana Hollis', company: 'Hollis Cabinetry', poNumber: '778' },
      ...{ status: 'Ready', total: 430.84 },
    },
  ],
  people: [{ _id: '2', name: '', email: 'dana@hollis.test', phone: '', company: null }],
  companies: [{ _id: '3', name: 'Hollis Cabinetry', accountNumber: 'HD-2' }],
  products: [{ _id: '4', title: 'Bar pull', productNum: 'HP 44' }],
} as FoundAnything;

const ORDERS_ONLY = kindsWithPages(['', 'orders', 'orders/:id/:previous?', 'users']);
const shown = (...asked: Parameters<typeof optionsOf>) =>
  optionsOf(...asked).map(({ title, options }) => [title, ...options.map(({ text }) => text)]);

describe('the palette offers', () => {
  it('every command while nothing is typed', () => {
    expect(shown('', commands, null, ORDERS_ONLY)).toEqual([
      ['Commands', ...commands.map(({ text }) => text)],
    ]);
  });

  it('the commands that are meant, those first that begin so', () => {
    expect(shown('to', commands, null, ORDERS_ONLY)[0]).toEqual([
      ...['Commands', 'Today', 'To the shop', 'Orders: To pick'],
    ]);
    expect(shown('ready or', commands, null, ORDERS_ONLY)[0]).toEqual(['Commands', 'Orders: Ready']);
    expect(shown('…', commands, null, ORDERS_ONLY)).toEqual([]);
  });

  it('what was found, of kinds that have a page', () => {
    expect(shown('hollis', commands, found, ORDERS_ONLY)).toEqual([
      ['Orders', '10421 Dana Hollis'],
      ['Products', 'Bar pull'],
    ]);
    const all = kindsWithPages(['orders/:id/:previous?', 'users/:id/:previous?', 'companies/:id']);
    const groups = optionsOf('hollis', commands, found, all);
    expect(groups.flatMap(({ options }) => options)).toEqual([
      {
        ...{ key: 'order 1', act: '/admin/orders/1', text: '10421 Dana Hollis' },
        note: '$430.84 · Ready for pick-up · Hollis Cabinetry · PO 778',
      },
      { key: 'person 2', act: '/admin/users/2', text: 'dana@hollis.test', note: '' },
      { key: 'company 3', act: '/admin/companies/3', text: 'Hollis Cabinetry', note: 'Account HD-2' },
      { key: 'product 4', act: '/product/4?title=HP+44', text: 'Bar pull', note: 'HP 44' },
    ]);
  });
});
