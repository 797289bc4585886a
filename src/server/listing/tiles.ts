import { type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { prefersVariant, suitsText } from '#server/search/find-by-text.ts';
import type { StoredTile } from '#server/search/tables.ts';
import type { SearchText } from '#server/search/text.ts';
import type { Vocabulary } from '#server/search/vocabulary.ts';
import { hasOwnPrices, type PricedCustomer, priceFacts } from '#server/variants/price-facts.ts';
import { MAX_COLOR_SWATCHES } from '#shared/constants.ts';
import { formatLength } from '#shared/rules/dimensions.ts';
import { toMoney } from '#shared/rules/money.ts';
import { unitPrice } from '#shared/rules/pricing.ts';
import type { Tile } from '#shared/schemas/products.ts';

type StoredVariant = StoredTile['variants'][number];

interface TileRow {
  id: string;
  tile: StoredTile;
  /** Pieces by variant, as they are now. */
  stock: Record<string, number>;
  /** Variants that filters and words leave; null: all. */
  left: string[] | null;
  /** The ones among these to show; null: any. */
  preferred: string[] | null;
}

/** The variant that a tile stands for, at the price that is asked for it. */
interface Offer extends OwnPrice {
  variant: StoredVariant;
}

type OwnPrice = Pick<Tile, 'price' | 'priceSource'>;

/** Which variants of a product a tile may stand for; conditions on `variant_search x`, null is any. */
export interface TileChoice {
  /** Left by filters. */
  holds?: SQL | null;
  /** Left by words; on `product_search s`, too. */
  suits?: SQL | null;
  /** Shown of these, if there are any such. */
  prefers?: SQL | null;
}

/** Which variants words leave for tiles to show. */
export const tilesFor = (text: SearchText | null): Pick<TileChoice, 'suits' | 'prefers'> => ({
  suits: text && suitsText(text),
  prefers: text && prefersVariant(text),
});

/**
 * The tiles of the products of `page`, which yields `product_id` of published ones and `ord`, in that order. A tile
 * stands for the cheapest variant of those that are left; what is sold out comes last.
 */
export async function readTiles(
  db: Db,
  vocabulary: Vocabulary,
  page: SQL,
  {
    holds = null,
    suits = null,
    prefers = null,
    customer = null,
  }: TileChoice & { customer?: PricedCustomer | null } = {},
): Promise<Tile[]> {
  const from = suits
    ? sql`variant_search x join product_search s on s.product_id = x.product_id`
    : sql`variant_search x`;
  const those = (...conditions: (SQL | null)[]) => {
    const asked = conditions.filter(condition => condition !== null);
    if (asked.length === 0) return sql`null::json`;
    return sql`(select json_agg(x.variant_id) from ${from}
      where x.product_id = k.product_id and ${sql.join(asked, sql` and `)})`;
  };
  const isAsked = holds !== null || suits !== null;
  // Variants that were sold out since the page was put together are left out.
  const left = isAsked ? sql`coalesce(${those(holds, suits)}, '[]'::json)` : sql`null::json`;
  const preferred = prefers ? those(holds, suits, prefers) : sql`null::json`;
  const found = rows<TileRow>(
    await db.execute(sql`
      select k.product_id::text as id, t.tile, ${left} as left, ${preferred} as preferred, (
        select json_object_agg(v.id, case when v.is_bundle then ${bundleStock} else v.stock end)
        from variants v where v.product_id = k.product_id and v.deleted_at is null) as stock
      from (${page}) k join product_tiles t on t.product_id = k.product_id
      order by k.ord`),
  );
  const shown = found.filter(row => among(row.tile, row.left).length > 0);
  const own = customer && shown.length > 0 ? await ownPrices(db, shown, customer) : null;
  return shown.map(row =>
    describeTile(row, vocabulary, own ?? (variant => ({ price: toMoney(variant.price) }))),
  );
}

/** Whole bundles of variant `v` that its limited items allow. */
const bundleStock = sql`coalesce((
  select min(greatest(c.stock, 0) / i.quantity) from bundle_items i join variants c on c.id = i.variant
  left join products d on d.id = c.product_id
  where i.bundle = v.id and not (c.drop_ship or c.back_order or coalesce(d.drop_ship, false))), v.stock)`;

function among({ variants }: StoredTile, ids: readonly string[] | null): StoredVariant[] {
  return ids === null ? variants : variants.filter(variant => ids.includes(variant.id));
}

type PriceOf = (variant: StoredVariant) => OwnPrice;

/** Returns what the variants cost a customer with terms of their own; null where they pay what everyone does. */
async function ownPrices(
  db: Db,
  found: readonly TileRow[],
  customer: PricedCustomer,
): Promise<PriceOf | null> {
  if (!(await hasOwnPrices(db, customer))) return null;
  const ids = found.flatMap(row => row.tile.variants.map(variant => variant.id));
  const { facts, terms } = await priceFacts(db, ids, customer);
  return variant => {
    const known = facts.get(variant.id);
    if (!known) return { price: toMoney(variant.price) };
    const { price, priceSource } = unitPrice({ ...known, ...terms, quantity: 1 });
    return priceSource === 'base' ? { price } : { price, priceSource };
  };
}

function describeTile(row: TileRow, vocabulary: Vocabulary, priceOf: PriceOf): Tile {
  const { tile } = row;
  const offers: Offer[] = among(tile, row.left).map(variant => ({ variant, ...priceOf(variant) }));
  const preferred = offers.filter(({ variant: { id } }) => row.preferred?.includes(id));
  const stockOf = ({ id }: StoredVariant) => row.stock[id] ?? 0;
  const isAvailable = ({ variant }: Offer) => variant.unlimited || stockOf(variant) > 0;
  const isBetter = (one: Offer, other: Offer) =>
    isAvailable(one) === isAvailable(other) ? one.price < other.price : isAvailable(one);
  const { variant, price, priceSource } = (preferred.length > 0 ? preferred : offers).reduce((best, offer) =>
    isBetter(offer, best) ? offer : best,
  );
  const prices = offers.map(offer => offer.price);
  const lowest = prices.reduce((least, one) => (one < least ? one : least));
  const stock = stockOf(variant);
  const { quantityOne: quantity, priceOne, msrp } = variant;
  return {
    _id: row.id,
    variant: variant.id,
    title: tile.title,
    image: variant.image ?? tile.image,
    label: variant.label,
    productNum: variant.productNum,
    price,
    ...(priceSource && { priceSource }),
    msrp: msrp === null ? null : toMoney(msrp),
    from: prices.some(one => one !== lowest) ? lowest : null,
    averageRating: tile.rating,
    reviewCount: tile.reviews,
    stock,
    available: variant.unlimited || stock > 0,
    variantCount: tile.variants.length,
    centers: centersOf(variant, tile),
    secondImage: secondOf(variant.image ?? tile.image, tile),
    swatches: swatchesOf(tile, vocabulary),
    wholeSaleOne: quantity === null || priceOne === null ? null : { quantity, price: toMoney(priceOne) },
  };
}

function centersOf(first: StoredVariant, { variants }: StoredTile): string[] {
  const lengths = [first, ...variants].flatMap(({ center }) => center ?? []);
  return [...new Set(lengths.map(formatLength))];
}

/** Views are named after the picture that they belong to; of others nobody knows which variant they show. */
function secondOf(image: string | null, { image: main, views = [] }: StoredTile): string | null {
  const named = image && views.find(view => view.startsWith(`${image}-`));
  return named || (image === main && views[0]) || null;
}

/** Makes one swatch for each distinct colour, eight at most (rule C5). */
function swatchesOf(tile: StoredTile, vocabulary: Vocabulary): Tile['swatches'] {
  const swatches = new Map<string, Tile['swatches'][number]>();
  for (const { productNum, image, facets } of tile.variants) {
    for (const key of facets) {
      const facet = vocabulary.facets.get(key);
      if (!facet?.hex) continue;
      const colour = `${facet.hex}${facet.hex2 ?? ''}`.toLowerCase();
      if (swatches.has(colour)) continue;
      swatches.set(colour, { label: facet.value, hex: facet.hex, hex2: facet.hex2, productNum, image });
      if (swatches.size === MAX_COLOR_SWATCHES) return [...swatches.values()];
    }
  }
  return [...swatches.values()];
}
