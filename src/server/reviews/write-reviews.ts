import { eq, isNotNull } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { notifyStaff } from '#server/notifications/notifications.ts';
import { lockForCount, lockOnSale, recountReviews } from '#server/products/rating.ts';
import { describeReview } from '#server/reviews/reviews.ts';
import { reviews } from '#server/reviews/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { NewReview, Review, ReviewChange } from '#shared/schemas/reviews.ts';

type ReviewRow = typeof reviews.$inferSelect;

/**
 * Posts somebody's review of a product, one each; the product's rating follows at once. In the place of one that staff hid
 * it waits for them to show it. `not_found` if it is not on sale.
 */
export async function createReview(
  db: Db,
  cache: Cache,
  author: SessionUser,
  { product, ...said }: NewReview,
): Promise<Review> {
  return db.transaction(async tx => {
    const { title } = await lockOnSale(tx, product);
    const [row] = await tx
      .insert(reviews)
      .values({ ...said, product, user: author._id })
      .onConflictDoUpdate({
        target: [reviews.product, reviews.user],
        set: { ...said, removedAt: null, createdAt: clock.now().toISOString() },
        setWhere: isNotNull(reviews.removedAt),
      })
      .returning();
    if (!row) throw fieldError('product', 'already has a review from you, which you can edit');
    await recountReviews(tx, product, cache);
    await notifyStaff(tx, {
      type: 11,
      title: `Review of ${title}`,
      details: `${row.rating} of 5: ${row.title || row.text}`.slice(0, 200),
      link: `/product/${product}#reviews`,
    });
    return describeReview(tx, row, author);
  });
}

/** Changes one's own review; staff change any, and hide or show it. Someone else's is `not_found`. */
export async function updateReview(
  db: Db,
  cache: Cache,
  user: SessionUser,
  { _id, approved, ...said }: ReviewChange,
): Promise<Review> {
  if (approved !== undefined && !isStaff(user)) throw fieldError('approved', 'is not yours to set');
  return db.transaction(async tx => {
    const before = await lockReview(tx, user, _id);
    const changes = { ...said, ...(approved !== undefined && { approved }) };
    if (Object.keys(changes).length === 0) return describeReview(tx, before, user);
    const [after] = await tx.update(reviews).set(changes).where(eq(reviews._id, _id)).returning();
    if (!after) throw new AppError('not_found');
    await logForeign(tx, user, 'Updated review', before, after);
    await recountReviews(tx, before.product, cache);
    return describeReview(tx, after, user);
  });
}

/** Takes one's own review back, of a hidden one all but that it was; staff any. Someone else's is `not_found`. */
export async function removeReview(db: Db, cache: Cache, user: SessionUser, _id: string): Promise<void> {
  await db.transaction(async tx => {
    const before = await lockReview(tx, user, _id);
    if (before.approved || isStaff(user)) await tx.delete(reviews).where(eq(reviews._id, _id));
    else await tx.update(reviews).set(takenBack()).where(eq(reviews._id, _id));
    await logForeign(tx, user, 'Deleted review', before, null);
    await recountReviews(tx, before.product, cache);
  });
}

const takenBack = () => ({ title: '', text: '', removedAt: clock.now().toISOString() });

/** The product before its review, as posting one does. */
async function lockReview(tx: Db, user: SessionUser, _id: string): Promise<ReviewRow> {
  const [found] = await tx.select().from(reviews).where(eq(reviews._id, _id));
  const isTheirs = found?.user === user._id || isStaff(user);
  if (!found || found.removedAt !== null || !isTheirs) throw new AppError('not_found');
  await lockForCount(tx, found.product);
  const [locked] = await tx.select().from(reviews).where(eq(reviews._id, _id)).for('update');
  if (!locked || locked.removedAt !== null) throw new AppError('not_found');
  return locked;
}

/** Keeps in the log what staff did to a customer's words. */
async function logForeign(
  tx: Db,
  user: SessionUser,
  name: string,
  before: ReviewRow,
  after: ReviewRow | null,
): Promise<void> {
  if (before.user === user._id) return;
  await recordLog(tx, user, {
    type: 'product',
    category: 'reviews',
    name,
    description: before.title,
    subject: before.product,
    before,
    after,
  });
}
