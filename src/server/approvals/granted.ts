import { and, arrayContained, arrayContains, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { approvals } from '#server/approvals/tables.ts';
import type { Db } from '#server/database/db.ts';
import type { PaymentType } from '#shared/enumerations.ts';
import type { Money } from '#shared/rules/money.ts';
import { coversOrder } from '#shared/rules/permissions.ts';

/** Tells whether a Primary approved that a Member places this order themselves (decisions/065). */
export async function isGranted(
  tx: Db,
  asked: {
    user: string;
    company: string;
    cartIds: readonly string[];
    paymentType: PaymentType;
    total: Money;
    storeCredit: Money;
  },
): Promise<boolean> {
  const { user, company, cartIds } = asked;
  if (cartIds.length === 0) return false;
  const granted = await tx
    .select({
      state: approvals.state,
      cartIds: approvals.cartIds,
      total: approvals.total,
      storeCredit: approvals.storeCredit,
      paymentType: sql<PaymentType>`${approvals.checkout}->>'paymentType'`,
    })
    .from(approvals)
    .where(and(eq(approvals.user, user), eq(approvals.company, company), eq(approvals.state, 'approved')));
  return granted.some(approval => coversOrder(approval, asked));
}

/** An approval is good for one order: that of its carts, as soon as it is paid. */
export async function spendApproval(tx: Db, order: { _id: string; user: string | null }): Promise<void> {
  if (!order.user) return;
  const carts: SQL<string[]> =
    sql`(select array_agg(c.cart) from order_carts c where c."order" = ${order._id}::uuid)`;
  await tx
    .update(approvals)
    .set({ state: 'ordered', order: order._id })
    .where(
      and(
        eq(approvals.user, order.user),
        eq(approvals.state, 'approved'),
        arrayContains(approvals.cartIds, carts),
        arrayContained(approvals.cartIds, carts),
      ),
    );
}

/**
 * Ends what waits in a company, or is approved, of whoever leaves it. `stays`: where they are now.
 * Answers how many requests ended.
 */
export async function endRequestsOf(tx: Db, user: string, stays: string | null): Promise<number> {
  const ended = await tx
    .update(approvals)
    .set({ state: 'withdrawn', decidedAt: null, decidedBy: null })
    .where(
      and(
        eq(approvals.user, user),
        inArray(approvals.state, ['waiting', 'approved']),
        stays === null ? undefined : ne(approvals.company, stays),
      ),
    )
    .returning({ _id: approvals._id });
  return ended.length;
}
