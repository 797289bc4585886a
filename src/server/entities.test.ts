import { readFileSync } from 'node:fs';
import { getTableColumns, is, type Table } from 'drizzle-orm';
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as tables from '#server/tables.ts';
import { companySchema } from '#shared/schemas/companies.ts';
import { filterTemplateSchema, filterValueSchema } from '#shared/schemas/filters.ts';
import { layoutSchema } from '#shared/schemas/layouts.ts';
import { newLogEntrySchema } from '#shared/schemas/logs.ts';
import { notificationSchema } from '#shared/schemas/notifications.ts';
import { cartLineSchema, orderSchema } from '#shared/schemas/orders.ts';
import { productInputSchema } from '#shared/schemas/product-input.ts';
import { bundleItemSchema, productSchema, variantSchema } from '#shared/schemas/products.ts';
import { siteSettingsSchema } from '#shared/schemas/site.ts';
import { tagSchema } from '#shared/schemas/tags.ts';
import { userSchema } from '#shared/schemas/users.ts';

interface Shape {
  shape: Record<string, unknown>;
}

const columns = (table: Table) => Object.keys(getTableColumns(table));
const fields = ({ shape }: Shape) => Object.keys(shape);

/** The table whose rows a column points at. */
function pointsAt(table: PgTable, column: PgColumn): PgTable | undefined {
  return getTableConfig(table)
    .foreignKeys.map(key => key.reference())
    .find(({ columns: from }) => from.length === 1 && from[0]?.name === column.name)?.foreignTable as PgTable;
}

/** The tables whose rows belong to a row of this one. */
const listsOf = (owner: PgTable) =>
  Object.entries(tables).flatMap(([name, table]) =>
    is(table, PgTable) &&
    Object.values(getTableColumns(table)).some(column => pointsAt(table, column) === owner)
      ? [name]
      : [],
  );

/** Where each entity of spec §3 is kept and in which shape it crosses the wire. */
const ENTITIES: Record<string, string[]> = {
  Product: [
    ...columns(tables.products),
    ...fields(productSchema),
    ...fields(productInputSchema),
    ...listsOf(tables.products),
  ],
  // How many of a variant, wherever it stands in something.
  Variant: [...columns(tables.variants), ...fields(variantSchema), ...columns(tables.cartLines)],
  CartLine: [...columns(tables.orderLines), ...fields(cartLineSchema)],
  BundleItem: [...columns(tables.orderBundleItems), ...fields(bundleItemSchema)],
  Order: [...columns(tables.orders), ...fields(orderSchema), ...fields(orderSchema.shape.carts.element)],
  User: [...columns(tables.users), ...fields(userSchema)],
  Company: [...columns(tables.companies), ...fields(companySchema)],
  Layout: [...columns(tables.layouts), ...fields(layoutSchema)],
  SiteSettings: [...columns(tables.siteSettings), ...fields(siteSettingsSchema)],
  Notification: [...columns(tables.notifications), ...fields(notificationSchema)],
  Tag: [...columns(tables.tags), ...fields(tagSchema)],
  Filter: [...columns(tables.filterTemplates), ...fields(filterTemplateSchema), ...fields(filterValueSchema)],
  ProductTemplate: columns(tables.productTemplates),
  Coupon: columns(tables.coupons),
  LogEntry: [...columns(tables.logEntries), ...fields(newLogEntrySchema)],
  Return: columns(tables.returns),
};

const wanted = readFileSync('src/server/test/fixtures/entities.tsv', 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(row => row.split('\t') as [string, string]);

describe('the entities of spec §3', () => {
  it('exist with every field under its name [DATA-01]', () => {
    expect(wanted.length).toBeGreaterThan(200);
    const missing = wanted.filter(([entity, field]) => !ENTITIES[entity]?.includes(field));
    expect(missing).toEqual([]);
  });

  it('keep as rows of their own what an entity lists', () => {
    const { companies, orders, priceTiers, products, reviews, specialPrices, users } = tables;
    for (const [table, column] of [
      [users, users.company],
      [orders, orders.company],
      [specialPrices, specialPrices.company],
      [priceTiers, priceTiers.company],
    ] as const) {
      expect(pointsAt(table, column)).toBe(companies);
    }
    expect(pointsAt(reviews, reviews.product)).toBe(products);
    expect(columns(tables.cartLines)).toContain('quantity');
  });
});
