import { type SQL, sql } from 'drizzle-orm';
import type { Bits } from '#server/listing/bits.ts';
import type { FacetIndex } from '#server/listing/facet-index.ts';
import { variantsOf, withFacet } from '#server/listing/indexed-variants.ts';
import { overlaps } from '#server/search/find-by-text.ts';
import type { Vocabulary } from '#server/search/vocabulary.ts';
import { HOLES_TOLERANCE_MM } from '#shared/constants.ts';
import { parseSpacing } from '#shared/rules/dimensions.ts';
import type { ProductQuery } from '#shared/schemas/listing.ts';

/** One filter that a shopper chose. Within one any value will do; all of them must hold. */
export type Narrowing =
  | { kind: 'bought'; variants: string[] }
  | { kind: 'facet'; name: string; keys: number[] }
  | { kind: 'vendor'; keys: number[] }
  /** Cents; null is open. */
  | { kind: 'price'; least: number | null; most: number | null }
  | { kind: 'stock'; inStock: boolean }
  /** Center to center, in mm. */
  | { kind: 'holes'; least: number; most: number };

interface Asked {
  query: ProductQuery;
  vocabulary: Vocabulary;
  /** The variants to which one customer asks to be limited. */
  bought: string[] | null;
}

/** All that a listing has to know of one kind of filter. */
interface Kind<F extends Narrowing> {
  /** Reads what is asked for; nothing where that leaves everything. */
  read: (asked: Asked) => F[];
  /** Holds of a product's variants all alike, as it is about the product: `onVariant` may ask of `s` alone. */
  isOfProduct?: true;
  /** Condition on a variant, `variant_search x`; with `isOfProduct` on its `product_search s`. */
  onVariant: (filter: F) => SQL;
  /** Holds for every product with such a variant; cheaper, and found by an index. */
  onProduct: (filter: F) => SQL;
  /** The same by the index in memory: the variants that pass, of these products at least; null: it knows too little. */
  passing: ((index: FacetIndex, products: Uint32Array, filter: F) => Bits) | null;
}

const keysOf = (list: readonly number[]): SQL => sql`${sql.param([...list])}::int[]`;

const ofVendors = ({ keys }: { keys: readonly number[] }): SQL =>
  sql`coalesce(s.vendor = any(${keysOf(keys)}), false)`;

