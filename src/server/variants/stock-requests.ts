import { and, eq, isNull, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { type Db, retrying, rows } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { backInStock } from '#server/mail/templates/back-in-stock.ts';
import { notifyCustomer } from '#server/notifications/notifications.ts';
import { products } from '#server/products/tables.ts';
import { stockRequests, variants } from '#server/variants/tables.ts';

/** More nobody waits for. */
const MAX_REQUESTS = 200;
/** Told of in one transaction; the sweep goes on while there are more. */
const MAX_AT_ONCE = 50;

/** Notes that a customer wants to be told when a variant is there again, once however often they ask. */
export async function askForStock(db: Db, user: string, variant: string): Promise<void> {
  const [found] = await db
    .select({ _id: variants._id })
    .from(variants)
    .innerJoin(products, eq(products._id, variants.product_id))
    .where(
      and(
        eq(variants._id, variant),
        isNull(variants.deletedAt),
        eq(products.publish, true),
        isNull(products.deletedAt),
      ),
    );
  if (!found) throw new AppError('not_found');
  if ((await db.$count(stockRequests, eq(stockRequests.user, user))) >= MAX_REQUESTS) {
    throw fieldError('variant', `is more than the ${MAX_REQUESTS} you can wait for`);
  }
  await db.insert(stockRequests).values({ variant, user }).onConflictDoNothing();
}

/** One that was not asked for is no failure. */
export async function forgetStock(db: Db, user: string, variant: string): Promise<void> {
  await db.delete(stockRequests).where(and(eq(stockRequests.user, user), eq(stockRequests.variant, variant)));
}

/** The variants of a product that a customer waits for. */
export async function awaitedVariants(db: Db, user: string, product: string): Promise<string[]> {
  const found = await db
    .select({ variant: stockRequests.variant })
    .from(stockRequests)
    .innerJoin(variants, eq(variants._id, stockRequests.variant))
    .where(and(eq(stockRequests.user, user), eq(variants.product_id, product)));
  return found.map(({ variant }) => variant);
}

/**
 * Tells those who wait for what is in stock, by notification and mail, and has done with them. A sweep over what
 * listings know of stock: whatever wrote it, nothing has to think of those who wait, and no sale costs more.
 */
export async function tellOfStock(app: App): Promise<void> {
  while ((await retrying(app.db, tx => tellSome(app, tx))) === MAX_AT_ONCE);
}

interface Due {
  user: string;
  email: string;
  name: string;
  variant: string;
  product: string;
  title: string;
  productNum: string;
}

async function tellSome(app: App, tx: Db): Promise<number> {
  // Two processes never tell of the same one.
  const due = rows<Due>(
    await tx.execute(sql`
      with due as (
        delete from stock_requests r using (
          select w.variant, w."user" from stock_requests w
          join variant_search x on x.variant_id = w.variant and x.in_stock
          join product_search s on s.product_id = x.product_id and s.published
          limit ${MAX_AT_ONCE} for update of w skip locked) d
        where r.variant = d.variant and r."user" = d."user"
        returning r.variant, r."user")
      select u.id::text as "user", u.email, u.name, v.id::text as variant, p.id::text as product, p.title,
        v.product_num as "productNum"
      from due d join users u on u.id = d."user" join variants v on v.id = d.variant join products p on p.id = v.product_id
      where u.deleted_at is null order by u.id, v.product_num`),
  );
  if (due.length === 0) return 0;
  const site = await mailSite(app, tx);
  for (const { user, email, name, variant, product, title, productNum } of due) {
    const link = `/product/${product}?variants=${variant}`;
    await notifyCustomer(tx, user, {
      type: 10,
      title: `${title} is back in stock`,
      details: `You asked us to tell you about ${productNum}.`,
      link,
    });
    const mail = backInStock({ name, title, productNum, link }, site);
    await queueMail(tx, app, { ...mail, template: 'back-in-stock', to: email, user });
  }
  return due.length;
}
