import { sql } from 'drizzle-orm';
import { bulkInsert } from '#demo/bulk-insert.ts';
import type { CatalogueRows } from '#demo/catalogue/assemble.ts';
import type { Db } from '#server/database/db.ts';
import { filterTemplates, filterValues } from '#server/filters/tables.ts';
import { refreshFacetCounts, tidyIndexes } from '#server/listing/facet-counts.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { productPictures, products, productTags, relatedProducts } from '#server/products/tables.ts';
import { productSuggestions } from '#server/suggestions/tables.ts';
import { tags } from '#server/tags/tables.ts';
import { productTemplates } from '#server/templates/tables.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';
import { vendors } from '#server/vendors/tables.ts';

/** Writes the catalogue; what searches read follows by `indexCatalogue`. */
export async function writeCatalogue(tx: Db, rows: CatalogueRows): Promise<void> {
  await bulkInsert(tx, vendors, rows.vendors);
  await bulkInsert(tx, tags, rows.tags);
  await bulkInsert(tx, filterTemplates, rows.filterTemplates);
  await bulkInsert(tx, filterValues, rows.filterValues);
  await bulkInsert(tx, productTemplates, rows.templates);
  await bulkInsert(
    tx,
    products,
    rows.products.map(({ row }) => row),
  );
  await bulkInsert(
    tx,
    variants,
    rows.products.flatMap(one => one.variants.map(({ row }) => row)),
  );
  await bulkInsert(tx, productTags, rows.productTags);
  await bulkInsert(tx, productPictures, rows.pictures);
  await bulkInsert(tx, bundleItems, rows.bundleItems);
  await bulkInsert(tx, relatedProducts, rows.related);
  await bulkInsert(tx, productSuggestions, rows.suggestions);
}

const WRITTEN = [
  'products',
  'variants',
  'product_tags',
  'tags',
  'filter_values',
  'bundle_items',
  'product_pictures',
];
const INDEXED = [
  'product_search',
  'variant_search',
  'product_text',
  'product_tiles',
  'facet_values',
  'search_words',
];

/** Builds what searches read by the code that keeps it, all at once, with figures for the planner before and after. */
export async function indexCatalogue(tx: Db, rows: CatalogueRows): Promise<void> {
  await analyze(tx, WRITTEN);
  await touchProducts(
    tx,
    rows.products.map(({ row }) => row._id),
  );
  await refreshFacetCounts(tx);
  await tidyIndexes(tx);
  await analyze(tx, INDEXED);
}

export async function analyze(tx: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) await tx.execute(sql`analyze ${sql.identifier(table)}`);
}
