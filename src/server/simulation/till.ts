import type { Dice } from '#demo/dice.ts';
import { sendBack } from '#server/simulation/bank.ts';
import { payWith, piecesOf, rememberTold } from '#server/simulation/buyers.ts';
import { type Ask, askAs, Refused, rest, type Scene, type Visit } from '#server/simulation/scene.ts';
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

/** An Admin comes as often as `share` says; else a clerk. */
function adminOrClerk(scene: Scene, dice: Dice, share: number, ip: string) {
  const isAdmin = dice.chance(share);
  return { isAdmin, ask: isAdmin ? askAs(scene, dice, scene.town.admin, ip) : clerk(scene, dice, ip) };
}

/** Changes what was ordered, once it was looked at: some think better of it, some do so in two pages. */
export const staffEdit: Visit = async (scene, dice) => {
  const { ask, isAdmin } = adminOrClerk(scene, dice, 0.2, '10.2.1.1');
  const order = await someOrder(ask, dice, one => stands(one) && (isAdmin || one.status !== 'Completed'));
  if (!order) return;
  for (let pages = dice.chance(0.15) ? 2 : 1; pages > 0; pages--) {
    const asked = {
      ...{ _id: order._id, version: order.version, idempotencyKey: chance.uuid(), mail: dice.chance(0.9) },
      ...{ cart: changed(scene, dice, order), ...changedTerms(scene, dice) },
    };
    if (isAdmin) scene.allowed.add(asked.idempotencyKey);
    const { edit: seen } = await ask('look at an edit', shop =>
      shop.orders.adminReplace({ ...asked, preview: true }),
    );
    await rest(dice, 60);
    if (dice.chance(0.1)) return;
    // From now on it may cost either.
    scene.edited.set(order._id, [...(scene.edited.get(order._id) ?? []), toCents(seen.after.total)]);
    const { edit } = await ask('edit an order', shop =>
      shop.orders.adminReplace({ ...asked, figures: seen.after }),
    );
    for (const told of scene.told) if (told._id === order._id) told.at = clock.ms();
    const what = otherThanAsked(order, asked.cart, edit.lines);
    if (what) scene.place.onBroken('an edit does what was asked for', `${order.orderNumber}: ${what}`);
  }
};

/**
 * Says which line of an edit is another than staff asked for: untouched ones stay, unless others of their variant went and
 * their price hung on them, and so do prices that were named.
 */
function otherThanAsked(
  { cart }: Order,
  asked: EditOrder['cart'],
  edited: readonly { line: string | null; price: number; amount: number }[],
): string | null {
  const known = edited.filter(({ line }) => line !== null);
  const wanted = asked.flatMap(one => ('_id' in one ? [one] : []));
  const given = cart.filter(({ priceSource }) => priceSource === 'free');
  const gone = known.find(one => ![...wanted, ...given].some(({ _id }) => _id === one.line));
  if (gone) return `${gone.line} is there yet`;
  const unitsIn = (
    lines: readonly { _id?: string; variantId?: string; quantity: number }[],
    variant: string,
  ) =>
    lines
      .filter(({ _id, variantId = cart.find(line => line._id === _id)?.variantId }) => variantId === variant)
      .reduce((units, { quantity }) => units + quantity, 0);
  const isFewer = (variant: string) => unitsIn(asked, variant) < unitsIn(cart, variant);
  for (const { _id, quantity, price } of wanted) {
    const before = cart.find(one => one._id === _id);
    const after = known.find(({ line }) => line === _id);
    if (!before || before.priceSource === 'free') continue;
    if (!after) return `${_id} is gone`;
    const { variantId, priceSource } = before;
    const isUntouched = quantity === before.quantity && (priceSource === 'base' || !isFewer(variantId));
    const isKept = price === undefined && (isUntouched || priceSource === 'override');
    const due = price ?? (isKept ? before.price : after.price);
    if (after.price !== due || toCents(after.amount) !== toCents(due) * quantity)
      return `${quantity} for ${after.price}, in all ${after.amount}, not ${due} each`;
  }
  return null;
}

/** Other terms of an order than its lines. */
function changedTerms({ town }: Scene, dice: Dice): Pick<EditOrder, 'couponCode' | 'recalculateShipping'> {
  if (dice.chance(0.1)) return { couponCode: dice.pick(['', town.coupon]) };
  return dice.chance(0.1) ? { recalculateShipping: true } : {};
}