const KINDS = {
  /** By one customer, so that its counts are nobody else's. */
  bought: {
    read: ({ bought }) => (bought ? [{ kind: 'bought', variants: bought }] : []),
    onVariant: ({ variants }) => sql`x.variant_id = any(${sql.param(variants)}::uuid[])`,
    onProduct: ({ variants }) => sql`s.product_id in (
        select b.product_id from variant_search b where b.variant_id = any(${sql.param(variants)}::uuid[]))`,
    passing: null,
  },
  facet: {
    read: ({ query, vocabulary }) =>
      Object.entries(query.options ?? {})
        .filter(([, values]) => values.length > 0)
        .map(([name, values]) => ({ kind: 'facet', name, keys: vocabulary.facetKeys(name, values) })),
    onVariant: ({ keys }) => overlaps(sql`x.facets`, keysOf(keys)),
    onProduct: ({ keys }) => sql`s.facets && ${keysOf(keys)}`,
    passing: (index, _products, { keys }) => withFacet(index, keys),
  },
  vendor: {
    read: ({ query, vocabulary }) =>
      query.vendor?.length ? [{ kind: 'vendor', keys: vocabulary.vendorKeys(query.vendor) }] : [],
    isOfProduct: true,
    onVariant: ofVendors,
    onProduct: ofVendors,
    passing: (index, products, { keys }) => {
      const chosen = new Set(keys);
      const theirs = products.filter(product => chosen.has(index.vendors[product] ?? 0));
      return variantsOf(index, theirs, null);
    },
  },
  price: {
    read: ({ query }) =>
      query.minPrice === undefined && query.maxPrice === undefined
        ? []
        : [
            {
              kind: 'price',
              least: cents(query.minPrice, Math.ceil),
              most: cents(query.maxPrice, Math.floor),
            },
          ],
    onVariant: filter => between(sql`x.price`, filter),
    onProduct: ({ least, most }) => sql`${between(sql`s.max_price`, { least, most: null })}
        and ${between(sql`s.min_price`, { least: null, most })}`,
    passing: (index, products, filter) => {
      const least = filter.least ?? Number.NEGATIVE_INFINITY;
      const most = filter.most ?? Number.POSITIVE_INFINITY;
      return variantsOf(index, products, (_product, variant) => {
        const price = index.prices[variant] ?? 0;
        return price >= least && price <= most;
      });
    },
  },
  stock: {
    read: ({ query: { inStock, outOfStock } }) =>
      // Both boxes ticked leave everything, as none does.
      Boolean(inStock) === Boolean(outOfStock) ? [] : [{ kind: 'stock', inStock: Boolean(inStock) }],
    onVariant: ({ inStock }) => (inStock ? sql`x.in_stock` : sql`not x.in_stock`),
    onProduct: ({ inStock }) => (inStock ? sql`s.in_stock` : sql`s.any_out`),
    passing: (index, products, { inStock }) => {
      const wanted = inStock ? 1 : 0;
      return variantsOf(index, products, (_product, variant) => index.inStock[variant] === wanted);
    },
  },
  holes: {
    read: ({ query: { holes, holesTolerance = HOLES_TOLERANCE_MM } }) => {
      const spacing = holes === undefined ? null : parseSpacing(holes);
      if (!spacing) return [];
      return [{ kind: 'holes', least: spacing.mm - holesTolerance, most: spacing.mm + holesTolerance }];
    },
    onVariant: filter => sql`x.variant_id in (select v.id from variants v where ${fitting(filter)})`,
    onProduct: filter => sql`s.product_id in (
        select v.product_id from variants v where v.product_id is not null and ${fitting(filter)})`,
    passing: null,
  },
} satisfies { [K in Narrowing['kind']]: Kind<Extract<Narrowing, { kind: K }>> };

/** Filters that the index knows enough for. */
export type Indexed = {
  [K in Narrowing['kind']]: (typeof KINDS)[K]['passing'] extends null
    ? never
    : Extract<Narrowing, { kind: K }>;
}[Narrowing['kind']];

interface IndexedKind {
  passing: NonNullable<Kind<Narrowing>['passing']>;
}

/** The row of a filter's kind, which TypeScript can't see to be of one kind with it. */
const kindOf = ({ kind }: Narrowing) => KINDS[kind] as unknown as Kind<Narrowing>;

export const narrowingOf = (asked: Asked): Narrowing[] =>
  Object.values(KINDS).flatMap(({ read }): Narrowing[] => read(asked));

export const isOfProduct = (filter: Narrowing): boolean => kindOf(filter).isOfProduct === true;

export const onVariant = (filter: Narrowing): SQL => kindOf(filter).onVariant(filter);

export const onProduct = (filter: Narrowing): SQL => kindOf(filter).onProduct(filter);

export const isIndexed = (filter: Narrowing): filter is Indexed => KINDS[filter.kind].passing !== null;

export const passing = (index: FacetIndex, products: Uint32Array, filter: Indexed): Bits =>
  (kindOf(filter) as IndexedKind).passing(index, products, filter);

const cents = (amount: number | undefined, round: (value: number) => number) =>
  amount === undefined ? null : round(Number((amount * 100).toFixed(6)));

/** Condition on `variants v`, as the index `variants_center_to_center` has it. */
function fitting({ least, most }: { least: number; most: number }): SQL {
  return sql`v.deleted_at is null
    and (v.dimensions -> 'centerToCenter' ->> 'mm')::numeric between ${least}::numeric and ${most}::numeric`;
}

function between(price: SQL, { least, most }: { least: number | null; most: number | null }): SQL {
  if (least === null && most === null) return sql`true`;
  if (least === null) return sql`${price} <= ${most}::bigint`;
  if (most === null) return sql`${price} >= ${least}::bigint`;
  return sql`${price} between ${least}::bigint and ${most}::bigint`;
}
