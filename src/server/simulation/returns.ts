import type { Dice } from '#demo/dice.ts';
import { clerk } from '#server/simulation/at-the-desk.ts';
import { doing } from '#server/simulation/deeds.ts';
import { type Ask, askAs, rest, type Scene, type Visit } from '#server/simulation/scene.ts';
import { moveFar } from '#server/simulation/staff.ts';
import { chance } from '#server/time-and-chance.ts';
import { toMoney } from '#shared/rules/money.ts';

/** Sends something of an order back; a clerk sends an order to whoever has none yet. */
export const customerSendsBack: Visit = async (scene, dice) => {
  const user = dice.pick([scene.town.retail, scene.town.primary]);
  const ask = askAs(scene, dice, user, '10.1.2.1');
  const gone = await goneTo(scene, dice, ask);
  if (gone.length === 0) return;
  const { _id } = dice.pick(gone);
  const { cart } = await ask('look at an order', shop => shop.orders.byId({ id: _id }));
  const sent = cart.filter(({ fulfilled }) => fulfilled > 0);
  if (sent.length === 0) return;
  const { variantId, fulfilled: quantity } = dice.pick(sent);
  const lines = [{ variantId, quantity: dice.int(1, quantity), reason: 'Wrong finish' }];
  const key = chance.uuid();
  await ask('ask for a return', shop => shop.returns.create({ orderId: _id, lines, key }));
};

/** The orders of somebody of which goods have gone out, once a clerk has sent one. */
async function goneTo(scene: Scene, dice: Dice, ask: Ask) {
  const look = async () => (await ask('look at their orders', shop => shop.orders.list({}))).orders;
  const isGone = ({ status }: { status: string }) => ['Ready', 'Shipped', 'Completed'].includes(status);
  const orders = await look();
  const gone = orders.filter(isGone);
  const open = orders.filter(({ status }) => status === 'Submitted' || status === 'Processing');
  if (gone.length > 0 || open.length === 0) return gone;
  await moveFar(scene, dice, clerk(scene, dice, '10.2.0.6'), dice.pick(open));
  return (await look()).filter(isGone);
}

/** Receives, rejects and settles what is sent back; a customer sends something first where nothing is. */
export const staffReceive: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.0.1');
  const openNow = async () => {
    const { returns } = await ask('look at returns', shop => shop.returns.list({}));
    return returns.filter(({ status }) => status !== 'Refunded' && status !== 'Rejected');
  };
  let open = await openNow();
  if (open.length === 0) {
    await customerSendsBack(scene, dice);
    open = await openNow();
  }
  for (const { _id, status, lines } of open) {
    if (status === 'Requested' && dice.chance(0.25)) {
      await doing(scene, { kind: 'reject', return: _id }, () =>
        ask('reject a return', shop => shop.returns.update({ _id, status: 'Rejected' })),
      );
      continue;
    }
    if (status !== 'Received') {
      const counted = lines.map(line => ({
        ...{ _id: line._id, received: line.quantity },
        scrapped: dice.chance(0.2) ? dice.int(0, line.quantity) : 0,
      }));
      const count = counted.map(({ _id: line, ...counts }) => ({ line, ...counts }));
      await doing(scene, { kind: 'receive', return: _id, lines: count }, () =>
        ask('receive a return', shop => shop.returns.update({ _id, status: 'Received', lines: counted })),
      );
    }
    await rest(dice, 60);
    const refundTo = dice.pick(['card', 'card', 'credit', 'check', 'cash'] as const);
    const fee = dice.chance(0.2) ? dice.int(1, 300) : 0;
    const way = dice.chance(0.7) ? refundTo : null;
    const settled = {
      ...{ _id, status: 'Refunded' as const },
      ...(fee > 0 && { fee: toMoney(fee) }),
      ...(way && { refundTo: way }),
    };
    await doing(scene, { kind: 'settle', return: _id, fee, way }, () =>
      ask('refund a return', shop => shop.returns.update(settled)),
    );
  }
};
