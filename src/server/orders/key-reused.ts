import { AppError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { chance } from '#server/time-and-chance.ts';

/** Refuses an order whose key brought one with other contents; tells which, unless it is not theirs to know: then null. */
export const orderKeyReused = (first: OrderRow | null): AppError =>
  new AppError('key_reused', {
    message: 'This order was already submitted with different contents.',
    ...(first && {
      details: { order: { _id: first._id, orderNumber: first.orderNumber, status: first.status } },
    }),
    about: { nextKey: chance.uuid() },
  });
