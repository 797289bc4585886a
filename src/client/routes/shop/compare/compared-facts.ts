import { DIMENSION_TEXTS } from '#client/features/catalog/dimension-texts.ts';
import { stockText } from '#client/features/catalog/stock.ts';
import { tierText } from '#client/features/prices/tier-text.ts';
import { formatLength, type Length } from '#shared/rules/dimensions.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { FoundVariant } from '#shared/schemas/products.ts';
import { tiersTold } from '#shared/schemas/quantity-prices.ts';

export interface FactRow {
  name: string;
  /** One for each variant; empty where it has none. */
  values: string[];
  differs: boolean;
}

const MM_PER_INCH = 25.4;

/** Writes a length as its maker states it, and in the other unit: 3-3/4" (95.25 mm). */
function bothUnits(length: Length): string {
  const other =
    length.unit === 'in'
      ? `${Number(length.mm.toFixed(2))} mm`
      : `${Number((length.mm / MM_PER_INCH).toFixed(3))}"`;
  return `${formatLength(length)} (${other})`;
}

const tiers = (variant: FoundVariant): string =>
  tiersTold(variant)
    .map(tier => tierText(tier, variant.price))
    .filter(Boolean)
    .join(', ');

const weight = ({ lb, oz }: FoundVariant): string =>
  [lb > 0 && `${lb} lb`, oz > 0 && `${oz} oz`].filter(Boolean).join(' ');

/** Everything that is known of some of these variants, a fact a row, in one order. */
export function compareFacts(variants: readonly FoundVariant[]): FactRow[] {
  const options = [...new Set(variants.flatMap(({ options: named }) => named.map(option => option.name)))];
  const rows: [name: string, read: (variant: FoundVariant) => string][] = [
    ['Product number', variant => variant.productNum],
    ['Price', variant => formatMoney(variant.price)],
    ['Quantity prices', tiers],
    ['List price', ({ msrp }) => (msrp === null ? '' : formatMoney(msrp))],
    ['Stock', stockText],
    ['Vendor', variant => variant.vendor ?? ''],
    ['Type', variant => variant.product.type],
    ...options.map((name): [string, (variant: FoundVariant) => string] => [
      name,
      variant => variant.options.find(option => option.name === name)?.value ?? '',
    ]),
    ...DIMENSION_TEXTS.map(({ name, text }): [string, (variant: FoundVariant) => string] => [
      text,
      ({ dimensions }) => {
        const length = dimensions[name];
        return length ? bothUnits(length) : '';
      },
    ]),
    ['Pieces in a pack', variant => String(variant.pieceSize)],
    ['Weight', weight],
  ];
  return rows
    .map(([name, read]) => {
      const values = variants.map(read);
      return { name, values, differs: new Set(values).size > 1 };
    })
    .filter(({ name, values }, index, all) => {
      // An option and a typed dimension of one name say the same.
      const isSaid = all.findIndex(row => row.name.toLowerCase() === name.toLowerCase()) < index;
      return !isSaid && values.some(value => value !== '');
    });
}
