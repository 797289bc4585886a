import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { products, productTags } from '#server/products/tables.ts';
import type { Kind, Right, TypedSearch } from '#server/search/sixty-searches.test-support.ts';
import { tags } from '#server/tags/tables.ts';
import { variants } from '#server/variants/tables.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

type VariantFacts = Pick<Variant, 'options' | 'dimensions'>;

/** The facts that a product is judged by. */
export type ProductFacts = Pick<
  Product,
  '_id' | 'title' | 'type' | 'description' | 'categories' | 'subcategories' | 'tags'
> & { variants: VariantFacts[] };

export interface Verdict {
  search: TypedSearch;
  /** The rank of the first right product, from 1; null: none was found. */
  rank: number | null;
  /** Products of the shop that are right. */
  inShop: number;
  /** How many of the first five have to be right. */
  needed: number;
  /** The chance that five products picked blindly would pass. */
  luck: number;
  passed: boolean;
}

export const FIRST = 5;
const TOLERANCE_MM = 1;
/** If five products picked blindly hold a right one more often than this, one is no proof: all have to be right. */
const MAX_LUCK = 0.1;

/** So that the end of one name and the beginning of the next make no third. */
const BETWEEN = ' | ';

interface KindRule {
  /** Matches the type or a category. */
  filed?: RegExp;
  titled?: RegExp;
  /** In the title, a subcategory or a tag. */
  named?: RegExp;
  /** There or in the description. */
  told?: RegExp;
}

/** Filed among pulls, hinges or slides, and named after them, but a part that goes with them. */
const GOES_WITH = /(plate|screw|template|jig|bracket|damper|cover|clip|block|device)s?(,|$)/i;
const PARTS = /\b(parts|plates)\b/i;
const PULL = { filed: /\bpulls?\b/i };
const HINGE = { filed: /\bhinges?\b/i };
const SLIDE = { filed: /\bslides?\b/i };

const KINDS: Record<Kind, KindRule> = {
  knob: { filed: /\bknobs?\b/i },
  pull: PULL,
  'bar pull': { ...PULL, named: /\bbar\b/i },
  'bow pull': { ...PULL, named: /\b(arch|arched|bow|D[- ]pulls?)\b/i },
  'cup pull': { ...PULL, named: /\b(cup|bin)\b/i },
  'appliance pull': { ...PULL, named: /\bappliance\b/i },
  hinge: HINGE,
  'concealed hinge': { ...HINGE, named: /\b(concealed|euro)/i },
  'face-frame hinge': { ...HINGE, told: /\bface[- ]?frame/i },
  'butt hinge': { ...HINGE, named: /\bbutt\b/i },
  slide: SLIDE,
  'side-mount slide': { ...SLIDE, named: /\bside[- ]?mount/i },
  'undermount slide': { ...SLIDE, named: /\bunder[- ]?mount/i },
  'center-mount slide': { ...SLIDE, named: /\bcent(er|re)[- ]?mount/i },
  hook: { titled: /\bhooks?\b/i },
  catch: { titled: /^(?!.*\bsafety\b).*\b(catch|latch)(es)?\b/i },
  'shelf pin': { titled: /\bshelf (pin|peg|support)s?\b/i },
  leg: { titled: /\b(legs?|foot|feet)\b/i },
  bracket: { titled: /\bbrackets?\b/i },
  screw: { titled: /\bscrews?\b/i },
  bumper: { titled: /\bbumpers?\b/i },
};

/** Whether one variant of the product has all that is asked for. */
export function isRight(right: Right, product: ProductFacts): boolean {
  return isKind(right.kind, product) && product.variants.some(variant => suits(right, product, variant));
}

