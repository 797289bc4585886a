import { readFileSync } from 'node:fs';
import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { appRouter } from '#server/router.ts';
import * as tables from '#server/tables.ts';

interface Entity {
  /** The calls that answer it, where in the answer it stands, and which of its fields alone stand there. */
  answered: readonly (readonly [call: string, where: string, only?: readonly string[]])[];
  /** Answered by no call yet, as its page of the back office is still to come: to the letter, by its table. */
  kept?: readonly [PgTable, readonly string[]];
}

/** Names the places that tell each entity (rule C1), and what of it is only kept. */
const ENTITIES: Record<string, Entity> = {
  Product: {
    answered: [['products.byId', '']],
    kept: [tables.products, ['locationCode', 'publish', 'purchased']],
  },
  Variant: {
    answered: [
      ['products.byId', 'variants[]'],
      // How many were chosen.
      ['orders.byId', 'cart[]', ['quantity']],
    ],
    kept: [tables.variants, ['cost', 'binLocation', 'quickbooksId']],
  },
  CartLine: { answered: [['orders.byId', 'cart[]']] },
  BundleItem: { answered: [['orders.byId', 'cart[].bundleItems[]']] },
  Order: {
    answered: [
      ['orders.byId', ''],
      ['orders.byId', 'carts[]', ['cartItems']],
    ],
  },
  User: { answered: [['users.byId', '']] },
  Company: { answered: [['companies.byId', '']] },
  Layout: { answered: [['layouts.list', '[]']] },
  SiteSettings: { answered: [['site.get', 'site']] },
  Notification: { answered: [['notifications.list', 'notifications[]']] },
  Tag: { answered: [['tags.list', '[]']] },
  Filter: {
    answered: [
      ['filters.list', '[]'],
      ['filters.list', '[].filters[]', ['label', 'options', 'hex', 'hex2']],
    ],
  },
  ProductTemplate: { answered: [], kept: [tables.productTemplates, ['_id', 'name']] },
  Coupon: { answered: [], kept: [tables.coupons, ['code', 'type']] },
  LogEntry: {
    answered: [],
    kept: [tables.logEntries, ['userEmail', 'type', 'category', 'name', 'description']],
  },
  Return: { answered: [['returns.byId', '']] },
};

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  allOf?: Shape[];
}

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { output?: z.ZodType } }>;

/** The names at one place of what a call answers; lists are `[]`. */
function namesAt(call: string, where: string): string[] {
  const output = procedures[call]?._def.output;
  if (!output) throw new Error(`there is no call ${call}`);
  let shapes = [z.toJSONSchema(output, { unrepresentable: 'any', io: 'input' }) as Shape];
  for (const step of where.match(/\[\]|\w+/g) ?? []) {
    shapes = shapes
      .flatMap(alternatives)
      .flatMap(({ items, properties }) => (step === '[]' ? items : properties?.[step]) ?? []);
  }
  return shapes.flatMap(alternatives).flatMap(({ properties = {} }) => Object.keys(properties));
}

function alternatives(shape: Shape): Shape[] {
  const all = [...(shape.anyOf ?? []), ...(shape.allOf ?? [])];
  return all.length > 0 ? all.flatMap(alternatives) : [shape];
}

const toldOf = (entity: string) =>
  new Set(
    ENTITIES[entity]?.answered.flatMap(([call, where, only]) =>
      namesAt(call, where).filter(name => !only || only.includes(name)),
    ),
  );

/** The table whose rows a column points at. */
function pointsAt(table: PgTable, column: PgColumn): PgTable | undefined {
  return getTableConfig(table)
    .foreignKeys.map(key => key.reference())
    .find(({ columns: from }) => from.length === 1 && from[0]?.name === column.name)?.foreignTable as PgTable;
}

const wanted = readFileSync('src/server/test/fixtures/entities.tsv', 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(row => row.split('\t') as [string, string]);

describe('the entities', () => {
  it.each(Object.keys(ENTITIES))('tell or keep every field under its name [DATA-01]: %s', entity => {
    const fields = wanted.flatMap(([name, field]) => (name === entity ? [field] : []));
    expect(fields).not.toEqual([]);
    const told = toldOf(entity);
    const [table, kept] = ENTITIES[entity]?.kept ?? [null, []];
    expect(fields.filter(field => !told.has(field)).sort()).toEqual([...kept].sort());
    if (table) expect(Object.keys(getTableColumns(table))).toEqual(expect.arrayContaining([...kept]));
  });

  it('are all of them, with 211 fields [DATA-01]', () => {
    expect([...new Set(wanted.map(([entity]) => entity))].sort()).toEqual(Object.keys(ENTITIES).sort());
    expect(wanted).toHaveLength(211);
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
    expect(Object.keys(getTableColumns(tables.cartLines))).toContain('quantity');
  });
});
