import type { Queries } from '#client/trpc.ts';

/** The orders that the home page of a company's people shows, the newest first. */
export const LAST_ORDERS = { page: 1, limit: 5 } as const;

/** Reads what the home page of a company's people begins with. */
export async function readTradeHome({ carts, orders, payments, team }: Queries): Promise<void> {
  await Promise.all([
    team.approvals.prefetch({}),
    carts.names.prefetch({}),
    orders.list.prefetch(LAST_ORDERS),
    payments.terms.prefetch(),
  ]);
}
