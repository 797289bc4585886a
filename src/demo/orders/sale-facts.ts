import type { CatalogueRows, StockedProduct, StockedVariant } from '#demo/catalogue/assemble.ts';
import type { OrderLineFacts } from '#server/orders/figures.ts';
import type { BundleItemFacts, PriceFacts } from '#server/variants/price-facts.ts';
import { lineName } from '#shared/rules/cart.ts';
import { tiersOfFields } from '#shared/schemas/quantity-prices.ts';

/** Something that can be sold, as the server reads it from the database when it prices a cart. */
export interface Sellable {
  product: StockedProduct;
  variant: StockedVariant;
  facts: PriceFacts;
}

/** Every variant of a published product, by product number. */
export function sellables({ products }: CatalogueRows): Map<string, Sellable> {
  const placed = new Map(
    products.flatMap(product =>
      product.variants.map(variant => [variant.draft.productNum, { product, variant }]),
    ),
  );
  const all = new Map<string, Sellable>();
  for (const [productNum, { product, variant }] of placed) {
    if (!product.keeping.publish) continue;
    const items = (variant.draft.bundle?.items ?? []).flatMap(({ productNum: of, quantity }) => {
      const item = placed.get(of);
      return item ? [itemFacts(item.product, item.variant, quantity)] : [];
    });
    all.set(productNum, { product, variant, facts: priceFactsOf(product, variant, items) });
  }
  return all;
}

function priceFactsOf(
  { row: product, draft, categories, keeping }: StockedProduct,
  { row }: StockedVariant,
  bundleItems: BundleItemFacts[],
): PriceFacts {
  const options = row.options ?? [];
  return {
    variantId: row._id,
    productId: product._id,
    available: true,
    productTitle: draft.title,
    name: lineName(
      draft.title,
      options.map(({ value }) => value),
    ),
    options,
    variantGroup: row.variantGroup ?? '',
    productNum: row.productNum,
    partNumber: '',
    image: row.image ?? null,
    label: row.label ?? '',
    vendor: draft.vendor,
    categories,
    stock: row.stock ?? 0,
    dropShip: keeping.dropShip,
    backOrder: row.backOrder ?? false,
    price: row.price,
    msrp: row.msrp ?? null,
    cost: row.cost ?? null,
    quantityPrices: tiersOfFields(row),
    pieceSize: row.pieceSize ?? 1,
    lb: row.lb ?? 0,
    oz: row.oz ?? 0,
    binLocation: row.binLocation ?? '',
    variantRef: null,
    isBundle: row.isBundle ?? false,
    bundleDiscountPer: row.bundleDiscountPer ?? 0,
    bundleItems,
  };
}

function itemFacts(product: StockedProduct, { row }: StockedVariant, quantity: number): BundleItemFacts {
  return {
    variant: row._id,
    product: product.row._id,
    variantRef: null,
    productTitle: product.draft.title,
    productNum: row.productNum,
    binLocation: row.binLocation ?? '',
    quantity,
    stock: row.stock ?? 0,
    price: row.price,
    quantityPrices: tiersOfFields(row),
    vendor: product.draft.vendor,
    categories: product.categories,
    cost: row.cost ?? null,
    dropShip: product.keeping.dropShip,
    backOrder: row.backOrder ?? false,
  };
}

/** A line of a cart. */
export function lineOf(sellable: Sellable, quantity: number, cartIndex = 0, room = ''): OrderLineFacts {
  return { ...sellable.facts, quantity, cartIndex, room, quotedPrice: null };
}
