import { and, eq, isNull, sql } from 'drizzle-orm';
import { accountColumns } from '#server/auth/accounts.ts';
import { companies } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { siteSettings } from '#server/site/tables.ts';
import { users } from '#server/users/tables.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { User } from '#shared/schemas/users.ts';

/** Reads a user with their lists, in one statement. `not_found` if they are gone meanwhile. */
export async function readProfile(db: Db, _id: string): Promise<User> {
  const [found] = await db
    .select({
      ...accountColumns,
      phone: users.phone,
      companyName: companies.name,
      spendingLimit: users.spendingLimit,
      shippingAddress: users.shippingAddress,
      shippingCity: users.shippingCity,
      shippingState: users.shippingState,
      shippingZip: users.shippingZip,
      billingAddress: users.billingAddress,
      billingCity: users.billingCity,
      billingState: users.billingState,
      billingZip: users.billingZip,
      paymentType: users.paymentType,
      shippingMethod: users.shippingMethod,
      avatar: users.avatar,
      emailConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
      pendingEmail: sql<string | null>`(
        select c.new_email from email_changes c where c."user" = ${users._id} and c.state = 'waiting')`,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      notify: users.notify,
      version: users.version,
      ...LISTS,
    })
    .from(users)
    .leftJoin(companies, eq(companies._id, users.company))
    .leftJoin(siteSettings, eq(siteSettings.only, true))
    .where(and(eq(users._id, _id), isNull(users.deletedAt)));
  if (!found) throw new AppError('not_found');
  const variants = found.variants.map(({ variant, cents }) => ({ variant, price: toMoney(cents) }));
  return { ...found, variants };
}

// A user's own special prices stand beside those of their company; of one variant the lower counts.
const SPECIALS = sql`(
  select sp.variant, min(sp.price) as price from special_prices sp
  where sp."user" = ${users._id} or sp.company = ${users.company} group by sp.variant)`;

const LISTS = {
  orders: list<string>(sql`
    select o.id as item from orders o where o."user" = ${users._id} order by o.id desc limit 100`),
  products: list<string>(sql`
    select distinct v.product_id as item from ${SPECIALS} s join variants v on v.id = s.variant
    where v.product_id is not null and v.deleted_at is null`),
  variants: list<{ variant: string; cents: number }>(sql`
    select json_build_object('variant', s.variant, 'cents', s.price) as item
    from ${SPECIALS} s join variants v on v.id = s.variant where v.deleted_at is null order by v.product_num`),
  tiers: list<User['tiers'][number]>(sql`
    select json_build_object('scope', t.scope, 'ref', t.ref, 'percent', t.percent) as item
    from price_tiers t where t."user" = ${users._id} or t.company = ${users.company}
    order by t.scope, t.ref, t.percent desc`),
  favorites: list<string>(sql`
    select f.variant as item from favorites f join variants v on v.id = f.variant and v.deleted_at is null
    where f."user" = ${users._id} order by f.created_at desc, f.variant limit 1000`),
  savedCarts: list<User['savedCarts'][number]>(sql`
    select json_build_object('_id', c.id, 'orderName', c.order_name, 'state', c.state) as item
    from carts c where c."user" = ${users._id} and c.state <> 'ordered' order by c.updated_at desc limit 200`),
  associatedAccounts: list<User['associatedAccounts'][number]>(sql`
    select json_build_object('_id', a.id, 'email', a.email, 'name', a.name) as item
    from associated_accounts a where a.company = ${users.company} order by a.email limit 500`),
};

/** The `item`s of a subquery as a JSON array, in its order. */
function list<T>(items: ReturnType<typeof sql>) {
  return sql<T[]>`(select coalesce(json_agg(l.item), '[]'::json) from (${items}) l)`;
}
