import { catchAndLockProducts } from '#demo/catalogue/catches-and-locks.ts';
import type { DemoProduct } from '#demo/catalogue/demo-product.ts';
import { groupedKnobs } from '#demo/catalogue/grouped-knobs.ts';
import { hingeProducts } from '#demo/catalogue/hinges.ts';
import { legAndBracketProducts } from '#demo/catalogue/legs-and-brackets.ts';
import { plainProducts } from '#demo/catalogue/plain-product.ts';
import { screws } from '#demo/catalogue/screws.ts';
import { decorativeAndSets } from '#demo/catalogue/sets.ts';
import { shelfAndHookProducts } from '#demo/catalogue/shelves-and-hooks.ts';
import { slideProducts } from '#demo/catalogue/slides.ts';
import { smallParts } from '#demo/catalogue/small-parts.ts';

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
