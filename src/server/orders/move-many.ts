import { inArray } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, isUnavailable, pgError } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { moveOrder } from '#server/orders/order-status.ts';
import { orders } from '#server/orders/tables.ts';
import type { OrderStatus } from '#shared/enumerations.ts';
import { ERRORS, type ErrorReason } from '#shared/errors.ts';
import { STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { MovedMany, MoveMany } from '#shared/schemas/staff-orders.ts';

type Refused = MovedMany['orders'][number]['refused'];

/**
 * Moves orders on, each in a transaction of its own, so that one that may not go keeps none of the others back. Those
 * that are there already are refused, too: asked for twice, nothing moves twice.
 */
export async function moveMany(
  app: App,
  user: SessionUser,
  { orders: asked, status: to, allPicked, evenOverLimit }: MoveMany,
): Promise<MovedMany> {
  const ids = [...new Set(asked.map(({ _id }) => _id))];
  const numbers = await numbersOf(app.db, ids);
  const answers: MovedMany['orders'] = [];
  for (const _id of ids) {
    const move = moveOrder(app, user, { _id, to, allPicked, evenOverLimit });
    answers.push({ _id, orderNumber: numbers.get(_id) ?? null, refused: await refusalOf(move) });
  }
  return { orders: answers };
}

async function numbersOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await db
    .select({ _id: orders._id, orderNumber: orders.orderNumber })
    .from(orders)
    .where(inArray(orders._id, [...ids]));
  return new Map(found.map(({ _id, orderNumber }) => [_id, orderNumber]));
}

async function refusalOf(move: Promise<unknown>): Promise<Refused> {
  try {
    await move;
    return null;
  } catch (error) {
    if (error instanceof AppError) return { reason: error.reason, message: wordsOf(error) };
    const reason = outageReason(error);
    // Those before it have moved, and whoever asked has to be told which.
    if (reason) return { reason, message: ERRORS[reason].notice };
    throw error;
  }
}

/** Says by itself what an order's own page says beside its status. */
function wordsOf({ reason, message, issues, details }: AppError): string {
  if (reason === 'order_state' && details?.order?.status)
    return `The order is “${STATUS_WORDS[details.order.status as OrderStatus]}”.`;
  return issues ? `The order ${message}.` : message;
}

/** Others had the order for too long, or the database is gone. */
function outageReason(error: unknown): ErrorReason | null {
  if (['40001', '40P01', '55P03'].includes(pgError(error)?.code ?? '')) return 'busy';
  return isUnavailable(error) ? 'unavailable' : null;
}