function changed({ town }: Scene, dice: Dice, { cart }: Order): EditOrder['cart'] {
  const nth = dice.int(0, cart.length - 1);
  const kept = cart.flatMap(({ _id, quantity, price, priceSource }, index): EditOrder['cart'] => {
    if (index !== nth || priceSource === 'free') return [{ _id, quantity }];
    if (dice.chance(0.15) && cart.length > 1) return [];
    const more = dice.chance(0.25) && price > 1 ? cheaper(dice, toCents(price)) : {};
    return [{ _id, quantity: Math.max(1, quantity + dice.int(-3, 2)), ...more }];
  });
  if (!dice.chance(0.25)) return kept;
  const { productId, variantId } = dice.pick(town.goods);
  return [...kept, { productId, variantId, quantity: dice.int(1, 3) }];
}

/** Names a price; some name one that an Employee may not. */
const cheaper = (dice: Dice, cents: number) => ({
  price: toMoney(dice.chance(0.8) ? cents - dice.int(1, Math.ceil(cents / 3)) : Math.ceil(cents / 3)),
  priceReason: 'scratched',
});

/** Names the owner of the money: the company, a customer, or whoever ordered without an account. */
async function somebodysMoney(scene: Scene, dice: Dice, ask: Ask) {
  const { company, retail } = scene.town;
  const whose = dice.pick(['company', 'company', 'user', 'order'] as const);
  if (whose === 'company') return { company };
  if (whose === 'user') return { user: retail._id };
  const { orders } = await ask('look at the desk', shop => shop.orders.desk({ view: 'unpaid' }));
  return orders.length > 0 ? { order: dice.pick(orders)._id } : { company };
}

/** Looks at somebody's receipts, or at those of today where they have no account. */
async function receiptsOf(ask: Ask, whose: Awaited<ReturnType<typeof somebodysMoney>>) {
  const asked = 'order' in whose ? { on: today() } : whose;
  const { receipts } = await ask('look at receipts', shop => shop.receipts.list(asked));
  return receipts;
}

const today = () => shopDate(clock.now(), 'America/Chicago');

/** Takes a check, cash or a transfer: what some orders cost, or a round sum; some say what it is for. */
export const staffTakeMoney: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.2');
  const whose = await somebodysMoney(scene, dice, ask);
  const { orders } = await ask('look at debts', shop => shop.receipts.debts(whose));
  const some = dice.some(orders, dice.int(1, 3));
  const owed = some.reduce((sum, { open }) => sum + toCents(open), 0);
  if (owed === 0 && 'order' in whose) return;
  const isOwed = owed > 0 && ('order' in whose || dice.chance(0.7));
  const method = dice.pick(['check', 'check', 'cash', 'transfer'] as const);
  const said = {
    ...{ ...whose, method, amount: toMoney(isOwed ? owed : dice.int(1, 60) * 500) },
    receivedOn: today(),
    ...(isOwed && dice.chance(0.4) && { orders: some.map(({ _id, open }) => ({ _id, amount: open })) }),
    number: method === 'cash' ? '' : String(dice.int(1000, 1040)),
    key: chance.uuid(),
    ...(dice.chance(0.5) && { again: true as const }),
  };
  await ask(`take ${method === 'check' ? 'a check' : 'money'}`, shop => shop.receipts.take(said));
};

export const staffBounce: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.3');
  const whose = await somebodysMoney(scene, dice, ask);
  const receipts = await receiptsOf(ask, whose);
  const good = receipts.filter(({ bouncedAt, method }) => bouncedAt === null && method !== 'cash');
  if (good.length === 0) return;
  const { _id } = dice.pick(good);
  await ask('bounce a check', shop => shop.receipts.bounce({ _id }));
};

/** An Admin takes money back that was entered by mistake, cash too; some Employees try. */
export const staffTakeBack: Visit = async (scene, dice) => {
  const { ask } = adminOrClerk(scene, dice, 0.8, '10.2.1.11');
  const whose = await somebodysMoney(scene, dice, ask);
  const receipts = await receiptsOf(ask, whose);
  const good = receipts.filter(({ bouncedAt }) => bouncedAt === null);
  if (good.length === 0) return;
  const { _id } = dice.pick(good);
  await ask('take a receipt back', shop => shop.receipts.bounce({ _id, mistake: 'entered twice' }));
};

