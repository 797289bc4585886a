import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { now, tsvector } from '#server/database/columns.ts';
import { products } from '#server/products/tables.ts';
import { variants } from '#server/variants/tables.ts';
import type { Length } from '#shared/rules/dimensions.ts';

/** Amounts are cents. */
export interface StoredTile {
  title: string;
  image: string | null;
  rating: number;
  reviews: number;
  /** Pictures that no variant has for its own; tiles of before that have none until they are written anew. */
  views?: string[];
  /** In their order. */
  variants: {
    id: string;
    productNum: string;
    label: string;
    image: string | null;
    price: number;
    msrp: number | null;
    quantityOne: number | null;
    priceOne: number | null;
    /** Can always be had: drop-shipped, back-ordered, or a bundle of such. */
    unlimited: boolean;
    facets: number[];
    /** Center to center. */
    center?: Length | null;
  }[];
}

/** A value of a filter group as it stands on variants: ('Finish', 'Brushed Nickel'). Small keys for arrays. */
export const facetValues = pgTable(
  'facet_values',
  {
    key: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    value: text().notNull(),
  },
  t => [uniqueIndex('facet_values_pair').on(t.name, t.value)],
);

/** The narrow table that listings filter and sort; nothing wide may enter it. Kept in the writing transaction. */
export const productSearch = pgTable(
  'product_search',
  {
    product_id: uuid()
      .primaryKey()
      .references(() => products._id, { onDelete: 'cascade' }),
    type: text().notNull(),
    published: boolean().notNull(),
    sale: boolean().notNull().default(false),
    sortTitle: text().notNull(),
    vendor: integer(),
    tags: integer().array().notNull(),
    facets: integer().array().notNull(),
    /** Cents. */
    minPrice: bigint({ mode: 'number' }).notNull(),
    maxPrice: bigint({ mode: 'number' }).notNull(),
    inStock: boolean().notNull(),
    anyOut: boolean().notNull(),
    purchased: integer().notNull().default(0),
    createdDay: integer().notNull().default(0),
    /** The word by which the title says what the product is, stemmed: 'hing' of "95° Concealed Hinge, Inset". */
    head: text().notNull().default(''),
  },
  t => [
    index('product_search_title')
      .on(sql`${t.sortTitle} collate "C"`, t.product_id)
      .where(sql`${t.published}`),
    index('product_search_price').on(t.minPrice, t.product_id).where(sql`${t.published}`),
    index('product_search_purchased').on(t.purchased.desc(), t.product_id).where(sql`${t.published}`),
    index('product_search_vendor').on(t.vendor).where(sql`${t.published}`),
    index('product_search_tags').using('gin', t.tags).where(sql`${t.published}`),
    index('product_search_facets').using('gin', t.facets).where(sql`${t.published}`),
  ],
);

/**
 * One narrow row a variant: filters on options, price and stock must hold for one and the same variant, and the
 * counts beside filter values are counted here.
 */
export const variantSearch = pgTable(
  'variant_search',
  {
    variant_id: uuid()
      .primaryKey()
      .references(() => variants._id, { onDelete: 'cascade' }),
    product_id: uuid()
      .notNull()
      .references(() => products._id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Cents; of a bundle the price that its items make. */
    price: bigint({ mode: 'number' }).notNull(),
    inStock: boolean().notNull(),
    facets: integer().array().notNull(),
    /** Its lengths, and those that its title and options name: see `sizeKey`. */
    sizes: integer().array().notNull().default([]),
  },
  t => [index('variant_search_product').on(t.product_id)],
);

/**
 * The facts that the tile of a product shows, ready to read: a page of fifty costs one look-up each. It holds nothing
 * of what changes with every sale: stock is read beside it.
 */
export const productTiles = pgTable('product_tiles', {
  product_id: uuid()
    .primaryKey()
    .references(() => products._id, { onDelete: 'cascade' }),
  tile: jsonb().$type<StoredTile>().notNull(),
});

/**
 * The searched text: lower-case title and numbers for trigrams, a tsvector for words. Beside the words of names,
 * options and numbers that holds `#f…` for facets, `#s…` for sizes, `^…` for the words of the title alone and `~…` for
 * those of the description.
 */
export const productText = pgTable(
  'product_text',
  {
    product_id: uuid()
      .primaryKey()
      .references(() => products._id, { onDelete: 'cascade' }),
    title: text().notNull(),
    searchText: text().notNull(),
    words: tsvector().notNull(),
    purchased: integer().notNull().default(0),
    published: boolean().notNull(),
  },
  t => [
    index('product_text_trigrams').using('gin', t.searchText.op('gin_trgm_ops')).where(sql`${t.published}`),
    index('product_text_words').using('gin', t.words).where(sql`${t.published}`),
    index('product_text_purchased').on(t.purchased.desc(), t.product_id).where(sql`${t.published}`),
  ],
);

/** Words of the catalogue, for mending typos. */
export const searchWords = pgTable(
  'search_words',
  { word: text().primaryKey(), products: integer().notNull() },
  t => [index('search_words_trigrams').using('gin', t.word.op('gin_trgm_ops'))],
);

/** The words that shoppers asked for and nothing had, so that staff learn what is missing; nothing says who asked. */
export const searchMisses = pgTable(
  'search_misses',
  {
    words: text().primaryKey(),
    count: integer().notNull().default(1),
    last: now(),
  },
  t => [index('search_misses_last').on(t.last)],
);

/** Rolled-up counts of unfiltered listings: scope 0 is the whole shop, else the key of a category or subcategory. */
export const facetCounts = pgTable(
  'facet_counts',
  {
    scope: integer().notNull(),
    kind: text().$type<'at' | 'total' | 'facet' | 'vendor' | 'stock' | 'price'>().notNull(),
    value: integer().notNull(),
    products: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.scope, t.kind, t.value] })],
);
