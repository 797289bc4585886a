import { type Bits, bitsFor, setBit, setRange } from '#server/listing/bits.ts';
import type { FacetIndex } from '#server/listing/facet-index.ts';

type Passes = (product: number, variant: number) => boolean;

/** Variants of these products, or those of them that pass. */
export function variantsOf(index: FacetIndex, products: Uint32Array, passes: Passes | null): Bits {
  const bits = bitsFor(index.prices.length);
  if (passes === null && products.length === index.vendors.length) {
    setRange(bits, 0, index.prices.length);
    return bits;
  }
  for (const product of products) {
    const [first, end] = [index.variantsOf[product] ?? 0, index.variantsOf[product + 1] ?? 0];
    if (passes === null) setRange(bits, first, end);
    else
      for (let variant = first; variant < end; variant++) if (passes(product, variant)) setBit(bits, variant);
  }
  return bits;
}

/** Variants of the whole shop that have any of these values. */
export function withFacet({ holders, holdersOf, prices }: FacetIndex, keys: readonly number[]): Bits {
  const bits = bitsFor(prices.length);
  for (const key of keys) {
    const end = holdersOf[key + 1] ?? 0;
    for (let at = holdersOf[key] ?? 0; at < end; at++) setBit(bits, holders[at] ?? 0);
  }
  return bits;
}
