import { pictureOf, sideViewOf } from '#demo/art.ts';
import type { DemoProduct, DemoVariant } from '#demo/catalogue/demo-product.ts';
import { demoFilters } from '#demo/catalogue/filters.ts';
import { MAKERS } from '#demo/catalogue/makers.ts';
import { groupBy, type Relations, relationsOf } from '#demo/catalogue/relations.ts';
import { type Keeping, keepingOf, pricesOf, shelfOf, weightOf } from '#demo/catalogue/stock.ts';
import { demoTags, type TagRows } from '#demo/catalogue/tags.ts';
import type { DemoClock } from '#demo/clock.ts';
import { demoId } from '#demo/demo-id.ts';
import type { filterTemplates, filterValues } from '#server/filters/tables.ts';
import type { NewProduct } from '#server/products/store-products.ts';
import type { productPictures, productTags, relatedProducts } from '#server/products/tables.ts';
import type { productSuggestions } from '#server/suggestions/tables.ts';
import type { productTemplates } from '#server/templates/tables.ts';
import type { NewVariant } from '#server/variants/store-variants.ts';
import type { bundleItems } from '#server/variants/tables.ts';
import type { vendors } from '#server/vendors/tables.ts';
import type { ProductOption } from '#shared/schemas/products.ts';

/** A product with the rows that stand for it. */
export interface StockedProduct {
  draft: DemoProduct;
  keeping: Keeping;
  row: NewProduct;
  variants: StockedVariant[];
  /** `_id`s of its categories. */
  categories: string[];
}

export interface StockedVariant {
  draft: DemoVariant;
  row: NewVariant;
}

/** The catalogue as rows, before anything of it was sold or reviewed. */
export interface CatalogueRows extends TagRows {
  vendors: (typeof vendors.$inferInsert)[];
  products: StockedProduct[];
  productTags: (typeof productTags.$inferInsert)[];
  pictures: (typeof productPictures.$inferInsert)[];
  bundleItems: (typeof bundleItems.$inferInsert)[];
  related: (typeof relatedProducts.$inferInsert)[];
  suggestions: (typeof productSuggestions.$inferInsert)[];
  filterTemplates: (typeof filterTemplates.$inferInsert)[];
  filterValues: (typeof filterValues.$inferInsert)[];
  templates: (typeof productTemplates.$inferInsert)[];
}

export const productId = (key: string): string => demoId('product', key);
export const variantId = (productNum: string): string => demoId('variant', productNum);

export function assembleCatalogue(drafts: readonly DemoProduct[], clock: DemoClock): CatalogueRows {
  const tagRows = demoTags(drafts);
  const featured = featuredOf(drafts);
  const relations = relationsOf(drafts);
  const products = drafts.map(draft => stocked(draft, relations.get(draft.key), tagRows, clock));
  return {
    ...tagRows,
    vendors: Object.values(MAKERS).map(({ name, email, phone, contact }) => ({
      _id: demoId('vendor', name),
      name,
      email,
      phone,
      contact,
    })),
    products,
    productTags: products.flatMap(one => tagsOf(one, tagRows, featured.has(one.draft.key))),
    pictures: products.flatMap(picturesOf),
    bundleItems: products.flatMap(one => one.variants.flatMap(itemsOf)),
    ...relationRows(relations),
    ...filterRows(drafts),
  };
}

function stocked(
  draft: DemoProduct,
  relations: Relations | undefined,
  tagRows: TagRows,
  clock: DemoClock,
): StockedProduct {
  const keeping = keepingOf(draft);
  const createdAt = clock.daysAgo(keeping.age, 15);
  const _id = productId(draft.key);
  const variants = draft.variants.map((variant, position) => ({
    draft: variant,
    row: variantRow(draft, variant, { keeping, position, createdAt, product: _id }),
  }));
  return {
    draft,
    keeping,
    variants,
    categories: [tagRows.categoryId(draft.category)],
    row: {
      _id,
      title: draft.title,
      description: draft.description,
      type: draft.type,
      locationCode: keeping.locationCode,
      image: variants[0]?.row.image ?? null,
      flammable: draft.flammable ?? false,
      publish: keeping.publish,
      sale: keeping.sale,
      isBundle: draft.type === 'Set',
      vendor: draft.vendor,
      options: optionsOf(draft),
      variantLayout: draft.variantLayout ?? 0,
      dropShip: keeping.dropShip,
      local: draft.local ?? false,
      purchased: 0,
      averageRating: 0,
      reviewCount: 0,
      relatedProductText: relations?.relatedProductText ?? '',
      importKey: draft.key,
      createdAt,
      updatedAt: createdAt,
    },
  };
}

function optionsOf({ variants }: DemoProduct): ProductOption[] {
  const options = new Map<string, Set<string>>();
  for (const [name, value] of variants.flatMap(variant => variant.options)) {
    const values = options.get(name);
    if (values) values.add(value);
    else options.set(name, new Set([value]));
  }
  return [...options].map(([name, values]) => ({ name, values: [...values] }));
}

