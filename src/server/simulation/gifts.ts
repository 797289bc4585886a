import type { Dice } from '#demo/dice.ts';
import { adminOrClerk, atOnce, clerk, someOrder, stands } from '#server/simulation/at-the-desk.ts';
import { sendBack } from '#server/simulation/bank.ts';
import { doing } from '#server/simulation/deeds.ts';
import { type Ask, Refused, rest, type Scene, type Visit } from '#server/simulation/scene.ts';
import { GUEST, sell, takeMoney } from '#server/simulation/till.ts';
import { chance } from '#server/time-and-chance.ts';
import { toCents, toMoney } from '#shared/rules/money.ts';
import type { MakeRefund, RefundLook } from '#shared/schemas/give-back.ts';
import type { WaitingAct } from '#shared/schemas/waiting-acts.ts';

/** Gives money of an order back at will; some try whatever there is. */
export const staffGiveBack: Visit = (scene, dice) => giveBack(scene, dice, { isAll: dice.chance(0.3) });

/** `isAll`: up to all that was paid of it. Answers whether there was an order to give back of. */
export async function giveBack(scene: Scene, dice: Dice, { isAll }: { isAll: boolean }): Promise<boolean> {
  const ask = clerk(scene, dice, '10.2.1.4');
  const order = await someOrder(ask, dice, one => stands(one) && one.amountPaid > 0);
  if (!order) return false;
  const look = () => ask('look at what is left', shop => shop.refunds.look({ order: order._id }));
  const left = await look();
  const ways = [
    ...(left.card > 0 ? (['card', 'card', 'card'] as const) : []),
    ...(left.hasAccount ? (['credit'] as const) : []),
    ...(left.byHand > 0 ? (['check', 'cash'] as const) : []),
  ];
  const way = dice.pick(ways.length > 0 && dice.chance(0.9) ? ways : (['card', 'credit', 'cash'] as const));
  const cents = dice.int(1, isAll ? toCents(order.amountPaid) : 500);
  const [line] = dice.some(order.cart, 1);
  const units =
    line && dice.chance(0.3) ? [{ _id: line._id, quantity: dice.int(1, line.quantity) }] : undefined;
  const what = units ? { lines: units } : { amount: toMoney(cents) };
  const key = chance.uuid();
  const asked = { order: order._id, version: order.version, reason: 'late', key, ...what, way };
  const act = {
    ...({ kind: 'refund', key, order: order._id, way, cents: units ? null : cents } as const),
    units: (units ?? []).map(({ _id, quantity }) => ({ line: _id, quantity })),
  };
  try {
    await doing(scene, act, () => ask('give back at will', shop => shop.refunds.make(asked)));
  } catch (error) {
    if (
      error instanceof Refused &&
      error.reason === 'invalid' &&
      mayGive(left, asked) &&
      mayGive(await look(), asked)
    )
      scene.place.onBroken(
        'nobody is refused for a reason that they can’t meet',
        `give back at will: ${asked.amount} ${way}, of ${JSON.stringify(left)}`,
      );
    throw error;
  }
  return true;
}

/** Tells whether an order has so much left to be given that way, as far as staff were told. */
function mayGive(left: RefundLook, { amount, way }: Pick<MakeRefund, 'amount' | 'way'>): boolean {
  if (amount === undefined || left.owed.length > 0) return false;
  const most = { card: left.card, credit: left.hasAccount ? left.inAll : 0 }[way as 'card' | 'credit'];
  return amount <= (most ?? left.byHand);
}

/** Gives somebody store credit, for no order in particular; some ask for themselves, which an Admin has to approve. */
export const staffGrant: Visit = (scene, dice) => {
  const { town } = scene;
  const [company, retail] = [{ company: town.company }, { user: town.retail._id }];
  return grant(scene, dice, dice.pick([company, company, retail, retail, { user: town.employee._id }]));
};

async function grant(scene: Scene, dice: Dice, whose: { company: string } | { user: string }): Promise<void> {
  const ask = clerk(scene, dice, '10.2.1.7');
  const [key, cents] = [chance.uuid(), dice.int(1, 4000)];
  const given = { ...whose, amount: toMoney(cents), reason: 'a box came late', key };
  await doing(scene, { kind: 'grant', key, whose, cents }, () =>
    ask('give store credit', shop => shop.storeCredit.grant(given)),
  );
}

/** An Admin takes store credit back: of no order in particular, or what staff gave for one. Some Employees try. */
export const staffTakesGiftBack: Visit = async (scene, dice) => {
  const { ask } = adminOrClerk(scene, dice, 0.9, '10.2.1.12');
  const { town } = scene;
  const ofOrder = dice.chance(0.5) ? await someOrder(ask, dice, stands) : null;
  const whose = ofOrder
    ? ofOrder.company
      ? { company: ofOrder.company }
      : ofOrder.user && { user: ofOrder.user }
    : dice.pick([{ company: town.company }, { user: town.retail._id }]);
  if (!whose) return;
  const [key, cents] = [chance.uuid(), dice.int(1, 600)];
  const order = ofOrder?._id ?? null;
  const said = { ...whose, amount: toMoney(cents), reason: 'given twice', key, ...(order && { order }) };
  await doing(scene, { kind: 'ungrant', key, whose, cents, order }, () =>
    ask('take store credit back', shop => shop.storeCredit.takeBack(said)),
  );
};

