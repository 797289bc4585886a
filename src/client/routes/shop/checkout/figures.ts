import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { trpc } from '#client/trpc.ts';
import type { GetCostInput } from '#shared/schemas/checkout.ts';

export const figuresKey = (input: GetCostInput | null) => ['figures', input] as const;

/**
 * Asks the server what a cart costs, anew when anything of it changes; returns the last figures meanwhile. `isPlacing`:
 * nothing is asked, as the saved carts of an order that is being placed may be no carts any more.
 */
export function useFigures(input: GetCostInput | null, isPlacing = false) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: figuresKey(input),
    queryFn: ({ signal }) => client.orders.getCost.mutate(input as GetCostInput, { signal }),
    enabled: !isPlacing && input !== null && (input.cart ?? input.cartIds ?? []).length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
