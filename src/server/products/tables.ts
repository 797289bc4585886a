import { sql } from 'drizzle-orm';
import {
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
import { id, instant, now, oneOf, updatedNow } from '#server/database/columns.ts';
import { tags } from '#server/tags/tables.ts';
import { vendors } from '#server/vendors/tables.ts';
import type { ProductOption } from '#shared/schemas/products.ts';

export const products = pgTable(
  'products',
  {
    _id: id(),
    title: text().notNull(),
    /** Sanitised HTML. */
    description: text().notNull().default(''),
    type: text().notNull().default('Accessory'),
    locationCode: text().notNull().default(''),
    image: text(),
    flammable: boolean().notNull().default(false),
    publish: boolean().notNull().default(false),
    sale: boolean().notNull().default(false),
    isBundle: boolean().notNull().default(false),
    vendor: text().references(() => vendors.name, { onUpdate: 'cascade', onDelete: 'restrict' }),
    options: jsonb().$type<ProductOption[]>().notNull().default([]),
    variantLayout: smallint().notNull().default(0),
    dropShip: boolean().notNull().default(false),
    local: boolean().notNull().default(false),
    /** Pieces sold; raised in batches, never inside a checkout. */
    purchased: integer().notNull().default(0),
    averageRating: numeric({ precision: 3, scale: 2, mode: 'number' }).notNull().default(0),
    reviewCount: integer().notNull().default(0),
    relatedProductText: text().notNull().default(''),
    /** The source's own key (a Shopify handle), by which a second import finds it again. */
    importKey: text().unique(),
    version: integer().notNull().default(1),
    createdAt: now(),
    updatedAt: updatedNow(),
    deletedAt: instant(),
  },
  t => [
    index('products_vendor').on(t.vendor),
    check('products_title_present', sql`${t.title} <> ''`),
    check('products_variant_layout', sql`${t.variantLayout} >= 0`),
    check('products_purchased', sql`${t.purchased} >= 0`),
    check('products_rating', sql`${t.averageRating} between 0 and 5`),
  ],
);

/** Keeps categories, subcategories and tags of a product, each a row of `tags`. */
export const productTags = pgTable(
  'product_tags',
  {
    product: uuid()
      .notNull()
      .references(() => products._id, { onDelete: 'cascade' }),
    tag: uuid()
      .notNull()
      .references(() => tags._id, { onDelete: 'cascade' }),
    position: integer().notNull().default(0),
  },
  t => [primaryKey({ columns: [t.product, t.tag] }), index('product_tags_tag').on(t.tag)],
);

/** A product's pictures in order; a remote one is fetched by a job and shows a placeholder meanwhile. */
export const productPictures = pgTable(
  'product_pictures',
  {
    _id: id(),
    product: uuid()
      .notNull()
      .references(() => products._id, { onDelete: 'cascade' }),
    position: integer().notNull().default(0),
    /** Base path of the finished sizes (`/160.webp` …); null while a remote one is being fetched. */
    path: text(),
    source: text(),
    alt: text().notNull().default(''),
    status: text().$type<'ready' | 'waiting' | 'failed'>().notNull().default('ready'),
    failure: text(),
    /** How often fetching was tried, and when it may be tried next. */
    attempts: smallint().notNull().default(0),
    dueAt: now(),
  },
  t => [
    index('product_pictures_product').on(t.product, t.position),
    uniqueIndex('product_pictures_source').on(t.product, t.source),
    index('product_pictures_waiting').on(t.dueAt).where(sql`${t.status} = 'waiting'`),
    oneOf('product_pictures_status', t.status, ['ready', 'waiting', 'failed']),
    check('product_pictures_ready', sql`${t.status} <> 'ready' or ${t.path} is not null`),
  ],
);

/** Keeps `relatedProduct`: shown after adding to the cart (rule N6) and on the product page. */
export const relatedProducts = pgTable(
  'related_products',
  {
    product: uuid()
      .notNull()
      .references(() => products._id, { onDelete: 'cascade' }),
    related: uuid()
      .notNull()
      .references(() => products._id, { onDelete: 'cascade' }),
    position: integer().notNull().default(0),
  },
  t => [
    primaryKey({ columns: [t.product, t.related] }),
    check('related_products_not_itself', sql`${t.product} <> ${t.related}`),
  ],
);
