import type { Dice } from '#demo/dice.ts';
import { doing } from '#server/simulation/deeds.ts';
import { type Ask, askAs, count, Refused, rest, type Scene, type Visit } from '#server/simulation/scene.ts';
import { siteSettings } from '#server/site/tables.ts';
import { chance, clock } from '#server/time-and-chance.ts';
import type { Order } from '#shared/schemas/orders.ts';

export const staffWork: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, scene.town.employee, '10.2.0.2');
  const { orders } = await ask('look at the desk', shop => shop.orders.desk({ view: 'all' }));
  const open = orders.filter(({ status }) => !['Held', 'Completed', 'Canceled'].includes(status));
  if (open.length === 0) return;
  if (dice.chance(0.2)) {
    const some = dice.some(open, 4).map(({ _id }) => ({ _id }));
    const status = dice.pick(['Processing', 'Ready', 'Shipped', 'Completed'] as const);
    await ask('move several orders', shop =>
      shop.orders.moveMany({ orders: some, status, ...(dice.chance(0.7) && { allPicked: true as const }) }),
    );
    return;
  }
  for (const { _id, status, shippingMethod } of dice.some(open, dice.int(2, 8))) {
    try {
      if (dice.chance(0.08)) await cancel(scene, ask, _id, 'out of stock');
      else await moveFar(scene, dice, ask, { _id, status, shippingMethod });
    } catch (error) {
      // Somebody else was there before: the next one.
      if (!(error instanceof Refused)) throw error;
    }
    await rest(dice, 20);
  }
};

const cancel = (scene: Scene, ask: Ask, _id: string, reason: string): Promise<unknown> =>
  doing(scene, { kind: 'cancel', order: _id }, () =>
    ask('cancel for a customer', shop => shop.orders.cancel({ _id, reason })),
  );

/** Two clerks do something to the same order at the same moment. */
export const twoActOnOne: Visit = async (scene, dice) => {
  const { town } = scene;
  const staff = askAs(scene, dice, town.employee, '10.2.0.5');
  const { orders } = await staff('look at the desk', shop => shop.orders.desk({ view: 'all' }));
  const open = orders.filter(({ status }) => ['Held', 'Submitted', 'Processing'].includes(status));
  if (open.length === 0) return;
  const { _id, status, shippingMethod } = dice.pick(open);
  const acts = [
    () => cancel(scene, staff, _id, 'out of stock'),
    () => cancel(scene, staff, _id, 'customer request'),
    () => moveOn(scene, dice, staff, { _id, status, shippingMethod }),
    () => moveOn(scene, dice, staff, { _id, status, shippingMethod }),
  ];
  const ended = await Promise.allSettled(dice.some(acts, 2).map(act => act()));
  for (const one of ended)
    if (one.status === 'rejected' && !(one.reason instanceof Refused)) throw one.reason;
};

export type Moved = Pick<Order, '_id' | 'status' | 'shippingMethod'>;

/** Takes an order several steps further, and now and then one alone. */
export async function moveFar(scene: Scene, dice: Dice, ask: Ask, order: Moved): Promise<void> {
  for (let now: Moved | null = order; now && now.status !== 'Completed'; await rest(dice, 20)) {
    const status: Order['status'] | null = await moveOn(scene, dice, ask, now);
    now = status && dice.chance(0.92) ? { ...now, status } : null;
  }
}

/** Takes an order one step further, as far as its goods are there. Null: it stays where it is. */
async function moveOn(scene: Scene, dice: Dice, ask: Ask, order: Moved): Promise<Order['status'] | null> {
  const now = await stepOf(scene, dice, ask, order);
  if (now) count(scene, `moved on from ${order.status}`);
  return now;
}