export const staffGiveBack: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.4');
  const order = await someOrder(ask, dice, one => stands(one) && one.amountPaid > 0);
  if (!order) return;
  const left = await ask('look at what is left', shop => shop.refunds.look({ order: order._id }));
  const hand = left.byHand > 0 ? (['check', 'cash'] as const) : [];
  const ways = [
    ...(left.card > 0 ? (['card', 'card', 'card'] as const) : []),
    ...(left.hasAccount ? (['credit'] as const) : []),
    ...hand,
  ];
  // Some try whatever there is.
  const way = dice.pick(ways.length > 0 && dice.chance(0.9) ? ways : (['card', 'credit', 'cash'] as const));
  const cents = dice.int(1, dice.chance(0.3) ? toCents(order.amountPaid) : 500);
  const [line] = dice.some(order.cart, 1);
  const what =
    line && dice.chance(0.3)
      ? { lines: [{ _id: line._id, quantity: dice.int(1, line.quantity) }] }
      : { amount: toMoney(cents) };
  const key = chance.uuid();
  const asked = { order: order._id, version: order.version, reason: 'late', key, ...what, way };
  await ask('give back at will', shop => shop.refunds.make(asked));
};

/** Sells over the counter, or writes down what somebody orders by phone; some at a price that they name. */
export const staffSell: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.5');
  const { town } = scene;
  const goods = dice.some(town.goods, dice.int(1, 3)).map(({ productId, variantId }) => ({
    ...{ productId, variantId, quantity: dice.int(1, 4) },
  }));
  const since = clock.ms();
  const whose = dice.pick([{}, {}, { company: town.company }, { user: town.retail._id }] as const);
  const isWalkIn = Object.keys(whose).length === 0;
  const more = isWalkIn
    ? { couponCode: '', useStoreCredit: false }
    : { couponCode: dice.pick(['', '', town.coupon]), useStoreCredit: dice.chance(0.3) };
  const plain = await ask('price an order', shop =>
    shop.orders.priceForStaff({ cart: goods, ...whose, ...more }),
  );
  const [first] = plain.prices;
  const named = first && dice.chance(0.2) ? cheaper(dice, toCents(first.ours)) : null;
  const cart = goods.map(line =>
    named && line.variantId === first?.variantId ? { ...line, ...named } : line,
  );
  const { total, couponStatus } = named
    ? await ask('price an order', shop => shop.orders.priceForStaff({ cart, ...whose, ...more }))
    : plain;
  await rest(dice, 30);
  const paid = isWalkIn
    ? alongWith(dice)
    : { paymentType: 'company' in whose ? ('Terms' as const) : byPhone(dice) };
  const idempotencyKey = chance.uuid();
  const said = { ...more, couponCode: couponStatus === 'success' ? more.couponCode : '' };
  const asked = { ...said, pieces: piecesOf(goods), shippingMethod: 'local', paymentType: paid.paymentType };
  scene.sent.set(idempotencyKey, { asked, totals: [toCents(total)], since });
  const order = await ask('make an order', shop =>
    shop.orders.createByStaff({
      ...{ cart, total, idempotencyKey, notes: idempotencyKey, ...whose, ...said, ...paid },
    }),
  );
  rememberTold(scene, order, total);
};

const byPhone = (dice: Dice) => dice.pick<'Check' | 'credit-card'>(['Check', 'credit-card']);

/** Paid and taken along at once. */
function alongWith(dice: Dice) {
  const method = dice.pick(['cash', 'cash', 'check'] as const);
  return method === 'cash'
    ? { paymentType: 'Cash' as const, takenAlong: { method } }
    : { paymentType: 'Check' as const, takenAlong: { method, number: String(dice.int(1000, 1040)) } };
}

/** Lets what is on account pay what is owed by now. */
export const staffUseAccount: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.6');
  const { company, retail } = scene.town;
  const whose = dice.pick([{ company }, { company }, { user: retail._id }]);
  const { orders, onAccount } = await ask('look at debts', shop => shop.receipts.debts(whose));
  if (orders.length === 0 || onAccount === 0) return;
  const use = { ...whose, key: chance.uuid() };
  await ask('use what is on account', shop => shop.receipts.payFromAccount(use));
};

/** Gives somebody store credit, for no order in particular; some ask for themselves, which an Admin has to approve. */
export const staffGrant: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.7');
  const { town } = scene;
  const [company, retail] = [{ company: town.company }, { user: town.retail._id }];
  const whose = dice.pick([company, company, retail, retail, { user: town.employee._id }]);
  const grant = {
    ...whose,
    amount: toMoney(dice.int(1, 4000)),
    reason: 'a box came late',
    key: chance.uuid(),
  };
  await ask('give store credit', shop => shop.storeCredit.grant(grant));
};

