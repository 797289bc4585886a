import { act } from 'react';
import { expect, it } from 'vitest';
import { setApi } from '#client/api.test-support.tsx';
import { Component as Returns } from '#client/routes/admin/returns/returns.tsx';

const api = setApi();

const line = (quantity: number, received: number) => ({
  ...{
    _id: `line-${quantity}`,
    name: 'Knob',
    productNum: 'K-1',
    quantity,
    received,
    scrapped: 0,
    reason: '',
  },
});
const made = (status: string) => ({
  ...{ _id: 'return', order: 'order', orderNumber: 1042, name: 'Rae Quill', status, notes: '' },
  ...{ refund: 40, paidOut: 40, refundTo: 'check', fee: 0, storeCredit: 0 },
  createdAt: '2026-11-27T10:00:00.000Z',
  lines: [line(4, 3), line(2, 2)],
});
const heads = () => [...api.page.querySelectorAll('thead th')].map(({ textContent }) => textContent);
const cells = () => [...api.page.querySelectorAll('tbody tr > *')].map(({ textContent }) => textContent);

it('returns are told by their customers and how much comes back, and how they were settled once they are', async () => {
  api.answers['returns.list'] = ({ status }: { status: string }) => ({ returns: [made(status)], total: 1 });
  await api.show(<Returns />);
  expect(heads()).toEqual(['Order', 'Customer', 'Goods', 'Pieces', 'Asked for']);
  expect(cells().slice(0, 4)).toEqual(['1042', 'Rae Quill', '4 × Knob, 2 × Knob', '6']);
  await act(async () => api.page.querySelector<HTMLElement>('a[href*="Refunded"]')?.click());
  await api.until(() => expect(heads().at(-1)).toBe('Settled'));
  await api.until(() => expect(cells()[3]).toBe('5 of 6'));
  expect(cells().at(-1)).toBe('$40.00 by check.');
});
