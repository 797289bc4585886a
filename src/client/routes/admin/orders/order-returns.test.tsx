import { useState } from 'react';
import { expect, it } from 'vitest';
import { refused, setApi } from '#client/api.test-support.tsx';
import { OrderDeeds } from '#client/routes/admin/orders/order-deeds.tsx';
import { OrderReturns } from '#client/routes/admin/orders/order-returns.tsx';
import type { OrderStatus } from '#shared/enumerations.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

const api = setApi();

const order = (status: OrderStatus, mayReturn = true) =>
  ({
    ...{ _id: 'order', orderNumber: 1042, status, email: 'rae@example.com' },
    ...{ mayReturn, cart: [] },
    ...{ total: 40, amountPaid: 0, amountRefunded: 0, amountCredited: 0 },
  }) as unknown as OrderRecord;
const line = { variantId: 'variant', name: 'Knob', productNum: 'K-1' };
const made = {
  ...{ _id: 'return', order: 'order', orderNumber: 1042, status: 'Requested', notes: '' },
  createdAt: '2026-11-27T10:00:00.000Z',
  lines: [{ ...line, _id: 'line', quantity: 2, received: 0, scrapped: 0, reason: 'No longer needed' }],
};

function Desk({ status, mayReturn = true }: { status: OrderStatus; mayReturn?: boolean }) {
  const [begun, setBegun] = useState<string | null>(null);
  return (
    <>
      <OrderDeeds order={order(status, mayReturn)} back="/admin/orders" onReturn={setBegun} />
      <OrderReturns order={order(status, mayReturn)} begun={begun} />
    </>
  );
}

async function show(status: OrderStatus = 'Completed', mayReturn = true) {
  const returns: object[] = [];
  api.answers = {
    'returns.list': () => ({ returns: [...returns], total: returns.length }),
    'returns.returnable': () => [{ ...line, image: null, left: 4 }],
    'returns.create': () => {
      returns.push(made);
      return made;
    },
    'returns.email': () => ({ ok: true }),
    ...api.answers,
  };
  await api.show(<Desk {...{ status, mayReturn }} />);
}

it('staff begin a return of what was handed over, are led to it, and mail how it stands', async () => {
  await show();
  await api.press('Begin a return');
  await api.type('Knob K-1: Quantity to return, of 4', '2');
  await api.type('Why', 'No longer needed');
  await api.submit();
  const [sent] = api.sentTo('returns.create');
  expect(sent).toMatchObject({
    orderId: 'order',
    lines: [{ variantId: 'variant', quantity: 2, reason: 'No longer needed' }],
  });
  expect(api.notice()).toBe('Return was successfully created.');
  expect(api.page.querySelector('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toMatch(/^Requested /);
  await api.press('Mail how it stands');
  expect(api.field('To').value).toBe('rae@example.com');
  await api.submit();
  expect(api.sentTo('returns.email')).toEqual([{ _id: 'return', email: 'rae@example.com' }]);
  expect(api.notice()).toBe('Email about the return is on its way to rae@example.com');
});

it('each count of goods that came names its item', async () => {
  api.answers['returns.list'] = () => ({ returns: [{ ...made, status: 'Approved' }], total: 1 });
  await show();
  await api.press('Goods are here');
  expect(api.field('Knob K-1: Quantity received (of 2)').value).toBe('2');
  expect(api.field('Knob K-1: Not for sale').value).toBe('0');
});

it('a return that is refused keeps what was typed', async () => {
  api.answers['returns.create'] = () => {
    throw refused('order_state');
  };
  await show('Shipped');
  await api.press('Begin a return');
  await api.type('Knob K-1: Quantity to return, of 4', '2');
  await api.type('Notes', 'scratched');
  await api.submit();
  expect(api.field('Knob K-1: Quantity to return, of 4').value).toBe('2');
  expect(api.field('Notes').value).toBe('scratched');
});

it('one whose key brought another return is sent as a new one the next time', async () => {
  let isUsed = true;
  api.answers['returns.create'] = () => {
    if (isUsed) throw refused('key_reused');
    return made;
  };
  await show();
  await api.press('Begin a return');
  await api.type('Knob K-1: Quantity to return, of 4', '2');
  await api.type('Why', 'No longer needed');
  await api.submit();
  isUsed = false;
  await api.submit();
  const keys = api.sentTo('returns.create').map(sent => (sent as { key: string }).key);
  expect(new Set(keys).size).toBe(2);
});

it('none is begun where nothing can be sent back', async () => {
  await show('Processing', false);
  expect(() => api.button('Begin a return')).toThrow('0 of button');
});
