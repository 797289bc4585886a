import { sql } from 'drizzle-orm';
import type { CartRow } from '#server/carts/carts.ts';
import type { Buyer } from '#server/companies/customers.ts';
import type { SessionUser } from '#server/context.ts';
import { alongside, type Db } from '#server/database/db.ts';
import type { LoggedUser } from '#server/logs/logs.ts';
import { companyBillTo } from '#server/orders/bill-to.ts';
import type { PricedOrder } from '#server/orders/figures.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { textOfLines } from '#server/orders/order-text.ts';
import type { OrderRow, StoredOrder } from '#server/orders/read-order.ts';
import { orderBundleItems, orderCarts, orderLines, orders } from '#server/orders/tables.ts';
import type { ShopRates } from '#server/site/rates.ts';
import { chance } from '#server/time-and-chance.ts';
import { DELIVERY_DATE_DAYS, ORDER_DATE_DAYS } from '#shared/constants.ts';
import type { Hold } from '#shared/rules/holds.ts';
import { addDays, shopDate } from '#shared/rules/open-hours.ts';
import { figuresOfLines } from '#shared/rules/totals.ts';
import type { Checkout } from '#shared/schemas/checkout.ts';
import { fieldsOfTiers } from '#shared/schemas/quantity-prices.ts';

/** Everything that whoever orders says of it. */
type Said = Omit<
  Checkout,
  'cart' | 'cartIds' | 'cartVersions' | 'signedInAs' | 'replaces' | 'deliveryDate'
> & {
  date?: string;
  deliveryDate?: string | undefined;
};

interface OrderToWrite {
  /** Given before it is written: the moves of its stock name it. */
  _id: string;
  user: LoggedUser | null;
  customer: Buyer | null;
  /** The one of the staff who makes it. */
  createdBy?: SessionUser;
  /** The one who asked them to; else they did so by themselves. */
  askedBy?: string | null;
  input: Said;
  key: string;
  hash: string;
  placedBy: string | null;
  /** How it holds its goods until a card pays it; null: it needs no payment by card. */
  hold: Hold | null;
  now: Date;
  rates: ShopRates;
  priced: PricedOrder;
  savedCarts: readonly CartRow[];
}

/** Makes the secret by which a guest reaches their order. */
export const newOrderKey = () => chance.bytes(18).toString('base64url');

/** Writes a priced order with its lines and its first event, and answers it as stored; five statements at most. */
export async function writeOrder(tx: Db, order: OrderToWrite): Promise<StoredOrder> {
  const [row] = await tx
    .insert(orders)
    .values(orderValues(order, await billTo(tx, order)))
    .returning();
  if (!row) throw new Error('the order was not stored');
  const carts = await writeOrderCarts(tx, row._id, order);
  const lines = await writeLines(tx, row, order, carts);
  return { row, carts, ...lines };
}

function orderValues({ input, priced, user, customer, rates, now, ...order }: OrderToWrite, billed: BillTo) {
  const said = saidOf(input);
  const { couponStatus: _status, couponType: _type, cart: _lines, ...figures } = priced;
  const today = shopDate(now, rates.timeZone);
  return {
    _id: order._id,
    ...said,
    ...billed,
    ...figures,
    couponCode: priced.couponStatus === 'success' ? priced.couponCode : '',
    orderKey: newOrderKey(),
    idempotencyKey: order.key,
    requestHash: order.hash,
    placedBy: order.placedBy,
    user: user?._id ?? null,
    company: customer?.company ?? null,
    linesText: textOfLines(priced.cart),
    businessName: said.businessName || customer?.businessName || '',
    customerRef: customer?.quickbooksId ?? null,
    salesman: customer?.salesman ?? '',
    associatedAccountNumber: said.associatedAccountNumber || customer?.accountNumber || '',
    status: order.hold ? ('Held' as const) : ('Submitted' as const),
    heldUntil: order.hold?.heldUntil ?? null,
    hold: order.hold?.kind ?? null,
    holdCharges: order.hold?.charges ?? 0,
    createdBy: order.askedBy ?? order.createdBy?._id ?? null,
    date: said.date ?? addDays(today, ORDER_DATE_DAYS),
    deliveryDate: said.deliveryDate ?? addDays(today, DELIVERY_DATE_DAYS),
    dueDate: said.paymentType === 'Terms' ? addDays(today, customer?.termsDays ?? rates.termsDays) : null,
  };
}

