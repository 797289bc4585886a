import { canBuy } from '#client/features/catalog/stock.ts';
import type { FoundVariant, Tile } from '#shared/schemas/products.ts';

/** A tile of one variant, as favorites and what was bought name them. */
export function tileOfVariant(variant: FoundVariant): Tile {
  const { product, productNum, label, price, msrp, stock, wholeSaleOne } = variant;
  return {
    _id: product._id,
    variant: variant._id,
    title: product.title,
    image: variant.image ?? product.image,
    label,
    productNum,
    price,
    msrp,
    from: null,
    averageRating: 0,
    reviewCount: 0,
    stock,
    available: canBuy(variant, 1),
    variantCount: 1,
    centers: [],
    secondImage: null,
    swatches: [],
    wholeSaleOne,
  };
}
