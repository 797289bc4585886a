import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { companies } from '#server/companies/tables.ts';
import { id, instant, money, now, oneOf, updatedNow } from '#server/database/columns.ts';
import { users } from '#server/users/tables.ts';
import { tierColumns } from '#server/variants/stored-tiers.ts';
import {
  HOLD_KINDS,
  type HoldKind,
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_TYPES,
  type PaymentType,
  PRICE_SOURCES,
  type PriceSource,
  SHIPPING_METHODS,
  type ShippingMethod,
} from '#shared/enumerations.ts';
import { ORDER_EVENTS, type OrderEventName } from '#shared/rules/order-events.ts';
import type { EditAnswer } from '#shared/schemas/edit-order.ts';

/** Order numbers come from here and are never used again; gaps are fine. */
export const orderNumbers = pgSequence('order_numbers', { startWith: 10001 });

export const orders = pgTable(
  'orders',
  {
    _id: id(),
    orderNumber: integer().notNull().unique().default(sql`nextval('order_numbers')`),
    /** The server's secret by which a guest finds their order. */
    orderKey: text().notNull(),
    /** From the client: a repeated submit finds the first order. The one who used it stands before the key. */
    idempotencyKey: text().notNull().unique(),
    /** SHA-256 of what was submitted: the same key with other contents is refused. */
    requestHash: text().notNull(),
    user: uuid().references(() => users._id, { onDelete: 'set null' }),
    company: uuid().references(() => companies._id, { onDelete: 'set null' }),
    /** The member of staff who made it. */
    createdBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    status: text().$type<OrderStatus>().notNull(),
    orderName: text().notNull().default(''),
    couponCode: text().notNull().default(''),
    paymentType: text().$type<PaymentType>().notNull(),
    shippingMethod: text().$type<ShippingMethod>().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull().default(''),
    shippingAddress: text().notNull().default(''),
    shippingCity: text().notNull().default(''),
    shippingState: text().notNull().default(''),
    shippingZip: text().notNull().default(''),
    billingAddress: text().notNull().default(''),
    billingCity: text().notNull().default(''),
    billingState: text().notNull().default(''),
    billingZip: text().notNull().default(''),
    businessName: text().notNull().default(''),
    businessEmail: text().notNull().default(''),
    associatedAccountNumber: text().notNull().default(''),
    customerRef: text(),
    salesman: text().notNull().default(''),
    date: date({ mode: 'string' }).notNull(),
    deliveryDate: date({ mode: 'string' }).notNull(),
    subTotal: money().notNull(),
    discount: money().notNull(),
    shipping: money().notNull(),
    tax: money().notNull(),
    taxRate: numeric({ precision: 7, scale: 6, mode: 'number' }).notNull(),
    storeCredit: money().notNull(),
    total: money().notNull(),
    /**
     * Sum of the payments less `amountTakenBack`; what returns and goodwill give back leaves it as it is (rule O20). Below 0
     * where a payment bounced of which an edit had given something back: that is owed as well.
     */
    amountPaid: money().notNull().default(sql`0`),
    /** The part of its payments that edits made too much. */
    amountTakenBack: money().notNull().default(sql`0`),
    amountRefunded: money().notNull().default(sql`0`),
    /** The amount that returns took off a debt before it was paid; moved together with the company's account alone. */
    amountCredited: money().notNull().default(sql`0`),
    paid: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`(status not in ('Held', 'Canceled') and amount_paid + amount_credited >= total)`,
      ),
    finished: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`(status not in ('Held', 'Canceled') and amount_paid + amount_credited >= total)`,
      ),
    order_return: boolean().notNull().default(false),
    quickbooksId: text(),
    poNumber: text().notNull().default(''),
    notes: text().notNull().default(''),
    /** The text that finds its lines (`order-text.ts`): to look into each order's lines takes ten times as long. */
    linesText: text().notNull().default(''),
    heldUntil: instant(),
    dueDate: date({ mode: 'string' }),
    /** How it holds its goods while it is Held; stays, for what ended unpaid to be counted. */
    hold: text().$type<HoldKind>(),
    /** Charges that have begun its brief hold anew. */
    holdCharges: smallint().notNull().default(0),
    /** When it was given up or ran out without a payment. */
    holdEndedAt: instant(),
    /**
     * The network address, under the shop's secret, that it is counted for among those that hold goods without a payment
     * (`unpaid-orders.ts`); null: not counted, or no longer (`forgetAddresses`).
     */
    placedBy: text(),
    tracking: jsonb().$type<{ carrier: string; number: string; at: string }[]>().notNull().default([]),
    /** Paid through the test gateway: no money moved. */
    test: boolean().notNull().default(false),
    /** Tells staff what to look at, a line each, until they dismiss it. */
    alert: text().notNull().default(''),
    version: integer().notNull().default(1),
    createdAt: now(),
    updatedAt: updatedNow(),
  },
  t => [
    index('orders_user').on(t.user, t.createdAt.desc()),
    index('orders_company').on(t.company, t.createdAt.desc()),
    index('orders_created').on(t.createdAt.desc(), t._id),
    index('orders_status').on(t.status, t.createdAt.desc()),
    index('orders_email').on(sql`lower(${t.email})`),
    index('orders_held').on(t.heldUntil).where(sql`${t.status} = 'Held'`),
    index('orders_placed_by').on(t.placedBy).where(sql`${t.placedBy} is not null`),
    /** For staff, who look for a total, or for the largest. */
    index('orders_total').on(t.total, t._id).concurrently(),
    /** For staff, who sort by customer and by when it is due. */
    index('orders_customer').on(sql`lower(${t.name})`, t._id).concurrently(),
    index('orders_due').on(sql`coalesce(${t.dueDate}, 'infinity'::date)`, t._id).concurrently(),
    /** For what is looked for in ASCII: `matching` (`order-text.ts`) says exactly this. */
    index('orders_text')
      .using(
        'gin',
        sql`(lower((${t.poNumber} || E'\n' || ${t.orderName} || E'\n' || ${t.name} || E'\n' || ${t.email} || E'\n' || ${t.businessName}) collate "C") || E'\n' || ${t.linesText}) gin_trgm_ops`,
      )
      .concurrently(),
    /** For what one or two letters begin: `foundBy` (`find-orders.ts`) says exactly this. */
    index('orders_names')
      .using(
        'gin',
        sql`lower((' ' || ${t.name} || ' ' || ${t.businessName} || ' ' || ${t.poNumber}) collate "C") gin_trgm_ops`,
      )
      .concurrently(),
    index('orders_unpaid')
      .on(t.createdAt.desc())
      .where(sql`not ${t.paid} and ${t.status} not in ('Held', 'Canceled')`)
      .concurrently(),
    index('orders_alert').on(t.createdAt.desc()).where(sql`${t.alert} <> ''`).concurrently(),
    index('orders_open').on(t.company).where(sql`${t.paymentType} = 'Terms' and ${t.status} <> 'Canceled'`),
    oneOf('orders_status_of', t.status, ORDER_STATUSES),
    oneOf('orders_hold', t.hold, HOLD_KINDS),
    oneOf('orders_payment_type', t.paymentType, PAYMENT_TYPES),
    oneOf('orders_shipping_method', t.shippingMethod, SHIPPING_METHODS),
    check(
      'orders_amounts',
      sql`${t.subTotal} >= 0 and ${t.discount} >= 0 and ${t.shipping} >= 0 and ${t.tax} >= 0 and ${t.storeCredit} >= 0 and ${t.total} >= 0`,
    ),
    check(
      'orders_total',
      sql`${t.total} = ${t.shipping} + ${t.tax} + ${t.subTotal} - ${t.discount} - ${t.storeCredit}`,
    ),
    check(
      'orders_paid_bounds',
      sql`${t.amountPaid} >= -${t.amountTakenBack} and ${t.amountCredited} >= 0 and ${t.amountPaid} + ${t.amountCredited} <= ${t.total} and ${t.amountRefunded} >= 0`,
    ),
    check('orders_taken_back', sql`${t.amountTakenBack} >= 0`),
    check('orders_held_until', sql`${t.status} <> 'Held' or ${t.heldUntil} is not null`),
    check('orders_tax_rate', sql`${t.taxRate} between 0 and 0.25`),
  ],
);

