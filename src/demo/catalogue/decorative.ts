import { COLLECTIONS, type Collection } from '#demo/catalogue/collections.ts';
import { describeDecorative } from '#demo/catalogue/decorative-words.ts';
import { type DemoProduct, type DemoVariant, keyOf, priceCents } from '#demo/catalogue/demo-product.ts';
import { type Finish, finishFacts } from '#demo/catalogue/finishes.ts';
import { centerOf, type Maker, type MakerCode, makerOf } from '#demo/catalogue/makers.ts';
import { type Shape, type ShapeSlug, shapeOf } from '#demo/catalogue/shapes.ts';
import { CENTERS, lengths, longer, millimetres } from '#demo/catalogue/sizes.ts';
import { diceFor } from '#demo/dice.ts';
import type { Dimensions } from '#shared/schemas/products.ts';

/** One size of a shape: how it is written, numbered and measured. */
export interface Step {
  option: string;
  value: string;
  /** In the title of a product of one size. */
  named: string;
  code: string;
  dimensions: Dimensions;
  index: number;
}

/** Everything in a design family, for every collection. */
export function decorativeProducts(): DemoProduct[] {
  const running = new Map<MakerCode, number>();
  return COLLECTIONS.flatMap(collection => {
    const maker = makerOf(collection.maker);
    return collection.shapes.flatMap(slug => {
      const nth = running.get(collection.maker) ?? 0;
      const steps = stepsOf(maker, shapeOf(slug), collection, slug);
      const groups = maker.split ? steps.map(step => [step]) : [steps];
      running.set(collection.maker, nth + groups.length);
      return groups.map((group, index) =>
        product({ collection, maker, slug, steps: group, nth: nth + index }),
      );
    });
  });
}

function stepsOf(maker: Maker, shape: Shape, collection: Collection, slug: ShapeSlug): Step[] {
  const dice = diceFor(`sizes ${collection.name} ${slug}`);
  if (shape.centers) {
    const { of, longer: more, projection, thick } = shape.centers;
    // A small family leaves out what it sells least: the ends of the range.
    const kept = of.length > 4 && collection.price < 0.9 ? of.slice(0, -2) : of;
    return kept.map((mm, index) => {
      const center = maker.metric ? `${mm} mm` : CENTERS[mm];
      return {
        option: 'Center to center',
        value: centerOf(maker, mm),
        named: `${maker.metric ? `${mm} mm` : CENTERS[mm]} Centers`,
        code: String(mm),
        dimensions: lengths({
          centerToCenter: center,
          length: maker.metric ? `${mm + more} mm` : longer(center, more),
          projection,
          ...(thick && { thickness: thick }),
        }),
        index,
      };
    });
  }
  const { option, dimension, of } = shape.sizes ?? { option: 'Size', dimension: 'width', of: [] };
  const kept = of.length > 1 && dice.chance(0.25) ? of.slice(0, -1) : of;
  return kept.map(([size, projection], index) => ({
    option,
    value: size,
    named: size,
    code: String(Math.round(millimetres(size))),
    dimensions: lengths({ [dimension]: size, projection }),
    index,
  }));
}

interface Making {
  collection: Collection;
  maker: Maker;
  slug: ShapeSlug;
  steps: Step[];
  nth: number;
}

function product({ collection, maker, slug, steps, nth }: Making): DemoProduct {
  const shape = shapeOf(slug);
  const [only] = steps;
  const title = `${collection.name} ${shape.noun}${maker.split && only ? `, ${only.named}` : ''}`;
  const base = maker.numbers.first + nth * maker.numbers.step;
  const variants = collection.finishes.flatMap(finish =>
    steps.map(step => variantOf({ collection, maker, shape, step, finish, base })),
  );
  const dice = diceFor(`popularity ${title}`);
  return {
    key: keyOf(title),
    title,
    type: shape.type,
    vendor: maker.name,
    category: shape.category,
    subcategory: subcategoryOf(shape, only),
    tags: [collection.style],
    description: describeDecorative({ collection, maker, shape, steps, title }),
    shape: slug,
    collection: collection.name,
    variants,
    variantLayout: variants.length > 24 ? 1 : 0,
    local: slug === 'appliance-pull' && dice.chance(0.15),
    popularity:
      dice.next() ** 2 * (collection.price < 1.2 ? 1 : 0.45) * (slug === 'appliance-pull' ? 0.4 : 1),
  };
}

/** Appliance pulls of one size stand by their center. */
function subcategoryOf(shape: Shape, step: Step | undefined): string {
  return shape.category === 'Appliance pulls' && step && Number(step.code) >= 457
    ? 'Long appliance pulls'
    : shape.subcategory;
}

interface VariantMaking extends Omit<Making, 'steps' | 'slug' | 'nth'> {
  shape: Shape;
  step: Step;
  finish: Finish;
  base: number;
}

// Prices of plating and lacquer, as factors of nickel's.
const DEARER: Partial<Record<Finish, number>> = {
  'Satin Brass': 1.08,
  'Polished Nickel': 1.1,
  'Champagne Bronze': 1.1,
  'Polished Brass': 1.06,
  'Antique Brass': 1.04,
  'Polished Chrome': 0.98,
  White: 0.96,
};

function variantOf({ collection, maker, shape, step, finish, base }: VariantMaking): DemoVariant {
  const facts = finishFacts(finish);
  const size = 1 + shape.dearer * step.index * (1 + step.index * 0.08);
  return {
    productNum: maker.number(base, step.code, facts),
    options: [
      ['Finish', finish],
      [step.option, step.value],
    ],
    cents: priceCents(shape.price * collection.price * size * (DEARER[finish] ?? 1)),
    finish,
    tiers:
      shape.category === 'Appliance pulls' ? [4, 12] : collection.price >= 1.9 ? [12, 50] : [10, 25, 100],
    oz: Math.round(shape.oz * (1 + step.index * 0.35) * (collection.price >= 1.9 ? 1.4 : 1) * 10) / 10,
    dimensions: step.dimensions,
    tags: [...(facts.us ? [facts.us] : [])],
  };
}
