import { type Dice, diceFor } from '#demo/dice.ts';
import { adminOrClerk, atOnce, clerk, someOrder, stands } from '#server/simulation/at-the-desk.ts';
import {
  buyer,
  companyPays,
  decide,
  goOn,
  memberAsks,
  orderSomething,
  takeBack,
} from '#server/simulation/buyers.ts';
import { editOrder } from '#server/simulation/edits.ts';
import { answerAct, askBoldly, giveBack } from '#server/simulation/gifts.ts';
import { askAs, count, rest, type Scene, type Visit } from '#server/simulation/scene.ts';
import { sell } from '#server/simulation/till.ts';
import type { Order } from '#shared/schemas/orders.ts';

/** A few pieces of one thing, so that it is within most limits. */
const oneThing = ({ town }: Scene, dice: Dice) => {
  const { productId, variantId } = dice.pick(town.goods);
  return [{ productId, variantId, quantity: dice.int(1, 2) }];
};

/** Dice of one in a crowd: a fault that strikes one changes nothing for the others. */
const ownDice = (dice: Dice) => diceFor(`in a crowd ${dice.next()}`);

/**
 * Presses several buttons at once. Counts `one of many ${does}` where a press came to what it was for (it resolves to true),
 * and `one of many ${does}, and another is refused` where the shop let no more than some of them do so.
 */
async function meet(scene: Scene, does: string, presses: readonly Promise<boolean>[]): Promise<void> {
  const ended = await atOnce(presses);
  if (!ended.some(one => one.status === 'fulfilled' && one.value)) return;
  count(scene, `one of many ${does}`);
  // `atOnce` throws whatever else is rejected.
  if (ended.some(({ status }) => status === 'rejected'))
    count(scene, `one of many ${does}, and another is refused`);
}

/** Guests order with the same coupon at the same moment, each from an address of their own. */
export const manyUseCoupon: Visit = async (scene, dice) => {
  const couponCode = scene.town.coupon;
  const guests = Array.from({ length: dice.int(3, 5) }, async (_, nth) => {
    const own = ownDice(dice);
    const ask = askAs(scene, own, null, `10.0.3.${nth}`);
    const who = { ask, name: 'Cora Lind', email: `cora-${nth}@home.test` };
    const order = await orderSomething(scene, own, who, {
      ...{ cart: oneThing(scene, own), couponCode, isHurried: true },
    });
    await goOn(scene, own, ask, order);
    return order !== null && order.couponCode !== '';
  });
  await meet(scene, 'orders with a coupon', guests);
};

/** Those who share store credit and a limit of debt spend both at the same moment, some of them at the counter. */
export const manySpend: Visit = async (scene, dice) => {
  const { primary, member, retail, company } = scene.town;
  const hurried = { useStoreCredit: true, isHurried: true };
  const hasSpent = (order: Order | null) =>
    order !== null && (order.storeCredit > 0 || order.paymentType === 'Terms');
  const spend = async (user: typeof primary) => {
    const own = ownDice(dice);
    const one = buyer(scene, own, user);
    const order = await orderSomething(scene, own, one, {
      ...{ ...hurried, cart: oneThing(scene, own) },
      ...(user.company && { paymentType: 'Terms' }),
    });
    await goOn(scene, own, one.ask, order);
    return hasSpent(order);
  };
  const atCounter = async (whose: { company: string } | { user: string }, paymentType: 'Terms' | 'Check') => {
    const own = ownDice(dice);
    const ask = clerk(scene, own, '10.2.2.1');
    return hasSpent(await sell(scene, own, ask, { whose, paid: { paymentType }, ...hurried }));
  };
  const presses = dice.chance(0.6)
    ? [spend(primary), spend(member), atCounter({ company }, 'Terms')]
    : [spend(retail), ...[1, 2].map(() => atCounter({ user: retail._id }, 'Check'))];
  await meet(scene, 'spends what they share', presses);
};

/** A Primary says yes and no to the same request at the same moment, and its Member takes it back. */
export const manyDecide: Visit = async (scene, dice) => {
  const primary = buyer(scene, dice, scene.town.primary);
  const look = async () => {
    const approvals = await primary.ask('look at what waits', shop => shop.team.approvals({}));
    return approvals.filter(({ state }) => state === 'waiting');
  };
  if ((await look()).length === 0) await atOnce([memberAsks(scene, dice)]);
  const [first] = await look();
  if (!first) return;
  const { _id } = first;
  const answer = async (says: boolean) => {
    const own = ownDice(dice);
    const { ask } = buyer(scene, own, scene.town.primary);
    await decide(scene, own, { ask, _id, says, isHurried: true });
    return true;
  };
  const withdraw = async () => {
    const own = ownDice(dice);
    const { ask } = buyer(scene, own, scene.town.member);
    await rest(own, 0);
    await takeBack(scene, ask, _id);
    return true;
  };
  await meet(scene, 'decides a request', [
    ...[true, false].map(answer),
    ...(dice.chance(0.3) ? [withdraw()] : []),
  ]);
};

/** An Admin says yes and no to the same act at the same moment. */
export const manyAllow: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, scene.town.admin, '10.2.2.2');
  await askBoldly(scene, dice);
  const { acts } = await ask('look at what waits for an Admin', shop => shop.approvals.list({}));
  for (const act of acts) {
    scene.allowed.add(act._id);
    const answers = [true, false].map(async approve => {
      await answerAct(scene, askAs(scene, ownDice(dice), scene.town.admin, '10.2.2.2'), act, approve);
      return true;
    });
    await meet(scene, 'decides an act', answers);
  }
};

/** Two clerks give much of the same order back at the same moment. */
export const manyGiveBack: Visit = async (scene, dice) => {
  const choice = `gives back ${dice.next()}`;
  const clerks = [1, 2].map(() => giveBack(scene, diceFor(choice), { isAll: true }));
  await meet(scene, 'gives money back', clerks);
};

/** Staff who looked at the same order change it at the same moment, each otherwise. */
export const manyEdit: Visit = async (scene, dice) => {
  const { ask, isAdmin } = adminOrClerk(scene, dice, 0.5, '10.2.2.3');
  const order = await someOrder(ask, dice, one => stands(one) && (isAdmin || one.status !== 'Completed'));
  if (!order) return;
  const user = isAdmin ? scene.town.admin : scene.town.employee;
  const edits = [1, 2].map(() => {
    const own = ownDice(dice);
    const itsAsk = askAs(scene, own, user, '10.2.2.3');
    return editOrder(scene, own, { ask: itsAsk, isAdmin, order, isHurried: true });
  });
  await meet(scene, 'edits an order', edits);
};

/** A company pays the same orders from two pages. */
export const manyPay: Visit = async (scene, dice) => {
  const one = buyer(scene, dice, scene.town.primary);
  await atOnce([orderSomething(scene, dice, one, { paymentType: 'Terms', cart: oneThing(scene, dice) })]);
  const choice = `pays ${dice.next()}`;
  const pages = [1, 2].map(() => companyPays(scene, diceFor(choice)));
  await meet(scene, 'pays the same orders', pages);
};
