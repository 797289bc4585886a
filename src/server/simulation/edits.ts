import type { Dice } from '#demo/dice.ts';
import { adminOrClerk, cheaper, someOrder, stands } from '#server/simulation/at-the-desk.ts';
import { WHERE } from '#server/simulation/buyers.ts';
import { type DeedOf, doing } from '#server/simulation/deeds.ts';
import { type Ask, rest, type Scene, type Visit } from '#server/simulation/scene.ts';
import { chance, clock } from '#server/time-and-chance.ts';
import { toCents } from '#shared/rules/money.ts';
import type { EditOrder } from '#shared/schemas/edit-order.ts';
import type { Order } from '#shared/schemas/orders.ts';

/** Changes what was ordered, once it was looked at: some think better of it, some do so in two pages. */
export const staffEdit: Visit = async (scene, dice) => {
  const { ask, isAdmin } = adminOrClerk(scene, dice, 0.2, '10.2.1.1');
  // A few Employees try what an Admin alone may.
  const mayTry = isAdmin || dice.chance(0.1);
  const order = await someOrder(ask, dice, one => stands(one) && (mayTry || one.status !== 'Completed'));
  if (!order) return;
  for (let pages = dice.chance(0.15) ? 2 : 1; pages > 0; pages--)
    if (!(await editOrder(scene, dice, { ask, isAdmin, order }))) return;
};

/** Changes an order as it was seen, those in a hurry at the next meeting. False: they thought better of it. */
export async function editOrder(
  scene: Scene,
  dice: Dice,
  { ask, isAdmin, order, isHurried }: { ask: Ask; isAdmin: boolean; order: Order; isHurried?: boolean },
): Promise<boolean> {
  const terms = changedTerms(scene, dice, order);
  const asked = {
    ...{ _id: order._id, version: order.version, idempotencyKey: chance.uuid(), mail: dice.chance(0.9) },
    ...{ cart: changed(scene, dice, order), ...terms },
  };
  if (isAdmin) scene.allowed.add(asked.idempotencyKey);
  const { edit: seen, missing } = await ask('look at an edit', shop =>
    shop.orders.adminReplace({ ...asked, preview: true }),
  );
  await rest(dice, isHurried ? 0 : 60);
  if (dice.chance(0.1)) return false;
  // From now on it may cost either.
  scene.edited.set(order._id, [...(scene.edited.get(order._id) ?? []), toCents(seen.after.total)]);
  const above = missing !== null && dice.chance(0.6) ? { overLimit: true as const } : {};
  const act = { ...editOf(order, asked, toCents(seen.after.total)), isAbove: 'overLimit' in above };
  const { edit } = await doing(scene, act, () =>
    ask('edit an order', shop => shop.orders.adminReplace({ ...asked, ...above, figures: seen.after })),
  );
  for (const told of scene.told) if (told._id === order._id) told.at = clock.ms();
  if (!isAdmin && order.status === 'Completed')
    scene.place.onBroken(
      'no Employee does what an Admin alone may',
      `${order.orderNumber} was changed, and is Completed`,
    );
  const what = otherThanAsked(order, asked.cart, edit.lines);
  if (what) scene.place.onBroken('an edit does what was asked for', `${order.orderNumber}: ${what}`);
  return true;
}

/** Says what an edit is to bring, for the judge to find it in the books. */
function editOf(
  { _id, shippingMethod }: Order,
  asked: Pick<EditOrder, 'cart' | 'couponCode' | 'recalculateShipping' | 'shippingMethod' | 'mail'> & {
    idempotencyKey: string;
  },
  cents: number,
): Omit<DeedOf<'edit'>, 'told' | 'at' | 'isAbove'> {
  const { shippingMethod: method = shippingMethod } = asked;
  return {
    ...{ kind: 'edit', key: asked.idempotencyKey, order: _id, cents, method, coupon: asked.couponCode },
    lines: asked.cart.flatMap(one =>
      '_id' in one
        ? { _id: one._id, quantity: one.quantity, cents: one.price == null ? null : toCents(one.price) }
        : [],
    ),
    added: asked.cart.flatMap(one =>
      '_id' in one ? [] : { variantId: one.variantId, quantity: one.quantity },
    ),
    isShippedAnew: asked.recalculateShipping === true || method !== shippingMethod,
    isMailed: asked.mail,
  };
}

/**
 * Says which line of an edit is another than staff asked for: untouched ones stay, unless others of their variant went and
 * their price hung on them, and so do prices that were named.
 */
function otherThanAsked(
  { cart }: Order,
  asked: EditOrder['cart'],
  edited: readonly { line: string | null; price: number; amount: number }[],
): string | null {
  const known = edited.filter(({ line }) => line !== null);
  const wanted = asked.flatMap(one => ('_id' in one ? [one] : []));
  const given = cart.filter(({ priceSource }) => priceSource === 'free');
  const gone = known.find(one => ![...wanted, ...given].some(({ _id }) => _id === one.line));
  if (gone) return `${gone.line} is there yet`;
  const unitsIn = (
    lines: readonly { _id?: string; variantId?: string; quantity: number }[],
    variant: string,
  ) =>
    lines
      .filter(({ _id, variantId = cart.find(line => line._id === _id)?.variantId }) => variantId === variant)
      .reduce((units, { quantity }) => units + quantity, 0);
  const isFewer = (variant: string) => unitsIn(asked, variant) < unitsIn(cart, variant);
  for (const { _id, quantity, price } of wanted) {
    const before = cart.find(one => one._id === _id);
    const after = known.find(({ line }) => line === _id);
    if (!before || before.priceSource === 'free') continue;
    if (!after) return `${_id} is gone`;
    const { variantId, priceSource } = before;
    const isUntouched = quantity === before.quantity && (priceSource === 'base' || !isFewer(variantId));
    const isKept = price === undefined && (isUntouched || priceSource === 'override');
    const due = price ?? (isKept ? before.price : after.price);
    if (after.price !== due || toCents(after.amount) !== toCents(due) * quantity)
      return `${quantity} for ${after.price}, in all ${after.amount}, not ${due} each`;
  }
  return null;
}

/** Other terms of an order than its lines. */
function changedTerms(
  { town }: Scene,
  dice: Dice,
  { shippingMethod }: Order,
): Pick<EditOrder, 'couponCode' | 'recalculateShipping' | 'shippingMethod'> {
  if (dice.chance(0.1)) return { couponCode: dice.pick(['', town.coupon]) };
  if (dice.chance(0.06))
    return shippingMethod === 'local' ? { shippingMethod: 'ground', ...WHERE } : { shippingMethod: 'local' };
  return dice.chance(0.1) ? { recalculateShipping: true } : {};
}

function changed({ town }: Scene, dice: Dice, { cart }: Order): EditOrder['cart'] {
  const nth = dice.int(0, cart.length - 1);
  const kept = cart.flatMap(({ _id, quantity, price, priceSource }, index): EditOrder['cart'] => {
    if (index !== nth || priceSource === 'free') return [{ _id, quantity }];
    if (dice.chance(0.15) && cart.length > 1) return [];
    const more = dice.chance(0.25) && price > 1 ? cheaper(dice, toCents(price)) : {};
    return [{ _id, quantity: Math.max(1, quantity + dice.int(-3, 2)), ...more }];
  });
  if (!dice.chance(0.25)) return kept;
  const { productId, variantId } = dice.pick(town.goods);
  return [...kept, { productId, variantId, quantity: dice.int(1, 3) }];
}
