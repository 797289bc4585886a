import { expect, it } from 'vitest';
import { moneyFacts } from '#client/routes/admin/orders/order-money.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

it('cash that nobody has handed out yet is not refunded, and shown apart', () => {
  const order = {
    ...{ status: 'Canceled', total: 100, amountPaid: 100, amountTakenBack: 0, amountRefunded: 100 },
    ...{ amountCredited: 0, paid: true },
    handOuts: [{ alert: 'Hand out $40.00 in cash', way: 'cash', amount: 40 }],
  } as unknown as OrderRecord;
  const shown = (of: OrderRecord) => moneyFacts(of).filter(([, value]) => value !== '');
  expect(shown(order)).toEqual([
    ['Paid', '$100.00'],
    ['Refunded', '$60.00'],
    ['To be handed out', '$40.00'],
  ]);
  expect(shown({ ...order, handOuts: [] })).toEqual([
    ['Paid', '$100.00'],
    ['Refunded', '$100.00'],
  ]);
});
