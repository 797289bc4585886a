import { DIMENSION_NAMES } from '#shared/schemas/products.ts';

export type DimensionName = (typeof DIMENSION_NAMES)[number];

/** Which length of a thing is meant; `named` are those that a title or an option tells of. */
export type Measure = DimensionName | 'named';

const STEP = 10_000_000;
const TENTHS = 10;

/** In the order of their numbers, which stay as they are: sizes are kept under them. */
export const MEASURES: readonly Measure[] = ['named', ...DIMENSION_NAMES];

/** A size as `variant_search.sizes` keeps it: tenths of millimetres, and which length it is. */
export const sizeKey = (measure: Measure, mm: number): number =>
  MEASURES.indexOf(measure) * STEP + Math.round(mm * TENTHS);

/** Keys of what lies within the tolerance (mm). */
export function sizeKeys(measures: readonly Measure[], mm: number, tolerance: number): number[] {
  return measures.flatMap(measure => {
    const [least, most] = [sizeKey(measure, Math.max(0, mm - tolerance)), sizeKey(measure, mm + tolerance)];
    return Array.from({ length: most - least + 1 }, (_, index) => least + index);
  });
}

export const firstKey = (measure: Measure): number => sizeKey(measure, 0);

/** The length of such a key, in tenths of millimetres, whichever length it is of. */
export const sizeTenths = (key: number): number => key % STEP;
