import type { Dice } from '#demo/dice.ts';
import { payWith } from '#server/simulation/buyers.ts';
import { type Ask, askAs, rest, type Scene, type Visit } from '#server/simulation/scene.ts';
import { chance, clock } from '#server/time-and-chance.ts';
import { toCents, toMoney } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import type { EditOrder } from '#shared/schemas/edit-order.ts';
import type { Order } from '#shared/schemas/orders.ts';

const clerk = (scene: Scene, dice: Dice, ip: string) => askAs(scene, dice, scene.town.employee, ip);

async function someOrder(
  ask: Ask,
  dice: Dice,
  isWanted: (order: Pick<Order, 'status' | 'amountPaid'>) => boolean,
): Promise<Order | null> {
  const { orders } = await ask('look at the desk', shop => shop.orders.desk({ view: 'all' }));
  const wanted = orders.filter(isWanted);
  if (wanted.length === 0) return null;
  const { _id } = dice.pick(wanted);
  return ask('look at an order', shop => shop.orders.byId({ id: _id }));
}

const stands = ({ status }: Pick<Order, 'status'>) => status !== 'Held' && status !== 'Canceled';

/** Changes what was ordered, once it was looked at: some think better of it, some do so in two pages. */
export const staffEdit: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.1');
  const order = await someOrder(ask, dice, stands);
  if (!order) return;
  for (let pages = dice.chance(0.15) ? 2 : 1; pages > 0; pages--) {
    const asked = {
      _id: order._id,
      version: order.version,
      idempotencyKey: chance.uuid(),
      mail: dice.chance(0.9),
    };
    const cart = changed(scene, dice, order);
    const { edit: seen } = await ask('look at an edit', shop =>
      shop.orders.adminReplace({ ...asked, cart, preview: true }),
    );
    await rest(dice, 60);
    if (dice.chance(0.1)) return;
    // From now on it may cost either.
    for (const told of scene.told)
      if (told._id === order._id) told.edited = [...(told.edited ?? []), toCents(seen.after.total)];
    await ask('edit an order', shop => shop.orders.adminReplace({ ...asked, cart, figures: seen.after }));
    for (const told of scene.told) if (told._id === order._id) told.at = clock.ms();
  }
};

function changed({ town }: Scene, dice: Dice, { cart }: Order): EditOrder['cart'] {
  const nth = dice.int(0, cart.length - 1);
  const kept = cart.flatMap(({ _id, quantity, price, priceSource }, index): EditOrder['cart'] => {
    if (index !== nth || priceSource === 'free') return [{ _id, quantity }];
    if (dice.chance(0.15) && cart.length > 1) return [];
    const more =
      dice.chance(0.15) && price > 1
        ? { price: toMoney(toCents(price) - dice.int(1, 90)), priceReason: 'scratched' }
        : {};
    return [{ _id, quantity: Math.max(1, quantity + dice.int(-3, 2)), ...more }];
  });
  if (!dice.chance(0.25)) return kept;
  const { productId, variantId } = dice.pick(town.goods);
  return [...kept, { productId, variantId, quantity: dice.int(1, 3) }];
}

/** Takes a check, cash or a transfer of the company: what some of its orders cost, or a round sum. */
export const staffTakeMoney: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.2');
  const { company } = scene.town;
  const { orders } = await ask('look at debts', shop => shop.receipts.debts({ company }));
  const some = dice.some(orders, dice.int(1, 3));
  const owed = some.reduce((sum, { open }) => sum + toCents(open), 0);
  const cents = owed > 0 && dice.chance(0.7) ? owed : dice.int(1, 60) * 500;
  const method = dice.pick(['check', 'check', 'cash', 'transfer'] as const);
  const said = {
    ...{ company, method, amount: toMoney(cents), receivedOn: shopDate(clock.now(), 'America/Chicago') },
    number: method === 'cash' ? '' : String(dice.int(1000, 1040)),
    key: chance.uuid(),
    ...(dice.chance(0.5) && { again: true as const }),
  };
  await ask(`take ${method === 'check' ? 'a check' : 'money'}`, shop => shop.receipts.take(said));
};