function isKind(kind: Kind, product: ProductFacts): boolean {
  const { filed, titled, named, told } = KINDS[kind];
  if (filed && (GOES_WITH.test(product.title) || product.subcategories.some(name => PARTS.test(name))))
    return false;
  const places = [product.type, ...product.categories];
  return (
    (!filed || places.some(place => filed.test(place))) &&
    (!titled || titled.test(product.title)) &&
    (!named || named.test(namesOf(product))) &&
    (!told || told.test([namesOf(product), proseOf(product)].join(BETWEEN)))
  );
}

function suits(right: Right, product: ProductFacts, { options, dimensions }: VariantFacts): boolean {
  const names = [namesOf(product), ...options.map(({ value }) => value)].join(BETWEEN);
  const all = [names, proseOf(product)].join(BETWEEN);
  const finishes = options.filter(({ name }) => /finish|colou?r/i.test(name)).map(({ value }) => value);
  return (
    (!right.finish || right.finish.some(finish => finishes.includes(finish))) &&
    (!right.mm || isSized(right.mm, dimensions)) &&
    (right.named ?? []).every(words => words.test(names)) &&
    (right.told ?? []).every(words => words.test(all))
  );
}

function isSized({ of, are }: NonNullable<Right['mm']>, dimensions: VariantFacts['dimensions']): boolean {
  return of.some(name => {
    const mm = dimensions[name]?.mm;
    return mm !== undefined && are.some(meant => Math.abs(mm - meant) <= TOLERANCE_MM);
  });
}

const namesOf = ({ title, subcategories, tags }: ProductFacts) =>
  [title, ...subcategories, ...tags].join(BETWEEN);
const proseOf = ({ description }: ProductFacts) => description.replace(/(<[^>]*>|\s)+/g, ' ');

/** The facts of everything that shoppers can find. */
export async function readFacts(db: Db): Promise<ProductFacts[]> {
  const shown = await db
    .select({
      _id: products._id,
      title: products.title,
      type: products.type,
      description: products.description,
    })
    .from(products)
    .where(and(eq(products.publish, true), isNull(products.deletedAt)))
    .orderBy(asc(products._id));
  const facts = new Map(
    shown.map((product): [string, ProductFacts] => [
      product._id,
      { ...product, categories: [], subcategories: [], tags: [], variants: [] },
    ]),
  );
  const named = await db
    .select({ product: productTags.product, type: tags.type, name: tags.name })
    .from(productTags)
    .innerJoin(tags, eq(tags._id, productTags.tag));
  const lists = { Category: 'categories', Subcategory: 'subcategories', Tag: 'tags' } as const;
  for (const { product, type, name } of named) facts.get(product)?.[lists[type]].push(name);
  const kept = await db
    .select({ product: variants.product_id, options: variants.options, dimensions: variants.dimensions })
    .from(variants);
  for (const { product, ...variant } of kept) facts.get(product ?? '')?.variants.push(variant);
  return [...facts.values()];
}

/** Judges what a search found, by the ids of its products in their order. */
export function judgeSearch(
  search: TypedSearch,
  found: readonly string[],
  shop: readonly ProductFacts[],
): Verdict {
  const right = new Set(shop.filter(product => isRight(search.right, product)).map(({ _id }) => _id));
  const first = found.findIndex(id => right.has(id));
  const one = 1 - blindly(shop.length - right.size, FIRST, shop.length);
  const needed = one <= MAX_LUCK ? 1 : Math.min(FIRST, right.size);
  const hits = found.slice(0, needed === 1 ? FIRST : needed).filter(id => right.has(id)).length;
  return {
    search,
    rank: first < 0 ? null : first + 1,
    inShop: right.size,
    needed,
    luck: needed === 1 ? one : blindly(right.size, needed, shop.length),
    passed: right.size > 0 && hits >= needed,
  };
}

/** The chance that so many products, picked blindly out of all, are all of these few. */
function blindly(few: number, picked: number, all: number): number {
  let chance = 1;
  for (let n = 0; n < picked; n++) chance *= all > n ? Math.max(0, few - n) / (all - n) : 1;
  return chance;
}
