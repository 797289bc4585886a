import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { billing } from '#server/orders/write-order.ts';
import { changesOf } from '#server/versioned.ts';
import { fieldWords } from '#shared/rules/history-words.ts';
import { needsShippingAddress, shippingMethodIssue } from '#shared/rules/payment.ts';
import { address, SHIPPING_FIELDS } from '#shared/schemas/checkout.ts';
import type { EditOrder } from '#shared/schemas/edit-order.ts';

const ADDRESS = Object.keys(address) as (keyof typeof address)[];

type Delivery = Pick<OrderRow, 'shippingMethod' | keyof typeof address>;
export type DeliveryChange = ReturnType<typeof changedDelivery>;

/**
 * Tells what an edit changes of how and where its order goes, and to whom the bill does: like at submit, to where the goods
 * go where it was left empty. Throws `invalid` where it could not go so: by freight that nobody quoted, or without an address.
 */
export function changedDelivery(order: OrderRow, input: EditOrder) {
  const said = changesOf<Delivery>(order, given(input));
  if (said.names.length === 0) return said;
  const after = { ...order, ...said.after };
  const freight = shippingMethodIssue(after.shippingMethod, { quoted: order.shippingMethod === 'freight' });
  const missing = needsShippingAddress(after.shippingMethod)
    ? SHIPPING_FIELDS.filter(field => after[field] === '')
    : [];
  const issues = [
    ...(freight ? [freight] : []),
    ...missing.map(field => ({ path: [field], message: 'is required' })),
  ];
  if (issues.length > 0) throw new AppError('invalid', { issues });
  return changesOf<Delivery>(order, { ...said.after, ...billing(after) });
}

function given(input: EditOrder): Partial<Delivery> {
  const addresses: Partial<Record<keyof typeof address, string>> = {};
  for (const name of ADDRESS) if (input[name] !== undefined) addresses[name] = input[name];
  return { ...addresses, ...(input.shippingMethod && { shippingMethod: input.shippingMethod }) };
}

/** Puts a change of it into words, for staff. */
export const deliveryInWords = ({ before, after, names }: DeliveryChange): string =>
  names
    .map(field => fieldWords({ field, before: before[field] ?? '', after: after[field] ?? '' }))
    .join(', ');

/** Writes a change of it into the order's history. */
export async function recordDelivery(
  tx: Db,
  order: OrderRow,
  user: SessionUser,
  { names, before, after }: DeliveryChange,
): Promise<void> {
  if (names.length > 0)
    await recordOrderEvent(tx, order._id, user, 'edited', names.join(', '), { before, after });
}
