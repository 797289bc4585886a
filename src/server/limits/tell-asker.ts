import { eq } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { type ActRow, nameOfAct, orderNumberOf, partyOf } from '#server/limits/act-words.ts';
import { notifyCustomer } from '#server/notifications/notifications.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import type { WaitingActKind } from '#shared/enumerations.ts';
import { hasLapsed } from '#shared/rules/waiting-acts.ts';

/** Names those that are of no order. */
const OF_NO_ORDER: Partial<Record<WaitingActKind, string>> = {
  grant: 'Store credit',
  order: 'Your new order',
  quote: 'Your quote',
};

/** Tells whoever asked for an act whether it was done, with the `reason` of a no; `placed`: the order that it became. */
export async function tellDecided(
  tx: Db,
  act: ActRow,
  { approve, by, reason, placed }: { approve: boolean; by: string; reason: string; placed: string | null },
): Promise<void> {
  const outcome = approve ? 'approved' : 'declined';
  await tellAsker(tx, act, {
    outcome,
    saying: what => `${by || 'An Admin'} ${outcome} your ${what}.${reason && ` Reason: ${reason}`}`,
    order: act.order ?? placed,
  });
}

/** Tells whoever asked for an act, and the history of its order, that nobody will decide it any more, and why. */
export async function tellLapsed(tx: Db, act: ActRow, now = clock.now()): Promise<void> {
  const undecided = 'nobody decided on it in three days';
  if (hasLapsed(act, now)) await tellNotDone(tx, act, undecided, undecided);
  else await tellNotDone(tx, act, 'things changed after you asked', 'things changed after it was asked for');
}

/** Tells them that another was asked for in its place, by whoever asked or by somebody else. */
export async function tellReplaced(
  tx: Db,
  act: ActRow,
  by: Pick<SessionUser, '_id' | 'name'>,
): Promise<void> {
  const who = by._id === act.askedBy ? 'you' : by.name || 'somebody';
  await tellNotDone(tx, act, `${who} asked for another in its place`, 'another was asked for in its place');
}

async function tellNotDone(tx: Db, act: ActRow, why: string, inHistory: string): Promise<void> {
  const words = `${act.words}; ${inHistory}`;
  if (act.order) await recordOrderEvent(tx, act.order, 'system', 'request lapsed', words);
  await tellAsker(tx, act, {
    outcome: 'not done',
    saying: what => `Your ${what} was not done, because ${why}.`,
    order: act.order,
  });
}

async function tellAsker(
  tx: Db,
  act: ActRow,
  { outcome, saying, order }: { outcome: string; saying: (what: string) => string; order: string | null },
): Promise<void> {
  if (!act.askedBy) return;
  const [asker] = await tx
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users._id, act.askedBy));
  if (!asker || asker.deletedAt) return;
  const number = await orderNumberOf(tx, order);
  const about = number === null ? (OF_NO_ORDER[act.kind] ?? 'What you asked for') : `Order ${number}`;
  const link = order ? `/admin/orders/${order}` : act.cart ? `/admin/bids/${act.cart}` : customerOf(act);
  await notifyCustomer(tx, act.askedBy, {
    type: 2,
    title: `${about}: ${outcome}`,
    details: saying(await nameOfAct(tx, act)),
    ...(link && { link }),
  });
}

/** The page of whom an act without an order is for. */
function customerOf(act: ActRow): string | null {
  const { company, user } = partyOf(act) ?? {};
  if (company) return `/admin/companies/${company}`;
  return user ? `/admin/users/${user}` : null;
}
