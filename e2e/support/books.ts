import type { Shop } from './shop.ts';

/** Everything that the database holds of an order, amounts in cents. */
export interface Books {
  status: string;
  paid: boolean;
  total: number;
  amountPaid: number;
  amountRefunded: number;
  /** Attempts to pay, in their order: how they ended, and how much was asked for. */
  payments: [status: string, cents: number][];
  /** The part of the payments that went to the order. */
  allocated: number;
  /** Templates of the mails. */
  mails: string[];
  couponUses: number;
  /** Store credit taken, below 0, and given back. */
  credit: number[];
}

/** An order's books by its number; `email` finds the only one of that address. */
export async function booksOf(
  shop: Shop,
  order: { orderNumber: string } | { email: string },
): Promise<Books> {
  const found = await allBooksOf(shop, order);
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} orders of ${JSON.stringify(order)}`);
  return only;
}

/** All orders of somebody, in the order of their making. */
export async function allBooksOf(
  shop: Shop,
  order: { orderNumber: string } | { email: string },
): Promise<Books[]> {
  const [column, value] =
    'email' in order ? ['o.email', order.email] : ['o.order_number::text', order.orderNumber];
  const rows = await shop.rows<{ books: Books }>(
    `select json_build_object(
      'status', o.status, 'paid', o.paid, 'total', o.total,
      'amountPaid', o.amount_paid, 'amountRefunded', o.amount_refunded,
      'payments', coalesce((select json_agg(json_build_array(p.status, p.amount) order by p.id)
        from payments p where p."order" = o.id), '[]'),
      'allocated', coalesce((select sum(a.amount) from payment_allocations a where a."order" = o.id), 0),
      'mails', coalesce((select json_agg(e.template order by e.id) from emails e where e."order" = o.id), '[]'),
      'couponUses', (select count(*) from coupon_uses u where u."order" = o.id),
      'credit', coalesce((select json_agg(c.amount order by c.id)
        from store_credit_entries c where c."order" = o.id), '[]')) as books
    from orders o where ${column} = $1 order by o.order_number`,
    value,
  );
  return rows.map(({ books }) => books);
}

/** The 15 minutes of whoever has not paid yet are over now; the shop finds that out by itself. */
export async function endHolds(shop: Shop, email: string): Promise<void> {
  await shop.rows(
    `update orders set held_until = now() - interval '1 second' where email = $1 and status = 'Held'`,
    email,
  );
}

/** A card order that was paid at once and confirmed by one mail. */
export const soldFor = (cents: number): Books => ({
  status: 'Submitted',
  paid: true,
  total: cents,
  amountPaid: cents,
  amountRefunded: 0,
  payments: [['succeeded', cents]],
  allocated: cents,
  mails: ['order-confirmation'],
  couponUses: 0,
  credit: [],
});
