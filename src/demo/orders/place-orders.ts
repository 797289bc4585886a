import type { DemoClock } from '#demo/clock.ts';
import { demoId } from '#demo/demo-id.ts';
import { type Dice, diceFor } from '#demo/dice.ts';
import { type Fate, fateOf } from '#demo/orders/fate.ts';
import type { Occasion } from '#demo/orders/occasions.ts';
import { recordEvents } from '#demo/orders/order-events.ts';
import { noRows, type OrderRows } from '#demo/orders/order-rows.ts';
import { creditOwnerOf, type Market, priceWish, type Wish } from '#demo/orders/price-order.ts';
import { recordReturn, returnOf } from '#demo/orders/returned.ts';
import { owedAt, settleOrder, spend } from '#demo/orders/settle-order.ts';
import { writeOrder } from '#demo/orders/write-order.ts';
import type { PricedOrder } from '#server/orders/figures.ts';
import type { PaymentType, ShippingMethod } from '#shared/enumerations.ts';
import { toCents, toMoney } from '#shared/rules/money.ts';

export const FIRST_ORDER_NUMBER = 10_001;
const HELD = 2;
const JOBS = [
  'Kitchen',
  'Master bath',
  'Pantry',
  'Laundry',
  'Bunk room',
  'Mud room',
  'Unit 4',
  'Unit 7',
  'Library',
];

/** An order on its way into the tables. */
export interface PlacedOrder {
  _id: string;
  number: number;
  occasion: Occasion;
  dice: Dice;
  priced: PricedOrder;
  paymentType: PaymentType;
  shippingMethod: ShippingMethod;
  fate: Fate;
  carts: { _id: string; orderName: string; position: number }[];
}

/** A year of orders with everything that hangs on them. The coupons of `market` come back with their uses counted. */
export function placeOrders(all: readonly Occasion[], market: Market, clock: DemoClock): OrderRows {
  const rows = noRows();
  grantCredit(all, market, rows);
  for (const [index, occasion] of all.entries()) {
    const order = placeOrder(occasion, index, market, rows, all.length - index <= HELD);
    const settled = settleOrder(order, rows, clock);
    const returned = returnOf(order, clock);
    writeOrder(order, settled, returned, rows, clock);
    if (returned) recordReturn(order, returned, rows);
    recordEvents(order, settled, rows, clock);
    spend(order, market, rows);
  }
  return rows;
}

function placeOrder(
  occasion: Occasion,
  index: number,
  market: Market,
  rows: OrderRows,
  newest: boolean,
): PlacedOrder {
  const dice = diceFor(`placing ${occasion.name}`);
  const shippingMethod = shippingOf(dice, occasion);
  const { company } = occasion.buyer;
  const several = company !== null && company.draft.credit > 0 && !occasion.byStaff && dice.chance(0.14);
  const wish: Wish = { occasion, shippingMethod, carts: several ? dice.some(JOBS, dice.int(2, 3)) : [''] };
  const priced = priceWish(dice, market, wish);
  const paymentType = newest ? 'credit-card' : paymentOf(dice, occasion, priced, rows);
  const _id = demoId('order', occasion.name);
  return {
    _id,
    number: FIRST_ORDER_NUMBER + index,
    occasion,
    dice,
    priced,
    paymentType,
    shippingMethod,
    fate: fateOf(dice, { daysAgo: occasion.daysAgo, shippingMethod, paymentType, newest }),
    carts: several
      ? wish.carts.map((orderName, position) => ({
          _id: demoId('order cart', `${occasion.name} ${position}`),
          orderName,
          position,
        }))
      : [],
  };
}

function shippingOf(dice: Dice, { buyer, byStaff }: Occasion): ShippingMethod {
  if (byStaff || buyer.address.street === '') return 'local';
  if (buyer.company) return dice.chance(0.3) ? 'local' : buyer.company.draft.shipping;
  return dice.pick(['local', 'standard', 'standard', 'ground', 'fedex', 'air'] as const);
}

function paymentOf(
  dice: Dice,
  { buyer, byStaff, at }: Occasion,
  priced: PricedOrder,
  rows: OrderRows,
): PaymentType {
  const { company } = buyer;
  if (company) {
    const asked = company.draft.payment;
    if (asked !== 'Terms') return asked;
    // An order that goes beyond the credit is paid by card.
    const within = owedAt(rows, company.row._id, at) + toCents(priced.total) <= company.draft.credit * 100;
    return within && toCents(priced.total) > 0 && !dice.chance(0.08) ? 'Terms' : 'credit-card';
  }
  return byStaff ? dice.pick(['Cash', 'Check'] as const) : 'credit-card';
}

/** Given back in money of the shop for trouble that it made. */
function grantCredit(all: readonly Occasion[], market: Market, rows: OrderRows): void {
  const granted = new Set<string>();
  for (const occasion of all) {
    const owner = creditOwnerOf(occasion);
    if (!owner || granted.has(owner) || granted.size >= 8 || !diceFor(`credit ${owner}`).chance(0.12))
      continue;
    granted.add(owner);
    const cents = diceFor(`grant ${owner}`).int(2, 12) * 500;
    market.credit.set(owner, cents);
    rows.storeCreditEntries.push({
      _id: demoId('store credit', owner),
      user: occasion.buyer.company ? null : owner,
      company: occasion.buyer.company ? owner : null,
      order: null,
      kind: 'granted',
      amount: toMoney(cents),
      note: 'A late delivery, made good',
      createdBy: null,
      createdAt: new Date(Date.parse(occasion.at) - 86_400_000).toISOString(),
    });
  }
}
