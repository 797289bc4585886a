import type { Dice } from '#demo/dice.ts';
import type { Whose } from '#server/simulation/deeds.ts';
import { type Ask, askAs, Refused, type Scene } from '#server/simulation/scene.ts';
import { clock } from '#server/time-and-chance.ts';
import { toMoney } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import type { Order } from '#shared/schemas/orders.ts';

export const clerk = (scene: Scene, dice: Dice, ip: string) => askAs(scene, dice, scene.town.employee, ip);

/** An Admin comes as often as `share` says; else a clerk. */
export function adminOrClerk(scene: Scene, dice: Dice, share: number, ip: string) {
  const isAdmin = dice.chance(share);
  return { isAdmin, ask: isAdmin ? askAs(scene, dice, scene.town.admin, ip) : clerk(scene, dice, ip) };
}

export const stands = ({ status }: Pick<Order, 'status'>) => status !== 'Held' && status !== 'Canceled';

export async function someOrder(
  ask: Ask,
  dice: Dice,
  isWanted: (order: Pick<Order, 'status' | 'amountPaid'>) => boolean,
): Promise<Order | null> {
  const { orders } = await ask('look at the desk', shop => shop.orders.desk({ view: 'all' }));
  const wanted = orders.filter(isWanted);
  if (wanted.length === 0) return null;
  const { _id } = dice.pick(wanted);
  return ask('look at an order', shop => shop.orders.byId({ id: _id }));
}

/** Names the owner of the money: the company, a customer, or whoever ordered without an account. */
export async function somebodysMoney(scene: Scene, dice: Dice, ask: Ask): Promise<Whose> {
  const { company, retail } = scene.town;
  const whose = dice.pick(['company', 'company', 'user', 'order'] as const);
  if (whose === 'company') return { company };
  if (whose === 'user') return { user: retail._id };
  const { orders } = await ask('look at the desk', shop => shop.orders.desk({ view: 'unpaid' }));
  return orders.length > 0 ? { order: dice.pick(orders)._id } : { company };
}

export const today = () => shopDate(clock.now(), 'America/Chicago');

/** Names a price; some name one that an Employee may not. */
export const cheaper = (dice: Dice, cents: number) => ({
  price: toMoney(dice.chance(0.8) ? cents - dice.int(1, Math.ceil(cents / 3)) : Math.ceil(cents / 3)),
  priceReason: 'scratched',
});

/** Presses several buttons at once, and answers how each press ended; throws all that is no refusal. */
export async function atOnce<T>(presses: readonly Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
  const ended = await Promise.allSettled(presses);
  const surprises = ended.flatMap(one =>
    one.status === 'rejected' && !(one.reason instanceof Refused) ? [one.reason] : [],
  );
  if (surprises.length > 1) throw new AggregateError(surprises, surprises.map(String).join('; '));
  if (surprises.length > 0) throw surprises[0];
  return ended;
}
