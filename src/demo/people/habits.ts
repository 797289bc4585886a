import type { DemoClock } from '#demo/clock.ts';
import { demoId } from '#demo/demo-id.ts';
import { diceFor } from '#demo/dice.ts';
import { type Basket, fillBasket, type Shelves } from '#demo/orders/baskets.ts';
import type { Sellable } from '#demo/orders/sale-facts.ts';
import type { DemoPeople, DemoUser } from '#demo/people/people.ts';
import type { cartLines, carts } from '#server/carts/tables.ts';
import type { favorites } from '#server/users/tables.ts';
import { lessPercent, toMoney } from '#shared/rules/money.ts';
import { sellableStock } from '#shared/rules/stock.ts';

const WITH_FAVORITES = 90;

/** Lists what people marked to find it again: mostly what is well liked. */
export function demoFavorites(
  people: DemoPeople,
  all: readonly Sellable[],
  clock: DemoClock,
): (typeof favorites.$inferInsert)[] {
  const liked = all.filter(({ product }) => product.draft.popularity > 0.25);
  const users = [
    ...people.companies.flatMap(({ people: own }) => own),
    ...people.retail.slice(0, WITH_FAVORITES),
  ];
  return users.flatMap(user => {
    const dice = diceFor(`favorites ${user.email}`);
    return dice.some(liked, dice.int(3, 14)).map(({ facts }, index) => ({
      user: user._id,
      variant: facts.variantId,
      createdAt: clock.daysAgo(dice.int(1, 300), 18, index),
    }));
  });
}

interface Kept {
  carts: (typeof carts.$inferInsert)[];
  cartLines: (typeof cartLines.$inferInsert)[];
}

const JOBS: { name: string; state: 'saved' | 'bid' | 'quoted'; notes: string }[] = [
  { name: 'Barton Hills kitchen', state: 'saved', notes: '' },
  { name: 'Shop stock', state: 'saved', notes: 'Reorder when the racks are half empty' },
  { name: 'Duval Street duplex', state: 'bid', notes: 'Please quote freight to the site, lift gate needed' },
  { name: 'School library', state: 'quoted', notes: 'Delivery after June 10' },
];
const OTHERS = ['Kitchen', 'Bath upstairs', 'Next month'];

/** Carts that trade customers and some others keep: one a job, one sent as a bid, one quoted with its freight. */
export function demoCarts(people: DemoPeople, shelves: Shelves, clock: DemoClock): Kept {
  const kept: Kept = { carts: [], cartLines: [] };
  const [dana] = people.companies[0]?.people ?? [];
  for (const [index, job] of JOBS.entries()) if (dana) keep(kept, dana, { ...job, index }, shelves, clock);
  const primaries = people.companies.slice(1).flatMap(({ people: own }) => own[0] ?? []);
  for (const user of [...primaries, ...people.retail.slice(0, 12)]) {
    const dice = diceFor(`keeps ${user.email}`);
    for (const [index, name] of dice.some(OTHERS, dice.int(0, 2)).entries())
      keep(kept, user, { name, state: 'saved', notes: '', index }, shelves, clock);
  }
  return kept;
}

function keep(
  kept: Kept,
  user: DemoUser,
  job: { name: string; state: 'saved' | 'bid' | 'quoted'; notes: string; index: number },
  shelves: Shelves,
  clock: DemoClock,
): void {
  const dice = diceFor(`cart ${user.email} ${job.name}`);
  const _id = demoId('cart', `${user.email} ${job.name}`);
  const quoted = job.state === 'quoted';
  const at = clock.daysAgo(job.index + 1, 17, 20);
  kept.carts.push({
    _id,
    user: user._id,
    company: user.company ?? null,
    state: job.state,
    orderName: job.name,
    shippingMethod: quoted ? 'freight' : 'local',
    notes: job.notes,
    quotedUntil: quoted ? clock.daysAgo(-21, 22) : null,
    quotedShipping: quoted ? toMoney(185_00) : null,
    createdAt: at,
    updatedAt: at,
  });
  const { lines } = fillBasket(dice, shelves, user.company !== null);
  for (const [position, { sellable, quantity }] of inStock(lines).entries()) {
    kept.cartLines.push({
      _id: demoId('cart line', `${_id} ${position}`),
      cart: _id,
      productId: sellable.facts.productId,
      variantId: sellable.facts.variantId,
      variantGroup: sellable.facts.variantGroup,
      quantity,
      quotedPrice: quoted ? lessPercent(sellable.facts.price, 12) : null,
      position,
    });
  }
}

/** No more than there is of anything, so that what somebody kept can be ordered as it stands. */
function inStock(lines: Basket['lines']): Basket['lines'] {
  return lines.flatMap(({ sellable, quantity }) => {
    const most = Math.min(quantity, sellableStock(sellable.facts) ?? quantity);
    return most > 0 ? [{ sellable, quantity: most }] : [];
  });
}
