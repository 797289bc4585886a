import { eq } from 'drizzle-orm';
import { companyTermsOf, customerOf } from '#server/companies/customers.ts';
import type { App, SessionUser } from '#server/context.ts';
import { couponCustomer } from '#server/coupons/coupons.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { askedLines, costOf, figuresOf, quoteOf, refuseFreight } from '#server/orders/figures.ts';
import { mayReachOrder, type OrderRow } from '#server/orders/read-order.ts';
import { bidsOf } from '#server/orders/rest-of-order.ts';
import { orders } from '#server/orders/tables.ts';
import { keptRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { addMoney, type Money, ZERO } from '#shared/rules/money.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { GetCostInput } from '#shared/schemas/checkout.ts';
import type { Figures } from '#shared/schemas/orders.ts';

/**
 * Works out what a cart costs its customer now; staff may ask for a user's or a company's. A coupon that fails answers
 * its couponStatus.
 */
export async function orderCost(app: App, user: SessionUser | null, input: GetCostInput): Promise<Figures> {
  const { db, cache } = app;
  const { buyer, customer, couponOf } = await whoseCost(db, user, input);
  const held = buyer?._id === user?._id ? await heldBefore(db, user, input) : null;
  const now = clock.now();
  const { lines, savedCarts } = await askedLines(db, input, buyer, now);
  const quote = quoteOf(savedCarts, now);
  refuseFreight(input, quote, () =>
    // Staff who ask for somebody else have nothing of their own to send.
    buyer?._id === user?._id ? bidsOf({ lines, savedCarts }, { user, orderName: '', now }) : [],
  );
  const rates = await keptRates(db, cache);
  const priced = await costOf(
    db,
    {
      lines,
      customer,
      couponOf: { ...couponOf, givesUp: held?._id },
      storeCreditBalance: addMoney(customer?.storeCredit ?? ZERO, creditOf(held, customer)),
      rates,
      shippingMethod: input.shippingMethod,
      quotedShipping: quote?.quotedShipping ?? null,
      couponCode: input.couponCode ?? '',
      useStoreCredit: input.useStoreCredit ?? false,
    },
    now,
  );
  return figuresOf(priced, savedCarts);
}

/** Reads the Held order that is to be given up; null where it is none of the asker's, or ended meanwhile. */
async function heldBefore(db: Db, user: SessionUser | null, { replaces }: GetCostInput) {
  if (!replaces) return null;
  const [held] = await db.select().from(orders).where(eq(orders._id, replaces._id));
  return held?.status === 'Held' && mayReachOrder(held, user, replaces.orderKey) ? held : null;
}

/** The store credit that an order gives back to this customer once it is given up. */
function creditOf(
  held: OrderRow | null,
  customer: { user: string | null; company: string | null } | null,
): Money {
  const isTheirs = held && customer && held.user === customer.user && held.company === customer.company;
  return isTheirs ? held.storeCredit : ZERO;
}

async function whoseCost(db: Db, user: SessionUser | null, { email, ...input }: GetCostInput) {
  const isAnothers = input.user !== undefined || input.company !== undefined;
  if (isAnothers && !isStaff(user)) throw new AppError('forbidden');
  if (input.company !== undefined) {
    const customer = await companyTermsOf(db, input.company);
    return { buyer: null, customer, couponOf: couponCustomer(null, email) };
  }
  const buyer = input.user === undefined ? user : { _id: input.user };
  if (!buyer) return { buyer, customer: null, couponOf: couponCustomer(null, email) };
  const customer = await customerOf(db, buyer);
  return { buyer, customer, couponOf: couponCustomer({ ...buyer, email: customer.email }, email) };
}
