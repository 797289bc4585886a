import { type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db.ts';
import type { Vocabulary } from '#server/search/vocabulary.ts';
import {
  hasOwnPrices,
  type PricedCustomer,
  type PriceFacts,
  priceFacts,
} from '#server/variants/price-facts.ts';
import { toMoney } from '#shared/rules/money.ts';
import { basePrice, unitPrice } from '#shared/rules/pricing.ts';
import { sellableStock } from '#shared/rules/stock.ts';
import type { Tile } from '#shared/schemas/products.ts';

/** Spec §9: colour swatches on a tile, one per distinct colour. */
const MOST_SWATCHES = 8;

interface TileRow {
  id: string;
  variant: string;
  title: string;
  image: string | null;
  label: string;
  productNum: string;
  price: number;
  lowest: number;
  highest: number;
  msrp: number | null;
  rating: number;
  reviews: number;
  stock: number;
  available: boolean;
  quantityOne: number | null;
  priceOne: number | null;
  /** Variants that the filters leave, lowest price first. */
  chosen: string[];
  coloured: [variant: string, image: string | null, facets: number[]][] | null;
  variants: number;
}

/**
 * The tiles of products in the order of `page`, which yields `product_id` and `ord`; what is not published is left
 * out. A tile stands for the cheapest variant that `holds`, a condition on `variant_search x`.
 */
export async function readTiles(
  db: Db,
  vocabulary: Vocabulary,
  page: SQL,
  { holds = sql`true`, customer = null }: { holds?: SQL; customer?: PricedCustomer | null } = {},
): Promise<Tile[]> {
  const found = rows<TileRow>(
    await db.execute(sql`
      select k.product_id::text as id, v.id::text as variant, p.title,
        coalesce(v.thumbnail, v.image, p.image) as image, v.label, v.product_num as "productNum",
        (a.chosen -> 0 ->> 1)::int as price, a.lowest, a.highest, v.msrp::int as msrp,
        p.average_rating::float8 as rating, p.review_count::int as reviews,
        case when v.is_bundle then coalesce((
          select min(greatest(c.stock, 0) / i.quantity) from bundle_items i join variants c on c.id = i.variant
          where i.bundle = v.id and not c.drop_ship and not c.back_order), v.stock) else v.stock end::int as stock,
        (a.chosen -> 0 ->> 2)::boolean or v.back_order as available,
        v.whole_sale_qty_one::int as "quantityOne", v.whole_sale_price_one::int as "priceOne",
        jsonb_path_query_array(a.chosen, '$[*][0]') as chosen, a.coloured, a.variants
      from (${page}) k
      join product_search s on s.product_id = k.product_id and s.published
      join products p on p.id = k.product_id
      cross join lateral (
        select count(*)::int as variants, min(x.price)::int as lowest, max(x.price)::int as highest,
          jsonb_agg(jsonb_build_array(x.variant_id, x.price, x.in_stock) order by x.price, x.position, x.variant_id)
            filter (where ${holds}) as chosen,
          jsonb_agg(jsonb_build_array(x.variant_id, coalesce(w.thumbnail, w.image), x.facets)
            order by x.position, x.variant_id) filter (where w.id is not null) as coloured
        from variant_search x
        left join variants w on w.id = x.variant_id and x.facets && ${keys(vocabulary.coloured)}
        where x.product_id = k.product_id) a
      join variants v on v.id = (a.chosen -> 0 ->> 0)::uuid
      order by k.ord`),
  );
  const tiles = found.map(row => describeTile(row, vocabulary));
  if (!customer || found.length === 0 || !(await hasOwnPrices(db, customer))) return tiles;
  const { facts, terms } = await priceFacts(
    db,
    found.flatMap(row => row.chosen),
    customer,
  );
  const priceOf = (variant: PriceFacts) =>
    unitPrice({ ...variant, ...terms, special: terms.specialPrices.get(variant.variantId), quantity: 1 })
      .price;
  return tiles.map((tile, index) => {
    const variants = (found[index]?.chosen ?? []).flatMap(id => facts.get(id) ?? []);
    return ownTile(tile, variants, priceOf);
  });
}

export const keys = (list: readonly number[]): SQL => sql`${sql.param([...list])}::int[]`;

function describeTile(row: TileRow, vocabulary: Vocabulary): Tile {
  const { quantityOne, priceOne } = row;
  return {
    _id: row.id,
    variant: row.variant,
    title: row.title,
    image: row.image,
    label: row.label,
    productNum: row.productNum,
    price: toMoney(row.price),
    msrp: row.msrp === null ? null : toMoney(row.msrp),
    from: row.lowest !== row.highest,
    averageRating: row.rating,
    reviewCount: row.reviews,
    stock: row.stock,
    available: row.available,
    variants: row.variants,
    swatches: swatchesOf(row, vocabulary),
    wholeSaleOne:
      quantityOne === null || priceOne === null ? null : { quantity: quantityOne, price: toMoney(priceOne) },
  };
}

function swatchesOf(row: TileRow, vocabulary: Vocabulary): Tile['swatches'] {
  const swatches = new Map<string, Tile['swatches'][number]>();
  for (const [variant, image, facets] of row.coloured ?? []) {
    for (const key of facets) {
      const facet = vocabulary.facets.get(key);
      if (!facet?.hex) continue;
      const colour = `${facet.hex}${facet.hex2 ?? ''}`.toLowerCase();
      if (swatches.has(colour)) continue;
      swatches.set(colour, { label: facet.value, hex: facet.hex, hex2: facet.hex2, variant, image });
      if (swatches.size === MOST_SWATCHES) return [...swatches.values()];
    }
  }
  return [...swatches.values()];
}

/** A tile at a customer's own prices: of the variant that is cheapest for him. */
function ownTile(
  tile: Tile,
  variants: readonly PriceFacts[],
  priceOf: (variant: PriceFacts) => Tile['price'],
): Tile {
  const priced = variants.map(variant => ({ variant, price: priceOf(variant) }));
  const [first] = [...priced].sort((a, b) => a.price - b.price);
  if (!first) return tile;
  const { variant, price } = first;
  const stock = sellableStock(variant);
  const { wholeSaleQtyOne: quantity, wholeSalePriceOne: bulk } = variant;
  return {
    ...tile,
    variant: variant.variantId,
    image: variant.image,
    label: variant.label,
    productNum: variant.productNum,
    price,
    msrp: variant.msrp,
    from: priced.some(other => other.price !== price),
    stock: stock ?? variant.stock,
    available: stock === null || stock > 0,
    wholeSaleOne:
      quantity == null || bulk == null || bulk >= basePrice(variant) ? null : { quantity, price: bulk },
  };
}
