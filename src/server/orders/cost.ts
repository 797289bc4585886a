import { customerOf } from '#server/companies/customers.ts';
import type { App, SessionUser } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { askedLines, costOf, figuresOf, quoteOf, refuseFreight } from '#server/orders/figures.ts';
import { keptRates } from '#server/orders/rates.ts';
import { ZERO } from '#shared/rules/money.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { Figures, GetCostInput } from '#shared/schemas/orders.ts';

/** What a cart costs its customer now; staff may ask for a user's. A coupon that fails answers its couponStatus. */
export async function orderCost(app: App, user: SessionUser | null, input: GetCostInput): Promise<Figures> {
  const { db, cache } = app;
  const buyer = buyerOf(user, input);
  const customer = buyer ? await customerOf(db, buyer) : null;
  const now = new Date();
  const { lines, savedCarts } = await askedLines(db, input, buyer, now);
  const quote = quoteOf(savedCarts, now);
  refuseFreight(input, quote);
  const rates = await keptRates(db, cache);
  const priced = await costOf(
    db,
    {
      lines,
      customer,
      storeCreditBalance: customer?.storeCredit ?? ZERO,
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

function buyerOf(user: SessionUser | null, input: GetCostInput): { _id: string } | null {
  if (input.user === undefined) return user;
  if (!isStaff(user)) throw new AppError('forbidden');
  return { _id: input.user };
}
