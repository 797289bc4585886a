import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { lineName } from '#shared/rules/cart.ts';
import { type Money, toMoney } from '#shared/rules/money.ts';
import type { BundleItemPrice, PriceTier, VariantPrices } from '#shared/rules/pricing.ts';
import type { BundleItemStock, StockFacts } from '#shared/rules/stock.ts';
import type { OptionValue } from '#shared/schemas/products.ts';

/** Has prices: a user, a company, or both together. */
export interface PriceParty {
  user: string | null;
  company: string | null;
}

/** A signed-in user, and the company that they buy for. */
export interface PricedCustomer extends PriceParty {
  user: string;
}

export interface BundleItemFacts extends Required<BundleItemPrice>, BundleItemStock {
  variant: string;
  product: string | null;
  /** The accounting id. */
  variantRef: string | null;
  productTitle: string;
  productNum: string;
  binLocation: string;
  cost: Money | null;
  dropShip: boolean;
  backOrder: boolean;
}

/** What pricing, stock and a cart line need to know of a variant; a wider thing than any answer may show. */
export interface PriceFacts extends Required<VariantPrices>, Required<StockFacts> {
  variantId: string;
  productId: string;
  /** May be sold: its product is published, and nothing of it deleted, nor any item of a bundle. */
  available: boolean;
  /** Is the product's title with up to three option values (rule C2). */
  name: string;
  productTitle: string;
  options: OptionValue[];
  variantGroup: string;
  productNum: string;
  /** The customer's company's own number for it. */
  partNumber: string;
  image: string | null;
  label: string;
  vendor: string | null;
  /** `_id`s of categories, for tiers and coupons. */
  categories: string[];
  msrp: Money | null;
  cost: Money | null;
  pieceSize: number;
  lb: number;
  oz: number;
  binLocation: string;
  /** The accounting id. */
  variantRef: string | null;
  bundleItems: BundleItemFacts[];
}

/** The customer's own terms, as `priceCart` and `unitPrice` take them. */
export interface CustomerPrices {
  /** By variant; the lower of the company's and the user's. */
  specialPrices: Map<string, Money>;
  tiers: PriceTier[];
}

/**
 * Everything that the price of these variants for this customer follows from, by variant `_id`; unknown ids are
 * missing. One statement. A variant that may not be sold comes back with `available: false`.
 */
export async function priceFacts(
  db: Db,
  variantIds: readonly string[],
  customer: PriceParty | null,
): Promise<{ facts: Map<string, PriceFacts>; terms: CustomerPrices }> {
  const found = variantIds.length > 0 ? await factRows(db, variantIds, customer) : [];
  const terms: CustomerPrices = { specialPrices: new Map(), tiers: found[0]?.tiers ?? [] };
  const facts = new Map<string, PriceFacts>();
  for (const row of found) {
    facts.set(row.variantId, readFacts(row));
    const sold = [{ variant: row.variantId, special: row.special }, ...row.bundleItems];
    for (const { variant, special } of sold) {
      if (special !== null) terms.specialPrices.set(variant, toMoney(special));
    }
  }
  return { facts, terms };
}

/** Whether a customer pays anything else than everyone does; lets a listing keep to the common prices. */
export async function hasOwnPrices(db: Db, customer: PricedCustomer): Promise<boolean> {
  const [found] = rows<{ own: boolean }>(
    await db.execute(sql`
      select exists (select from price_tiers t where ${ownedBy('t', customer)})
        or exists (select from special_prices s where ${ownedBy('s', customer)}) as own`),
  );
  return found?.own ?? false;
}

type WholeSalePrice = 'wholeSalePriceOne' | 'wholeSalePriceTwo' | 'wholeSalePriceThree';

// Cents and JSON, so that both drivers answer alike.
interface FactRow {
  variantId: string;
  productId: string;
  available: boolean;
  productTitle: string;
  options: OptionValue[];
  variantGroup: string;
  productNum: string;
  partNumber: string;
  image: string | null;
  label: string;
  vendor: string | null;
  categories: string[];
  stock: number;
  dropShip: boolean;
  backOrder: boolean;
  price: number;
  msrp: number | null;
  cost: number | null;
  wholeSaleQtyOne: number | null;
  wholeSalePriceOne: number | null;
  wholeSaleQtyTwo: number | null;
  wholeSalePriceTwo: number | null;
  wholeSaleQtyThree: number | null;
  wholeSalePriceThree: number | null;
  pieceSize: number;
  lb: number;
  oz: number;
  binLocation: string;
  variantRef: string | null;
  isBundle: boolean;
  bundleDiscountPer: number;
  bundleItems: (Omit<BundleItemFacts, 'price' | 'cost' | WholeSalePrice> &
    Record<WholeSalePrice, number | null> & { price: number; cost: number | null; special: number | null })[];
  special: number | null;
  /** The customer's, with each row the same. */
  tiers: PriceTier[] | null;
}

function ownedBy(table: 't' | 's', { user, company }: PriceParty) {
  const owner = sql.raw(table);
  return company === null
    ? sql`${owner}.user = ${user}::uuid`
    : sql`(${owner}.user = ${user}::uuid or ${owner}.company = ${company}::uuid)`;
}

