import { z } from 'zod';
import { MAX_FILTERS_ASKED, PRODUCT_SORTS, type ProductSort } from '#shared/constants.ts';
import { parseSpacing } from '#shared/rules/dimensions.ts';
import { idSchema, moneyOut, paging, q, text } from '#shared/schemas/common.ts';
import { tileSchema } from '#shared/schemas/products.ts';
import { wordChoiceSchema } from '#shared/schemas/search.ts';

export const LISTING_TYPES = ['all', 'normal', 'sale', 'new', 'featured'] as const;

const names = q.list(z.array(z.string().max(120)).max(50));

/** Asks GET /products: everything that a listing's address can say. Unknown fields are ignored (rule S3). */
export const productQuerySchema = z.object({
  type: z.enum(LISTING_TYPES).optional(),
  title: text(200).optional(),
  tags: names.optional(),
  categories: names.optional(),
  subcategories: names.optional(),
  vendor: names.optional(),
  options: q
    .json(
      z
        .record(z.string().max(80), z.array(z.string().max(120)).max(50))
        // Each filter is counted without itself, and so costs as much as all others together.
        .refine(
          filters => Object.keys(filters).length <= MAX_FILTERS_ASKED,
          `has more than ${MAX_FILTERS_ASKED} filters`,
        ),
    )
    .optional(),
  minPrice: q.num(z.number().min(0).max(10_000_000)).optional(),
  maxPrice: q.num(z.number().min(0).max(10_000_000)).optional(),
  inStock: q.bool.optional(),
  outOfStock: q.bool.optional(),
  /** Limits to what the asker, or their company, bought already. */
  bought: q.bool.optional(),
  /** Center to center of the holes that are there: 3-3/4", 96 mm; give or take `holesTolerance` mm. */
  holes: text(40)
    .refine(written => parseSpacing(written) !== null, 'is not a length such as 3-3/4" or 96 mm')
    .optional(),
  holesTolerance: q.num(z.number().min(0).max(100)).optional(),
  ids: q.list(z.array(idSchema).max(200)).optional(),
  /** Without it words are answered best first, everything else from A to Z. */
  sort: z.enum(Object.keys(PRODUCT_SORTS) as ProductSort[]).optional(),
  ...paging(50),
});
export type ProductQuery = z.infer<typeof productQuerySchema>;

export const facetSchema = z.object({
  name: z.string(),
  /**
   * Chosen here by the words of the search already. Choosing a value takes its place, and is counted so: `title`
   * is what is searched for then. A filter of the same name wins over the words as well.
   */
  byWords: wordChoiceSchema.nullable(),
  values: z.array(
    z.object({
      value: z.string(),
      products: z.int(),
      hex: z.string().nullable(),
      hex2: z.string().nullable(),
    }),
  ),
});

export const productListSchema = z.object({
  products: z.array(tileSchema),
  total: z.int(),
  /** The highest price of the listing without its price filter, for the slider. */
  maxPrice: moneyOut,
  facets: z.array(facetSchema),
  vendors: z.array(z.object({ value: z.string(), products: z.int() })),
  inStock: z.int(),
  outOfStock: z.int(),
  /** Chosen by words of the search, of the first filter that tells of it; null: a size, of none or of several. */
  chosenByWords: z.array(wordChoiceSchema.extend({ filter: z.string().nullable() })),
  /** The words as they were read where a typo was mended. */
  searchedFor: z.string().nullable(),
  /** Words, as they were typed, that no product has together with the others. */
  leftOut: z.array(z.string()),
});
export type ProductList = z.infer<typeof productListSchema>;
