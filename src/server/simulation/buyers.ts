import type { Dice } from '#demo/dice.ts';
import type { SessionUser } from '#server/context.ts';
import { doing } from '#server/simulation/deeds.ts';
import type { Asked } from '#server/simulation/judge.ts';
import { type Ask, askAs, count, Refused, rest, type Scene, type Visit } from '#server/simulation/scene.ts';
import type { FakeCard } from '#server/test/fake-stripe-ledger.ts';
import { chance, clock } from '#server/time-and-chance.ts';
import { type Money, toCents, toMoney } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { Approval } from '#shared/schemas/team.ts';

export const WHERE = {
  ...{ shippingAddress: '12 Mill Lane', shippingCity: 'Austin', shippingState: 'TX', shippingZip: '78701' },
};
const ADDRESS = { ...WHERE, phone: '512 555 0143' };

interface Buyer {
  ask: Ask;
  name: string;
  email: string;
}

interface How {
  /** Saved carts to be ordered, and what is in them. Without them, and without `cart`, a few goods from the shelf. */
  saved?: { cartIds: string[]; pieces: Asked['pieces'] };
  cart?: ReturnType<typeof someGoods>;
  paymentType?: 'Terms';
  useStoreCredit?: boolean;
  /** Has an order above their limit wait for approval, rather than be refused. */
  asksFirst?: boolean;
  /** Without it, some use one and some none. */
  couponCode?: string;
  /** They order at the next meeting, once they have looked. */
  isHurried?: boolean;
}

export const someGoods = ({ town }: Scene, dice: Dice) =>
  dice
    .some(town.goods, dice.int(1, 3))
    .map(({ productId, variantId }) => ({ productId, variantId, quantity: dice.int(1, 6) }));

/** Looks at what goods cost, and orders them at that. Null: the order waits for approval. */
export async function orderSomething(
  scene: Scene,
  dice: Dice,
  buyer: Buyer,
  how: How = {},
): Promise<Order | null> {
  const { ask, ...who } = buyer;
  const { asksFirst, saved, cart = someGoods(scene, dice), isHurried, couponCode: wanted, ...paying } = how;
  const goods = saved ? { cartIds: saved.cartIds } : { cart };
  const shippingMethod = dice.pick(['local', 'ground'] as const);
  const couponCode = wanted ?? dice.pick(['', '', '', '', scene.town.coupon, scene.town.onceEach]);
  const idempotencyKey = chance.uuid();
  const chosen = {
    ...{ paymentType: paying.paymentType ?? 'credit-card', useStoreCredit: paying.useStoreCredit ?? false },
    ...{ shippingMethod, pieces: saved?.pieces ?? piecesOf(cart) },
  };
  const totals: number[] = [];
  const since = clock.ms();
  for (let looks = 1; ; looks++) {
    const figures = await ask('look at a cart', shop =>
      shop.orders.getCost({
        ...{ ...goods, shippingMethod, useStoreCredit: chosen.useStoreCredit },
        ...(couponCode && { couponCode }),
      }),
    );
    await rest(dice, isHurried ? 0 : 30);
    const coupon = { couponCode: figures.couponStatus === 'success' ? couponCode : '' };
    const asked = {
      ...{ ...ADDRESS, ...who, ...goods, ...paying, ...coupon, shippingMethod },
      ...{ idempotencyKey, notes: idempotencyKey, total: figures.total },
      ...(saved && { cartVersions: figures.carts?.map(({ version }) => version) ?? [] }),
    };
    totals.push(toCents(figures.total));
    scene.sent.set(idempotencyKey, {
      ...{ asked: { ...chosen, ...coupon }, totals: asksFirst ? null : totals, since },
    });
    try {
      if (!asksFirst)
        return rememberTold(
          scene,
          await ask('place an order', shop => shop.orders.submit(asked)),
          asked.total,
        );
      const { order } = await ask('ask for approval', shop => shop.team.requestApproval(asked));
      return order && rememberTold(scene, order, asked.total);
    } catch (error) {
      // Somebody else was quicker: they look once more.
      if (!(error instanceof Refused && error.reason === 'figures_changed' && looks < 3)) throw error;
    }
  }
}

export const piecesOf = (cart: readonly { variantId: string; quantity: number }[]): Asked['pieces'] =>
  new Map(cart.map(({ variantId, quantity }) => [variantId, quantity]));

/**
 * Remembers what the shop said it has taken, at the price that its customer saw: or at that of an edit, where they heard of
 * it at their second try alone.
 */
export function rememberTold({ told, edited, place }: Scene, order: Order, seen: Money): Order {
  const { _id, orderNumber, total, paid } = order;
  if (total !== seen && !edited.get(_id)?.includes(toCents(total)))
    place.onBroken('an order costs what its customer saw', `${orderNumber}: ${total}, not ${seen}`);
  told.push({ _id, orderNumber, cents: toCents(total), paid, at: clock.ms() });
  return order;
}

const CARDS: readonly FakeCard[] = [
  ...Array<FakeCard>(6).fill('approve'),
  ...(['decline', 'insufficient_funds', 'needs_confirmation', 'needs_confirmation'] as const),
];

