import type { CatalogueRows, StockedProduct } from '#demo/catalogue/assemble.ts';
import type { DemoClock } from '#demo/clock.ts';
import { demoId } from '#demo/demo-id.ts';
import { type Dice, diceFor } from '#demo/dice.ts';
import type { DemoPeople, DemoUser } from '#demo/people/people.ts';
import { BODIES, ENDINGS, OPENINGS, PLACES, TITLES } from '#demo/reviews/review-words.ts';
import type { reviews } from '#server/reviews/tables.ts';

type NewReview = typeof reviews.$inferInsert & { product: string; rating: number; approved: boolean };

const MAX = 24;

/** Makes the customers' reviews: most of them kind, more of them on what sells, one a product from each customer. */
export function demoReviews({ products }: CatalogueRows, people: DemoPeople, clock: DemoClock): NewReview[] {
  const authors = [...people.retail.slice(1), ...people.companies.flatMap(({ people: own }) => own)].filter(
    ({ registeredFully }) => registeredFully,
  );
  return products.flatMap(product => {
    const { draft, keeping } = product;
    const dice = diceFor(`reviews ${draft.key}`);
    if (!keeping.publish || keeping.age < 20 || !dice.chance(0.2 + draft.popularity * 0.5)) return [];
    const count = 1 + Math.floor(dice.next() ** 2.2 * MAX * (0.15 + draft.popularity));
    // A product that is well made is well made for everybody.
    const quality = dice.next();
    return dice.some(authors, count).map(author => review(product, author, quality, clock));
  });
}

function review(product: StockedProduct, author: DemoUser, quality: number, clock: DemoClock): NewReview {
  const dice = diceFor(`review ${product.draft.key} ${author.email}`);
  const rating = ratingOf(dice, quality);
  const at = clock.daysAgo(
    dice.int(1, Math.min(700, product.keeping.age - 10)),
    dice.int(12, 23),
    dice.int(0, 59),
  );
  const fill = filler(dice, product);
  return {
    _id: demoId('review', `${product.draft.key} ${author.email}`),
    product: product.row._id,
    user: author._id,
    rating,
    title: fill(dice.pick(TITLES[rating] ?? [''])),
    text: fill(
      [
        dice.pick(OPENINGS[rating] ?? ['']),
        ...dice.some(BODIES[kindOf(product)][rating] ?? [], dice.chance(0.45) ? 2 : 1),
        dice.pick(ENDINGS[rating] ?? ['']),
      ]
        .filter(Boolean)
        .join(' '),
    ),
    // One in a hundred was hidden by staff.
    approved: !dice.chance(0.01),
    createdAt: at,
    updatedAt: at,
  };
}

function ratingOf(dice: Dice, quality: number): number {
  const thrown = dice.next() * 0.85 + quality * 0.15;
  if (thrown > 0.4) return 5;
  if (thrown > 0.17) return 4;
  if (thrown > 0.085) return 3;
  return thrown > 0.035 ? 2 : 1;
}

function kindOf({ draft }: StockedProduct): keyof typeof BODIES {
  if (['Knob', 'Pull', 'Hook', 'Set'].includes(draft.type)) return 'finish';
  // Words about cups and dampers are not said of butts.
  if (draft.type === 'Hinge') return draft.shape === 'butt-hinge' ? 'other' : 'hinge';
  return draft.type === 'Slide' ? 'slide' : 'other';
}

function filler(dice: Dice, { draft }: StockedProduct): (text: string) => string {
  const variant = dice.pick(draft.variants);
  const optionOf = (names: string[]) => variant.options.find(([name]) => names.includes(name))?.[1];
  const words: Record<string, string> = {
    finish: (optionOf(['Finish']) ?? 'finish').toLowerCase(),
    size: optionOf(['Center to center', 'Diameter', 'Size', 'Length']) ?? 'one',
    count: String(dice.int(4, 38)),
    place: dice.pick(PLACES),
    kind: draft.type.toLowerCase(),
  };
  return text => text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
}

/** Returns what products show of their reviews; hidden ones don't count. */
export function ratingsOf(
  all: readonly NewReview[],
): Map<string, { averageRating: number; reviewCount: number }> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { product, rating, approved } of all) {
    if (!approved) continue;
    const so = sums.get(product) ?? { sum: 0, count: 0 };
    sums.set(product, { sum: so.sum + rating, count: so.count + 1 });
  }
  return new Map(
    [...sums].map(([product, { sum, count }]) => [
      product,
      { averageRating: Math.round((sum * 100) / count) / 100, reviewCount: count },
    ]),
  );
}
