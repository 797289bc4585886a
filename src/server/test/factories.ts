import { v7 as uuidv7 } from 'uuid';
import { cartLines, carts } from '#server/carts/tables.ts';
import { withFold } from '#server/companies/companies.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { products } from '#server/products/tables.ts';
import { users } from '#server/users/tables.ts';
import { recordOpening } from '#server/variants/stock-moves.ts';
import { variants } from '#server/variants/tables.ts';
import { vendors } from '#server/vendors/tables.ts';
import type { Money } from '#shared/rules/money.ts';

/** Dollars written down in a test. */
export const usd = (amount: number) => amount as Money;

export interface MadeVariant {
  productId: string;
  variantId: string;
  productNum: string;
}

let made = 0;

/** A published product with one variant; everything can be said otherwise. */
export async function makeVariant(
  db: Db,
  variant: Partial<typeof variants.$inferInsert> = {},
  product: Partial<typeof products.$inferInsert> = {},
): Promise<MadeVariant> {
  const n = ++made;
  const vendor = product.vendor ?? 'Ironbridge';
  await db.insert(vendors).values({ name: vendor }).onConflictDoNothing();
  const productId = product._id ?? uuidv7();
  await db
    .insert(products)
    .values({ title: `Round knob ${n}`, type: 'Knob', publish: true, vendor, ...product, _id: productId })
    .onConflictDoNothing();
  const [row] = await db
    .insert(variants)
    .values({
      productNum: `K-${n}`,
      price: usd(10),
      stock: 100,
      vendor,
      ...variant,
      product_id: productId,
    })
    .returning();
  if (!row) throw new Error('no variant was made');
  await recordOpening(db, [row._id]);
  await touchProducts(db, [productId]);
  return { productId, variantId: row._id, productNum: row.productNum };
}

/** A company with its name made up where none is given. */
export async function makeCompany(
  db: Db,
  company: Partial<typeof companies.$inferInsert> = {},
): Promise<string> {
  const n = ++made;
  const [row] = await db
    .insert(companies)
    .values(withFold({ name: `Cabinet shop ${n}`, ...company }))
    .returning();
  if (!row) throw new Error('no company was made');
  return row._id;
}

/** A user, as a signed-in one stands in a context. */
export async function makeUser(db: Db, user: Partial<typeof users.$inferInsert> = {}): Promise<SessionUser> {
  const n = ++made;
  const [row] = await db
    .insert(users)
    .values({
      name: `Customer ${n}`,
      email: `customer-${n}@example.com`,
      permissionLevel: user.company ? 'Commercial' : 'Retail',
      role: user.company ? 'Primary' : null,
      registeredFully: true,
      ...user,
    })
    .returning();
  if (!row) throw new Error('no user was made');
  return { ...row, special: false };
}

/** Saves a cart of so many of one thing; answers its `_id`. */
export async function makeCart(
  db: Db,
  user: Pick<SessionUser, '_id'>,
  { productId, variantId }: MadeVariant,
  { orderName = 'Kitchen', quantity = 1 }: { orderName?: string; quantity?: number } = {},
): Promise<string> {
  const [cart] = await db.insert(carts).values({ user: user._id, orderName }).returning();
  if (!cart) throw new Error('no cart was made');
  await db.insert(cartLines).values({ cart: cart._id, productId, variantId, quantity });
  return cart._id;
}
