import { useUser } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import { type Money, toCents } from '#shared/rules/money.ts';
import { needsApproval } from '#shared/rules/permissions.ts';

/** What the buyer's company asks of an order; undefined for whoever buys for himself. */
export function useCompanyCheckout() {
  const user = useUser();
  const { data } = trpc.companies.forCheckout.useQuery({}, { enabled: Boolean(user?.company) });
  return data;
}

/**
 * Whether this order waits for a Primary, as far as is known here: it is above its buyer's limit, and nobody approved
 * that he pays these saved carts by card. The server has the last word.
 */
export function useNeedsApproval(cartIds: readonly string[], total: Money | undefined): boolean {
  const user = useUser();
  const isAbove = user !== null && total !== undefined && needsApproval(user, total);
  const { data = [] } = trpc.team.approvals.useQuery({}, { enabled: isAbove, staleTime: 0 });
  const granted = data.some(
    ({ state, cartIds: ids, total: most }) =>
      state === 'approved' &&
      ids.length === cartIds.length &&
      ids.every(_id => cartIds.includes(_id)) &&
      total !== undefined &&
      toCents(most) >= toCents(total),
  );
  return isAbove && !granted;
}
