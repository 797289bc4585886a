import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';

/** Whoever stands at the counter with a customer does not wait ten minutes for an answer. */
const WAITING_MS = 20_000;

/**
 * While something that an Employee asked for waits for an Admin (rule A13), asks again and again whether it still does. Once
 * it does not, and as they ask for more, `onEnd` is called, and what staff see of it is read again.
 */
export function useWaitingWatch(onEnd: () => Promise<unknown>): void {
  const isAsker = useUser()?.permissionLevel === 'Employee';
  const { approvals, orders, carts, storeCredit } = trpc.useUtils();
  const mutations = useQueryClient().getMutationCache();
  const { data } = trpc.approvals.list.useQuery(
    { limit: 1 },
    {
      enabled: isAsker,
      refetchInterval: ({ state }) => (state.data && state.data.total > 0 ? WAITING_MS : false),
    },
  );
  const total = data?.total ?? 0;
  const before = useRef(total);
  const ended = useEffectEvent(async () => {
    await onEnd();
    const told = [approvals, orders, carts, storeCredit];
    await Promise.all(told.map(one => one.invalidate()));
  });

  useEffect(() => {
    if (total < before.current) void ended();
    before.current = total;
  }, [total]);
  useEffect(
    () =>
      mutations.subscribe(event => {
        const hasFailed = event.type === 'updated' && event.action.type === 'error';
        if (hasFailed && refusal(event.mutation.state.error).reason === 'waits_for_admin') void ended();
      }),
    [mutations],
  );
}
