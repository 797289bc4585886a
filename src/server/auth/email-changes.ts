import { and, asc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import { emailChanges, oneTimeTokens } from '#server/auth/tables.ts';
import type { Db } from '#server/database/db.ts';
import { clock } from '#server/time-and-chance.ts';
import { CONFIRM_LINK_MS, UNDO_LINK_MS } from '#shared/constants.ts';

export type EmailChange = typeof emailChanges.$inferSelect;
export type Asker = EmailChange['askedAs'];

/** How long a change waits for whoever has to agree to it. */
const LAPSES_MS = 14 * 24 * 60 * 60 * 1000;

/** Whether an Admin stands for a change: the old address then asks the Admins, and undoes nothing by itself. */
export const isOfAdmins = ({ askedAs, decidedBy }: EmailChange) => askedAs === 'Admin' || decidedBy !== null;

export async function findChange(db: Db, _id: string): Promise<EmailChange | null> {
  const [found] = await db.select().from(emailChanges).where(eq(emailChanges._id, _id));
  return found ?? null;
}

/** A change that its user was locked for, kept from others until the transaction ends. */
export async function lockChange(tx: Db, _id: string): Promise<EmailChange | null> {
  const [found] = await tx.select().from(emailChanges).where(eq(emailChanges._id, _id)).for('no key update');
  return found ?? null;
}

export async function updateChange(tx: Db, _id: string, changes: Partial<EmailChange>): Promise<void> {
  await tx.update(emailChanges).set(changes).where(eq(emailChanges._id, _id));
}

/**
 * Withdraws what waits of these askers, and its links to agree; those that undo stay good.
 * Answers the addresses that were asked for.
 */
export async function withdrawChanges(tx: Db, user: string, askers: readonly Asker[]): Promise<string[]> {
  const withdrawn = await tx
    .update(emailChanges)
    .set({ state: 'withdrawn' })
    .where(
      and(
        eq(emailChanges.user, user),
        eq(emailChanges.state, 'waiting'),
        inArray(emailChanges.askedAs, [...askers]),
      ),
    )
    .returning({ _id: emailChanges._id, newEmail: emailChanges.newEmail });
  await endLinksOf(
    tx,
    withdrawn.map(({ _id }) => _id),
  );
  return withdrawn.map(({ newEmail }) => newEmail);
}

/** Ends the links by which the addresses agree to changes. */
export async function endLinksOf(tx: Db, changes: readonly string[]): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .delete(oneTimeTokens)
    .where(
      and(
        inArray(oneTimeTokens.change, [...changes]),
        inArray(oneTimeTokens.purpose, ['confirm-email', 'agree-email']),
      ),
    );
}

/**
 * The address from before the first of the changes that lead to this one, as far back as an undo goes; a change that an
 * Admin stands for is not gone behind. `since`: what took effect from then on is undone with it. `first`: the change
 * that it is undone from on.
 */
export async function addressBefore(
  tx: Db,
  change: EmailChange,
  now: Date,
): Promise<{ address: string; since: string; first: EmailChange }> {
  if (change.state !== 'done') return { address: change.oldEmail, since: change.createdAt, first: change };
  const done = await tx
    .select()
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.user, change.user),
        eq(emailChanges.state, 'done'),
        gt(emailChanges.doneAt, new Date(now.getTime() - UNDO_LINK_MS).toISOString()),
      ),
    )
    .orderBy(asc(emailChanges.doneAt), asc(emailChanges._id));
  let first = change;
  for (const earlier of done.slice(0, done.findIndex(({ _id }) => _id === change._id) + 1).reverse()) {
    if (earlier._id !== change._id && isOfAdmins(earlier)) break;
    first = earlier;
  }
  return { address: first.oldEmail, since: first.doneAt ?? first.createdAt, first };
}

/** The first change since then that an Admin stands for; null: none. */
export async function changeByAdminsSince(tx: Db, user: string, since: string): Promise<EmailChange | null> {
  const done = await tx
    .select()
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.user, user),
        eq(emailChanges.state, 'done'),
        sql`${emailChanges.doneAt} >= ${since}::timestamptz`,
      ),
    )
    .orderBy(asc(emailChanges.doneAt), asc(emailChanges._id));
  return done.find(isOfAdmins) ?? null;
}

/** Ends the links that undo this change and those asked for after it, but for what went to this address. */
export async function endUndoLinksFrom(
  tx: Db,
  { user, createdAt }: EmailChange,
  address: string,
): Promise<void> {
  const undone = tx
    .select({ _id: emailChanges._id })
    .from(emailChanges)
    .where(and(eq(emailChanges.user, user), sql`${emailChanges.createdAt} >= ${createdAt}::timestamptz`));
  await tx
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.purpose, 'undo-email'),
        inArray(oneTimeTokens.change, undone),
        sql`lower(${oneTimeTokens.email}) <> lower(${address}::text)`,
      ),
    );
}

/** Marks what took effect since then as undone. */
export async function markUndone(tx: Db, user: string, since: string): Promise<void> {
  await tx
    .update(emailChanges)
    .set({ state: 'undone' })
    .where(
      and(
        eq(emailChanges.user, user),
        eq(emailChanges.state, 'done'),
        sql`${emailChanges.doneAt} >= ${since}::timestamptz`,
      ),
    );
}

/** Changes that nobody agreed to in time wait no longer. */
export async function lapseChanges(db: Db, now = clock.now()): Promise<void> {
  const before = (ms: number) => lt(emailChanges.createdAt, new Date(now.getTime() - ms).toISOString());
  await db
    .update(emailChanges)
    .set({ state: 'withdrawn' })
    .where(
      and(
        eq(emailChanges.state, 'waiting'),
        or(before(LAPSES_MS), and(sql`${emailChanges.newConfirmedAt} is null`, before(CONFIRM_LINK_MS))),
      ),
    );
}
