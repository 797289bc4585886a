import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { companies } from '#server/companies/tables.ts';
import { id, instant, money, now, oneOf, updatedNow } from '#server/database/columns.ts';
import { products } from '#server/products/tables.ts';
import { users } from '#server/users/tables.ts';
import { variants } from '#server/variants/tables.ts';
import {
  CART_STATES,
  type CartState,
  PAYMENT_TYPES,
  type PaymentType,
  SHIPPING_METHODS,
  type ShippingMethod,
} from '#shared/enumerations.ts';
import type { PriceStep } from '#shared/rules/pricing.ts';

/** Keeps saved carts, bids and quotes. The working cart lives in the browser (rule O1). */
export const carts = pgTable(
  'carts',
  {
    _id: id(),
    user: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    company: uuid().references(() => companies._id, { onDelete: 'set null' }),
    state: text().$type<CartState>().notNull().default('saved'),
    orderName: text().notNull().default(''),
    couponCode: text().notNull().default(''),
    paymentType: text().$type<PaymentType>(),
    shippingMethod: text().$type<ShippingMethod>().notNull().default('local'),
    poNumber: text().notNull().default(''),
    notes: text().notNull().default(''),
    shippingAddress: text().notNull().default(''),
    shippingCity: text().notNull().default(''),
    shippingState: text().notNull().default(''),
    shippingZip: text().notNull().default(''),
    deliveryDate: date({ mode: 'string' }),
    quotedUntil: instant(),
    /** Freight of a quote, as staff set it. */
    quotedShipping: money(),
    /** The notes that staff add to the quote. */
    quoteNotes: text().notNull().default(''),
    useStoreCredit: boolean().notNull().default(false),
    /** The token of the link by which anybody may look at its lines; null: not shared. */
    shareToken: text(),
    /** Keys of the latest changes that add, so that one that is sent again adds nothing. */
    recentKeys: uuid().array().notNull().default(sql`'{}'`),
    /** Rises with every change of the cart or of its lines. */
    version: integer().notNull().default(1),
    createdAt: now(),
    updatedAt: updatedNow(),
  },
  t => [
    index('carts_user').on(t.user, t.updatedAt.desc()),
    uniqueIndex('carts_share_token').on(t.shareToken),
    index('carts_state').on(t.state, t.updatedAt.desc()),
    oneOf('carts_state_of', t.state, CART_STATES),
    oneOf('carts_payment_type', t.paymentType, PAYMENT_TYPES),
    oneOf('carts_shipping_method', t.shippingMethod, SHIPPING_METHODS),
    check('carts_quote', sql`${t.state} <> 'quoted' or ${t.quotedUntil} is not null`),
  ],
);

/** One variant and group, in one room of the job. */
export const cartLines = pgTable(
  'cart_lines',
  {
    _id: id(),
    cart: uuid()
      .notNull()
      .references(() => carts._id, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products._id, { onDelete: 'cascade' }),
    variantId: uuid()
      .notNull()
      .references(() => variants._id, { onDelete: 'cascade' }),
    variantGroup: text().notNull().default(''),
    quantity: integer().notNull(),
    room: text().notNull().default(''),
    /** Unit price that staff quoted. */
    quotedPrice: money(),
    /** The prices that its owner was to pay for a unit when they put it in; null: not known. */
    priceSteps: jsonb().$type<PriceStep[]>(),
    position: integer().notNull().default(0),
  },
  t => [
    uniqueIndex('cart_lines_variant').on(t.cart, t.variantId, t.variantGroup, t.room),
    check('cart_lines_quantity', sql`${t.quantity} between 1 and 100000`),
    check('cart_lines_quoted_price', sql`${t.quotedPrice} >= 0`),
  ],
);
