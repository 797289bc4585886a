import { catchAndLockProducts } from '#server/seed/catalogue/catches-and-locks.ts';
import type { DemoProduct } from '#server/seed/catalogue/demo-product.ts';
import { groupedKnobs } from '#server/seed/catalogue/grouped-knobs.ts';
import { hingeProducts } from '#server/seed/catalogue/hinges.ts';
import { legAndBracketProducts } from '#server/seed/catalogue/legs-and-brackets.ts';
import { plainProducts } from '#server/seed/catalogue/plain-product.ts';
import { screws } from '#server/seed/catalogue/screws.ts';
import { decorativeAndSets } from '#server/seed/catalogue/sets.ts';
import { shelfAndHookProducts } from '#server/seed/catalogue/shelves-and-hooks.ts';
import { slideProducts } from '#server/seed/catalogue/slides.ts';
import { smallParts } from '#server/seed/catalogue/small-parts.ts';

/** Everything that the demo shop sells, the same each time. */
export function demoProducts(): DemoProduct[] {
  return [
    ...decorativeAndSets(),
    ...plainProducts([
      ...hingeProducts(),
      ...slideProducts(),
      ...catchAndLockProducts(),
      ...shelfAndHookProducts(),
      ...legAndBracketProducts(),
      ...screws(),
      ...smallParts(),
      ...groupedKnobs(),
    ]),
  ];
}
