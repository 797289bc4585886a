import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { findCompanies, findPeople } from '#server/office/find-people.ts';
import { findProducts } from '#server/office/find-products.ts';
import { findOrders } from '#server/orders/find-orders.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import type { FoundAnything } from '#shared/schemas/staff-find.ts';

/** The most of one kind: whoever looks for more has its list. */
const LIMIT = 6;

/** Finds whatever somebody of the staff may mean by a few letters: orders, people, companies, products. */
export async function findAnything(db: Db, user: SessionUser, text: string): Promise<FoundAnything> {
  const [orders, people, companies, products] = await Promise.all([
    findOrders(db, text, LIMIT),
    findPeople(db, text, { limit: LIMIT, isAdmin: isAdmin(user) }),
    findCompanies(db, text, LIMIT),
    findProducts(db, text, LIMIT),
  ]);
  return { orders, people, companies, products };
}
