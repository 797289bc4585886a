import { and, arrayContained, arrayContains, eq, gte } from 'drizzle-orm';
import type { Db } from '#server/db.ts';
import { approvals } from '#server/team/tables.ts';
import type { Money } from '#shared/rules/money.ts';

/** Whether a Primary approved that a Member orders these saved carts for so much. Each cart is ordered once anyhow. */
export async function isGranted(
  tx: Db,
  {
    user,
    company,
    cartIds,
    total,
  }: { user: string; company: string; cartIds: readonly string[]; total: Money },
): Promise<boolean> {
  if (cartIds.length === 0) return false;
  const granted = and(
    eq(approvals.user, user),
    eq(approvals.company, company),
    eq(approvals.state, 'approved'),
    arrayContains(approvals.cartIds, [...cartIds]),
    arrayContained(approvals.cartIds, [...cartIds]),
    gte(approvals.total, total),
  );
  return (await tx.$count(approvals, granted)) > 0;
}