/** Somebody pays an order by a link that staff sent them, now or days ago. */
export const linkIsPaid: Visit = async (scene, dice) => {
  const link =
    scene.links.length > 0 && dice.chance(0.5) ? dice.pick(scene.links) : await makeLink(scene, dice);
  if (!link) return;
  await rest(dice, 300);
  const { order, key } = link;
  const anybody = askAs(scene, dice, null, '10.0.1.2');
  const before = await openOf(scene, order);
  const { paid, amount } = await anybody('open a payment link', shop => shop.payLinks.open(link));
  const open = await openOf(scene, order);
  if (before === open && toCents(amount) !== open)
    scene.place.onBroken('a payment link tells what is open', `${amount}, not ${open}`);
  if (paid) return;
  await payWith(scene, dice, card => {
    const idempotencyKey = chance.uuid();
    return anybody('pay by a link', shop =>
      shop.payLinks.pay({ order, key, total: amount, idempotencyKey, card: card() }),
    );
  });
};

async function makeLink(scene: Scene, dice: Dice): Promise<Scene['links'][number] | null> {
  const ask = clerk(scene, dice, '10.2.1.8');
  const { company } = scene.town;
  const { orders: debts } = await ask('look at debts', shop => shop.receipts.debts({ company }));
  const unpaid = dice.chance(0.3)
    ? await ask('look at the desk', shop => shop.orders.desk({ view: 'unpaid' }))
    : null;
  const orders = [...debts, ...(unpaid?.orders ?? [])].map(({ _id }) => _id);
  if (orders.length === 0) return null;
  const order = dice.pick(orders);
  const mailed = dice.chance(0.5) ? { email: 'books@hollis.test' } : {};
  const { url } = await ask('make a payment link', shop => shop.payLinks.make({ order, ...mailed }));
  const link = { order, key: new URL(url).searchParams.get('key') ?? '' };
  scene.links.push(link);
  return link;
}

/** The cents that are open of an order, by the books. */
async function openOf({ place }: Scene, order: string): Promise<number> {
  const { rows } = await place.books.query<{ open: number }>(`
    select case when status = 'Canceled' then 0 else total - amount_paid - amount_credited end::int as open
    from orders where id = '${order}'`);
  return rows[0]?.open ?? 0;
}

/** An Admin says yes or no to what waits for them: some in two pages at once. */
export const adminDecides: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, scene.town.admin, '10.2.1.9');
  const { acts } = await ask('look at what waits for an Admin', shop => shop.approvals.list({}));
  for (const { _id, contents } of acts) {
    const approve = dice.chance(0.6);
    if (approve) scene.allowed.add(_id);
    const pages = dice.chance(0.2) ? 2 : 1;
    const decided = await Promise.allSettled(
      Array.from({ length: pages }, () =>
        ask(approve ? 'let it be done' : 'say no', shop =>
          shop.approvals.decide({ _id, approve, aboveCredit: contents.aboveCredit }),
        ),
      ),
    );
    for (const one of decided)
      if (one.status === 'rejected' && !(one.reason instanceof Refused)) throw one.reason;
    await rest(dice, 30);
  }
};

/**
 * An Admin gives another way what refunds to cards did not get to their customers, some of it in two pages at once; often
 * one has come back just before.
 */
export const adminGivesInstead: Visit = async (scene, dice) => {
  const ask = askAs(scene, dice, scene.town.admin, '10.2.1.10');
  if (dice.chance(0.7) && sendBack(scene, dice)) await rest(dice, 900);
  const { orders } = await ask('look at the desk', shop => shop.orders.desk({ view: 'alerts' }));
  for (const { _id } of dice.some(orders, 4)) {
    const { owed } = await ask('look at what is left', shop => shop.refunds.look({ order: _id }));
    for (const { refund } of owed) {
      await rest(dice, 30);
      scene.allowed.add(refund);
      const said = { refund, number: '', reason: 'their card is closed' };
      const ways = dice.some(['check', 'transfer', 'credit'] as const, dice.chance(0.2) ? 2 : 1);
      const given = await Promise.allSettled(
        ways.map(way => ask('give another way', shop => shop.refunds.giveInstead({ ...said, way }))),
      );
      for (const one of given)
        if (one.status === 'rejected' && !(one.reason instanceof Refused)) throw one.reason;
    }
  }
};
