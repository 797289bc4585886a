import { decorativeProducts } from '#demo/catalogue/decorative.ts';
import type { DemoProduct, DemoVariant } from '#demo/catalogue/demo-product.ts';
import { descriptionOf, keyOf } from '#demo/catalogue/demo-product.ts';
import { finishFacts, isFinish } from '#demo/catalogue/finishes.ts';
import { toCents, toMoney } from '#shared/rules/money.ts';
import { bundlePrice } from '#shared/rules/pricing.ts';

/** The sets and their contents: so many of a shape of the family. */
const SETS = [
  { name: 'Kitchen Set, 10 Pulls', discount: 10, parts: [['pull', 10]] },
  {
    name: 'Kitchen Set, 10 Knobs and 20 Pulls',
    discount: 15,
    parts: [
      ['knob', 10],
      ['pull', 20],
    ],
  },
  {
    name: 'Bath Set, 4 Knobs and 2 Pulls',
    discount: 8,
    parts: [
      ['knob', 4],
      ['pull', 2],
    ],
  },
] as const;

const FAMILIES = [
  ...[
    'Avalon',
    'Mercer',
    'Harbour',
    'Quillan',
    'Hollister',
    'Winslow',
    'Bexley',
    'Slate',
    'Marlow',
    'Foundry Row',
  ],
  ...[
    'Holm',
    'Nord',
    'Maren',
    'Fenwick',
    'Tollgate',
    'Kingsley',
    'Wren',
    'Orchard',
    'Juno',
    'Cavendish',
    'Spinnaker',
  ],
];

/** Kitchen and bath sets of popular families, a variant for each finish. */
export function setProducts(decorative: readonly DemoProduct[]): DemoProduct[] {
  return FAMILIES.flatMap((family, place) => {
    const own = decorative.filter(({ collection }) => collection === family);
    return SETS.filter((_, index) => index < 2 || place % 2 === 0).flatMap(
      set => setOf(family, own, set) ?? [],
    );
  });
}

function setOf(
  family: string,
  own: DemoProduct[],
  { name, discount, parts }: (typeof SETS)[number],
): DemoProduct | null {
  const [first] = own;
  if (!first) return null;
  const chosen = parts.map(([kind, quantity]) => {
    const of = own.filter(
      ({ type, category }) => type.toLowerCase() === kind && category !== 'Appliance pulls',
    );
    // For pulls, the size that most drawers take.
    const usual = of.find(({ title }) => /3-3\/4"|96 mm/.test(title)) ?? of[0];
    return { product: usual, quantity };
  });
  const finishes = [...new Set(first.variants.flatMap(({ finish }) => (isFinish(finish) ? finish : [])))];
  const variants = finishes.flatMap((finish): DemoVariant[] => {
    const items = chosen.map(({ product, quantity }) => ({
      variant: usualVariant(product, finish),
      quantity,
    }));
    const known = items.flatMap(({ variant, quantity }) => (variant ? [{ variant, quantity }] : []));
    if (known.length < items.length) return [];
    const single = known.map(({ variant, quantity }) => ({
      price: toMoney(variant.cents),
      quantityPrices: [],
      quantity,
    }));
    return [
      {
        productNum: `SET-${family.replaceAll(' ', '').slice(0, 8).toUpperCase()}-${name.replace(/[^A-Z0-9]/g, '')}-${finishFacts(finish).code}`,
        options: [['Finish', finish]],
        cents: toCents(bundlePrice(single, discount)),
        finish,
        oz: known.reduce((sum, { variant, quantity }) => sum + variant.oz * quantity, 0),
        dimensions: {},
        pieceSize: known.reduce((sum, { quantity }) => sum + quantity, 0),
        bundle: {
          items: known.map(({ variant, quantity }) => ({ productNum: variant.productNum, quantity })),
          discount,
        },
      },
    ];
  });
  const contents = chosen.map(({ product, quantity }) => `${quantity} x ${product?.title}`);
  const title = `${family} ${name}`;
  return {
    key: keyOf(title),
    title,
    type: 'Set',
    vendor: first.vendor,
    category: 'Sets',
    subcategory: name.startsWith('Bath') ? 'Bath sets' : 'Kitchen sets',
    tags: [...first.tags],
    description: descriptionOf(
      [
        `Everything for an ordinary ${name.startsWith('Bath') ? 'bath' : 'kitchen'} in one box, ${discount} % below the single prices. All pieces come from one batch, so the finish matches.`,
        'If a piece is one too few, the same product by itself is below.',
      ],
      [...contents, 'Screws for doors of 3/4"'],
    ),
    shape: chosen.at(-1)?.product?.shape ?? first.shape,
    collection: family,
    variants,
    popularity: 0.5,
  };
}

/** In this finish: of several sizes the one that is sold most, 1-1/4" and 3-3/4". */
function usualVariant(product: DemoProduct | undefined, finish: string): DemoVariant | undefined {
  const of = product?.variants.filter(variant => variant.finish === finish) ?? [];
  return of.find(({ options }) => options.some(([, value]) => /^1-1\/4"$|96 mm/.test(value))) ?? of[0];
}

export const decorativeAndSets = (): DemoProduct[] => {
  const decorative = decorativeProducts();
  return [...decorative, ...setProducts(decorative)];
};
