import { useQuery } from '@tanstack/react-query';
import { linesForServer, workingCart } from '#client/features/cart/cart.ts';
import { trpc } from '#client/trpc.ts';
import { isSameLine, type WorkingLine } from '#shared/rules/cart.ts';
import type { PackHint } from '#shared/schemas/carts.ts';

/** What of a cart is cheaper in other packs; nothing while that is not known. */
export function usePackHints(lines: readonly WorkingLine[]): readonly PackHint[] {
  const { client } = trpc.useUtils();
  const cart = linesForServer(lines);
  const { data } = useQuery({
    queryKey: ['packs', cart],
    queryFn: ({ signal }) => client.carts.packs.mutate({ cart }, { signal }),
    enabled: cart.length > 0,
    staleTime: 0,
  });
  return data ?? [];
}

/** Puts the packs of a hint into the cart; answers how to have it as it was. */
export function takePacks({ instead, packs }: PackHint, lines: readonly WorkingLine[]): () => void {
  const before = instead.flatMap(line => lines.find(other => isSameLine(other, line)) ?? []);
  const room = before[0]?.room ?? '';
  const taken = packs.map(({ packName: _, ...pack }) => ({ ...pack, room }));
  workingCart.swap(before, taken);
  return () => workingCart.swap(taken, before);
}
