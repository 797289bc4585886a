import { v7 as uuidv7 } from 'uuid';
import { createApiKey } from '#server/auth/api-keys.ts';
import { cartLines, carts } from '#server/carts/tables.ts';
import type { Db } from '#server/database/db.ts';
import { users } from '#server/users/tables.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import type { Target } from './catalogue.ts';

/** A customer who keeps carts: their key, and what they add to. */
export interface Keeper {
  key: string;
  carts: string[];
}

const CARTS = 200;
const LINES = 20;

/** Far more carts than one may have, so that additions seldom meet in one. */
export async function writeCarts(db: Db, targets: readonly Target[]): Promise<Keeper> {
  const [user] = await db
    .insert(users)
    .values({
      name: 'Ada Carver',
      email: 'ada@example.com',
      permissionLevel: 'Retail',
      registeredFully: true,
    })
    .returning();
  if (!user) throw new Error('no customer was made');
  const { key } = await createApiKey(db, user, { name: 'bench', scopes: KEY_SCOPES });
  const ids = Array.from({ length: CARTS }, () => uuidv7());
  await db.insert(carts).values(ids.map((_id, n) => ({ _id, user: user._id, orderName: `Job ${n}` })));
  for (const [n, cart] of ids.entries()) {
    const first = (n * LINES) % targets.length;
    const lines = [...targets, ...targets].slice(first, first + LINES);
    await db.insert(cartLines).values(
      lines.map(({ product, variant }, position) => ({
        ...{ cart, position, productId: product, variantId: variant },
        quantity: 1 + position,
      })),
    );
  }
  return { key, carts: ids };
}

/** Picks what comes into a cart next, after so many: nothing that stands in it, until all has been put there. */
export const newTarget = (targets: readonly Target[], cart: number, added: number): Target | undefined =>
  targets[(cart * LINES + LINES + added) % targets.length];
