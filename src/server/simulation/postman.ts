import { type Dice, diceFor } from '#demo/dice.ts';
import { hearGateway } from '#server/payments/webhook.ts';
import { Dead } from '#server/simulation/link.ts';
import { surprisedBy } from '#server/simulation/processes.ts';
import { count, type Scene } from '#server/simulation/scene.ts';
import { clock } from '#server/time-and-chance.ts';

const LOOKS_EVERY_MS = 15_000;
/** After so many in vain it comes once an hour. */
const QUICK_DELIVERIES = 8;
const LATER_MS = 3_600_000;

/** Events of refunds, by how these stand. */
const TOLD_OF_REFUNDS: Record<string, string> = {
  pending: 'refund.created',
  failed: 'charge.refund.updated',
};

/**
 * Tells the shop of what happens at the payment service, as that one does: late, twice, in any order, again where no 200
 * comes, and now and then not at all.
 */
export async function deliverEvents(scene: Scene, seed: string): Promise<void> {
  const dice = diceFor(`postman ${seed}`);
  const { gateway } = scene.place;
  const seen = new Map<string, unknown>();
  for (;;) {
    const things = [
      ...[...gateway.intents.values()].map(one => ({ type: `payment_intent.${one.status}`, one })),
      ...gateway.refunds.map(one => ({ type: TOLD_OF_REFUNDS[one.status] ?? 'refund.updated', one })),
      ...[...gateway.disputes.values()].map(one => ({ type: 'charge.dispute.updated', one })),
    ];
    for (const { type, one } of things) {
      if (seen.get(one.id) === one.status) continue;
      seen.set(one.id, one.status);
      const fault = scene.place.faults.befall('event');
      if (fault !== 'lost')
        void deliver(scene, dice, gateway.signedEvent(type, one), fault === 'twice' ? 2 : 1);
    }
    await clock.sleep(LOOKS_EVERY_MS);
  }
}

type Event = ReturnType<Scene['place']['gateway']['signedEvent']>;

/** Brings an event until it is acted on; one that is not, though nothing failed where it was brought, is a finding. */
async function deliver(scene: Scene, dice: Dice, event: Event, times: number): Promise<void> {
  for (let left = times, tries = 0; left > 0; tries++) {
    await clock.sleep(dice.int(0, 90_000) + (tries < QUICK_DELIVERIES ? 0 : LATER_MS));
    const process = await scene.house.any(dice);
    const { body, signature } = scene.place.gateway.sentAgain(event);
    const before = process.strikes();
    try {
      const heard = await process.act(() => hearGateway(process.app, body, signature));
      if (heard !== 'acted on') scene.place.onSurprise(`an event was refused: ${heard.refused}`);
      count(scene, times - left > 0 ? 'event twice' : 'event');
      left -= 1;
    } catch (error) {
      if (error instanceof Dead) continue;
      surprisedBy(scene.place, 'an event', error);
      if (process.strikes() === before)
        scene.place.onBroken('an event is acted on, unless something failed just then', wordsOf(error));
    }
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
