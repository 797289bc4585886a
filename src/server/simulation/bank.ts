import { type Dice, diceFor } from '#demo/dice.ts';
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

const pendingOf = ({ place }: Scene) => place.gateway.refunds.filter(({ status }) => status === 'pending');

/** Ends a refund that is pending: its bank takes it, or can't. */
function settle(scene: Scene, dice: Dice, refund: ReturnType<typeof pendingOf>[number]): void {
  const fails = dice.chance(0.4);
  if (fails) scene.place.gateway.returnRefund(refund.id, 'declined');
  else refund.status = 'succeeded';
  count(scene, fails ? 'fail a refund' : 'let a refund through');
}

const LOOKS_EVERY_MS = 15_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Ends each refund that is pending in its time: minutes, hours or days later. */
export async function settleRefunds(scene: Scene, seed: string): Promise<void> {
  const dice = diceFor(`bank ${seed}`);
  const due = new Map<string, number>();
  for (;;) {
    for (const refund of pendingOf(scene)) {
      const at =
        due.get(refund.id) ?? clock.ms() + dice.next() * dice.pick([10 * MINUTE, 12 * HOUR, 72 * HOUR]);
      due.set(refund.id, at);
      if (clock.ms() >= at) settle(scene, dice, refund);
    }
    await clock.sleep(LOOKS_EVERY_MS);
  }
}

export const isRefundPending = (scene: Scene): boolean => pendingOf(scene).length > 0;

/** Ends all that are pending yet. */
export function settleAll(scene: Scene, seed: string): void {
  const dice = diceFor(`the bank’s last act ${seed}`);
  for (const refund of pendingOf(scene)) settle(scene, dice, refund);
}

/** Acts at the payment service, without the shop: refunds by hand, opens and ends disputes, ends refunds, sends them back. */
export const bankActs: Visit = async (scene, dice) => {
  const { gateway } = scene.place;
  const pending = pendingOf(scene);
  if (pending.length > 0 && dice.chance(0.5)) return settle(scene, dice, dice.pick(pending));
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
    .filter(one => one.payment_intent === intent.id && one.status !== 'failed')
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
