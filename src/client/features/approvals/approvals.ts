import { trpc } from '#client/trpc.ts';
import type { Approval } from '#shared/schemas/team.ts';
import type { User } from '#shared/schemas/users.ts';

/** Tells whether somebody has still to act on it: an order that was approved to be paid by card waits for its buyer. */
export const isOpenApproval = ({ state, user: { _id } }: Approval, user: User) =>
  state === 'waiting' || (state === 'approved' && _id === user._id);

/** Names a list of what is open, to its Primary or its buyers. */
export const approvalsTitle = ({ role }: Pick<User, 'role'>) =>
  role === 'Primary' ? 'Orders to approve' : 'Orders sent for approval';

const MINUTE = 60_000;

/** Counts the orders that wait for this user to approve them; 0 for everybody but a Primary. */
export function useOrdersToApprove(user: User): number {
  const { data } = trpc.team.approvals.useQuery(
    {},
    {
      enabled: user.role === 'Primary' && user.company !== null,
      staleTime: MINUTE,
      refetchOnWindowFocus: true,
    },
  );
  return user.role === 'Primary' ? (data ?? []).filter(({ state }) => state === 'waiting').length : 0;
}
