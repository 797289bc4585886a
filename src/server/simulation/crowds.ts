import { type Dice, diceFor } from '#demo/dice.ts';
import { adminOrClerk, atOnce, clerk, someOrder, stands } from '#server/simulation/at-the-desk.ts';
import {
  buyer,
  decide,
  goOn,
  memberAsks,
  orderSomething,
  payDebts,
  takeBack,
} from '#server/simulation/buyers.ts';
import { editOrder } from '#server/simulation/edits.ts';
import { answerAct, askBoldly, giveBack } from '#server/simulation/gifts.ts';
import { askAs, count, type Scene, type Visit } from '#server/simulation/scene.ts';
import { sell } from '#server/simulation/till.ts';

/** A few pieces of one thing, so that it is within anybody's limits. */
const oneThing = ({ town }: Scene, dice: Dice) => {
  const { productId, variantId } = dice.pick(town.goods);
  return [{ productId, variantId, quantity: dice.int(1, 2) }];
};

/** Presses several buttons at once. Counts `what` where one of them, whose press answers true, gets what they want. */
async function meet(scene: Scene, what: string, presses: readonly Promise<boolean>[]): Promise<void> {
  await atOnce(presses);
  const ended = await Promise.allSettled(presses);
  if (ended.some(one => one.status === 'fulfilled' && one.value)) count(scene, what);
}

/** Guests order with the same coupon at the same moment, each from an address of their own. */
export const manyUseCoupon: Visit = async (scene, dice) => {
  const couponCode = scene.town.coupon;
  const guests = Array.from({ length: dice.int(3, 5) }, async (_, nth) => {
    const ask = askAs(scene, dice, null, `10.0.3.${nth}`);
    const who = { ask, name: 'Cora Lind', email: `cora-${nth}@home.test` };
    const order = await orderSomething(scene, dice, who, {
      ...{ cart: oneThing(scene, dice), couponCode, isHurried: true },
    });
    await goOn(scene, dice, ask, order);
    return true;
  });
  await meet(scene, 'one of many orders with a coupon', guests);
};

/** Those who share store credit and a limit of debt spend both at the same moment, some of them at the counter. */
export const manySpend: Visit = async (scene, dice) => {
  const { primary, member, retail, company } = scene.town;
  const hurried = { useStoreCredit: true, isHurried: true };
  const spend = async (user: typeof primary) => {
    const one = buyer(scene, dice, user);
    const order = await orderSomething(scene, dice, one, {
      ...{ ...hurried, cart: oneThing(scene, dice) },
      ...(user.company && { paymentType: 'Terms' }),
    });
    await goOn(scene, dice, one.ask, order);
    return true;
  };
  const atCounter = async (whose: { company: string } | { user: string }, paymentType: 'Terms' | 'Check') => {
    await sell(scene, dice, clerk(scene, dice, '10.2.2.1'), { whose, paid: { paymentType }, ...hurried });
    return true;
  };
  await meet(
    ...([scene, 'one of many spends what they share'] as const),
    dice.chance(0.6)
      ? [spend(primary), spend(member), atCounter({ company }, 'Terms')]
      : [spend(retail), ...[1, 2].map(() => atCounter({ user: retail._id }, 'Check'))],
  );
};

/** A Primary says yes and no to the same request at the same moment, and its Member takes it back. */
export const manyDecide: Visit = async (scene, dice) => {
  const primary = buyer(scene, dice, scene.town.primary);
  const member = buyer(scene, dice, scene.town.member);
  const look = async () => {
    const approvals = await primary.ask('look at what waits', shop => shop.team.approvals({}));
    return approvals.filter(({ state }) => state === 'waiting');
  };
  if ((await look()).length === 0) await atOnce([memberAsks(scene, dice)]);
  const [first] = await look();
  if (!first) return;
  const { _id } = first;
  const answer = async (says: boolean) => {
    await decide(scene, dice, { ask: primary.ask, _id, says, isHurried: true });
    return true;
  };
  await meet(scene, 'one of many decides a request', [
    ...[true, false].map(answer),
    ...(dice.chance(0.3) ? [takeBack(scene, member.ask, _id).then(() => true)] : []),
  ]);
};

/** An Admin says yes and no to the same act at the same moment. */
export const manyAllow: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, scene.town.admin, '10.2.2.2');
  await askBoldly(scene, dice);
  const { acts } = await ask('look at what waits for an Admin', shop => shop.approvals.list({}));
  for (const act of acts) {
    scene.allowed.add(act._id);
    const answers = [true, false].map(approve => answerAct(scene, ask, act, approve).then(() => true));
    await meet(scene, 'one of many decides an act', answers);
  }
};

/** Two clerks give much of the same order back at the same moment. */
export const manyGiveBack: Visit = async (scene, dice) => {
  const choice = `gives back ${dice.next()}`;
  const clerks = [1, 2].map(() => giveBack(scene, diceFor(choice), { isAll: true }));
  await meet(scene, 'one of many gives money back', clerks);
};

/** Staff who looked at the same order change it at the same moment, each otherwise. */
export const manyEdit: Visit = async (scene, dice) => {
  const { ask, isAdmin } = adminOrClerk(scene, dice, 0.5, '10.2.2.3');
  const order = await someOrder(ask, dice, one => stands(one) && (isAdmin || one.status !== 'Completed'));
  if (!order) return;
  const edits = [1, 2].map(() =>
    editOrder(scene, diceFor(`edits ${dice.next()}`), { ask, isAdmin, order, isHurried: true }),
  );
  await meet(scene, 'one of many edits an order', edits);
};

/** A company pays the same orders from two pages. */
export const manyPay: Visit = async (scene, dice) => {
  const one = buyer(scene, dice, scene.town.primary);
  await atOnce([orderSomething(scene, dice, one, { paymentType: 'Terms', cart: oneThing(scene, dice) })]);
  const pages = [payDebts(scene, dice), payDebts(scene, dice)];
  await meet(scene, 'one of many pays the same orders', pages);
};
