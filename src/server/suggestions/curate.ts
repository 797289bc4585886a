import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { updateProduct, type Writer } from '#server/products/products.ts';
import { products } from '#server/products/tables.ts';
import { productSuggestions } from '#server/suggestions/tables.ts';

interface Asked {
  productId: string;
  suggestionId: string;
}

/** Puts a product among those that staff suggest with another, at the end or at a place; one that is there moves. */
export async function addSuggestion(
  db: Db,
  by: Writer,
  { productId, suggestionId, position }: Asked & { position?: number | undefined },
  cache: Cache,
): Promise<void> {
  if (suggestionId === productId) throw fieldError('suggestionId', 'is the product itself');
  await retrying(db, async tx => {
    const others = (await suggestionsOf(tx, productId)).filter(id => id !== suggestionId);
    const known = await tx.$count(products, and(eq(products._id, suggestionId), isNull(products.deletedAt)));
    if (known === 0) throw fieldError('suggestionId', 'is not a product');
    const suggestions = others.toSpliced(position ?? others.length, 0, suggestionId);
    await updateProduct(tx, by, { _id: productId, suggestions }, cache);
  });
}

/** One that is not suggested is no failure. */
export async function removeSuggestion(
  db: Db,
  by: Writer,
  { productId, suggestionId }: Asked,
  cache: Cache,
): Promise<void> {
  await retrying(db, async tx => {
    const before = await suggestionsOf(tx, productId);
    const suggestions = before.filter(id => id !== suggestionId);
    if (suggestions.length < before.length)
      await updateProduct(tx, by, { _id: productId, suggestions }, cache);
  });
}

/** In their order; the product is locked, so that of two who change them neither is lost. Throws `not_found`. */
async function suggestionsOf(tx: Db, product: string): Promise<string[]> {
  const [locked] = await tx
    .select({ _id: products._id })
    .from(products)
    .where(and(eq(products._id, product), isNull(products.deletedAt)))
    .for('update');
  if (!locked) throw new AppError('not_found');
  const found = await tx
    .select({ suggestion: productSuggestions.suggestion })
    .from(productSuggestions)
    .where(eq(productSuggestions.product, product))
    .orderBy(asc(productSuggestions.position), asc(productSuggestions.suggestion));
  return found.map(({ suggestion }) => suggestion);
}