/** Takes an order on; of a company over its limit some do so all the same, once they were asked. */
async function takeOn(scene: Scene, dice: Dice, ask: Ask, _id: string): Promise<'Processing' | null> {
  const takeIt = (evenOverLimit: boolean) =>
    doing(scene, { kind: 'move', order: _id, status: 'Processing' }, () =>
      ask('take an order on', shop =>
        shop.orders.adminPatch({ _id, status: 'Processing', ...(evenOverLimit && { evenOverLimit: true }) }),
      ),
    );
  try {
    await takeIt(false);
  } catch (error) {
    if (!(error instanceof Refused && error.reason === 'over_limit')) throw error;
    if (dice.chance(0.5)) return null;
    await takeIt(true);
  }
  return 'Processing';
}

async function stepOf(
  scene: Scene,
  dice: Dice,
  ask: Ask,
  { _id, status, shippingMethod }: Moved,
): Promise<Order['status'] | null> {
  switch (status) {
    case 'Submitted':
      return takeOn(scene, dice, ask, _id);
    case 'Processing': {
      const { cart } = await ask('look at an order', shop => shop.orders.byId({ id: _id }));
      const counted = cart.map(line => ({ _id: line._id, fulfilled: dice.int(0, line.quantity) }));
      if (dice.chance(0.4)) {
        await ask('count a part', shop => shop.orders.adminPatch({ _id, cart: counted }));
        return null;
      }
      const gone = shippingMethod === 'local' ? 'Ready' : 'Shipped';
      await doing(scene, { kind: 'move', order: _id, status: gone }, () =>
        ask('send or lay ready', shop => shop.orders.adminPatch({ _id, status: gone, allPicked: true })),
      );
      return gone;
    }
    case 'Ready': {
      const key = chance.uuid();
      await doing(scene, { kind: 'collect', key, order: _id }, () =>
        ask('hand over', shop => shop.orders.handOver({ _id, collectedBy: 'Tom', key })),
      );
      return 'Completed';
    }
    default:
      await doing(scene, { kind: 'move', order: _id, status: 'Completed' }, () =>
        ask('complete', shop => shop.orders.adminPatch({ _id, status: 'Completed' })),
      );
      return 'Completed';
  }
}

/** Corrects whom an order goes to, which changes nothing of what it costs. */
export const staffCorrect: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, scene.town.employee, '10.2.0.3');
  const { orders } = await ask('look at the desk', shop => shop.orders.desk({ view: 'all' }));
  if (orders.length === 0) return;
  const { _id, version } = dice.pick(orders);
  const where = { shippingAddress: `${dice.int(1, 99)} Oak Road`, shippingZip: '78702' };
  await ask('correct an address', shop => shop.orders.adminPatch({ _id, version, ...where }));
};

export const adminChangesSettings: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, scene.town.admin, '10.2.0.4');
  const { site } = await ask('look at the settings', shop => shop.site.settings({}));
  const phone = `512 555 ${dice.int(1000, 9999)}`;
  scene.town.phone.changing += 1;
  try {
    await ask('change the settings', shop => shop.site.save({ version: site.version, site: { phone } }));
  } finally {
    // It may have been saved even where no answer came.
    const [stored] = await scene.place.shared.db.select({ phone: siteSettings.phone }).from(siteSettings);
    const changing = scene.town.phone.changing - 1;
    scene.town.phone = { now: stored?.phone ?? '', since: clock.ms(), changing };
  }
};

/** A minute for which it is kept, and half of one in which an announced change may not have come. */
const KEPT_MS = 95_000;

export const somebodyLooks: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, null, '10.0.1.1');
  for (let looks = dice.int(1, 4); looks > 0; looks--) {
    const before = scene.town.phone;
    const { site } = await ask('look at the shop', shop => shop.site.get({}));
    const { now, since, changing } = scene.town.phone;
    const isKnown = before.since === since && changing === 0;
    if (isKnown && site.phone !== now && clock.ms() > since + KEPT_MS)
      scene.place.onBroken('no setting is shown that was changed minutes ago', `${site.phone}, not ${now}`);
    await rest(dice, 120);
  }
};