type Charged = { status: 'paid' | 'requires_action'; clientSecret?: string | undefined };
type Card = { confirmationToken: string } | { paymentIntent: string };
/** Charges a card; asks for it again at each try. */
type Charge = (card: () => Card) => Promise<Charged>;

/** Pays with one card after the other, and with whatever the bank asks for. False: they gave up. */
export async function payWith(scene: Scene, dice: Dice, charge: Charge): Promise<boolean> {
  const { gateway } = scene.place;
  const newCard = () => ({ confirmationToken: gateway.confirmationToken(dice.pick(CARDS)) });
  for (let cards = 1; cards <= 3; cards++) {
    try {
      const card = newCard();
      // Some take the next card when no answer comes.
      const charged = await charge(dice.chance(0.3) ? newCard : () => card);
      if (charged.status === 'paid') return true;
      const [paymentIntent = ''] = (charged.clientSecret ?? '').split('_secret_');
      await rest(dice, dice.chance(0.15) ? 1500 : 120);
      const end = dice.pick(['confirmed', 'confirmed', 'failed', 'never'] as const);
      count(scene, `the bank's window: ${end}`);
      if (end === 'never') return false;
      if (gateway.intent(paymentIntent)?.status === 'requires_action')
        gateway.authenticate(paymentIntent, end);
      if (dice.chance(0.15)) {
        count(scene, 'walk away from the bank’s window');
        return false;
      }
      if ((await charge(() => ({ paymentIntent }))).status === 'paid') return true;
    } catch (error) {
      const isDeclined =
        error instanceof Refused && ['card_declined', 'insufficient_funds'].includes(error.reason);
      if (!isDeclined) throw error;
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
    await doing(scene, { kind: 'cancel', order: _id }, () =>
      ask('cancel a held order', shop => shop.orders.cancel(which)),
    );
    return;
  }
  await rest(dice, dice.chance(0.1) ? 1200 : 60);
  const isPaid = await payWith(scene, dice, card =>
    ask('pay by card', shop => shop.payments.charge({ order: which, card: card() })),
  );
  if (isPaid) for (const told of scene.told) if (told._id === _id) told.paid = true;
}

/** Pays what was ordered by card; some cancel what they ordered on account. */
export async function goOn(scene: Scene, dice: Dice, ask: Ask, order: Order | null): Promise<void> {
  if (order?.status === 'Held') await payHeld(scene, dice, ask, order);
  if (order?.status === 'Submitted' && dice.chance(0.1)) {
    await rest(dice, 60);
    await doing(scene, { kind: 'cancel', order: order._id }, () =>
      ask('cancel an order', shop => shop.orders.cancel({ _id: order._id })),
    );
  }
}

/** Guests come from few addresses, which hold only so much. */
export const guestBuys: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, null, `10.0.0.${dice.int(1, 4)}`);
  const email = `guest-${dice.int(1, 6)}@home.test`;
  const order = await orderSomething(scene, dice, { ask, name: 'Ada Carver', email });
  if (order?.status === 'Held') await payHeld(scene, dice, ask, order);
};

/** Orders again and again without paying: some until the shop says that it is enough. */
export const guestHoards: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, null, `10.0.2.${dice.int(1, 2)}`);
  const one = { ask, name: 'Hugo Hoard', email: 'hugo@home.test' };
  for (let left = dice.chance(0.3) ? 18 : 3; left > 0; left--) {
    const { productId, variantId } = dice.pick(scene.town.goods);
    await orderSomething(scene, dice, one, { cart: [{ productId, variantId, quantity: 1 }] });
  }
};

export const buyer = (scene: Scene, dice: Dice, user: SessionUser): Buyer => {
  const { name, email } = user;
  return { ask: askAs(scene, dice, user, `10.1.0.${dice.int(1, 9)}`), name, email };
};

export const customerBuys: Visit = async (scene, dice) => {
  const { retail, primary, member } = scene.town;
  const user = dice.pick([retail, retail, primary, primary, member]);
  const one = buyer(scene, dice, user);
  const onTerms = user.company !== null && dice.chance(0.7);
  // A cabinet maker orders for several jobs in one go.
  for (let left = onTerms ? dice.int(1, 3) : 1; left > 0; left--) {
    const order = await orderSomething(scene, dice, one, {
      ...(onTerms && { paymentType: 'Terms' }),
      useStoreCredit: dice.chance(0.5),
    });
    await goOn(scene, dice, one.ask, order);
  }
};

