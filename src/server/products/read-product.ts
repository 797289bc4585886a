import { type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { hasOwnPrices, type PricedCustomer, priceFacts } from '#server/variants/price-facts.ts';
import { readTiers, type StoredTiers, storedTiers } from '#server/variants/stored-tiers.ts';
import { type Money, toMoney } from '#shared/rules/money.ts';
import { basePrice, ownItems, unitPrice } from '#shared/rules/pricing.ts';
import { variantByNumber } from '#shared/rules/product-number.ts';
import { type BundleItemStock, bundleStock, type StockFacts } from '#shared/rules/stock.ts';
import type { FoundVariant, Product, Variant } from '#shared/schemas/products.ts';
import { fieldsOfTiers, toldTiers } from '#shared/schemas/quantity-prices.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Products that are suggested because they were bought together, after those that staff chose. */
const MAX_LEARNED = 12;

/** More are answered page by page. */
const MAX_REVIEWS = 100;

export interface ChosenVariant {
  /** A variant's `_id`. */
  variants?: string;
  /** Part of a product number. */
  title?: string;
}

// Mirrors what the statement yields: amounts in cents, everything else as it leaves.
interface StoredPrices {
  price: number;
  tiers: StoredTiers;
}
type StoredBundleItem = Omit<Variant['bundleItems'][number], 'price' | `wholeSale${string}`> &
  StoredPrices & {
    stock: number;
    dropShip: boolean;
    backOrder: boolean;
  };
type StoredVariant = Omit<
  Variant,
  'price' | 'originalPrice' | 'msrp' | `wholeSale${string}` | 'bundleItems'
> & {
  msrp: number | null;
  bundleItems: StoredBundleItem[];
} & StoredPrices;
type StoredProduct = Omit<Product, 'variants' | 'selected' | 'bundleItems'> & { variants: StoredVariant[] };

/**
 * A published product with its variants at this customer's prices, in one statement for a guest. `not_found` for
 * what is unknown, unpublished or deleted alike (LIST-12).
 */
export async function readProduct(
  db: Db,
  id: string,
  chosen: ChosenVariant = {},
  customer: PricedCustomer | null = null,
): Promise<Product> {
  const [stored] = UUID.test(id) ? await productRows(db, sql`p.id = ${id}::uuid`, customer) : [];
  if (!stored) throw new AppError('not_found');
  const variants = stored.variants.map(describeVariant);
  if (customer && variants.length > 0 && (await hasOwnPrices(db, customer))) {
    await putOwnPrices(db, variants, customer);
  }
  const selected = selectVariant(variants, chosen);
  const bundleItems = variants.find(variant => variant._id === selected)?.bundleItems ?? [];
  return { ...stored, variants, selected, bundleItems };
}

/** Selects the variant of the address, else the one whose number contains the title, else the first (rule C3). */
function selectVariant(variants: readonly Variant[], { variants: id, title }: ChosenVariant): string | null {
  const named = id === undefined ? undefined : variants.find(variant => variant._id === id);
  const numbered = named ?? (title === undefined ? undefined : variantByNumber(variants, title));
  return (numbered ?? variants[0])?._id ?? null;
}

/** Those of the products `p` that shoppers may see. */
async function productRows(db: Db, which: SQL, customer: PricedCustomer | null): Promise<StoredProduct[]> {
  const favorite = customer
    ? sql`exists (select from favorites f where f.variant = v.id and f.user = ${customer.user}::uuid)`
    : sql`false`;
  const found = rows<{ product: StoredProduct }>(
    await db.execute(sql`
      select json_build_object(
        '_id', p.id, 'title', p.title, 'description', p.description, 'type', p.type, 'image', p.image,
        'flammable', p.flammable, 'sale', p.sale, 'isBundle', p.is_bundle, 'vendor', p.vendor, 'options', p.options,
        'variantLayout', p.variant_layout, 'dropShip', p.drop_ship, 'local', p.local,
        'averageRating', p.average_rating, 'reviewCount', p.review_count, 'reviews', case when p.review_count > 0 then (
          select coalesce(json_agg(r.id), '[]') from (
            select id from reviews where product = p.id and approved
            order by created_at desc, id desc limit ${MAX_REVIEWS}) r) else '[]' end,
        'relatedProductText', p.related_product_text,
        'updatedAt', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'pictures', (
          select coalesce(json_agg(json_build_object('path', i.path, 'alt', i.alt) order by i.position, i.id), '[]')
          from product_pictures i where i.product = p.id and i.status <> 'failed'),
        'categories', t.categories, 'subcategories', t.subcategories, 'tags', t.tags,
        'relatedProduct', (
          select coalesce(json_agg(r.related order by r.position, r.related), '[]') from related_products r
          join product_search s on s.product_id = r.related and s.published where r.product = p.id),
        'suggestions', (
          select coalesce(json_agg(o.product order by o.learned, o.place, o.product), '[]') from (
            select g.suggestion as product, false as learned, g.position as place
            from product_suggestions g where g.product = p.id
            union all (
              select b.other, true, -b.orders from bought_together b
              where b.product = p.id and not exists (
                select from product_suggestions g where g.product = p.id and g.suggestion = b.other)
              order by b.orders desc, b.other limit ${MAX_LEARNED})) o
          join product_search s on s.product_id = o.product and s.published),
        'variants', (
          select coalesce(json_agg(json_build_object(
            '_id', v.id, 'title', case when v.title = '' then p.title else v.title end, 'product_id', v.product_id,
            'vendor', coalesce(v.vendor, p.vendor), 'tags', v.tags, 'options', v.options,
            'variantGroup', v.variant_group, 'label', v.label, 'thumbnail', v.thumbnail,
            'image', coalesce(v.image, p.image), 'favorite', ${favorite}, 'stock', v.stock,
            'backOrder', v.back_order, 'dropShip', v.drop_ship or p.drop_ship, ${storedPrices('v')}, 'msrp', v.msrp,
            'pieceSize', v.piece_size, 'productNum', v.product_num, 'lb', v.lb, 'oz', v.oz,
            'dimensions', v.dimensions, 'isBundle', v.is_bundle, 'bundleDiscountPer', v.bundle_discount_per,
            'bundleItems', case when v.is_bundle then (
              select coalesce(json_agg(json_build_object(
                'variantRef', null, 'quantity', b.quantity, ${storedPrices('c')}, 'productTitle', coalesce(d.title, ''),
                'productNum', c.product_num, 'product', c.product_id, 'variant', c.id,
                'image', coalesce(c.image, d.image), 'stock', c.stock,
                'dropShip', c.drop_ship or coalesce(d.drop_ship, false), 'backOrder', c.back_order
              ) order by b.position, b.id), '[]')
              from bundle_items b join variants c on c.id = b.variant left join products d on d.id = c.product_id
              where b.bundle = v.id) else '[]' end
          ) order by v.position, v.id), '[]')
          from variants v where v.product_id = p.id and v.deleted_at is null)
      ) as product
      from products p
      cross join lateral (
        select coalesce(json_agg(g.name order by l.position, g.name) filter (where g.type = 'Category'), '[]')
            as categories,
          coalesce(json_agg(g.name order by l.position, g.name) filter (where g.type = 'Subcategory'), '[]')
            as subcategories,
          coalesce(json_agg(g.name order by l.position, g.name) filter (where g.type = 'Tag'), '[]') as tags
        from product_tags l join tags g on g.id = l.tag where l.product = p.id) t
      where ${which} and p.publish and p.deleted_at is null`),
  );
  return found.map(row => row.product);
}

const amount = (cents: number | null): Money | null => (cents === null ? null : toMoney(cents));

/** Reads `StoredPrices` from a row of variants. */
const storedPrices = (variant: 'v' | 'c') =>
  sql`'price', ${sql.raw(variant)}.price, 'tiers', ${storedTiers(variant)}`;

function readItem({ tiers, ...item }: StoredBundleItem) {
  return { ...item, price: toMoney(item.price), quantityPrices: readTiers(tiers) };
}

function describeVariant({ tiers, ...rest }: StoredVariant): Variant {
  const quantityPrices = readTiers(tiers);
  const items = rest.bundleItems.map(readItem);
  const told = items.map(item => ({ ...item, ...fieldsOfTiers(item.quantityPrices) }));
  const { isBundle, bundleDiscountPer } = rest;
  const prices = { price: toMoney(rest.price), quantityPrices, isBundle, bundleDiscountPer };
  const price = basePrice({ ...prices, bundleItems: items });
  // Assigned, as each copy of so many fields costs what reading them does.
  return Object.assign(rest, {
    msrp: amount(rest.msrp),
    price,
    originalPrice: price,
    bundleItems: told,
    ...(isBundle && items.length > 0 && bundleAvailability({ ...rest, bundleItems: items })),
    ...toldTiers(quantityPrices),
    ...fieldsOfTiers(quantityPrices),
  });
}

/** A bundle is as available as its items: what its own row says of that is nothing to go by. */
function bundleAvailability(bundle: StockFacts & { bundleItems: readonly BundleItemStock[] }) {
  const limit = bundleStock(bundle.bundleItems);
  return {
    stock: limit ?? bundle.stock,
    backOrder: limit === null,
    dropShip: bundle.bundleItems.every(item => item.dropShip),
  };
}

/** The price of one piece at the customer's own terms, and of one of each item; `originalPrice` stays what everyone pays. */
export async function putOwnPrices(
  db: Db,
  variants: readonly (Pick<Variant, '_id' | 'price' | 'priceSource'> &
    Partial<Pick<Variant, 'bundleItems'>>)[],
  customer: PricedCustomer,
): Promise<void> {
  const { facts, terms } = await priceFacts(
    db,
    variants.map(variant => variant._id),
    customer,
  );
  for (const variant of variants) {
    const known = facts.get(variant._id);
    if (!known) continue;
    const { price, priceSource } = unitPrice({ ...known, ...terms, quantity: 1 });
    variant.price = price;
    const own = new Map(ownItems(known.bundleItems, terms).map(item => [item.variant, item.price]));
    for (const item of variant.bundleItems ?? []) item.price = own.get(item.variant) ?? item.price;
    if (priceSource !== 'base') variant.priceSource = priceSource;
  }
}

/** The product of a variant that shoppers may see, by exactly one of its names; `not_found` otherwise. */
export async function findVariant(
  db: Db,
  by: { _id?: string; productNum?: string; quickbooksId?: string },
  customer: PricedCustomer | null,
): Promise<FoundVariant> {
  const where =
    by._id !== undefined
      ? sql`v.id = ${by._id}::uuid`
      : by.productNum !== undefined
        ? sql`lower(v.product_num) = lower(${by.productNum.trim()})`
        : sql`v.quickbooks_id = ${by.quickbooksId ?? ''}`;
  const [found] = rows<{ product: string; variant: string }>(
    await db.execute(sql`
      select v.product_id::text as product, v.id::text as variant from variants v
      where ${where} and v.deleted_at is null and v.product_id is not null limit 1`),
  );
  if (!found) throw new AppError('not_found');
  const product = await readProduct(db, found.product, {}, customer);
  const variant = product.variants.find(one => one._id === found.variant);
  if (!variant) throw new AppError('not_found');
  return { ...variant, product: summary(product) };
}

/** Variants with the product of each, in this order, at the customer's prices; what shoppers may not see is left out. */
export async function readVariants(
  db: Db,
  ids: readonly string[],
  customer: PricedCustomer | null,
): Promise<FoundVariant[]> {
  if (ids.length === 0) return [];
  const which = sql`p.id in (select w.product_id from variants w where w.id in ${[...ids]})`;
  const found = (await productRows(db, which, customer)).flatMap(product =>
    product.variants
      .filter(variant => ids.includes(variant._id))
      .map(variant => ({ ...describeVariant(variant), product: summary(product) })),
  );
  if (customer && found.length > 0 && (await hasOwnPrices(db, customer))) {
    await putOwnPrices(db, found, customer);
  }
  return found.sort((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id));
}

function summary({ _id, title, image, vendor, type }: FoundVariant['product']): FoundVariant['product'] {
  return { _id, title, image, vendor, type };
}
