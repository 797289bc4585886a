import type { Dice } from '#demo/dice.ts';
import { adminOrClerk, cheaper, clerk, somebodysMoney, today } from '#server/simulation/at-the-desk.ts';
import { buyer, orderSomething, payWith, piecesOf, rememberTold } from '#server/simulation/buyers.ts';
import { doing, type Whose } from '#server/simulation/deeds.ts';
import { type Ask, askAs, Refused, rest, type Scene, type Visit } from '#server/simulation/scene.ts';
import { chance, clock } from '#server/time-and-chance.ts';
import { toCents, toMoney } from '#shared/rules/money.ts';
import type { CreateOrder } from '#shared/schemas/create-order.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { Debts } from '#shared/schemas/receipts.ts';

/** Looks at somebody's receipts, or at those of today where they have no account. */
async function receiptsOf(ask: Ask, whose: Whose) {
  const asked = 'order' in whose ? { on: today() } : whose;
  const { receipts } = await ask('look at receipts', shop => shop.receipts.list(asked));
  return receipts;
}

/** Takes a check, cash or a transfer: what some orders cost, or a round sum; some say what it is for. */
export const staffTakeMoney: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.2');
  const whose = await somebodysMoney(scene, dice, ask);
  const look = () => ask('look at debts', shop => shop.receipts.debts(whose));
  const debts = await look();
  const some = dice.some(debts.orders, dice.int(1, 3));
  const owed = some.reduce((sum, { open }) => sum + toCents(open), 0);
  if (owed === 0 && 'order' in whose) return;
  const isOwed = owed > 0 && ('order' in whose || dice.chance(0.7));
  const method = dice.pick(['check', 'check', 'cash', 'transfer'] as const);
  const cents = isOwed ? owed : dice.int(1, 60) * 500;
  const parts = isOwed && dice.chance(0.4) ? some : null;
  const money = { whose, method, cents, parts, isAgain: dice.chance(0.5) };
  try {
    await takeMoney(scene, ask, { ...money, number: method === 'cash' ? '' : String(dice.int(1000, 1040)) });
  } catch (error) {
    // A number that is known may be refused; cash for what is owed, and is owed yet, may not.
    if (error instanceof Refused && error.reason === 'invalid' && method === 'cash' && parts)
      judgeRefusal(scene, parts, [debts.orders, (await look()).orders]);
    throw error;
  }
};

type Debt = Pick<Debts['orders'][number], '_id' | 'open'>;

interface Money {
  whose: Whose;
  method: 'check' | 'cash' | 'transfer';
  number: string;
  cents: number;
  /** The orders that they say it is for, each as a whole. */
  parts?: readonly Debt[] | null;
  /** It is another one, although its number is known. */
  isAgain?: boolean;
}

/** Takes money that came in without a card. */
export async function takeMoney(
  scene: Scene,
  ask: Ask,
  { whose, method, number, cents, parts = null, isAgain = false }: Money,
): Promise<void> {
  const key = chance.uuid();
  const said = {
    ...{ ...whose, method, number, amount: toMoney(cents), receivedOn: today(), key },
    ...(parts && { orders: parts.map(({ _id, open }) => ({ _id, amount: open })) }),
    ...(isAgain && { again: true as const }),
  };
  const act = {
    ...({ kind: 'receipt', key, whose, method, number, cents } as const),
    parts: parts?.map(({ _id, open }) => ({ order: _id, cents: toCents(open) })) ?? null,
  };
  await doing(scene, act, () =>
    ask(`take ${method === 'check' ? 'a check' : 'money'}`, shop => shop.receipts.take(said)),
  );
}

/** Adds a finding where money was refused for orders that were owed as much each time that somebody looked. */
function judgeRefusal({ place }: Scene, parts: readonly Debt[], looks: readonly (readonly Debt[])[]): void {
  const isOwed = (debts: readonly Debt[]) =>
    parts.every(one => debts.some(({ _id, open }) => _id === one._id && open >= one.open));
  if (looks.every(isOwed))
    place.onBroken(
      'nobody is refused for a reason that they can’t meet',
      `take money for ${JSON.stringify(parts)}`,
    );
}

export const staffBounce: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.3');
  const whose = await somebodysMoney(scene, dice, ask);
  const receipts = await receiptsOf(ask, whose);
  const good = receipts.filter(({ bouncedAt, method }) => bouncedAt === null && method !== 'cash');
  if (good.length === 0) return;
  const { _id } = dice.pick(good);
  await doing(scene, { kind: 'bounce', receipt: _id, isMistake: false }, () =>
    ask('bounce a check', shop => shop.receipts.bounce({ _id })),
  );
};

/** An Admin takes money back that was entered by mistake, cash too; some Employees try. */
export const staffTakeBack: Visit = async (scene, dice) => {
  const { ask } = adminOrClerk(scene, dice, 0.8, '10.2.1.11');
  const whose = await somebodysMoney(scene, dice, ask);
  const receipts = await receiptsOf(ask, whose);
  const good = receipts.filter(({ bouncedAt }) => bouncedAt === null);
  if (good.length === 0) return;
  const { _id } = dice.pick(good);
  await doing(scene, { kind: 'bounce', receipt: _id, isMistake: true }, () =>
    ask('take a receipt back', shop => shop.receipts.bounce({ _id, mistake: 'entered twice' })),
  );
};