/** Saves a cart, changes it, and orders it: some from two pages at once. */
export const savedCartIsOrdered: Visit = async (scene, dice) => {
  const user = dice.pick([scene.town.retail, scene.town.primary]);
  const one = buyer(scene, dice, user);
  const key = chance.uuid();
  const orderName = `Job ${dice.int(1, 99)}`;
  const goods = someGoods(scene, dice);
  const pieces = new Map(piecesOf(goods));
  const { _id, cart } = await one.ask('save a cart', shop =>
    shop.carts.create({ key, orderName, cart: goods }),
  );
  const [line] = cart;
  if (line && dice.chance(0.4)) {
    const lines = [{ _id: line._id, quantity: dice.int(1, 8) }];
    await one.ask('change a saved cart', shop => shop.carts.changeLines({ _id, lines }));
    for (const { quantity } of lines) pieces.set(line.variantId, quantity);
  }
  const how: How = {
    saved: { cartIds: [_id], pieces },
    ...(user.company && dice.chance(0.5) && { paymentType: 'Terms' }),
  };
  const pages = dice.chance(0.3) ? 2 : 1;
  const ordered = await Promise.allSettled(
    Array.from({ length: pages }, () => orderSomething(scene, dice, one, how)),
  );
  for (const page of ordered) {
    if (page.status === 'fulfilled') await goOn(scene, dice, one.ask, page.value);
    else if (pages === 1 || !(page.reason instanceof Refused)) throw page.reason;
  }
};

/** Asks for what is above their limit, orders what a Primary approved, or takes a request back. */
export const memberAsks: Visit = async (scene, dice) => {
  const one = buyer(scene, dice, scene.town.member);
  const approvals = await one.ask('look at their requests', shop => shop.team.approvals({}));
  const approved = approvals.filter(({ state }) => state === 'approved');
  if (approved.length > 0) {
    const { cartIds, notes, useStoreCredit } = dice.pick(approved);
    const pieces = scene.sent.get(notes)?.asked.pieces ?? new Map<string, number>();
    // Some take store credit that nobody approved.
    const how = { saved: { cartIds, pieces }, useStoreCredit: useStoreCredit || dice.chance(0.3) };
    await goOn(scene, dice, one.ask, await orderSomething(scene, dice, one, how));
    return;
  }
  const waiting = approvals.filter(({ state }) => state === 'waiting');
  if (waiting.length > 0 && dice.chance(0.15)) {
    const { _id } = dice.pick(waiting);
    return takeBack(scene, one.ask, _id);
  }
  const order = await orderSomething(scene, dice, one, {
    ...(dice.chance(0.6) && { paymentType: 'Terms' }),
    useStoreCredit: dice.chance(0.4),
    asksFirst: true,
  });
  await goOn(scene, dice, one.ask, order);
};

export async function takeBack({ turnedDown }: Scene, ask: Ask, _id: string): Promise<void> {
  await ask('take a request back', shop => shop.team.takeBack({ _id }));
  turnedDown.add(_id);
}

/** Decides what waits: some in two pages at once, with two minds. */
export const primaryDecides: Visit = async (scene, dice) => {
  const { ask } = buyer(scene, dice, scene.town.primary);
  const approvals = await ask('look at what waits', shop => shop.team.approvals({}));
  const waiting = approvals.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return;
  const { _id } = dice.pick(waiting);
  const minds = dice.chance(0.25) ? [true, dice.chance(0.5)] : [dice.chance(0.8)];
  const decided = await Promise.allSettled(minds.map(says => decide(scene, dice, { ask, _id, says })));
  for (const one of decided)
    if (one.status === 'rejected' && !(one.reason instanceof Refused)) throw one.reason;
};

export async function decide(
  { approved, turnedDown }: Scene,
  dice: Dice,
  { ask, _id, says, isHurried }: { ask: Ask; _id: string; says: boolean; isHurried?: boolean },
): Promise<Approval | null> {
  const { figures } = await ask('look at a request', shop => shop.team.approval({ _id }));
  await rest(dice, isHurried ? 0 : 30);
  if (!says || !figures) {
    const declined = await ask('decline', shop => shop.team.decline({ _id }));
    turnedDown.add(_id);
    return declined;
  }
  const cartVersions = figures.carts?.map(({ version }) => version) ?? [];
  const { total, couponStatus } = figures;
  approved.set(_id, [...(approved.get(_id) ?? []), { cents: toCents(total), couponStatus }]);
  return ask('approve', shop => shop.team.approve({ _id, total, cartVersions }));
}

/** Pays a few orders on account by card. False: nothing was owed, or they gave up. */
export async function companyPays(scene: Scene, dice: Dice): Promise<boolean> {
  const ask = askAs(scene, dice, scene.town.primary, '10.1.1.1');
  const { credit } = await ask('look at what is owed', shop => shop.payments.terms());
  const chosen = dice.some(credit?.open ?? [], dice.int(1, 3));
  if (chosen.length === 0) return false;
  const orders = chosen.map(({ _id }) => _id);
  const total = toMoney(chosen.reduce((sum, { open }) => sum + toCents(open), 0));
  return payWith(scene, dice, card => {
    const idempotencyKey = chance.uuid();
    return ask('pay orders on account', shop =>
      shop.orders.pay({ orders, card: card(), idempotencyKey, total }),
    );
  });
}

export const customerMoves: Visit = async (scene, dice) => {
  const { email } = scene.town.retail;
  const ask = askAs(scene, dice, scene.town.retail, '10.1.3.1');
  const shippingAddress = `${dice.int(1, 99)} Elm Street`;
  await ask('change their address', shop => shop.users.updateProfile({ email, shippingAddress }));
};
