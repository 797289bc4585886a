import { formatLength, parseLength } from '#shared/rules/dimensions.ts';
import type { Dimensions } from '#shared/schemas/products.ts';

/**
 * Center-to-center sizes of the trade: the inches that are written, the millimetres that metric makers drill. The
 * two differ by less than a screw's play.
 */
export const CENTERS = {
  32: '1-1/4"',
  64: '2-1/2"',
  76: '3"',
  89: '3-1/2"',
  96: '3-3/4"',
  102: '4"',
  128: '5-1/16"',
  160: '6-5/16"',
  192: '7-9/16"',
  224: '8-13/16"',
  256: '10-1/16"',
  305: '12"',
  320: '12-5/8"',
  457: '18"',
  610: '24"',
} as const;
export type Center = keyof typeof CENTERS;

/** Writes a size as the listing's filter does: 3-3/4" (96 mm). */
export const centerLabel = (mm: Center): string => `${CENTERS[mm]} (${mm} mm)`;

/** Lengths written as in a catalogue, typed. */
export function lengths(written: Partial<Record<keyof Dimensions, string>>): Dimensions {
  return Object.fromEntries(
    Object.entries(written).map(([name, text]) => {
      const length = parseLength(text);
      if (!length) throw new RangeError(`not a length: ${text}`);
      return [name, length];
    }),
  );
}

/** Millimetres of a written length. */
export function millimetres(written: string): number {
  const length = parseLength(written);
  if (!length) throw new RangeError(`not a length: ${written}`);
  return length.mm;
}

/** A length so many millimetres longer, to the sixteenth of an inch. */
export function longer(written: string, by: number): string {
  const sixteenths = Math.max(1, Math.round(((millimetres(written) + by) / 25.4) * 16));
  return formatLength({ mm: (sixteenths / 16) * 25.4, unit: 'in' });
}
