import type { Dice } from '#demo/dice.ts';
import type { SessionUser } from '#server/context.ts';
import { type Ask, askAs, count, Refused, type Scene } from '#server/simulation/scene.ts';
import type { FakeCard } from '#server/test/fake-stripe-ledger.ts';
import { chance, clock } from '#server/time-and-chance.ts';
import { toCents } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

/** Somebody who comes to the shop, and what they do there. Ends when they have left. */
export type Visit = (scene: Scene, dice: Dice, nth: number) => Promise<void>;

const rest = (dice: Dice, seconds: number) => clock.sleep(dice.int(0, seconds * 1000));

/** Goes on until the shop says no, which is no fault of anybody. */
const untilRefused =
  (visit: Visit): Visit =>
  async (scene, dice, nth) => {
    try {
      await visit(scene, dice, nth);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      count(scene, `refused: ${error.reason}`);
    }
  };

const ADDRESS = {
  ...{ shippingAddress: '12 Mill Lane', shippingCity: 'Austin', shippingState: 'TX', shippingZip: '78701' },
  phone: '512 555 0143',
};

/** Fills a cart, looks at what it costs, and orders it at that. */
async function orderSomething(
  scene: Scene,
  dice: Dice,
  ask: Ask,
  who: { name: string; email: string },
  how: { paymentType?: 'Terms'; useStoreCredit?: boolean } = {},
): Promise<Order> {
  const cart = dice
    .some(scene.town.goods, dice.int(1, 3))
    .map(({ productId, variantId }) => ({ productId, variantId, quantity: dice.int(1, 6) }));
  const shippingMethod = dice.pick(['local', 'ground'] as const);
  const couponCode = dice.chance(0.25) ? scene.town.coupon : '';
  const asked = { cart, shippingMethod, ...(couponCode && { couponCode }), ...how };
  const idempotencyKey = chance.uuid();
  for (let looks = 1; ; looks++) {
    const figures = await ask('look at a cart', shop =>
      shop.orders.getCost({
        ...{ cart, shippingMethod, useStoreCredit: how.useStoreCredit ?? false },
        ...(couponCode && { couponCode }),
      }),
    );
    await rest(dice, 30);
    const { total } = figures;
    const holds = couponCode === '' || figures.couponStatus === 'success';
    try {
      const order = await ask('place an order', shop =>
        shop.orders.submit({
          ...ADDRESS,
          ...who,
          ...asked,
          ...(!holds && { couponCode: '' }),
          ...{ total, idempotencyKey },
        }),
      );
      const { _id, orderNumber } = order;
      scene.told.push({ _id, orderNumber, cents: toCents(order.total), paid: order.paid });
      return order;
    } catch (error) {
      // Somebody else was quicker: they look once more.
      if (!(error instanceof Refused && error.reason === 'figures_changed' && looks < 3)) throw error;
    }
  }
}

const CARDS: readonly FakeCard[] = [
  ...Array<FakeCard>(6).fill('approve'),
  ...(['decline', 'insufficient_funds', 'needs_confirmation', 'needs_confirmation'] as const),
];

type Charged = { status: 'paid' | 'requires_action'; clientSecret?: string | undefined };
type Card = { confirmationToken: string } | { paymentIntent: string };

/** Pays with one card after the other, and with whatever the bank asks for. False: they gave up. */
async function payWith(scene: Scene, dice: Dice, charge: (card: Card) => Promise<Charged>): Promise<boolean> {
  const { gateway } = scene.place;
  for (let cards = 1; cards <= 3; cards++) {
    try {
      const confirmationToken = gateway.confirmationToken(dice.pick(CARDS));
      const charged = await charge({ confirmationToken });
      if (charged.status === 'paid') return true;
      const [paymentIntent = ''] = (charged.clientSecret ?? '').split('_secret_');
      await rest(dice, 120);
      const end = dice.pick(['confirmed', 'confirmed', 'failed', 'never'] as const);
      count(scene, `the bank's window: ${end}`);
      if (end === 'never') return false;
      if (gateway.intent(paymentIntent)?.status === 'requires_action')
        gateway.authenticate(paymentIntent, end);
      if ((await charge({ paymentIntent })).status === 'paid') return true;
    } catch (error) {
      const isDeclined =
        error instanceof Refused && ['card_declined', 'insufficient_funds'].includes(error.reason);
      if (!isDeclined) throw error;
      count(scene, `refused: ${error.reason}`);
    }
    await rest(dice, 60);
  }
  return false;
}

/** Pays an order that is held for its payment; some walk away, or cancel it instead. */
async function payHeld(scene: Scene, dice: Dice, ask: Ask, order: Order): Promise<void> {
  const { _id, orderKey } = order;
  const which = { _id, ...(orderKey !== undefined && { orderKey }) };
  if (dice.chance(0.08)) return count(scene, 'walk away before paying');
  if (dice.chance(0.06)) {
    await ask('cancel a held order', shop => shop.orders.cancel(which));
    return;
  }
  await rest(dice, dice.chance(0.1) ? 1200 : 60);
  const isPaid = await payWith(scene, dice, card =>
    ask('pay by card', shop => shop.payments.charge({ order: which, card })),
  );
  if (isPaid) for (const told of scene.told) if (told._id === _id) told.paid = true;
}

const guestBuys: Visit = async (scene, dice, nth) => {
  const ask = askAs(scene, dice, null, `10.0.${nth >> 8}.${nth & 255}`);
  const who = { name: 'Ada Carver', email: `guest-${dice.int(1, 6)}@home.test` };
  const order = await orderSomething(scene, dice, ask, who);
  if (order.status === 'Held') await payHeld(scene, dice, ask, order);
};

