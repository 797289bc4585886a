import { useQuery } from '@tanstack/react-query';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import type { EmailLink } from '#shared/schemas/auth.ts';

/**
 * Reads what the link of a mail about an address is for, until it `isFollowed`: then there is nothing left to ask for.
 * `isDead`: it was used, or its time is over.
 */
export function useEmailLink(
  token: string | null,
  { kinds, isFollowed }: { kinds: readonly EmailLink['kind'][]; isFollowed: boolean },
) {
  const { client } = trpc.useUtils();
  const { data, error, refetch } = useQuery({
    queryKey: ['email-link', token],
    queryFn: () => client.auth.emailLink.mutate({ token: token ?? '' }),
    enabled: Boolean(token) && !isFollowed,
    retry: false,
    // A link that was good may be used by now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failed = error && refusal(error);
  const isDead =
    token === '' || failed?.reason === 'link_invalid' || (data !== undefined && !kinds.includes(data.kind));
  return { link: isDead ? undefined : data, isDead, failed: isDead ? null : failed, refetch };
}