export const staffBounce: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.3');
  const { company } = scene.town;
  const { receipts } = await ask('look at receipts', shop => shop.receipts.list({ company }));
  const good = receipts.filter(({ bouncedAt, method }) => bouncedAt === null && method !== 'cash');
  if (good.length === 0) return;
  const { _id } = dice.pick(good);
  await ask('bounce a check', shop => shop.receipts.bounce({ _id }));
};

export const staffGiveBack: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.4');
  const order = await someOrder(ask, dice, one => stands(one) && one.amountPaid > 0);
  if (!order) return;
  const cents = dice.int(1, dice.chance(0.3) ? toCents(order.amountPaid) : 500);
  const asked = {
    ...{
      order: order._id,
      version: order.version,
      amount: toMoney(cents),
      reason: 'late',
      key: chance.uuid(),
    },
    way: dice.pick(['card', 'card', 'credit', 'check', 'cash'] as const),
  };
  await ask('give back at will', shop => shop.refunds.make(asked));
};

/** Sells over the counter, or writes down what somebody orders by phone. */
export const staffSell: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.5');
  const { town } = scene;
  const lines = dice.some(town.goods, dice.int(1, 3)).map(({ productId, variantId }) => ({
    ...{ productId, variantId, quantity: dice.int(1, 4) },
  }));
  const since = clock.ms();
  const whose = dice.pick([{}, {}, { company: town.company }, { user: town.retail._id }] as const);
  const { total } = await ask('look at a cart', shop =>
    shop.orders.getCost({ cart: lines, shippingMethod: 'local', ...whose }),
  );
  await rest(dice, 30);
  const isWalkIn = Object.keys(whose).length === 0;
  const paid = isWalkIn
    ? { paymentType: 'Cash' as const, takenAlong: { method: 'cash' as const } }
    : { paymentType: 'company' in whose ? ('Terms' as const) : ('Check' as const) };
  const order = await ask('make an order', shop =>
    shop.orders.createByStaff({ cart: lines, total, idempotencyKey: chance.uuid(), ...whose, ...paid }),
  );
  const { _id, orderNumber } = order;
  scene.told.push({
    _id,
    orderNumber,
    cents: toCents(total),
    paid: false,
    asked: null,
    since,
    at: clock.ms(),
  });
};

/** Lets what is on account pay what is owed by now. */
export const staffUseAccount: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.6');
  const { company } = scene.town;
  const { orders, onAccount } = await ask('look at debts', shop => shop.receipts.debts({ company }));
  if (orders.length === 0 || onAccount === 0) return;
  const use = { company, key: chance.uuid() };
  await ask('use what is on account', shop => shop.receipts.payFromAccount(use));
};

/** Gives somebody store credit, for no order in particular. */
export const staffGrant: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.7');
  const { town } = scene;
  const whose = dice.pick([{ company: town.company }, { user: town.retail._id }] as const);
  const grant = {
    ...whose,
    amount: toMoney(dice.int(1, 4000)),
    reason: 'a box came late',
    key: chance.uuid(),
  };
  await ask('give store credit', shop => shop.storeCredit.grant(grant));
};

/** Somebody pays an order by a link that staff sent them. */
export const linkIsPaid: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.8');
  const { company } = scene.town;
  const { orders } = await ask('look at debts', shop => shop.receipts.debts({ company }));
  if (orders.length === 0) return;
  const { _id: order } = dice.pick(orders);
  const { url } = await ask('make a payment link', shop => shop.payLinks.make({ order }));
  await rest(dice, 300);
  const anybody = askAs(scene, dice, null, '10.0.1.2');
  const key = new URL(url).searchParams.get('key') ?? '';
  const { paid, amount } = await anybody('open a payment link', shop => shop.payLinks.open({ order, key }));
  if (paid) return;
  await payWith(scene, dice, card => {
    const idempotencyKey = chance.uuid();
    return anybody('pay by a link', shop =>
      shop.payLinks.pay({ order, key, total: amount, idempotencyKey, card: card() }),
    );
  });
};

/** An Admin says yes or no to what waits for them. */
export const adminDecides: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, scene.town.admin, '10.2.1.9');
  const acts = await ask('look at what waits', shop => shop.approvals.list());
  for (const { _id } of acts) {
    const approve = dice.chance(0.7);
    await ask(approve ? 'let it be done' : 'say no', shop => shop.approvals.decide({ _id, approve }));
    await rest(dice, 30);
  }
};
