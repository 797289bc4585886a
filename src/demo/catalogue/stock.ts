import type { DemoProduct, DemoVariant } from '#demo/catalogue/demo-product.ts';
import { diceFor } from '#demo/dice.ts';
import { type Money, toMoney } from '#shared/rules/money.ts';
import type { PriceStep } from '#shared/rules/pricing.ts';
import { fieldsOfTiers, type TierFields } from '#shared/schemas/quantity-prices.ts';

/** The facts that a buyer's office adds to a product: whether it is shown, what it is marked with, where it lies. */
export interface Keeping {
  publish: boolean;
  sale: boolean;
  discontinued: boolean;
  dropShip: boolean;
  /** Days since it came into the shop. */
  age: number;
  label: string;
  /** The code of its aisle. */
  locationCode: string;
  /** List price against price; null: none is stated. */
  msrp: number | null;
}

const AISLES: Record<string, string> = {
  Knobs: 'A',
  Pulls: 'B',
  'Appliance pulls': 'C',
  Hooks: 'C',
  Hinges: 'D',
  'Drawer slides': 'E',
  'Catches and locks': 'F',
  'Shelf hardware': 'F',
  Brackets: 'G',
  Fasteners: 'H',
  'Bumpers and pads': 'H',
  'Furniture legs': 'J',
  Sets: 'K',
};

const NEW_UNTIL = 55;

export function keepingOf(product: DemoProduct): Keeping {
  const dice = diceFor(`keeping ${product.key}`);
  const isNew = dice.chance(0.045);
  const age = isNew ? dice.int(2, NEW_UNTIL) : dice.int(90, 1500);
  const discontinued = !isNew && dice.chance(0.014);
  const isSet = product.category === 'Sets';
  const sale = !isNew && !isSet && (discontinued || dice.chance(0.075));
  const publish = !dice.chance(0.006);
  const farAway = product.vendor === 'Verano Studio' || product.category === 'Furniture legs';
  return {
    publish,
    sale,
    discontinued,
    dropShip: product.dropShip ?? (!isSet && farAway && dice.chance(0.3)),
    age,
    label: labelOf({ isNew, sale, discontinued, best: product.popularity > 0.9 }),
    locationCode: `${AISLES[product.category] ?? 'Z'}${dice.int(1, 24)}`,
    msrp: isSet
      ? null
      : sale
        ? 1.3 + dice.int(0, 4) / 20
        : dice.chance(0.6)
          ? 1.15 + dice.int(0, 6) / 20
          : null,
  };
}

function labelOf(marks: { isNew: boolean; sale: boolean; discontinued: boolean; best: boolean }): string {
  if (marks.discontinued) return 'Last pieces';
  if (marks.sale) return 'Sale';
  if (marks.isNew) return 'New';
  return marks.best ? 'Best seller' : '';
}

export interface Shelf {
  stock: number;
  backOrder: boolean;
  dropShip: boolean;
  binLocation: string;
}

/** How much lies on the shelf: for most plenty, for some few, for some none. */
export function shelfOf(product: DemoProduct, variant: DemoVariant, keeping: Keeping): Shelf {
  const dice = diceFor(`shelf ${variant.productNum}`);
  const binLocation = `${keeping.locationCode}-${dice.int(1, 6)}${'ABCDEF'.charAt(dice.int(0, 5))}`;
  if (variant.bundle) return { stock: 0, backOrder: false, dropShip: false, binLocation };
  if (keeping.dropShip) return { stock: 0, backOrder: false, dropShip: true, binLocation: '' };
  const thrown = dice.next();
  if (keeping.discontinued)
    return { stock: thrown < 0.4 ? 0 : dice.int(1, 14), backOrder: false, dropShip: false, binLocation };
  const empty = thrown < 0.05;
  const stock = empty
    ? 0
    : thrown < 0.16
      ? dice.int(1, 9)
      : Math.round((24 + product.popularity * 420) * (0.3 + dice.next()));
  // Some of the goods that sell steadily have been promised already.
  const backOrder = empty ? dice.chance(0.55) : dice.chance(0.04);
  return {
    stock: empty && backOrder && dice.chance(0.3) ? -dice.int(1, 12) : stock,
    backOrder,
    dropShip: false,
    binLocation,
  };
}

export interface Prices extends TierFields {
  price: Money;
  msrp: Money | null;
  cost: Money;
}

const OFF = [7, 14, 22];

/** Price, list price, cost and quantity prices; each tier is dearer than the next, or it is left out. */
export function pricesOf({ cents, tiers = [], bundle }: DemoVariant, { msrp }: Keeping): Prices {
  const list = msrp === null ? null : Math.round((cents * msrp) / 5) * 5;
  const steps: PriceStep[] = [];
  let before = cents;
  for (const [index, quantity] of tiers.entries()) {
    const next = Math.round((cents * (100 - (OFF[index] ?? 0))) / 100);
    if (next >= before || bundle) break;
    steps.push({ quantity, price: toMoney(next) });
    before = next;
  }
  return {
    price: toMoney(cents),
    msrp: list !== null && list > cents ? toMoney(list) : null,
    cost: toMoney(Math.round(cents * 0.47)),
    ...fieldsOfTiers(steps),
  };
}

/** Whole pounds and the ounces over them. */
export function weightOf(ounces: number): { lb: number; oz: number } {
  const tenths = Math.round(ounces * 10);
  return { lb: Math.floor(tenths / 160), oz: (tenths % 160) / 10 };
}
