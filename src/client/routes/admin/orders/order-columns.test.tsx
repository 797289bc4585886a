import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { DESK_COLUMNS } from '#client/routes/admin/orders/order-columns.tsx';
import type { DeskOrder } from '#shared/schemas/order-desk.ts';

it('an alert stands below the number as well, where phones show it', () => {
  const order = {
    ...{ _id: 'order', orderNumber: 1042, status: 'Shipped', total: 12, alert: 'The card was refused' },
    ...{ orderName: '', poNumber: '', carts: [] },
  } as unknown as DeskOrder;
  const page = renderToStaticMarkup(
    <MemoryRouter>{DESK_COLUMNS.find(({ id }) => id === 'number')?.cell(order)}</MemoryRouter>,
  );
  expect(page).toContain('The card was refused');
});
