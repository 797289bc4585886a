import { type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { readTiers, type StoredTiers, storedTiers } from '#server/variants/stored-tiers.ts';
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

/** The facts that pricing, stock and a cart line need of a variant; a wider thing than any answer may show. */
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
  const terms: CustomerPrices = { specialPrices: new Map(), tiers: found[0]?.ownTiers ?? [] };
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

/** Holds facts as the statement tells them: amounts in cents, with the customer's own price, if any. */
type Stored<Facts> = Omit<Facts, 'price' | 'cost' | 'quantityPrices'> & {
  price: number;
  cost: number | null;
  tiers: StoredTiers;
  special: number | null;
};
type ItemRow = Stored<BundleItemFacts>;
type FactRow = Omit<Stored<PriceFacts>, 'name' | 'msrp' | 'bundleItems'> & {
  msrp: number | null;
  bundleItems: ItemRow[];
  /** The customer's, with each row the same. */
  ownTiers: PriceTier[] | null;
};

function ownedBy(table: 't' | 's', { user, company }: PriceParty) {
  const owner = sql.raw(table);
  return company === null
    ? sql`${owner}.user = ${user}::uuid`
    : sql`(${owner}.user = ${user}::uuid or ${owner}.company = ${company}::uuid)`;
}

/** One price of each owner, so that what it takes to find them doesn't grow with how many others have one. */
function specialOf({ user, company }: PriceParty, variant: 'v' | 'c') {
  const of = (owner: 'user' | 'company', _id: string | null) =>
    sql`(select s.price from special_prices s where s.${sql.identifier(owner)} = ${_id}::uuid and s.variant = ${sql.raw(variant)}.id)`;
  return company === null ? of('user', user) : sql`least(${of('user', user)}, ${of('company', company)})`;
}

/** Reads what a variant has by itself and as an item of a bundle alike; an item may have lost its product. */
const soldColumns = (variant: 'v' | 'c', product: 'p' | 'd', customer: PriceParty | null) => {
  const [v, p] = [sql.raw(variant), sql.raw(product)];
  return {
    productTitle: sql`coalesce(${p}.title, '')`,
    productNum: sql`${v}.product_num`,
    variantRef: sql`${v}.quickbooks_id`,
    binLocation: sql`${v}.bin_location`,
    vendor: sql`coalesce(${v}.vendor, ${p}.vendor)`,
    categories: categoriesOf(product),
    stock: sql`${v}.stock`,
    dropShip: sql`${v}.drop_ship or coalesce(${p}.drop_ship, false)`,
    backOrder: sql`${v}.back_order`,
    price: sql`${v}.price`,
    cost: sql`${v}.cost`,
    tiers: storedTiers(variant),
    special: customer ? specialOf(customer, variant) : sql`null`,
  };
};

const itemColumns = (customer: PriceParty | null): Record<keyof ItemRow, SQL> => ({
  ...soldColumns('c', 'd', customer),
  variant: sql`c.id`,
  product: sql`c.product_id`,
  quantity: sql`i.quantity`,
});

const factColumns = (customer: PriceParty | null): Record<keyof FactRow, SQL> => ({
  ...soldColumns('v', 'p', customer),
  variantId: sql`v.id`,
  productId: sql`p.id`,
  available: sql`v.deleted_at is null and p.deleted_at is null and p.publish and not coalesce(b.broken, false)`,
  options: sql`v.options`,
  variantGroup: sql`v.variant_group`,
  partNumber: customer?.company
    ? sql`coalesce((
        select n.part_number from part_numbers n where n.company = ${customer.company}::uuid and n.variant = v.id), '')`
    : sql`''`,
  image: sql`coalesce(v.thumbnail, v.image, p.image)`,
  label: sql`v.label`,
  msrp: sql`v.msrp`,
  pieceSize: sql`v.piece_size`,
  lb: sql`v.lb`,
  oz: sql`v.oz`,
  isBundle: sql`v.is_bundle`,
  bundleDiscountPer: sql`v.bundle_discount_per`,
  bundleItems: sql`coalesce(b.items, '[]')`,
  ownTiers: customer
    ? sql`(select json_agg(json_build_object('scope', t.scope, 'ref', t.ref, 'percent', t.percent))
        from price_tiers t where ${ownedBy('t', customer)})`
    : sql`null`,
});

/** Builds JSON, so that both drivers answer alike. */
const jsonOf = (columns: Record<string, SQL>) =>
  sql`json_build_object(${sql.join(
    Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  )})`;

async function factRows(
  db: Db,
  variantIds: readonly string[],
  customer: PriceParty | null,
): Promise<FactRow[]> {
  const found = rows<{ facts: FactRow }>(
    await db.execute(sql`
      select ${jsonOf(factColumns(customer))} as facts
      from variants v join products p on p.id = v.product_id
      left join lateral (
        select bool_or(c.deleted_at is not null or d.deleted_at is not null) as broken,
          json_agg(${jsonOf(itemColumns(customer))} order by i.position, i.id) as items
        from bundle_items i join variants c on c.id = i.variant left join products d on d.id = c.product_id
        where v.is_bundle and i.bundle = v.id) b on true
      where v.id = any(${hidden(variantIds)})`),
  );
  return found.map(row => row.facts);
}

/** Categories of a product, for tiers and coupons. */
const categoriesOf = (product: 'p' | 'd') => sql`coalesce((
  select json_agg(distinct coalesce(g.category, g.id)) from product_tags l join tags g on g.id = l.tag
  where l.product = ${sql.raw(product)}.id and g.type <> 'Tag'), '[]')`;

// Seen by the planner, their number would make it plan anew each time, which costs more than the answer.
const hidden = (ids: readonly string[]) => sql`array(select unnest(${sql.param([...ids])}::uuid[]))`;

const amount = (cents: number | null): Money | null => (cents === null ? null : toMoney(cents));

const readPrices = ({ price, cost, tiers }: Pick<ItemRow, 'price' | 'cost' | 'tiers'>) => ({
  price: toMoney(price),
  cost: amount(cost),
  quantityPrices: readTiers(tiers),
});

function readItem({ special: _, tiers, ...item }: ItemRow): BundleItemFacts {
  return { ...item, ...readPrices({ ...item, tiers }) };
}

function readFacts({ special: _, ownTiers: __, tiers, ...row }: FactRow): PriceFacts {
  return {
    ...row,
    ...readPrices({ ...row, tiers }),
    name: lineName(
      row.productTitle,
      row.options.map(option => option.value),
    ),
    msrp: amount(row.msrp),
    bundleItems: row.bundleItems.map(readItem),
  };
}
