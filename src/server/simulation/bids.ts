import type { Dice } from '#demo/dice.ts';
import type { SessionUser } from '#server/context.ts';
import { buyer, goOn, orderSomething, piecesOf, someGoods } from '#server/simulation/buyers.ts';
import { askAs, count, Refused, rest, type Scene, type Visit } from '#server/simulation/scene.ts';
import { clock } from '#server/time-and-chance.ts';
import { toCents, toMoney } from '#shared/rules/money.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';

const DAY_MS = 86_400_000;

/** Sends a cart to staff for their prices; orders one that was answered, or asks for better ones. */
export const customerAsksForPrices: Visit = async (scene, dice) => {
  for (const user of dice.some([scene.town.retail, scene.town.primary], 2)) {
    const one = buyer(scene, dice, user);
    const carts = await one.ask('look at their carts', shop => shop.carts.list({}));
    const quoted = carts.filter(({ state }) => state === 'quoted');
    if (quoted.length > 0) return takeUpQuote(scene, dice, { user, one, quoted });
  }
  const { ask } = buyer(scene, dice, dice.pick([scene.town.retail, scene.town.primary]));
  const cart = { orderName: `Kitchen ${dice.int(1, 99)}`, cart: someGoods(scene, dice), notes: 'for ten' };
  await ask('ask for prices', shop => shop.carts.saveAsBid(cart));
};

async function takeUpQuote(
  scene: Scene,
  dice: Dice,
  { user, one, quoted }: { user: SessionUser; one: ReturnType<typeof buyer>; quoted: readonly SavedCart[] },
): Promise<void> {
  const { ask } = one;
  const { _id, cart } = dice.pick(quoted);
  if (dice.chance(0.5)) {
    end(scene, _id);
    await ask('ask for better prices', shop => shop.carts.askAgain({ _id, notes: 'lower' }));
    return;
  }
  const how = {
    saved: { cartIds: [_id], pieces: piecesOf(cart) },
    ...(user.company && dice.chance(0.5) && { paymentType: 'Terms' as const }),
  };
  await goOn(scene, dice, ask, await orderSomething(scene, dice, one, how));
}

/**
 * Answers carts that were sent for prices; some anew, though their customer may be about to order. From when prices hold that
 * wait for an Admin is not known here: they may.
 */
export const staffQuote: Visit = async (scene, dice) => {
  const { town } = scene;
  const ask = askAs(scene, dice, town.employee, '10.2.2.1');
  const view = dice.pick(['bid', 'bid', 'quoted'] as const);
  const { bids } = await ask('look at bids', shop => shop.carts.bids({ view }));
  for (const { _id } of dice.some(bids, 2)) {
    const { prices, version } = await ask('look at a bid', shop => shop.carts.bid({ _id }));
    // Some name less than they may alone: that waits for an Admin.
    const isLow = dice.chance(0.2);
    const told = dice.some(prices, dice.int(1, prices.length)).map(({ variantId, ours }) => {
      const cents = toCents(ours);
      const off = isLow ? Math.floor(cents / 2) : dice.int(0, Math.floor(cents / 5));
      return { variantId, price: toMoney(cents - off) };
    });
    const blankSince = clock.ms();
    await rest(dice, 30);
    const until = clock.ms() + dice.int(1, 20) * DAY_MS;
    end(scene, _id);
    const blank = prices.filter(({ variantId }) => !told.some(one => one.variantId === variantId));
    const all = [...told, ...blank.map(({ variantId, ours: price }) => ({ variantId, price, blankSince }))];
    const quotes = all.map(({ variantId, price, ...more }) => {
      const one = { cents: toCents(price), from: Number.POSITIVE_INFINITY, until, ...more };
      const key = `${_id} ${variantId}`;
      town.prices.quotes.set(key, [...(town.prices.quotes.get(key) ?? []), one]);
      return one;
    });
    const quotedUntil = new Date(until).toISOString();
    try {
      await ask('tell prices', shop => shop.carts.quote({ _id, version, prices: told, quotedUntil }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.reason === 'waits_for_admin') count(scene, 'ask for an Admin’s prices');
      continue;
    }
    for (const one of quotes) one.from = clock.ms();
  }
};

/** From now on prices that were told of a cart may hold no more. */
function end({ town }: Scene, cart: string): void {
  for (const [key, quotes] of town.prices.quotes)
    if (key.startsWith(cart)) for (const one of quotes) one.until = Math.min(one.until, clock.ms());
}