/** One price of each owner, so that what it takes to find them doesn't grow with how many others have one. */
function specialOf({ user, company }: PriceParty, variant: 'v' | 'c') {
  const of = (owner: 'user' | 'company', _id: string | null) =>
    sql`(select s.price::int from special_prices s where s.${sql.identifier(owner)} = ${_id}::uuid and s.variant = ${sql.raw(variant)}.id)`;
  return company === null ? of('user', user) : sql`least(${of('user', user)}, ${of('company', company)})`;
}

async function factRows(
  db: Db,
  variantIds: readonly string[],
  customer: PriceParty | null,
): Promise<FactRow[]> {
  const special = (variant: 'v' | 'c') => (customer ? specialOf(customer, variant) : sql`null::int`);
  const partNumber = customer?.company
    ? sql`coalesce((
        select n.part_number from part_numbers n where n.company = ${customer.company}::uuid and n.variant = v.id), '')`
    : sql`''`;
  const tiers = customer
    ? sql`(select json_agg(json_build_object('scope', t.scope, 'ref', t.ref, 'percent', t.percent::float8))
        from price_tiers t where ${ownedBy('t', customer)})`
    : sql`null::json`;
  return rows<FactRow>(
    await db.execute(sql`
      select v.id::text as "variantId", p.id::text as "productId",
        v.deleted_at is null and p.deleted_at is null and p.publish and not coalesce(b.broken, false) as available,
        p.title as "productTitle", v.options, v.variant_group as "variantGroup", v.product_num as "productNum",
        ${partNumber} as "partNumber",
        coalesce(v.thumbnail, v.image, p.image) as image, v.label, coalesce(v.vendor, p.vendor) as vendor,
        v.stock::int as stock, v.drop_ship or p.drop_ship as "dropShip", v.back_order as "backOrder",
        v.price::int as price, v.msrp::int as msrp, v.cost::int as cost,
        v.whole_sale_qty_one::int as "wholeSaleQtyOne", v.whole_sale_price_one::int as "wholeSalePriceOne",
        v.whole_sale_qty_two::int as "wholeSaleQtyTwo", v.whole_sale_price_two::int as "wholeSalePriceTwo",
        v.whole_sale_qty_three::int as "wholeSaleQtyThree", v.whole_sale_price_three::int as "wholeSalePriceThree",
        v.piece_size::int as "pieceSize", v.lb::int as lb, v.oz::float8 as oz, v.bin_location as "binLocation",
        v.quickbooks_id as "variantRef", v.is_bundle as "isBundle",
        v.bundle_discount_per::float8 as "bundleDiscountPer", coalesce(b.items, '[]') as "bundleItems",
        ${categoriesOf('p')} as categories,
        ${special('v')} as special, ${tiers} as tiers
      from variants v join products p on p.id = v.product_id
      left join lateral (
        select bool_or(c.deleted_at is not null or d.deleted_at is not null) as broken, json_agg(json_build_object(
          'variant', c.id, 'product', c.product_id, 'variantRef', c.quickbooks_id, 'productTitle', coalesce(d.title, ''),
          'productNum', c.product_num, 'binLocation', c.bin_location, 'quantity', i.quantity, 'stock', c.stock,
          'price', c.price, 'cost', c.cost, 'wholeSaleQtyOne', c.whole_sale_qty_one,
          'wholeSalePriceOne', c.whole_sale_price_one, 'wholeSaleQtyTwo', c.whole_sale_qty_two,
          'wholeSalePriceTwo', c.whole_sale_price_two, 'wholeSaleQtyThree', c.whole_sale_qty_three,
          'wholeSalePriceThree', c.whole_sale_price_three, 'vendor', coalesce(c.vendor, d.vendor),
          'categories', ${categoriesOf('d')}, 'special', ${special('c')}, 'dropShip', c.drop_ship or coalesce(d.drop_ship, false),
          'backOrder', c.back_order) order by i.position, i.id) as items
        from bundle_items i join variants c on c.id = i.variant left join products d on d.id = c.product_id
        where v.is_bundle and i.bundle = v.id) b on true
      where v.id = any(${hidden(variantIds)})`),
  );
}

/** Categories of a product, for tiers and coupons. */
const categoriesOf = (product: 'p' | 'd') => sql`coalesce((
  select json_agg(distinct coalesce(g.category, g.id)) from product_tags l join tags g on g.id = l.tag
  where l.product = ${sql.raw(product)}.id and g.type <> 'Tag'), '[]')`;

// Seen by the planner, their number would make it plan anew each time, which costs more than the answer.
const hidden = (ids: readonly string[]) => sql`array(select unnest(${sql.param([...ids])}::uuid[]))`;

const amount = (cents: number | null): Money | null => (cents === null ? null : toMoney(cents));

function readFacts({ special: _, tiers: __, ...row }: FactRow): PriceFacts {
  return {
    ...row,
    name: lineName(
      row.productTitle,
      row.options.map(option => option.value),
    ),
    price: toMoney(row.price),
    msrp: amount(row.msrp),
    cost: amount(row.cost),
    wholeSalePriceOne: amount(row.wholeSalePriceOne),
    wholeSalePriceTwo: amount(row.wholeSalePriceTwo),
    wholeSalePriceThree: amount(row.wholeSalePriceThree),
    bundleItems: row.bundleItems.map(({ special: _own, ...item }) => ({
      ...item,
      price: toMoney(item.price),
      wholeSalePriceOne: amount(item.wholeSalePriceOne),
      wholeSalePriceTwo: amount(item.wholeSalePriceTwo),
      wholeSalePriceThree: amount(item.wholeSalePriceThree),
      cost: amount(item.cost),
    })),
  };
}
