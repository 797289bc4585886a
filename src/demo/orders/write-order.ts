import type { DemoClock } from '#demo/clock.ts';
import { demoId } from '#demo/demo-id.ts';
import type { OrderRows } from '#demo/orders/order-rows.ts';
import type { PlacedOrder } from '#demo/orders/place-orders.ts';
import type { ReturnedLine } from '#demo/orders/returned.ts';
import type { Settled } from '#demo/orders/settle-order.ts';
import { textOfLines } from '#server/orders/order-text.ts';
import { chance } from '#server/time-and-chance.ts';
import {
  CARD_HOLD_MS,
  DEFAULT_TERMS_DAYS,
  DEFAULT_TIME_ZONE,
  DELIVERY_DATE_DAYS,
  ORDER_DATE_DAYS,
} from '#shared/constants.ts';
import { addDays, shopDate } from '#shared/rules/open-hours.ts';
import { figuresOfLines } from '#shared/rules/totals.ts';
import { fieldsOfTiers } from '#shared/schemas/quantity-prices.ts';

const NOTES = [
  '',
  '',
  '',
  'Leave at the side door',
  'Call before delivery',
  'Please match the batch of the last order',
];

/** The rows of an order, as submitting it would have left them, moved on to where it stands today. */
export function writeOrder(
  order: PlacedOrder,
  settled: Settled,
  returned: ReturnedLine | null,
  rows: OrderRows,
  clock: DemoClock,
): void {
  const refunded = returned?.status === 'Refunded' ? returned.refund : settled.amountRefunded;
  rows.orders.push({
    ...orderRow(order, clock),
    amountPaid: settled.amountPaid,
    amountRefunded: refunded,
    order_return: returned !== null && returned.status !== 'Rejected',
  });
  for (const { _id, orderName, position } of order.carts) {
    const { subTotal, tax } = figuresOfLines(order.priced.cart.filter(line => line.cartIndex === position));
    const paid = settled.paidCarts.has(_id);
    rows.orderCarts.push({ _id, order: order._id, cart: null, orderName, position, subTotal, tax, paid });
  }
  writeLines(order, returned, rows);
}

function orderRow(order: PlacedOrder, clock: DemoClock) {
  const { occasion, priced, fate, dice } = order;
  const { buyer, at, byStaff } = occasion;
  const { cart, couponStatus, couponType: _type, couponCode, ...figures } = priced;
  const today = shopDate(new Date(at), DEFAULT_TIME_ZONE);
  const company = buyer.company?.row;
  const isHeld = fate.status === 'Held';
  return {
    _id: order._id,
    orderNumber: order.number,
    // A secret stays one: who has it may read the order.
    orderKey: chance.bytes(18).toString('base64url'),
    idempotencyKey: `demo:${occasion.name}`,
    requestHash: 'demo',
    user: buyer.user?._id ?? null,
    company: company?._id ?? null,
    createdBy: byStaff?._id ?? null,
    status: fate.status,
    orderName: order.carts.map(({ orderName }) => orderName).join(', '),
    couponCode: couponStatus === 'success' ? couponCode : '',
    paymentType: order.paymentType,
    shippingMethod: order.shippingMethod,
    name: buyer.name,
    email: buyer.email,
    phone: buyer.phone,
    ...addressesOf(order),
    businessName: company?.name ?? '',
    businessEmail: company?.email ?? '',
    associatedAccountNumber: company?.accountNumber ?? '',
    customerRef: null,
    salesman: company?.salesman ?? '',
    date: addDays(today, ORDER_DATE_DAYS),
    deliveryDate: addDays(today, DELIVERY_DATE_DAYS + dice.int(0, 3)),
    ...figures,
    poNumber: company && dice.chance(0.7) ? `PO-${dice.int(1000, 9999)}` : '',
    notes: dice.pick(NOTES),
    linesText: textOfLines(cart),
    heldUntil: isHeld ? new Date(clock.now.getTime() + CARD_HOLD_MS).toISOString() : null,
    dueDate: order.paymentType === 'Terms' ? addDays(today, company?.termsDays ?? DEFAULT_TERMS_DAYS) : null,
    tracking: trackingOf(order, clock),
    test: order.paymentType === 'credit-card' && !isHeld,
    createdAt: at,
    updatedAt: clock.later(at, isHeld ? 0 : 30),
  };
}

function addressesOf({ shippingMethod, occasion }: PlacedOrder) {
  const { street, city, state, zip } = occasion.buyer.address;
  const isShipped = shippingMethod !== 'local';
  return {
    shippingAddress: isShipped ? street : '',
    shippingCity: isShipped ? city : '',
    shippingState: isShipped ? state : '',
    shippingZip: isShipped ? zip : '',
    billingAddress: street,
    billingCity: city,
    billingState: state,
    billingZip: zip,
  };
}

function trackingOf({ fate, shippingMethod, occasion, dice }: PlacedOrder, clock: DemoClock) {
  if (shippingMethod === 'local' || !fate.path.includes('Shipped')) return [];
  const carrier = shippingMethod === 'fedex' || shippingMethod === 'air' ? 'FedEx' : 'UPS';
  return [{ carrier, number: `DEMO${dice.int(10_000_000, 99_999_999)}`, at: clock.later(occasion.at, 44) }];
}

function writeLines(order: PlacedOrder, returned: ReturnedLine | null, rows: OrderRows): void {
  const { fate, priced, carts } = order;
  const isOut = ['Ready', 'Shipped', 'Completed'].includes(fate.status);
  for (const [position, line] of priced.cart.entries()) {
    const { bundleItems, quantityPrices, ...told } = line;
    const { lineTotal: _total, available: _available, categories: _categories, ...facts } = told;
    const {
      productTitle: _title,
      options: _options,
      backOrder: _back,
      quotedPrice: _quoted,
      ...kept
    } = facts;
    const { cartIndex, label: _label, msrp: _msrp, ...sold } = kept;
    const _id = demoId('order line', `${order.number} ${position}`);
    const late = fate.partly && position === priced.cart.length - 1;
    rows.orderLines.push({
      ...sold,
      ...fieldsOfTiers(quantityPrices),
      _id,
      order: order._id,
      orderCart: carts[cartIndex]?._id ?? null,
      position,
      vendor: line.vendor ?? '',
      fulfilled: !isOut ? 0 : late ? Math.floor(line.quantity / 2) : line.quantity,
      returned: returned?.position === position && returned.received ? line.quantity : 0,
      stockTaken: line.dropShip || bundleItems.length > 0 ? 0 : line.quantity,
    });
    for (const item of bundleItems) {
      rows.orderBundleItems.push({
        _id: demoId('order bundle item', `${order.number} ${position} ${item.productNum}`),
        line: _id,
        product: item.product ?? item.variant,
        variant: item.variant,
        variantRef: null,
        productTitle: item.productTitle,
        productNum: item.productNum,
        quantity: item.quantity,
        price: item.price,
        cost: item.cost,
        stockTaken: item.dropShip ? 0 : item.quantity * line.quantity,
      });
    }
  }
}
