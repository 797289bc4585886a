import { DIMENSION_TEXTS } from '#client/features/catalog/dimension-texts.ts';
import { bothUnits } from '#client/routes/shop/product/both-units.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

export interface Column {
  label: string;
  text: (variant: Variant) => string;
  /** The value that rows are sorted by; texts that hold numbers are sorted by these. */
  sort: (variant: Variant) => number | string;
}

/** Columns for that in which the variants of a product differ, and for nothing else. */
export function differingColumns({ variants, options }: Pick<Product, 'variants' | 'options'>): Column[] {
  const dimensions = DIMENSION_TEXTS.map(({ name, text }): Column => {
    const length = (variant: Variant) => variant.dimensions[name];
    return {
      label: text,
      text: variant => {
        const found = length(variant);
        return found ? bothUnits(found) : '';
      },
      sort: variant => length(variant)?.mm ?? -1,
    };
  });
  const isMeasured = (option: string) =>
    dimensions.some(
      ({ label, sort }) =>
        label.toLowerCase() === option.toLowerCase() && variants.every(one => sort(one) !== -1),
    );
  const plain = options
    .filter(({ name }) => !isMeasured(name))
    .map(
      ({ name }): Column =>
        textColumn(name, one => one.options.find(option => option.name === name)?.value ?? ''),
    );
  const others = [
    textColumn('Group', one => one.variantGroup),
    textColumn('Made by', one => one.vendor ?? ''),
  ];
  const pieces: Column = {
    label: 'QTY',
    text: one => String(one.pieceSize),
    sort: one => one.pieceSize,
  };
  return [...others.slice(0, 1), ...plain, ...dimensions, ...others.slice(1), pieces].filter(
    ({ sort }) => new Set(variants.map(sort)).size > 1,
  );
}

const textColumn = (label: string, text: (variant: Variant) => string): Column => ({
  label,
  text,
  sort: text,
});

export interface Sorting {
  label: string;
  isDown: boolean;
}

export const NUMBER_COLUMN: Column = textColumn('Number', ({ productNum }) => productNum);
export const PRICE_COLUMN: Column = { label: 'Price', text: () => '', sort: ({ price }) => price };
export const STOCK_COLUMN: Column = { label: 'Stock', text: () => '', sort: ({ stock }) => stock };

/** Sorts as asked for, else as the shop has them. */
export function sortVariants(variants: readonly Variant[], columns: readonly Column[], by: Sorting | null) {
  const column = by && columns.find(({ label }) => label === by.label);
  if (!by || !column) return variants;
  const sign = by.isDown ? -1 : 1;
  return variants.toSorted((a, b) => sign * compare(column.sort(a), column.sort(b)));
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en-US', { numeric: true });
}
