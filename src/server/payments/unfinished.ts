import { and, eq, inArray } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { settlePayment } from '#server/payments/settle.ts';
import { payments } from '#server/payments/tables.ts';

const beingCharged = ({ _id, status }: Pick<OrderRow, '_id' | 'status'>) => ({
  message: 'A card is being charged for this order. Please try again in a minute.',
  details: { order: { _id, status } },
  about: { isPassing: true },
});

/** Refuses what changes the amount of an order while its payer has a payment to confirm to their bank. */
class Unfinished extends AppError {
  constructor(readonly order: Pick<OrderRow, '_id' | 'status'>) {
    super('order_state', beingCharged(order));
  }
}

/** Throws `order_state` while nobody knows what a charge of this order comes to. */
export async function refuseInFlight(tx: Db, order: OrderRow): Promise<void> {
  const isInFlight = inArray(payments.status, ['starting', 'unknown']);
  if ((await tx.$count(payments, and(eq(payments.order, order._id), isInFlight))) === 0) return;
  throw new AppError('order_state', beingCharged(order));
}

/** Throws what `endingUnfinished` catches, where a payment of this order waits for its payer. */
export async function refuseUnfinished(tx: Db, order: OrderRow): Promise<void> {
  if ((await tx.$count(payments, isUnfinished(order))) > 0) throw new Unfinished(order);
}

/**
 * Does `work` in a transaction. If a payment that its payer left unconfirmed is in the way, it is canceled at the
 * gateway first, outside of any transaction: whoever went away from the page of their bank holds nobody up. `order_state`
 * where they confirmed it meanwhile, which is settled, or the gateway does not answer for it.
 */
export async function endingUnfinished<T>(app: App, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await retrying(app.db, work);
  } catch (error) {
    if (!(error instanceof Unfinished)) throw error;
    await endUnfinished(app, error.order);
    return await retrying(app.db, work);
  }
}

const JUST_PAID = 'A card has just paid for this order. Please look at it again.';

const isUnfinished = ({ _id }: Pick<OrderRow, '_id'>) =>
  and(eq(payments.order, _id), eq(payments.status, 'requires_action'));

async function endUnfinished(app: App, { _id, status }: Pick<OrderRow, '_id' | 'status'>): Promise<void> {
  const open = await app.db.select().from(payments).where(isUnfinished({ _id }));
  // A payment of several orders has its charge with the first of them.
  const charges = open.map(({ _id, batch }) => batch ?? _id);
  const leads = await app.db.select().from(payments).where(inArray(payments._id, charges));
  for (const { _id: lead, reference } of leads) {
    if (!reference) continue;
    const { payment } = await settlePayment(app, lead, await app.payments.cancel(reference));
    if (payment.status === 'succeeded')
      throw new AppError('order_state', { message: JUST_PAID, details: { order: { _id, status } } });
  }
}
