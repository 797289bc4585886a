import type { Dice } from '#demo/dice.ts';
import { count, type Scene, type Visit } from '#server/simulation/scene.ts';
import { clock } from '#server/time-and-chance.ts';

/** Sends a refund back, as the account of its card is closed; false: there is none that got through. */
export function sendBack(scene: Scene, dice: Dice): boolean {
  const { gateway } = scene.place;
  const given = gateway.refunds.filter(({ status }) => status === 'succeeded');
  if (given.length === 0) return false;
  gateway.returnRefund(dice.pick(given).id, 'expired_or_canceled_card');
  count(scene, 'send a refund back');
  return true;
}

/** Acts at the payment service, without the shop: refunds by hand, opens and ends disputes, sends refunds back. */
export const bankActs: Visit = async (scene, dice) => {
  const { gateway } = scene.place;
  if (dice.chance(0.4) && sendBack(scene, dice)) return;
  const disputes = [...gateway.disputes.values()].filter(({ status }) => status === 'needs_response');
  if (disputes.length > 0 && dice.chance(0.4)) {
    dice.pick(disputes).status = dice.pick(['won', 'lost']);
    return count(scene, 'end a dispute');
  }
  const paid = [...gateway.intents.values()].filter(({ status }) => status === 'succeeded');
  if (paid.length === 0) return;
  const intent = dice.pick(paid);
  const refunded = gateway.refunds
    .filter(one => one.payment_intent === intent.id && one.status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0);
  const left = intent.amount - refunded;
  if (dice.chance(0.5) && left > 100) {
    gateway.refundByHand(intent.id, dice.int(50, left));
    count(scene, 'refund by hand');
  } else if (dice.chance(0.5)) {
    gateway.dispute(intent.id, new Date(clock.ms() + 7 * 86_400_000));
    count(scene, 'dispute a charge');
  }
};
