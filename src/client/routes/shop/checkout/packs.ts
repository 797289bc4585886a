import { useQuery } from '@tanstack/react-query';
import { linesForServer, workingCart } from '#client/features/cart/cart.ts';
import { trpc } from '#client/trpc.ts';
import { isSameLine, swapLines, type WorkingLine } from '#shared/rules/cart.ts';
import type { PackHint, SavedLine } from '#shared/schemas/carts.ts';
import type { LineInput } from '#shared/schemas/line-input.ts';
import { withQuantityPrices } from '#shared/schemas/quantity-prices.ts';

type Line = Parameters<typeof linesForServer>[0][number];

/** Lists what in a cart is cheaper in other packs; nothing while that is not known. */
export function usePackHints(lines: readonly Line[]): readonly PackHint[] {
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

/** The hint that stands beside this line: a thing's first. */
export const hintFor = (line: Line, hints: readonly PackHint[]): PackHint | undefined =>
  hints.find(({ instead: [first] }) => first && isSameLine(first, line));

/**
 * All lines of a saved cart with the packs of a hint; null where what they take the place of is for several rooms,
 * or where a line that can't be sold any more keeps the whole from being saved.
 */
export function withPacks({ instead, packs }: PackHint, lines: readonly SavedLine[]): LineInput[] | null {
  const before = lines.filter(line => instead.some(other => isSameLine(other, line)));
  const [room = '', ...otherRooms] = new Set(before.map(line => line.room));
  if (otherRooms.length > 0 || lines.some(({ gone }) => gone)) return null;
  const taken = packs.map(pack => ({ ...pack, room }));
  return linesForServer(swapLines<Line>(lines, before, taken));
}

/** Puts the packs of a hint into the working cart; answers how to have it as it was. */
export function takePacks({ instead, packs }: PackHint, lines: readonly WorkingLine[]): () => void {
  const before = instead.flatMap(line => lines.find(other => isSameLine(other, line)) ?? []);
  const room = before[0]?.room ?? '';
  const taken = packs.map(({ packName: _, ...pack }) => ({ ...withQuantityPrices(pack), room }));
  workingCart.swap(before, taken);
  return () => workingCart.swap(taken, before);
}
