import { and, desc, eq, ne } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import type { KeptCard } from '#server/payments/gateway.ts';
import { savedCards } from '#server/payments/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import type { Card, SavedCard } from '#shared/schemas/payments.ts';

/** A customer's cards at the gateway that is in use, the newest first. */
export async function listSavedCards(
  app: Pick<App, 'db' | 'payments'>,
  user: SessionUser,
  now = clock.now(),
): Promise<SavedCard[]> {
  const found = await app.db
    .select()
    .from(savedCards)
    .where(and(eq(savedCards.user, user._id), eq(savedCards.provider, app.payments.name)))
    .orderBy(desc(savedCards._id));
  return found.map(({ _id, brand, last4, expMonth, expYear }) => ({
    _id,
    brand,
    last4,
    expMonth,
    expYear,
    isExpired: isOver({ expMonth, expYear }, now),
  }));
}

/** A card holds until the last day of its month. */
function isOver({ expMonth, expYear }: { expMonth: number; expYear: number }, now: Date): boolean {
  return Date.UTC(expYear, expMonth, 1) <= now.getTime();
}

/** Takes a customer's own card off their list at once, and off the gateway by a job. Others' are `not_found`. */
export async function removeSavedCard(app: App, user: SessionUser, _id: string): Promise<{ _id: string }> {
  await retrying(app.db, async tx => {
    const [gone] = await tx
      .delete(savedCards)
      .where(and(eq(savedCards._id, _id), eq(savedCards.user, user._id)))
      .returning();
    if (!gone) throw new AppError('not_found');
    await app.jobs.send(tx, 'forget-card', { provider: gone.provider, reference: gone.reference });
  });
  return { _id };
}

/** Makes a card that was taken off a list useless at its gateway. Throws while that does not answer. */
export async function forgetCard(
  app: Pick<App, 'payments'>,
  card: { provider: string; reference: string },
): Promise<void> {
  // The card of another gateway, which nobody can ask any more.
  if (card.provider !== app.payments.name) return;
  if (!(await app.payments.forgetCard(card.reference))) throw new Error('a card could not be forgotten yet');
}

/** Puts a card that the gateway keeps on its payer's list, in the transaction of its payment; once a card. */
export async function keepCard(app: App, tx: Db, user: string, card: KeptCard): Promise<void> {
  const provider = app.payments.name;
  // One card after the other, so that one entered twice is seen by the second.
  await tx.select({ _id: users._id }).from(users).where(eq(users._id, user)).for('no key update');
  const isSame = and(
    eq(savedCards.user, user),
    eq(savedCards.provider, provider),
    eq(savedCards.fingerprint, card.fingerprint ?? ''),
    ne(savedCards.reference, card.reference),
  );
  // The same card entered anew: its new date counts.
  const before = card.fingerprint === null ? [] : await tx.delete(savedCards).where(isSame).returning();
  for (const { reference } of before) await app.jobs.send(tx, 'forget-card', { provider, reference });
  await tx
    .insert(savedCards)
    .values({ ...card, user, provider })
    .onConflictDoNothing();
}

/** The card as its gateway knows it: a saved one by the gateway's own reference, if it is the payer's. */
export async function cardAtGateway(
  app: Pick<App, 'db' | 'payments'>,
  user: SessionUser | null,
  card: Card,
): Promise<Card> {
  if (!('savedCard' in card)) return card;
  if (!user) throw fieldError(['card', 'savedCard'], 'is not known');
  const [saved] = await app.db
    .select({ reference: savedCards.reference })
    .from(savedCards)
    .where(
      and(
        eq(savedCards._id, card.savedCard),
        eq(savedCards.provider, app.payments.name),
        eq(savedCards.user, user._id),
      ),
    );
  if (!saved) throw fieldError(['card', 'savedCard'], 'is not known');
  return { savedCard: saved.reference };
}

/**
 * The gateway's customer for whom a new card is kept, made at the first time. Undefined where nothing is to be kept:
 * for guests, for a card that is kept already, and while the gateway does not answer, which must not hinder paying.
 */
export async function gatewayCustomerFor(
  app: App,
  user: SessionUser | null,
  card: Card,
): Promise<string | undefined> {
  if (!user || 'savedCard' in card || 'paymentIntent' in card) return undefined;
  const [row] = await app.db
    .select({ email: users.email, name: users.name, known: users.gatewayCustomer })
    .from(users)
    .where(eq(users._id, user._id));
  if (!row) return undefined;
  const found = await app.payments.customer({ userId: user._id, ...row });
  if (found.status === 'unknown') return undefined;
  if (found.reference !== row.known) {
    await app.db.update(users).set({ gatewayCustomer: found.reference }).where(eq(users._id, user._id));
  }
  return found.reference;
}