/** Sells over the counter, or writes down what somebody orders by phone; some at a price that they name. */
export const staffSell: Visit = async (scene, dice) => {
  const { ask, isAdmin } = adminOrClerk(scene, dice, 0.15, '10.2.1.5');
  const { town } = scene;
  const whose = dice.pick([
    {},
    {},
    GUEST,
    { company: town.company },
    { company: town.company },
    { user: town.retail._id },
  ]);
  await sell(scene, dice, ask, { whose, paid: howPaid(dice, whose), isAdmin, isLow: dice.chance(0.2) });
};

/** Buys by phone, without an account. */
export const GUEST = { name: 'Ida Brass', email: 'ida@home.test' };

interface Selling {
  whose: { company?: string; user?: string; name?: string; email?: string };
  paid: Paid;
  isAdmin?: boolean;
  /** They name a lower price. */
  isLow?: boolean;
  /** Without it, some of those who have an account use it. */
  useStoreCredit?: boolean;
  /** It is placed at the next meeting, once it was priced. */
  isHurried?: boolean;
}

/** Places an order that staff make, as it was priced a moment before. */
export async function sell(
  scene: Scene,
  dice: Dice,
  ask: Ask,
  { whose, paid, isAdmin = false, isLow = false, useStoreCredit, isHurried }: Selling,
): Promise<Order> {
  const { town } = scene;
  const goods = dice.some(town.goods, dice.int(1, 3)).map(({ productId, variantId }) => ({
    ...{ productId, variantId, quantity: dice.int(1, 4) },
  }));
  const since = clock.ms();
  const isKnown = whose.company !== undefined || whose.user !== undefined;
  const more = isKnown
    ? { couponCode: dice.pick(['', '', town.coupon]), useStoreCredit: useStoreCredit ?? dice.chance(0.3) }
    : { couponCode: '', useStoreCredit: false };
  const { name: _, ...of } = whose;
  const price = (cart: CreateOrder['cart'] | typeof goods) =>
    ask('price an order', shop => shop.orders.priceForStaff({ cart, ...of, ...more }));
  const plain = await price(goods);
  const [first] = plain.prices;
  const lower = first && isLow ? cheaper(dice, toCents(first.ours)) : null;
  const cart = goods.map(line =>
    lower && line.variantId === first?.variantId ? { ...line, ...lower } : line,
  );
  const { total, couponStatus, missing } = lower ? await price(cart) : plain;
  await rest(dice, isHurried ? 0 : 30);
  const above = missing !== null && dice.chance(0.6) ? { overLimit: true as const } : {};
  const idempotencyKey = chance.uuid();
  const said = { ...more, couponCode: couponStatus === 'success' ? more.couponCode : '' };
  const asked = { ...said, pieces: piecesOf(goods), shippingMethod: 'local', paymentType: paid.paymentType };
  scene.sent.set(idempotencyKey, { asked, totals: [toCents(total)], since });
  if (isAdmin) scene.allowed.add(idempotencyKey);
  const { method, number = '' } = paid.takenAlong ?? {};
  const act = {
    ...({ kind: 'sale', key: idempotencyKey, isAbove: 'overLimit' in above } as const),
    along: method ? { method, number } : null,
    named: lower && first ? { variantId: first.variantId, cents: toCents(lower.price) } : null,
  };
  const order = await doing(scene, act, () =>
    ask('make an order', shop =>
      shop.orders.createByStaff({
        ...{ cart, total, idempotencyKey, notes: idempotencyKey, ...whose, ...said, ...paid, ...above },
      }),
    ),
  );
  return rememberTold(scene, order, total);
}

interface Paid {
  paymentType: 'Cash' | 'Check' | 'Terms' | 'credit-card';
  takenAlong?: { method: 'cash' | 'check' | 'card' | 'account'; number?: string; again?: true };
}

/** Chooses how somebody pays, and whether they take it along at once: a walk-in always does. */
function howPaid(dice: Dice, whose: object): Paid {
  const along = dice.pick(['cash', 'cash', 'check', 'card'] as const);
  if ('company' in whose)
    return { paymentType: 'Terms', ...(dice.chance(0.3) && { takenAlong: { method: 'account' } }) };
  if ('user' in whose && dice.chance(0.6)) return { paymentType: dice.pick(['Check', 'credit-card']) };
  if (along === 'card') return { paymentType: 'credit-card', takenAlong: { method: along } };
  if (along === 'cash') return { paymentType: 'Cash', takenAlong: { method: along } };
  const number = String(dice.int(1000, 1040));
  return {
    paymentType: 'Check',
    takenAlong: { method: along, number, ...(dice.chance(0.5) && { again: true }) },
  };
}

/** Lets what is on account pay what is owed by now; where nothing is on account, a check brings more than is owed first. */
export const staffUseAccount: Visit = async (scene, dice) => {
  const ask = clerk(scene, dice, '10.2.1.6');
  const { company, retail, primary } = scene.town;
  const whose = dice.pick([{ company }, { company }, { user: retail._id }]);
  const look = () => ask('look at debts', shop => shop.receipts.debts(whose));
  const debts = await look();
  if (debts.onAccount === 0)
    await takeMoney(scene, ask, {
      ...{ whose, method: 'check', number: String(dice.int(2000, 2400)) },
      cents: toCents(debts.owed) + dice.int(1, 20) * 500,
    });
  if (debts.orders.length === 0 || debts.onAccount === 0)
    await orderSomething(scene, dice, buyer(scene, dice, 'company' in whose ? primary : retail), {
      ...('company' in whose && { paymentType: 'Terms' }),
    });
  const { orders, onAccount } = await look();
  if (orders.length === 0 || onAccount === 0) return;
  const key = chance.uuid();
  await doing(scene, { kind: 'use', key, whose }, () =>
    ask('use what is on account', shop => shop.receipts.payFromAccount({ ...whose, key })),
  );
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