interface VariantPlace {
  keeping: Keeping;
  position: number;
  createdAt: string;
  product: string;
}

function variantRow(
  product: DemoProduct,
  draft: DemoVariant,
  { keeping, position, createdAt, product: product_id }: VariantPlace,
): NewVariant {
  const image = pictureOf(product.shape, lookOf(draft));
  return {
    _id: variantId(draft.productNum),
    product_id,
    position,
    vendor: product.vendor,
    tags: draft.tags ?? [],
    options: draft.options.map(([name, value]) => ({ name, value })),
    variantGroup: draft.group ?? '',
    label: keeping.label,
    image,
    imageSource: image,
    productNum: draft.productNum,
    ...shelfOf(product, draft, keeping),
    ...pricesOf(draft, keeping),
    pieceSize: draft.pieceSize ?? 1,
    ...weightOf(draft.oz),
    dimensions: draft.dimensions,
    isBundle: draft.bundle !== undefined,
    bundleDiscountPer: draft.bundle?.discount ?? 0,
    createdAt,
    updatedAt: createdAt,
  };
}

const LOOKS = ['Finish', 'Color', 'Wood'];

/** Returns the finish, color or wood that a variant's picture shows it in. */
const lookOf = ({ finish, options }: DemoVariant): string | undefined =>
  finish ?? options.find(([name]) => LOOKS.includes(name))?.[1];

const FEATURED = 24;

/** The best of each family, the most liked first. */
function featuredOf(drafts: readonly DemoProduct[]): Set<string> {
  const families = groupBy(
    drafts.filter(({ collection, type }) => collection !== '' && type !== 'Set'),
    ({ collection }) => collection,
  );
  const best = [...families.values()].flatMap(
    family => family.toSorted((a, b) => b.popularity - a.popularity)[0] ?? [],
  );
  const shown = best.filter(draft => keepingOf(draft).publish);
  return new Set(
    shown
      .sort((a, b) => b.popularity - a.popularity)
      .slice(0, FEATURED)
      .map(({ key }) => key),
  );
}

function tagsOf({ draft, row, keeping }: StockedProduct, tags: TagRows, isFeatured: boolean) {
  const names = [
    ...draft.tags,
    ...(isFeatured ? ['Featured'] : []),
    ...(keeping.label === 'Best seller' ? ['Best sellers'] : []),
    ...(keeping.discontinued ? ['Last pieces'] : []),
  ];
  const ids = [
    tags.categoryId(draft.category),
    tags.subcategoryId(draft.category, draft.subcategory),
    ...names.map(tags.tagId),
  ];
  return [...new Set(ids)].map((tag, position) => ({ product: row._id, tag, position }));
}

/** Each finish once, then from the side in the first one. */
function picturesOf({ draft, row, variants }: StockedProduct) {
  const [first] = variants;
  const side = first ? sideViewOf(draft.shape, lookOf(first.draft)) : null;
  const paths = new Set([...variants.flatMap(variant => variant.row.image ?? []), ...(side ? [side] : [])]);
  return [...paths].map((path, position) => ({
    _id: demoId('picture', `${draft.key} ${path}`),
    product: row._id,
    position,
    path,
    source: path,
    alt: path === side ? `${draft.title}, from the side` : draft.title,
  }));
}

function itemsOf({ draft, row }: StockedVariant) {
  return (draft.bundle?.items ?? []).map(({ productNum, quantity }, position) => ({
    _id: demoId('bundle item', `${draft.productNum} ${productNum}`),
    bundle: row._id,
    variant: variantId(productNum),
    quantity,
    position,
  }));
}

function relationRows(relations: ReadonlyMap<string, Relations>) {
  const all = [...relations];
  const related = all.flatMap(([key, one]) =>
    one.related.map((other, position) => ({ product: productId(key), related: productId(other), position })),
  );
  const suggestions = all.flatMap(([key, one]) =>
    one.suggestions.map((other, position) => ({
      product: productId(key),
      suggestion: productId(other),
      position,
    })),
  );
  return { related, suggestions };
}

function filterRows(drafts: readonly DemoProduct[]) {
  const filters = demoFilters(drafts);
  const filterId = (name: string) => demoId('filter', name);
  return {
    filterTemplates: filters.map(({ name, types }, order) => ({ _id: filterId(name), name, types, order })),
    filterValues: filters.flatMap(({ name, values }) =>
      values.map((value, position) => ({
        ...value,
        _id: demoId('filter value', `${name} ${value.label}`),
        template: filterId(name),
        position,
      })),
    ),
    templates: [...new Set(drafts.map(({ type }) => type))].map(type => ({
      _id: demoId('template', type),
      name: type,
      filters: filters
        .filter(({ types }) => types.length === 0 || types.includes(type))
        .map(({ name }) => filterId(name)),
    })),
  };
}
