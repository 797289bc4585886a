/** Products that `fill-products.ts` puts into a shop for the product page's journeys. */
export const PRODUCTS = {
  /** Finishes and sizes; satin brass is not made in 5-1/16". */
  pull: '0190aaaa-0000-7000-8000-000000000001',
  /** One long dropdown (variantLayout 1). */
  slide: '0190aaaa-0000-7000-8000-000000000002',
  /** Two groups; pewter comes without a backplate only. */
  knob: '0190aaaa-0000-7000-8000-000000000003',
  /** Sold by the bag. */
  screw: '0190aaaa-0000-7000-8000-000000000004',
  /** Four pulls and two bags of screws, 10 % off. */
  set: '0190aaaa-0000-7000-8000-000000000005',
  /** Markup wherever text is. */
  markup: '0190aaaa-0000-7000-8000-000000000006',
  draft: '0190aaaa-0000-7000-8000-000000000007',
} as const;
