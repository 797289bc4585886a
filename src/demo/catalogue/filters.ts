import type { DemoProduct } from '#demo/catalogue/demo-product.ts';
import { FINISHES } from '#demo/catalogue/finishes.ts';
import { CENTERS, type Center, centerLabel } from '#demo/catalogue/sizes.ts';
import { parseLength } from '#shared/rules/dimensions.ts';

export interface DemoFilter {
  name: string;
  /** Product types that have such an option; empty: so many that it is shown for all. */
  types: string[];
  values: { label: string; options: string[]; hex: string | null; hex2: string | null }[];
}

/** The groups in the order in which people choose; options that are not named here are no filter. */
const GROUPS = [
  ...[
    'Finish',
    'Center to center',
    'Diameter',
    'Size',
    'Length',
    'Overlay',
    'Frame overlay',
    'Opening angle',
  ],
  ...['Closing', 'Fixing', 'Hinge height', 'Slide length', 'Slide closing', 'Load', 'Drawer sides', 'Wood'],
  ...['Leg height', 'Screw length', 'Color', 'Pack'],
];
const FOR_ALL = 6;

/** Filter groups with every value that a variant has; metric makers' centers count as those in inches. */
export function demoFilters(products: readonly DemoProduct[]): DemoFilter[] {
  return GROUPS.map(name => {
    const types = new Set<string>();
    const found = new Set<string>();
    for (const { type, variants } of products) {
      for (const { options } of variants) {
        const value = options.find(([option]) => option === name)?.[1];
        if (value === undefined) continue;
        types.add(type);
        found.add(value);
      }
    }
    return { name, types: types.size > FOR_ALL ? [] : [...types], values: valuesOf(name, found) };
  });
}

function valuesOf(name: string, found: ReadonlySet<string>): DemoFilter['values'] {
  const plain = { options: [], hex: null, hex2: null };
  if (name === 'Finish') {
    return Object.entries(FINISHES).map(([label, { us, hex, ...more }]) => ({
      label,
      options: us ? [us] : [],
      hex,
      hex2: 'hex2' in more ? more.hex2 : null,
    }));
  }
  if (name === 'Center to center') {
    return Object.keys(CENTERS)
      .map(mm => Number(mm) as Center)
      .filter(mm => found.has(centerLabel(mm)) || found.has(`${mm} mm`))
      .map(mm => ({ ...plain, label: centerLabel(mm), options: [CENTERS[mm], `${mm} mm`] }));
  }
  return [...found].sort(bySize).map(label => ({ ...plain, label }));
}

const inOrder = new Intl.Collator('en', { numeric: true });

/** Lengths by their length, numbers by their value, words as in a dictionary. */
function bySize(a: string, b: string): number {
  const [first, second] = [sizeOf(a), sizeOf(b)];
  return first !== null && second !== null && first !== second ? first - second : inOrder.compare(a, b);
}

function sizeOf(value: string): number | null {
  const length = parseLength(value);
  if (length) return length.mm;
  const number = /\d+/.exec(value);
  return number ? Number(number[0]) : null;
}
