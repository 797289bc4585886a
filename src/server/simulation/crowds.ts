import { type Dice, diceFor } from '#demo/dice.ts';
import { atOnce, clerk } from '#server/simulation/at-the-desk.ts';
import {
  buyer,
  companyPays,
  decide,
  goOn,
  memberAsks,
  orderSomething,
  takeBack,
} from '#server/simulation/buyers.ts';
import { answerAct, askBoldly, giveBack } from '#server/simulation/gifts.ts';
import { askAs, type Scene, type Visit } from '#server/simulation/scene.ts';
import { sell } from '#server/simulation/till.ts';

/** A few pieces of one thing, so that it is within anybody's limits. */
const oneThing = ({ town }: Scene, dice: Dice) => {
  const { productId, variantId } = dice.pick(town.goods);
  return [{ productId, variantId, quantity: dice.int(1, 2) }];
};

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
  });
  await atOnce(guests);
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
  };
  const atCounter = (whose: { company: string } | { user: string }, paymentType: 'Terms' | 'Check') =>
    sell(scene, dice, clerk(scene, dice, '10.2.2.1'), { whose, paid: { paymentType }, ...hurried });
  await atOnce(
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
  await atOnce([
    ...[true, false].map(says => decide(scene, dice, { ask: primary.ask, _id, says, isHurried: true })),
    ...(dice.chance(0.3) ? [takeBack(scene, member.ask, _id)] : []),
  ]);
};

/** An Admin says yes and no to the same act at the same moment. */
export const manyAllow: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, scene.town.admin, '10.2.2.2');
  await askBoldly(scene, dice);
  const { acts } = await ask('look at what waits for an Admin', shop => shop.approvals.list({}));
  for (const act of acts) {
    scene.allowed.add(act._id);
    await atOnce([true, false].map(approve => answerAct(scene, ask, act, approve)));
  }
};

/** Two clerks give much of the same order back at the same moment. */
export const manyGiveBack: Visit = async (scene, dice) => {
  const choice = `gives back ${dice.next()}`;
  await atOnce([1, 2].map(() => giveBack(scene, diceFor(choice), { isAll: true })));
};

/** A company pays the same orders from two pages. */
export const manyPay: Visit = async (scene, dice) => {
  const one = buyer(scene, dice, scene.town.primary);
  await atOnce([orderSomething(scene, dice, one, { paymentType: 'Terms', cart: oneThing(scene, dice) })]);
  await atOnce([companyPays(scene, dice), companyPays(scene, dice)]);
};
