import { sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { filterTemplates, filterValues } from '#server/filters/tables.ts';
import { rebuildSearch } from '#server/listing/touch-products.ts';
import { tags } from '#server/tags/tables.ts';
import { vendors } from '#server/vendors/tables.ts';

/** Shapes with their category, product type, price range in cents and whether they are drilled at two points. */
export const SHAPES = [
  ['Bar Pull', 'Pulls', 'Pull', 350, 4200, true],
  ['Arch Pull', 'Pulls', 'Pull', 420, 3900, true],
  ['Cup Pull', 'Pulls', 'Pull', 480, 3600, true],
  ['Edge Pull', 'Pulls', 'Pull', 690, 5200, true],
  ['Appliance Pull', 'Pulls', 'Pull', 2900, 14900, true],
  ['Round Knob', 'Knobs', 'Knob', 190, 1900, false],
  ['Square Knob', 'Knobs', 'Knob', 220, 2100, false],
  ['Mushroom Knob', 'Knobs', 'Knob', 180, 1700, false],
  ['T-Knob', 'Knobs', 'Knob', 260, 2300, false],
  ['Backplate', 'Backplates', 'Accessory', 150, 1600, true],
  ['Cabinet Hinge', 'Hinges', 'Hinge', 290, 2400, false],
  ['Soft-Close Hinge', 'Hinges', 'Hinge', 390, 2900, false],
  ['Drawer Slide', 'Slides', 'Slide', 890, 7900, false],
  ['Cabinet Latch', 'Latches', 'Accessory', 480, 3900, false],
  ['Coat Hook', 'Hooks', 'Accessory', 390, 3300, false],
  ['Towel Bar', 'Bath', 'Accessory', 1900, 9900, true],
  ['Shelf Bracket', 'Brackets', 'Accessory', 590, 4900, false],
] as const;
export const COLLECTIONS = [
  'Avalon',
  'Bexley',
  'Calder',
  'Dunmore',
  'Easton',
  'Fairholm',
  'Granby',
  'Harrow',
  'Ivydale',
  'Juno',
  'Kestrel',
  'Lombard',
  'Marlowe',
  'Northgate',
  'Oakhurst',
  'Prescott',
  'Quillan',
  'Radnor',
  'Sutton',
  'Thornbury',
  'Underhill',
  'Verona',
  'Westport',
  'Yarrow',
] as const;
export const MATERIALS = [
  'Solid Brass',
  'Stainless Steel',
  'Zinc',
  'Bronze',
  'Wrought Iron',
  'Glass',
] as const;
export const STYLES = ['Modern', 'Transitional', 'Classic', 'Rustic', 'Industrial'] as const;
export const FINISHES = [
  ['Brushed Nickel', '#b8b4ab'],
  ['Matte Black', '#1d1d1d'],
  ['Polished Chrome', '#d7dadd'],
  ['Satin Brass', '#c9a35b'],
  ['Oil-Rubbed Bronze', '#3b2a22'],
  ['Polished Nickel', '#cfcbc2'],
  ['Antique Brass', '#8a6b3b'],
  ['Champagne Bronze', '#c4a279'],
  ['Aged Pewter', '#6f6e6a'],
  ['Honey Bronze', '#b48a4a'],
  ['Graphite', '#4a4c4f'],
  ['Flat White', '#f4f4f1'],
  ['Copper', '#b5653a'],
  ['Gunmetal', '#53565a'],
  ['Venetian Bronze', '#4d3a2d'],
  ['Brushed Gold', '#cda34f'],
] as const;
export const VENDORS = [
  'Ironbridge',
  'Hearthstone Hardware',
  'Alder & Finch',
  'Forge Lane',
  'Castwell',
  'Brightwater',
  'Linden Works',
  'Copperfield Supply',
  'Union Foundry',
  'Millrace',
  'Tidewater Brass',
  'Summit Cabinet',
  'Greystone',
  'Larkspur',
] as const;
/** Inches. */
export const CENTERS = ['3', '3-3/4', '4', '5-1/16', '6-5/16', '7-9/16', '8-13/16', '12', '18'] as const;

/** Products a portion: a few thousand rows are written by each statement. */
const PORTION = 2000;

export interface Target {
  product: string;
  variant: string;
}

/** A generator that gives the same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

// Shaped as UUIDv7s are, rising as theirs do.
const idOf = (kind: 'a' | 'b', number: number): string =>
  `0190${kind}000-${Math.floor(number / 4096)
    .toString(16)
    .padStart(
      4,
      '0',
    )}-7${(number % 4096).toString(16).padStart(3, '0')}-8000-${number.toString(16).padStart(12, '0')}`;

function makeVariants(random: () => number, product: number, shape: (typeof SHAPES)[number], model: string) {
  const [, , , least, most, isDrilled] = shape;
  const base = Math.round(least + (most - least) * random() ** 2);
  const finishes = [...FINISHES].sort(() => random() - 0.5);
  const count = 1 + Math.floor(random() * 4);
  const center = pick(random, CENTERS);
  return Array.from({ length: count }, (_, position) => {
    const [finish] = finishes[position] ?? FINISHES[0];
    const price = Math.round(base * (1 + position * 0.08));
    const isBulk = random() < 0.6;
    const millimetres = Math.round(inches(center) * 25.4 * 100) / 100;
    return {
      id: idOf('b', product * 8 + position),
      product: idOf('a', product),
      position,
      number: `${model}-${finish
        .split(/[ -]/)
        .map(word => word.slice(0, 2).toUpperCase())
        .join('')}${isDrilled ? center.replace(/\D/g, '') : ''}`,
      label: finish,
      options: [
        { name: 'Finish', value: finish },
        ...(isDrilled ? [{ name: 'Center to Center', value: `${center}"` }] : []),
      ],
      dimensions: isDrilled ? { centerToCenter: { mm: millimetres, unit: 'in' } } : {},
      price,
      msrp: Math.round(price * 1.35),
      cost: Math.round(price * 0.55),
      stock: random() < 0.08 ? 0 : 20_000 + Math.floor(random() * 80_000),
      qty1: isBulk ? 10 : null,
      price1: isBulk ? Math.round(price * 0.92) : null,
      qty2: isBulk ? 50 : null,
      price2: isBulk ? Math.round(price * 0.85) : null,
      oz: Math.round(random() * 120) / 10,
    };
  });
}

function inches(text: string): number {
  const [whole = '0', fraction] = text.split('-');
  const [part = 0, of = 1] = (fraction ?? '0/1').split('/').map(Number);
  return Number(whole) + part / of;
}

function makeProduct(random: () => number, number: number) {
  const shape = pick(random, SHAPES);
  const [shapeName, category, type] = shape;
  const collection = pick(random, COLLECTIONS);
  const material = pick(random, MATERIALS);
  const style = pick(random, STYLES);
  const model = `${collection.slice(0, 2).toUpperCase()}${10_000 + number}`;
  const variants = makeVariants(random, number, shape, model);
  const named = (name: string) => [
    ...new Set(variants.flatMap(one => one.options.flatMap(o => (o.name === name ? [o.value] : [])))),
  ];
  const centers = named('Center to Center');
  return {
    row: {
      id: idOf('a', number),
      title: `${collection} ${style} ${material} ${shapeName} ${model.slice(2)}`,
      description: `<p>The ${collection} ${shapeName.toLowerCase()} is cast of ${material.toLowerCase()} and finished by hand. ${style} lines, for kitchens, baths and built-ins. Screws are included.</p>`,
      type,
      image: `/art/${type.toLowerCase()}-${number % 24}`,
      vendor: pick(random, VENDORS),
      sale: random() < 0.06,
      purchased: Math.floor(random() ** 6 * 4000),
      options: [
        { name: 'Finish', values: named('Finish') },
        ...(centers.length > 0 ? [{ name: 'Center to Center', values: centers }] : []),
      ],
      tags: [
        `Category ${category}`,
        `Subcategory ${subcategoryName(style, category)}`,
        ...(random() < 0.03 ? ['Tag Featured'] : []),
        `Tag ${collection}`,
      ],
    },
    variants,
  };
}

const subcategoryName = (style: string, category: string) => `${style} ${category}`;

/** Fills an empty, migrated database with this many products; the same every time. */
export async function writeCatalogue(db: Db, products: number): Promise<void> {
  const tagIds = await writeNames(db);
  const random = randomFrom(20_261_121);
  for (let start = 1; start <= products; start += PORTION) {
    const portion = Array.from({ length: Math.min(PORTION, products - start + 1) }, (_, index) =>
      makeProduct(random, start + index),
    );
    await db.transaction(async tx => {
      await writeProducts(
        tx,
        portion.map(one => one.row),
      );
      await writeVariants(
        tx,
        portion.flatMap(one => one.variants),
      );
      await writeTags(
        tx,
        portion.flatMap(({ row }) =>
          row.tags.map((name, position) => ({ product: row.id, tag: tagIds.get(name), position })),
        ),
      );
    });
  }
  await rebuildSearch(db);
}

/** Variants to ask for and to buy, spread over the catalogue; all of them are in stock. */
export async function readTargets(db: Db, count: number): Promise<Target[]> {
  const result = await db.execute(sql`
    select product_id::text as product, id::text as variant from variants
    where stock > 0 order by md5(id::text) limit ${count}`);
  return [
    ...((Array.isArray(result) ? result : (result as unknown as { rows: unknown[] }).rows) as Target[]),
  ];
}

async function writeNames(db: Db): Promise<Map<string, string>> {
  await db.insert(vendors).values(VENDORS.map(name => ({ name })));
  const [finish] = await db.insert(filterTemplates).values({ name: 'Finish', order: 1 }).returning();
  await db.insert(filterTemplates).values({ name: 'Center to Center', order: 2 });
  if (finish) {
    await db.insert(filterValues).values(
      FINISHES.map(([label, hex], position) => ({
        template: finish._id,
        label,
        options: [label],
        hex,
        position,
      })),
    );
  }
  const ids = new Map<string, string>();
  const categories = [...new Set(SHAPES.map(shape => shape[1]))];
  for (const category of categories) {
    const [row] = await db.insert(tags).values({ name: category, type: 'Category' }).returning();
    if (!row) throw new Error('no category was made');
    ids.set(`Category ${category}`, row._id);
    const below = await db
      .insert(tags)
      .values(
        STYLES.map(style => ({
          name: subcategoryName(style, category),
          type: 'Subcategory' as const,
          category: row._id,
        })),
      )
      .returning();
    for (const { name, _id } of below) ids.set(`Subcategory ${name}`, _id);
  }
  const plain = await db
    .insert(tags)
    .values(['Featured', ...COLLECTIONS].map(name => ({ name, type: 'Tag' as const })))
    .returning();
  for (const { name, _id } of plain) ids.set(`Tag ${name}`, _id);
  return ids;
}

const records = (list: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)`;

async function writeProducts(tx: Db, list: readonly object[]): Promise<void> {
  await tx.execute(sql`
    insert into products (id, title, description, type, image, vendor, sale, purchased, options, publish)
    select id, title, description, type, image, vendor, sale, purchased, options, true
    from ${records(list)} as r(id uuid, title text, description text, type text, image text, vendor text,
      sale boolean, purchased int, options jsonb)`);
}

async function writeVariants(tx: Db, list: readonly object[]): Promise<void> {
  await tx.execute(sql`
    insert into variants (id, product_id, position, product_num, label, options, dimensions, price, msrp, cost, stock,
      whole_sale_qty_one, whole_sale_price_one, whole_sale_qty_two, whole_sale_price_two, oz)
    select id, product, position, number, label, options, dimensions, price, msrp, cost, stock,
      qty1, price1, qty2, price2, oz
    from ${records(list)} as r(id uuid, product uuid, position int, number text, label text, options jsonb,
      dimensions jsonb, price bigint, msrp bigint, cost bigint, stock int, qty1 int, price1 bigint, qty2 int,
      price2 bigint, oz numeric)`);
}

async function writeTags(tx: Db, list: readonly object[]): Promise<void> {
  await tx.execute(sql`
    insert into product_tags (product, tag, position)
    select product, tag, position from ${records(list)} as r(product uuid, tag uuid, position int)`);
}
