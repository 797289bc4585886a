import { isDeepStrictEqual } from 'node:util';
import type { ProductDraft, RowIssue, VariantDraft } from '#server/imports/catalogue.ts';
import type { Standing } from '#server/imports/standing.ts';
import {
  isOwnPicture,
  type NewProduct,
  type PictureChange,
  type ProductRow,
} from '#server/products/store-products.ts';
import type { SafeHtml } from '#server/safe-html.ts';
import { tagKey, type WantedTag } from '#server/tags/ensure-tags.ts';
import { chance } from '#server/time-and-chance.ts';
import type { NewVariant, VariantRow } from '#server/variants/store-variants.ts';
import { validateWholesale } from '#shared/rules/pricing.ts';
import type { OptionValue, ProductOption } from '#shared/schemas/products.ts';
import { givenTiers } from '#shared/schemas/quantity-prices.ts';

/** `create` adds what is missing and leaves the rest; `update` changes what stands and adds nothing. */
export type ImportMode = 'create' | 'update' | 'both';

export interface Names {
  /** Vendors as they stand, by their name in lower case. */
  vendors: ReadonlyMap<string, string>;
  /** `_id`s of tags by `tagKey`. */
  tags: ReadonlyMap<string, string>;
}

/** The changes that one draft asks of the database. */
export interface ProductPlan {
  product: Change<NewProduct, ProductRow>;
  variants: Change<NewVariant, VariantRow>[];
  /** Null: as they are. */
  tags: string[] | null;
  pictures: PictureChange | null;
}

export type Change<New, Row> =
  | { state: 'new'; row: New }
  | { state: 'changed'; row: Row }
  | { state: 'same'; row: Row };

export interface RowOutcome extends RowIssue {
  row: number;
  status: 'error' | 'skipped';
}

/** Compares a draft with what stands. Null when nothing of it can be used; `outcomes` says why. */
export function planProduct(
  draft: ProductDraft,
  standing: Standing,
  names: Names,
  { mode, safeHtml }: { mode: ImportMode; safeHtml: SafeHtml },
): { plan: ProductPlan | null; outcomes: RowOutcome[] } {
  const outcomes: RowOutcome[] = [];
  const existing = findProduct(draft, standing);
  const usable = matchVariants(draft, existing, standing, mode, outcomes);
  if (usable.length === 0 || (!existing && mode === 'update')) return { plan: null, outcomes };

  const productId = existing?._id ?? chance.uuidInOrder();
  const keep = existing !== null && mode === 'create';
  const patch = keep ? {} : productPatch(draft, names, safeHtml);
  const others = standing.variantsByProduct.get(productId) ?? [];
  const variants = usable.flatMap(({ variant, standing: row }, index) => {
    const place = { productId, vendor: patch.vendor, position: others.length + index, standing };
    const planned = planVariant(variant, row, place);
    const wrong = wrongTiers(variant.row, planned);
    outcomes.push(...wrong);
    return wrong.length > 0 ? [] : [planned];
  });
  if (variants.length === 0) return { plan: null, outcomes };
  const options = mergeOptions(
    draft.options,
    variants.map(({ row }) => row.options ?? []),
    others.filter(other => !variants.some(({ row }) => row._id === other._id)).map(({ options }) => options),
  );
  const product = change({ ...patch, options }, existing, {
    _id: productId,
    title: draft.title,
  });
  return {
    plan: {
      product,
      variants,
      tags: keep ? null : planTags(draft, standing.tagsByProduct.get(productId) ?? [], names),
      pictures: keep ? null : planPictures(draft, productId, standing),
    },
    outcomes,
  };
}

/** The product of this key, or one that staff made and that holds the draft's product numbers. */
function findProduct(draft: ProductDraft, standing: Standing): ProductRow | null {
  const byKey = standing.productsByKey.get(draft.key);
  if (byKey) return byKey;
  const holders = new Set<string>();
  for (const { productNum } of draft.variants) {
    const holder = standing.variantsByNumber.get(productNum.toLowerCase())?.product_id;
    if (holder) holders.add(holder);
  }
  const [only] = holders;
  const product = only && holders.size === 1 ? standing.productsById.get(only) : undefined;
  return product && product.importKey === null ? product : null;
}

interface Matched {
  variant: VariantDraft;
  standing: VariantRow | null;
}

function matchVariants(
  draft: ProductDraft,
  existing: ProductRow | null,
  standing: Standing,
  mode: ImportMode,
  outcomes: RowOutcome[],
): Matched[] {
  const numbered = new Set(draft.variants.map(({ productNum }) => productNum.toLowerCase()));
  // Variants of the product whose number the file does not know: found by their options, they get a new number.
  const unnumbered = new Map(
    (standing.variantsByProduct.get(existing?._id ?? '') ?? [])
      .filter(({ productNum }) => !numbered.has(productNum.toLowerCase()))
      .map(row => [combinationOf(row.options), row]),
  );
  return draft.variants.flatMap(variant => {
    const { row, productNum } = variant;
    const holder = standing.variantsByNumber.get(productNum.toLowerCase());
    if (holder?.product_id && holder.product_id !== existing?._id) {
      const title = standing.productsById.get(holder.product_id)?.title ?? '';
      const reason = `${productNum} belongs to the product "${title}"`;
      outcomes.push({ row, status: 'error', column: 'productNum', reason });
      return [];
    }
    const found = holder ?? unnumbered.get(combinationOf(variant.options)) ?? null;
    if (found ? mode === 'create' : mode === 'update') {
      outcomes.push({
        row,
        status: 'skipped',
        reason: found ? 'is already in the shop' : 'is not in the shop',
      });
      return [];
    }
    return [{ variant, standing: found }];
  });
}

