import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant, money, now, oneOf, updatedNow } from '#server/database/columns.ts';
import { products } from '#server/products/tables.ts';
import { users } from '#server/users/tables.ts';
import { tierColumns } from '#server/variants/stored-tiers.ts';
import { vendors } from '#server/vendors/tables.ts';
import { STOCK_REASONS, type StockReason } from '#shared/enumerations.ts';
import type { Dimensions, OptionValue } from '#shared/schemas/products.ts';

export const variants = pgTable(
  'variants',
  {
    _id: id(),
    /** Null: taken out of its product, kept for its orders and to be attached again. */
    product_id: uuid().references(() => products._id, { onDelete: 'set null' }),
    position: integer().notNull().default(0),
    title: text().notNull().default(''),
    vendor: text().references(() => vendors.name, { onUpdate: 'cascade', onDelete: 'restrict' }),
    tags: text().array().notNull().default(sql`'{}'`),
    options: jsonb().$type<OptionValue[]>().notNull().default([]),
    variantGroup: text().notNull().default(''),
    label: text().notNull().default(''),
    thumbnail: text(),
    image: text(),
    /** The remote address that `image` comes from: set before it is fetched, compared by the next import. */
    imageSource: text(),
    productNum: text().notNull(),
    /** Pieces on the shelf; below 0 only where back-orders are allowed. Drop-shipped ones are not counted. */
    stock: integer().notNull().default(0),
    backOrder: boolean().notNull().default(false),
    dropShip: boolean().notNull().default(false),
    price: money().notNull(),
    msrp: money(),
    cost: money(),
    pieceSize: integer().notNull().default(1),
    ...tierColumns(),
    binLocation: text().notNull().default(''),
    quickbooksId: text(),
    lb: smallint().notNull().default(0),
    oz: numeric({ precision: 6, scale: 2, mode: 'number' }).notNull().default(0),
    dimensions: jsonb().$type<Dimensions>().notNull().default({}),
    isBundle: boolean().notNull().default(false),
    bundleDiscountPer: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull().default(0),
    version: integer().notNull().default(1),
    createdAt: now(),
    updatedAt: updatedNow(),
    deletedAt: instant(),
  },
  t => [
    uniqueIndex('variants_product_num').on(sql`lower(${t.productNum})`).where(sql`${t.deletedAt} is null`),
    /** For numbers that somebody wrote from memory, without their dashes or with a letter wrong (`match-numbers.ts`). */
    index('variants_like_number')
      .using('gin', sql`regexp_replace(lower(${t.productNum}), '[^a-z0-9]', '', 'g') gin_trgm_ops`)
      .where(sql`${t.deletedAt} is null`),
    // Includes deleted ones: what their pictures show is asked for each product that is touched.
    index('variants_product').on(t.product_id, t.position),
    index('variants_vendor').on(t.vendor),
    index('variants_quickbooks').on(t.quickbooksId),
    index('variants_center_to_center').on(sql`((${t.dimensions} -> 'centerToCenter' ->> 'mm')::numeric)`),
    check('variants_product_num_present', sql`${t.productNum} <> ''`),
    check('variants_stock', sql`${t.stock} >= 0 or ${t.backOrder} or ${t.dropShip}`),
    check(
      'variants_amounts',
      sql`${t.price} >= 0 and coalesce(${t.msrp}, 0) >= 0 and coalesce(${t.cost}, 0) >= 0`,
    ),
    check('variants_piece_size', sql`${t.pieceSize} >= 1`),
    check('variants_weight', sql`${t.lb} >= 0 and ${t.oz} >= 0`),
    check('variants_bundle_discount', sql`${t.bundleDiscountPer} between 0 and 100`),
    check(
      'variants_wholesale_pairs',
      sql`(${t.wholeSaleQtyOne} is null) = (${t.wholeSalePriceOne} is null)
        and (${t.wholeSaleQtyTwo} is null) = (${t.wholeSalePriceTwo} is null)
        and (${t.wholeSaleQtyThree} is null) = (${t.wholeSalePriceThree} is null)
        and (${t.wholeSaleQtyTwo} is null or ${t.wholeSaleQtyOne} is not null)
        and (${t.wholeSaleQtyThree} is null or ${t.wholeSaleQtyTwo} is not null)`,
    ),
    check(
      'variants_wholesale_rising',
      sql`(${t.wholeSaleQtyOne} is null or (${t.wholeSaleQtyOne} > 1 and ${t.wholeSalePriceOne} between 0 and ${t.price}))
        and (${t.wholeSaleQtyTwo} is null or (${t.wholeSaleQtyTwo} > ${t.wholeSaleQtyOne} and ${t.wholeSalePriceTwo} between 0 and ${t.wholeSalePriceOne}))
        and (${t.wholeSaleQtyThree} is null or (${t.wholeSaleQtyThree} > ${t.wholeSaleQtyTwo} and ${t.wholeSalePriceThree} between 0 and ${t.wholeSalePriceTwo}))`,
    ),
  ],
);

/** Keeps what a bundle holds, by the bundle's variant (rule P4). */
export const bundleItems = pgTable(
  'bundle_items',
  {
    _id: id(),
    bundle: uuid()
      .notNull()
      .references(() => variants._id, { onDelete: 'cascade' }),
    variant: uuid()
      .notNull()
      .references(() => variants._id, { onDelete: 'restrict' }),
    quantity: integer().notNull(),
    position: integer().notNull().default(0),
  },
  t => [
    uniqueIndex('bundle_items_variant').on(t.bundle, t.variant),
    index('bundle_items_of').on(t.variant),
    check('bundle_items_quantity', sql`${t.quantity} >= 1`),
    check('bundle_items_not_itself', sql`${t.bundle} <> ${t.variant}`),
  ],
);

/**
 * Keeps every change of stock, so that a variant's stock is the sum of its moves (rule C13). Moves outlive the order that
 * they name: an Admin may delete it.
 */
export const stockMoves = pgTable(
  'stock_moves',
  {
    _id: id(),
    variant: uuid()
      .notNull()
      .references(() => variants._id, { onDelete: 'cascade' }),
    /** The time at which it held the row: a transaction's start would put moves that waited before those they waited for. */
    date: instant().notNull().default(sql`clock_timestamp()`),
    reason: text().$type<StockReason>().notNull(),
    pieces: integer().notNull(),
    /** The stock after it. */
    after: integer().notNull(),
    order: uuid(),
    return: uuid(),
    /** The one who counted, canceled or received; null: a shopper's order, a command or a job. */
    user: uuid().references((): AnyPgColumn => users._id, { onDelete: 'set null' }),
  },
  t => [
    index('stock_moves_variant').on(t.variant, t.date),
    index('stock_moves_user').on(t.user).where(sql`${t.user} is not null`),
    oneOf('stock_moves_reason', t.reason, STOCK_REASONS),
  ],
);

/** Those who want to be told when a variant is back; gone with the telling. */
export const stockRequests = pgTable(
  'stock_requests',
  {
    variant: uuid()
      .notNull()
      .references(() => variants._id, { onDelete: 'cascade' }),
    user: uuid()
      .notNull()
      .references((): AnyPgColumn => users._id, { onDelete: 'cascade' }),
    createdAt: now(),
  },
  t => [primaryKey({ columns: [t.variant, t.user] }), index('stock_requests_user').on(t.user)],
);
