import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { notify } from '#client/features/notices/notices.ts';
import { useUser } from '#client/features/session/session.ts';
import { forgetAttempt } from '#client/routes/shop/checkout/order-attempt.ts';
import type { Ordered } from '#client/routes/shop/checkout/ordered.ts';
import { askAttempt, type OrderContents } from '#client/routes/shop/checkout/submit-attempt.ts';
import { forgetEntered } from '#client/routes/shop/checkout/summary-form.ts';
import { trpc } from '#client/trpc.ts';
import { TEAM_NOTICES } from '#shared/messages.ts';

/**
 * Sends an order above its buyer's limit to a Primary and leads to the team's page, where it waits; the working cart
 * is a saved one from then on. False: it is within the limit by now.
 */
export function useAskApproval({ cartIds, close }: Pick<Ordered, 'cartIds' | 'close'>) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const user = useUser();
  return async (contents: OrderContents): Promise<boolean> => {
    const { approval } = await askAttempt(client, contents);
    if (!approval) return false;
    forgetEntered(user, cartIds);
    await navigate('/user/team');
    if (cartIds.length === 0) close();
    forgetAttempt(localStorage);
    notify(TEAM_NOTICES.requested);
    await queryClient.invalidateQueries({ queryKey: [['carts']] });
    return true;
  };
}