/** The fields that are stored as they were said; others may come along. */
const saidOf = ({ orderName, poNumber, name, email, phone, ...input }: Said) => ({
  ...{ orderName, poNumber, name, email, phone },
  ...{ shippingAddress: input.shippingAddress, shippingCity: input.shippingCity },
  ...{ shippingState: input.shippingState, shippingZip: input.shippingZip },
  ...{ billingAddress: input.billingAddress, billingCity: input.billingCity },
  ...{ billingState: input.billingState, billingZip: input.billingZip },
  ...{ businessName: input.businessName, businessEmail: input.businessEmail, notes: input.notes },
  ...{ associatedAccountNumber: input.associatedAccountNumber, shippingMethod: input.shippingMethod },
  ...{ paymentType: input.paymentType, date: input.date, deliveryDate: input.deliveryDate },
});

type BillTo = Partial<Pick<Said, 'billingAddress' | 'billingCity' | 'billingState' | 'billingZip'>>;

/** A company that names no address is billed at the one on file, and stays so however that changes. */
async function billTo(tx: Db, { input, customer }: OrderToWrite): Promise<BillTo> {
  const { billingAddress, billingCity, billingState, billingZip, shippingAddress } = input;
  const isNamed = billingAddress || billingCity || billingState || billingZip || shippingAddress;
  if (isNamed || !customer?.company) return billing(input);
  return (await companyBillTo(tx, customer.company)) ?? {};
}

/** Billing is like shipping where it was left empty. */
export function billing(
  input: Pick<Said, 'billingAddress' | 'shippingAddress' | 'shippingCity' | 'shippingState' | 'shippingZip'>,
) {
  if (input.billingAddress) return {};
  return {
    billingAddress: input.shippingAddress,
    billingCity: input.shippingCity,
    billingState: input.shippingState,
    billingZip: input.shippingZip,
  };
}

async function writeOrderCarts(
  tx: Db,
  order: string,
  { savedCarts, priced }: OrderToWrite,
): Promise<StoredOrder['carts']> {
  if (savedCarts.length === 0) return [];
  const rows = savedCarts.map((cart, position) => {
    const { subTotal, tax } = figuresOfLines(priced.cart.filter(line => line.cartIndex === position));
    return {
      _id: chance.uuidInOrder(),
      order,
      cart: cart._id,
      orderName: cart.orderName,
      position,
      subTotal,
      tax,
    };
  });
  const written = await tx.insert(orderCarts).values(rows).returning();
  return written.sort((a, b) => a.position - b.position);
}

async function writeLines(
  tx: Db,
  order: OrderRow,
  { user, createdBy, priced }: OrderToWrite,
  carts: StoredOrder['carts'],
): Promise<Pick<StoredOrder, 'lines' | 'items'>> {
  const lines = priced.cart.map((line, position) => ({
    ...line,
    ...fieldsOfTiers(line.quantityPrices),
    _id: chance.uuidInOrder(),
    order: order._id,
    position,
    orderCart: carts[line.cartIndex]?._id ?? null,
    vendor: line.vendor ?? '',
    stockTaken: line.dropShip || line.bundleItems.length > 0 ? 0 : line.quantity,
  }));
  const event = recordOrderEvent(
    tx,
    order._id,
    createdBy ?? user ?? { guest: order.email },
    'submitted',
    order.status,
  );
  const written = await tx
    .with(...alongside(tx, [event]))
    .insert(orderLines)
    .values(lines)
    .returning();
  written.sort((a, b) => a.position - b.position);
  const items = lines.flatMap(line =>
    line.bundleItems.map(item => ({
      ...item,
      line: line._id,
      product: item.product ?? sql`${item.variant}::uuid`,
      stockTaken: item.dropShip ? 0 : item.quantity * line.quantity,
    })),
  );
  if (items.length === 0) return { lines: written, items: [] };
  return { lines: written, items: await tx.insert(orderBundleItems).values(items).returning() };
}