/**
 * Hands out what alerts ask for, or sends it: some of it in two pages at once. Often somebody who paid by check has just
 * thought better of it.
 */
export const staffHandOut: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.13');
  if (dice.chance(0.5)) await checkGoesBack(scene, dice, ask);
  const { orders } = await ask('look at the desk', shop => shop.orders.desk({ view: 'alerts' }));
  for (const { _id } of dice.some(orders, 4)) {
    const { handOuts } = await ask('look at a record', shop => shop.orders.record({ id: _id }));
    for (const { alert } of handOuts) {
      await rest(dice, 60);
      const press = () =>
        doing(scene, { kind: 'hand out', order: _id, alert }, () =>
          ask('hand money out', shop => shop.orders.dismissAlert({ _id, alert, note: 'handed out' })),
        );
      await atOnce(Array.from({ length: dice.chance(0.2) ? 2 : 1 }, press));
    }
  }
};

/** Somebody without an account orders by phone, pays by check, and cancels. */
async function checkGoesBack(scene: Scene, dice: Dice, ask: Ask): Promise<void> {
  const { _id, total } = await sell(scene, dice, ask, {
    whose: GUEST,
    paid: { paymentType: 'Check' },
  });
  const cents = toCents(total);
  if (cents === 0) return;
  const method = dice.pick(['check', 'cash'] as const);
  const number = method === 'check' ? String(dice.int(3000, 3400)) : '';
  await takeMoney(scene, ask, { whose: { order: _id }, method, number, cents });
  await rest(dice, 60);
  await doing(scene, { kind: 'cancel', order: _id }, () =>
    ask('cancel for a customer', shop => shop.orders.cancel({ _id, reason: 'customer request' })),
  );
}

/** A clerk asks for what has to wait for an Admin. */
export async function askBoldly(scene: Scene, dice: Dice): Promise<void> {
  const { employee, company } = scene.town;
  const ask = clerk(scene, dice, '10.2.1.14');
  await atOnce<unknown>([
    dice.pick([
      () => giveBack(scene, dice, { isAll: true }),
      () => grant(scene, dice, { user: employee._id }),
      () => sell(scene, dice, ask, { whose: { company }, paid: { paymentType: 'Terms' }, isLow: true }),
    ])(),
  ]);
}

/** An Admin says yes or no to what waits for them, some in two pages at once; some Employees try. */
export const adminDecides: Visit = async (scene, dice) => {
  const { ask, isAdmin } = adminOrClerk(scene, dice, 0.9, '10.2.1.9');
  const look = () => ask('look at what waits for an Admin', shop => shop.approvals.list({}));
  let { acts } = await look();
  if (acts.length === 0) {
    await askBoldly(scene, dice);
    ({ acts } = await look());
  }
  for (const act of acts) {
    const approve = dice.chance(0.6);
    if (approve && isAdmin) scene.allowed.add(act._id);
    const press = () => answerAct(scene, ask, act, approve);
    await atOnce(Array.from({ length: dice.chance(0.2) ? 2 : 1 }, press));
    await rest(dice, 30);
  }
};

/** Says yes or no to an act that waits. */
export async function answerAct(
  { turnedDown }: Scene,
  ask: Ask,
  { _id, contents }: Pick<WaitingAct, '_id' | 'contents'>,
  approve: boolean,
): Promise<void> {
  await ask(approve ? 'let it be done' : 'say no', shop =>
    shop.approvals.decide({ _id, approve, aboveCredit: contents.aboveCredit }),
  );
  if (!approve) turnedDown.add(_id);
}

/**
 * An Admin gives another way what refunds to cards did not get to their customers, some of it in two pages at once; often
 * one has come back just before. Some Employees try.
 */
export const adminGivesInstead: Visit = async (scene, dice) => {
  const { ask, isAdmin } = adminOrClerk(scene, dice, 0.92, '10.2.1.10');
  if (dice.chance(0.7) && sendBack(scene, dice)) await rest(dice, 900);
  const { orders } = await ask('look at the desk', shop => shop.orders.desk({ view: 'alerts' }));
  for (const { _id } of dice.some(orders, 4)) {
    const { owed } = await ask('look at what is left', shop => shop.refunds.look({ order: _id }));
    for (const { refund } of owed) {
      await rest(dice, 30);
      if (isAdmin) scene.allowed.add(refund);
      const ways = dice.some(['check', 'transfer', 'credit'] as const, dice.chance(0.2) ? 2 : 1);
      await atOnce(ways.map(way => giveInstead(scene, ask, { refund, way })));
    }
  }
};

const giveInstead = (
  scene: Scene,
  ask: Ask,
  said: { refund: string; way: 'check' | 'transfer' | 'credit' },
): Promise<unknown> =>
  doing(scene, { kind: 'instead', ...said }, () =>
    ask('give another way', shop =>
      shop.refunds.giveInstead({ ...said, number: '', reason: 'their card is closed' }),
    ),
  );
