import { countIn, type KeptPick } from '#client/routes/admin/picking/kept-pick.ts';
import type { PickPlace } from '#shared/schemas/staff-picking.ts';

/** A code as it stands on labels, with or without its dashes. */
const fold = (code: string) => code.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Finds the place that a scanned code is of, by our number, else by the customer's own; of several the first that is not
 * full. Null: the code is of nothing on this list.
 */
export function scannedPlace(
  places: readonly PickPlace[],
  kept: Pick<KeptPick, 'counts'>,
  code: string,
): PickPlace | null {
  const wanted = fold(code);
  if (wanted === '') return null;
  const ours = places.filter(({ productNum }) => fold(productNum) === wanted);
  const found = ours.length > 0 ? ours : places.filter(({ partNumber }) => fold(partNumber) === wanted);
  return found.find(({ place, asked }) => countIn(kept, place).picked < asked) ?? found[0] ?? null;
}
