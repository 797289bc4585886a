import { eq } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { notifyCustomer } from '#server/notifications/notifications.ts';
import { orders } from '#server/orders/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import type { waitingActs } from '#server/waiting-acts/tables.ts';
import type { WaitingActKind } from '#shared/enumerations.ts';
import { hasLapsed } from '#shared/rules/waiting-acts.ts';
import type { CreateOrder } from '#shared/schemas/create-order.ts';
import type { GrantStoreCredit } from '#shared/schemas/give-back.ts';

type ActRow = typeof waitingActs.$inferSelect;

/** Names those that are of no order. */
const OF_NO_ORDER: Partial<Record<WaitingActKind, string>> = {
  grant: 'Store credit',
  order: 'Your new order',
  quote: 'Your quote',
};

/** Ends the words of what an Admin did because somebody asked for it. */
export const byAsker = (name: string): string => name && `; asked for by ${name}`;

/** Tells whoever asked for an act whether it was done; `placed`: the order that it became. */
export async function tellDecided(
  tx: Db,
  act: ActRow,
  { approve, by, placed }: { approve: boolean; by: string; placed: string | null },
): Promise<void> {
  await tellAsker(tx, act, {
    outcome: approve ? 'approved' : 'declined',
    details: `${by}: ${act.words}`,
    order: act.order ?? placed,
  });
}

/** Tells whoever asked for an act that nobody will decide it any more, and why. */
export async function tellLapsed(tx: Db, act: ActRow, now = clock.now()): Promise<void> {
  const why = hasLapsed(act, now) ? 'Nobody decided in three days' : 'Things changed since';
  await tellAsker(tx, act, { outcome: 'not done', details: `${why}: ${act.words}`, order: act.order });
}

/** Tells whoever asked for an act that another was asked for in its place. */
export async function tellReplaced(tx: Db, act: ActRow, by: string): Promise<void> {
  const details = `${by} asked for another in its place: ${act.words}`;
  await tellAsker(tx, act, { outcome: 'not done', details, order: act.order });
}

async function tellAsker(
  tx: Db,
  act: ActRow,
  { outcome, details, order }: { outcome: string; details: string; order: string | null },
): Promise<void> {
  if (!act.askedBy) return;
  const [asker] = await tx
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users._id, act.askedBy));
  if (!asker || asker.deletedAt) return;
  const [row] = order
    ? await tx.select({ orderNumber: orders.orderNumber }).from(orders).where(eq(orders._id, order))
    : [];
  const what = row ? `Order ${row.orderNumber}` : (OF_NO_ORDER[act.kind] ?? 'What you asked for');
  const link = order ? `/admin/orders/${order}` : act.cart ? `/admin/bids/${act.cart}` : customerOf(act);
  await notifyCustomer(tx, act.askedBy, {
    type: 2,
    title: `${what}: ${outcome}`,
    details,
    ...(link && { link }),
  });
}

/** The page of whom an act without an order is for. */
function customerOf({ kind, input }: ActRow): string | null {
  if (kind !== 'grant' && kind !== 'order') return null;
  // As it was stored: what would not be taken today is told of as well.
  const { company, user } = input as Pick<CreateOrder & GrantStoreCredit, 'company' | 'user'>;
  if (company) return `/admin/companies/${company}`;
  return user ? `/admin/users/${user}` : null;
}
