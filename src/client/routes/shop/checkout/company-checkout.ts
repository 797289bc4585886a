import { useUser } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import type { PaymentType } from '#shared/enumerations.ts';
import { coversOrder, needsApproval } from '#shared/rules/permissions.ts';
import type { Figures } from '#shared/schemas/orders.ts';
import type { Approval } from '#shared/schemas/team.ts';

/** Returns what the buyer's company asks of an order; undefined until that is read, and for people who buy for themselves. */
export function useCompanyCheckout() {
  const user = useUser();
  const { data } = trpc.companies.forCheckout.useQuery({}, { enabled: Boolean(user?.company) });
  return data;
}

/** Returns the approval by a Primary under which these saved carts are ordered; undefined while it is asked for. */
export function useApproved(cartIds: readonly string[]): Approval | null | undefined {
  const user = useUser();
  const isMember = user?.role === 'Member';
  const { data, isError } = trpc.team.approvals.useQuery({}, { enabled: isMember, staleTime: 0 });
  if (!isMember || isError) return null;
  return data && (data.find(one => coversOrder(one, { ...one, cartIds })) ?? null);
}

/**
 * Tells whether this order waits for a Primary, as far as is known here: it is above its buyer's limit, and nobody
 * approved that the buyer pays these saved carts by card. The server has the last word.
 */
export function useNeedsApproval(
  { cartIds, paymentType }: { cartIds: readonly string[]; paymentType: PaymentType },
  figures: Pick<Figures, 'total' | 'storeCredit'> | undefined,
): boolean {
  const user = useUser();
  const isAbove = user !== null && figures !== undefined && needsApproval(user, figures);
  const { data = [] } = trpc.team.approvals.useQuery({}, { enabled: isAbove, staleTime: 0 });
  if (!isAbove) return false;
  return !data.some(approval => coversOrder(approval, { cartIds, paymentType, ...figures }));
}