/** Keeps the saved carts that a trade order was made of (rule O12). */
export const orderCarts = pgTable(
  'order_carts',
  {
    _id: id(),
    order: uuid()
      .notNull()
      .references(() => orders._id, { onDelete: 'cascade' }),
    /** The saved cart it came from. */
    cart: uuid(),
    orderName: text().notNull().default(''),
    position: integer().notNull().default(0),
    subTotal: money().notNull(),
    tax: money().notNull(),
    paid: boolean().notNull().default(false),
  },
  t => [uniqueIndex('order_carts_position').on(t.order, t.position), index('order_carts_cart').on(t.cart)],
);

/** A line as it was sold: later changes of the catalogue don't reach it. */
export const orderLines = pgTable(
  'order_lines',
  {
    _id: id(),
    order: uuid()
      .notNull()
      .references(() => orders._id, { onDelete: 'cascade' }),
    orderCart: uuid().references(() => orderCarts._id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    productId: uuid().notNull(),
    variantId: uuid().notNull(),
    variantGroup: text().notNull().default(''),
    name: text().notNull(),
    image: text(),
    productNum: text().notNull(),
    /** The buyer's company's own number for it. */
    partNumber: text().notNull().default(''),
    binLocation: text().notNull().default(''),
    variantRef: text(),
    vendor: text().notNull().default(''),
    quantity: integer().notNull(),
    fulfilled: integer().notNull().default(0),
    returned: integer().notNull().default(0),
    /** Pieces that this line took off the shelf; 0 for drop-shipped ones. */
    stockTaken: integer().notNull().default(0),
    price: money().notNull(),
    originalPrice: money().notNull(),
    priceSource: text().$type<PriceSource>().notNull().default('base'),
    /** Why staff named this price; empty unless they did. */
    priceReason: text().notNull().default(''),
    /** The price before an edit named one; null: none was named, or the line came with one. */
    soldFor: money(),
    cost: money(),
    lb: smallint().notNull().default(0),
    oz: numeric({ precision: 6, scale: 2, mode: 'number' }).notNull().default(0),
    pieceSize: integer().notNull().default(1),
    stock: integer().notNull().default(0),
    dropShip: boolean().notNull().default(false),
    isBundle: boolean().notNull().default(false),
    bundleDiscountPer: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull().default(0),
    ...tierColumns(),
    itemShipping: money().notNull(),
    itemTax: money().notNull(),
    itemDiscount: money().notNull(),
    itemCredit: money().notNull(),
    /** Units that were paid back before the order's coupon came: what the line has off is not of that (rule T9). */
    unitsBeforeCoupon: integer().notNull().default(0),
    room: text().notNull().default(''),
  },
  t => [
    uniqueIndex('order_lines_position').on(t.order, t.position),
    index('order_lines_variant').on(t.variantId),
    index('order_lines_open').on(t.order).where(sql`${t.fulfilled} < ${t.quantity}`).concurrently(),
    oneOf('order_lines_price_source', t.priceSource, PRICE_SOURCES),
    check('order_lines_quantity', sql`${t.quantity} >= 1`),
    check('order_lines_fulfilled', sql`${t.fulfilled} between 0 and ${t.quantity}`),
    check('order_lines_returned', sql`${t.returned} between 0 and ${t.quantity}`),
    check('order_lines_amounts', sql`${t.price} >= 0 and ${t.originalPrice} >= 0`),
  ],
);

/** Keeps what a sold bundle held. */
export const orderBundleItems = pgTable(
  'order_bundle_items',
  {
    _id: id(),
    line: uuid()
      .notNull()
      .references(() => orderLines._id, { onDelete: 'cascade' }),
    product: uuid().notNull(),
    variant: uuid().notNull(),
    variantRef: text(),
    productTitle: text().notNull(),
    productNum: text().notNull(),
    /** In one bundle. */
    quantity: integer().notNull(),
    price: money().notNull(),
    cost: money(),
    stockTaken: integer().notNull().default(0),
  },
  t => [
    index('order_bundle_items_line').on(t.line),
    check('order_bundle_items_quantity', sql`${t.quantity} >= 1`),
  ],
);

/** The log of who did what to an order, for staff to read. Append-only. */
export const orderEvents = pgTable(
  'order_events',
  {
    _id: id(),
    order: uuid()
      .notNull()
      .references(() => orders._id, { onDelete: 'cascade' }),
    date: now(),
    user: uuid().references(() => users._id, { onDelete: 'set null' }),
    userEmail: text().notNull().default(''),
    name: text().$type<OrderEventName>().notNull(),
    description: text().notNull().default(''),
    details: jsonb(),
  },
  t => [index('order_events_order').on(t.order, t.date), oneOf('order_events_name', t.name, ORDER_EVENTS)],
);

/** Keeps what staff changed of an order after it was submitted. Append-only. */
export const orderEdits = pgTable(
  'order_edits',
  {
    _id: id(),
    order: uuid()
      .notNull()
      .references(() => orders._id, { onDelete: 'cascade' }),
    user: uuid().references(() => users._id, { onDelete: 'set null' }),
    /** From the client: a repeated edit changes nothing. */
    key: uuid().notNull().unique(),
    /** SHA-256 of what was asked: the same key with other contents is refused. */
    requestHash: text().notNull(),
    reason: text().notNull().default(''),
    /** The totals that it led from and to. */
    totalBefore: money().notNull(),
    totalAfter: money().notNull(),
    /** The part of what was paid that became too much by it. */
    takenBack: money().notNull().default(sql`0`),
    /** Kept just as it was answered. */
    answer: jsonb().$type<EditAnswer>().notNull(),
    createdAt: now(),
  },
  t => [
    index('order_edits_order').on(t.order, t.createdAt),
    check('order_edits_amounts', sql`${t.totalAfter} >= 0 and ${t.takenBack} >= 0`),
  ],
);