const nameOf = ({ name, email }: SessionUser) => ({ name, email });

const customerBuys: Visit = async (scene, dice, nth) => {
  const user = dice.pick([scene.town.retail, scene.town.primary, scene.town.member]);
  const ask = askAs(scene, dice, user, `10.1.0.${nth & 255}`);
  const onTerms = user.company !== null && dice.chance(0.7);
  const order = await orderSomething(scene, dice, ask, nameOf(user), {
    ...(onTerms && { paymentType: 'Terms' }),
    useStoreCredit: dice.chance(0.5),
  });
  if (order.status === 'Held') await payHeld(scene, dice, ask, order);
  if (order.status === 'Submitted' && dice.chance(0.1)) {
    await rest(dice, 60);
    await ask('cancel an order', shop => shop.orders.cancel({ _id: order._id }));
  }
};

const companyPays: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, scene.town.primary, '10.1.1.1');
  const { credit } = await ask('look at what is owed', shop => shop.payments.terms());
  const chosen = dice.some(credit?.open ?? [], dice.int(1, 3));
  if (chosen.length === 0) return;
  const orders = chosen.map(({ _id }) => _id);
  const cents = chosen.reduce((sum, { open }) => sum + toCents(open), 0);
  await payWith(scene, dice, card => {
    const idempotencyKey = chance.uuid();
    const total = (cents / 100) as (typeof chosen)[number]['open'];
    return ask('pay orders on account', shop => shop.orders.pay({ orders, card, idempotencyKey, total }));
  });
};

const customerSendsBack: Visit = async (scene, dice) => {
  const user = dice.pick([scene.town.retail, scene.town.primary]);
  const ask = askAs(scene, dice, user, '10.1.2.1');
  const { orders } = await ask('look at their orders', shop => shop.orders.list({}));
  const gone = orders.filter(({ status }) => ['Ready', 'Shipped', 'Completed'].includes(status));
  if (gone.length === 0) return;
  const { _id } = dice.pick(gone);
  const { cart } = await ask('look at an order', shop => shop.orders.byId({ id: _id }));
  const { variantId, quantity } = dice.pick(cart);
  const lines = [{ variantId, quantity: dice.int(1, quantity), reason: 'Wrong finish' }];
  const key = chance.uuid();
  await ask('ask for a return', shop => shop.returns.create({ orderId: _id, lines, key }));
};

const staffReceive: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, scene.town.employee, '10.2.0.1');
  const { returns } = await ask('look at returns', shop => shop.returns.list({}));
  const open = returns.filter(({ status }) => status !== 'Refunded' && status !== 'Rejected');
  if (open.length === 0) return;
  const { _id, status } = dice.pick(open);
  if (status === 'Requested' && dice.chance(0.15)) {
    await ask('reject a return', shop => shop.returns.update({ _id, status: 'Rejected' }));
    return;
  }
  if (status !== 'Received')
    await ask('receive a return', shop => shop.returns.update({ _id, status: 'Received' }));
  await rest(dice, 60);
  const refundTo = dice.pick(['card', 'credit'] as const);
  await ask('refund a return', shop => shop.returns.update({ _id, status: 'Refunded', refundTo }));
};

const staffWork: Visit = async (scene, dice) => {
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
  const { _id, status, shippingMethod } = dice.pick(open);
  if (dice.chance(0.08)) {
    await ask('cancel for a customer', shop => shop.orders.cancel({ _id, reason: 'out of stock' }));
    return;
  }
  await moveOn(scene, dice, ask, { _id, status, shippingMethod });
};

/** Takes an order one step further, as far as its goods are there. */
async function moveOn(
  scene: Scene,
  dice: Dice,
  ask: Ask,
  { _id, status, shippingMethod }: Pick<Order, '_id' | 'status' | 'shippingMethod'>,
): Promise<void> {
  if (status === 'Submitted') {
    await ask('take an order on', shop => shop.orders.adminPatch({ _id, status: 'Processing' }));
  } else if (status === 'Processing') {
    const { cart } = await ask('look at an order', shop => shop.orders.byId({ id: _id }));
    const counted = cart.map(line => ({ _id: line._id, fulfilled: dice.int(0, line.quantity) }));
    if (dice.chance(0.4)) {
      await ask('count a part', shop => shop.orders.adminPatch({ _id, cart: counted }));
      return;
    }
    const next = shippingMethod === 'local' ? 'Ready' : 'Shipped';
    await ask('send or lay ready', shop => shop.orders.adminPatch({ _id, status: next, allPicked: true }));
  } else if (status === 'Ready') {
    const key = chance.uuid();
    await ask('hand over', shop => shop.orders.handOver({ _id, collectedBy: 'Tom', key }));
  } else {
    await ask('complete', shop => shop.orders.adminPatch({ _id, status: 'Completed' }));
  }
  count(scene, `moved on from ${status}`);
}

/** Does at the payment service what its other users do there: a refund by hand, a dispute, a refund that comes back. */
const bankActs: Visit = async (scene, dice) => {
  const { gateway } = scene.place;
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

/** Visits with how often they come among others. */
export const VISITS: Record<string, { visit: Visit; weight: number }> = {
  'a guest buys': { visit: untilRefused(guestBuys), weight: 7 },
  'a customer buys': { visit: untilRefused(customerBuys), weight: 7 },
  'a company pays': { visit: untilRefused(companyPays), weight: 2 },
  'a customer sends back': { visit: untilRefused(customerSendsBack), weight: 2 },
  'staff receive': { visit: untilRefused(staffReceive), weight: 2 },
  'staff work': { visit: untilRefused(staffWork), weight: 9 },
  'the bank acts': { visit: bankActs, weight: 1 },
};
