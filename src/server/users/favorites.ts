import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { favorites } from '#server/users/tables.ts';
import { variants } from '#server/variants/tables.ts';

/** Marks a variant of a product; one that is marked already stays so. `not_found` if the product has no such variant. */
export async function addFavorite(
  db: Db,
  user: string,
  { variantId, productId }: { variantId: string; productId: string },
): Promise<void> {
  const isThere = await db.$count(
    variants,
    and(eq(variants._id, variantId), eq(variants.product_id, productId), isNull(variants.deletedAt)),
  );
  if (isThere === 0) throw new AppError('not_found');
  await db.insert(favorites).values({ user, variant: variantId }).onConflictDoNothing();
}

/** One that is no favorite is no failure. */
export async function removeFavorite(db: Db, user: string, variant: string): Promise<void> {
  await db.delete(favorites).where(and(eq(favorites.user, user), eq(favorites.variant, variant)));
}
