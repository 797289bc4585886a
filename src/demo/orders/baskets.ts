import { groupBy } from '#demo/catalogue/relations.ts';
import type { Dice } from '#demo/dice.ts';
import type { Sellable } from '#demo/orders/sale-facts.ts';

/** The things that people put into a cart together. */
export interface Basket {
  lines: { sellable: Sellable; quantity: number }[];
}

export interface Shelves {
  /** By family, its knobs and pulls. */
  families: [name: string, own: Sellable[]][];
  plain: Map<string, Sellable[]>;
  sets: Sellable[];
}

export function shelvesOf(all: Iterable<Sellable>): Shelves {
  const list = [...all];
  const decorative = list.filter(
    ({ product }) => product.draft.collection !== '' && product.draft.type !== 'Set',
  );
  const families = [...groupBy(decorative, ({ product }) => product.draft.collection)];
  return {
    families,
    plain: groupBy(
      list.filter(({ product }) => product.draft.collection === ''),
      ({ product }) => product.draft.category,
    ),
    sets: list.filter(({ product }) => product.draft.type === 'Set'),
  };
}

const WITH_DOORS = ['Hinges', 'Bumpers and pads'];
const WITH_DRAWERS = ['Drawer slides', 'Fasteners'];
const SHOP = [
  'Hinges',
  'Drawer slides',
  'Fasteners',
  'Shelf hardware',
  'Brackets',
  'Catches and locks',
  'Furniture legs',
];

/** A kitchen, a bath or a repair: knobs and pulls of one family in one finish, and what hangs the doors. */
export function fillBasket(dice: Dice, shelves: Shelves, trade: boolean): Basket {
  const lines = new Map<string, Basket['lines'][number]>();
  const put = (sellable: Sellable | undefined, quantity: number) => {
    if (sellable) lines.set(sellable.facts.variantId, { sellable, quantity });
  };
  const isDecorative = dice.chance(trade ? 0.6 : 0.82);
  if (!trade && dice.chance(0.04) && shelves.sets.length > 0) put(dice.pick(shelves.sets), 1);
  if (isDecorative) family(dice, shelves, trade, put);
  const shelf = (names: string[]) => shelves.plain.get(dice.pick(names));
  const extras = trade ? dice.int(1, 5) : dice.int(isDecorative ? 0 : 1, 2);
  for (let count = 0; count < extras; count++) {
    const from = shelf(trade ? SHOP : dice.chance(0.5) ? WITH_DOORS : WITH_DRAWERS) ?? [];
    if (from.length > 0) put(popular(dice, from), plainQuantity(dice, trade));
  }
  if (lines.size === 0) family(dice, shelves, trade, put);
  return { lines: [...lines.values()] };
}

function family(
  dice: Dice,
  shelves: Shelves,
  trade: boolean,
  put: (sellable: Sellable | undefined, quantity: number) => void,
): void {
  // The minimum of two throws: families at the front of the catalogue are asked for more.
  const place = Math.min(dice.int(0, shelves.families.length - 1), dice.int(0, shelves.families.length - 1));
  const [, own] = shelves.families[place] ?? ['', []];
  const first = own[0];
  if (!first) return;
  const finish = dice.pick([...new Set(own.map(({ variant }) => variant.draft.finish))]);
  const inFinish = own.filter(
    ({ variant, product }) => variant.draft.finish === finish && product.draft.category !== 'Appliance pulls',
  );
  const of = (type: string) => inFinish.filter(({ product }) => product.draft.type === type);
  const [knobs, pulls, hooks] = [of('Knob'), of('Pull'), of('Hook')];
  const kitchen = trade ? dice.int(14, 90) : dice.int(3, 26);
  if (pulls.length > 0) put(popular(dice, pulls), kitchen);
  if (knobs.length > 0 && dice.chance(0.75))
    put(popular(dice, knobs), Math.max(1, Math.round(kitchen * (0.3 + dice.next() * 0.6))));
  if (pulls.length > 1 && dice.chance(trade ? 0.6 : 0.3))
    put(popular(dice, pulls), dice.int(2, trade ? 24 : 8));
  if (hooks.length > 0 && dice.chance(0.12)) put(dice.pick(hooks), dice.int(1, 6));
  const handles = own.filter(
    ({ variant, product }) => variant.draft.finish === finish && product.draft.category === 'Appliance pulls',
  );
  if (handles.length > 0 && dice.chance(0.08)) put(dice.pick(handles), dice.int(1, 2));
}

/** Picks two and returns the better known. */
function popular(dice: Dice, from: readonly Sellable[]): Sellable {
  const [first, second] = [dice.pick(from), dice.pick(from)];
  return first.product.draft.popularity >= second.product.draft.popularity ? first : second;
}

const plainQuantity = (dice: Dice, trade: boolean) =>
  trade ? dice.pick([4, 6, 10, 12, 20, 25, 30, 50]) : dice.pick([1, 1, 2, 2, 4, 6, 8]);