function productPatch(draft: ProductDraft, { vendors }: Names, safeHtml: SafeHtml): Partial<ProductRow> {
  const { categories: _, subcategories: __, tags: ___, description, vendor, ...fields } = draft.fields;
  return stated({
    ...fields,
    title: draft.title,
    importKey: draft.key,
    description: description === undefined ? undefined : safeHtml(description),
    vendor: vendor ? (vendors.get(vendor.toLowerCase()) ?? vendor) : vendor,
  });
}

interface VariantPlace {
  productId: string;
  vendor: string | null | undefined;
  position: number;
  standing: Standing;
}

function planVariant(draft: VariantDraft, row: VariantRow | null, place: VariantPlace) {
  const { productNum, options, price, picture, fields } = draft;
  const image = picture === undefined ? {} : imagePatch(picture, row, place);
  const patch: Partial<VariantRow> = stated({
    ...fields,
    ...image,
    productNum,
    options,
    price,
    vendor: place.vendor,
    product_id: place.productId,
  });
  // A number is found whatever its capitals; the file's spelling of it counts.
  return change(patch, row, { _id: chance.uuidInOrder(), productNum, price, position: place.position });
}

/** Lists the faults of a file's price that does not fit the tiers that stand, or of tiers that do not fit the price. */
function wrongTiers(row: number, planned: Change<NewVariant, VariantRow>): RowOutcome[] {
  if (planned.state === 'same') return [];
  const issues = validateWholesale(planned.row.price, givenTiers(planned.row));
  return issues.map(({ path, message }) => ({
    row,
    status: 'error',
    column: path.join('.'),
    reason: message,
  }));
}

function imagePatch(picture: string | null, row: VariantRow | null, { productId, standing }: VariantPlace) {
  if (picture === null) return { imageSource: null, image: row?.imageSource ? null : row?.image };
  if (isOwnPicture(picture)) return { imageSource: picture, image: picture };
  const known = standing.picturesByProduct.get(productId)?.find(({ source }) => source === picture);
  return { imageSource: picture, image: known?.path ?? (row?.imageSource === picture ? row.image : null) };
}

/** Options with all values that variants have: the file's first, in its order, then those it does not know. */
function mergeOptions(
  stated: ProductOption[],
  used: OptionValue[][],
  left: OptionValue[][],
): ProductOption[] {
  const merged = new Map(stated.map(({ name, values }) => [name, [...values]]));
  for (const { name, value } of [...used, ...left].flat()) {
    const values = merged.get(name);
    if (!values) merged.set(name, [value]);
    else if (!values.includes(value)) values.push(value);
  }
  return [...merged].map(([name, values]) => ({ name, values }));
}

/** Tags that a draft names, with the kinds of tags of which it says anything at all. */
export function wantedTags({ fields }: ProductDraft): WantedTag[] {
  return [
    ...(fields.categories ?? []).map(name => ({ type: 'Category' as const, name })),
    ...(fields.subcategories ?? []).map(one => ({ type: 'Subcategory' as const, ...one })),
    ...(fields.tags ?? []).map(name => ({ type: 'Tag' as const, name })),
  ];
}

function planTags(
  draft: ProductDraft,
  standing: { tag: string; type: WantedTag['type'] }[],
  { tags }: Names,
): string[] | null {
  const { categories, subcategories, tags: plain } = draft.fields;
  const said = { Category: categories, Subcategory: subcategories, Tag: plain };
  const wanted = wantedTags(draft).flatMap(tag => tags.get(tagKey(tag)) ?? []);
  const kept = standing.filter(({ type }) => said[type] === undefined).map(({ tag }) => tag);
  const all = [...new Set([...wanted, ...kept])];
  const before = new Set(standing.map(({ tag }) => tag));
  return all.length === before.size && all.every(tag => before.has(tag)) ? null : all;
}

function planPictures(draft: ProductDraft, product: string, standing: Standing): PictureChange | null {
  const before = (standing.picturesByProduct.get(product) ?? []).flatMap(picture =>
    picture.source === null ? [] : [{ ...picture, source: picture.source }],
  );
  const said = draft.pictures ?? before;
  const wanted = new Map(said.map(({ source, alt }) => [source, { source, alt }]));
  for (const { picture } of draft.variants) {
    if (picture && !wanted.has(picture)) wanted.set(picture, { source: picture, alt: '' });
  }
  const pictures = [...wanted.values()].map(({ source, alt }) => {
    const known = before.find(other => other.source === source);
    // Staff may have described a picture that the file does not.
    return { _id: known?._id ?? null, source, alt: alt || known?.alt || '' };
  });
  const removed = before.filter(({ source }) => !wanted.has(source)).map(({ _id }) => _id);
  const same =
    removed.length === 0 &&
    pictures.length === before.length &&
    pictures.every(({ _id, alt }, index) => _id === before[index]?._id && alt === before[index]?.alt);
  return same ? null : { product, pictures, removed };
}

function change<Row extends object, Needed extends object>(
  patch: Partial<Row>,
  row: Row | null,
  needed: Needed,
): Change<Needed & Partial<Row>, Row> {
  if (!row) return { state: 'new', row: { ...patch, ...needed } };
  const differs = Object.entries(patch).some(
    ([key, value]) => !isDeepStrictEqual(value, row[key as keyof Row]),
  );
  return differs ? { state: 'changed', row: { ...row, ...patch } } : { state: 'same', row };
}

/** Without what the file does not say. */
const stated = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

const combinationOf = (options: OptionValue[]) =>
  JSON.stringify(options.map(({ value }) => value.toLowerCase()));
