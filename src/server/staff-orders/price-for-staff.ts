import { companyTermsOf, customerOf } from '#server/companies/customers.ts';
import type { App, SessionUser } from '#server/context.ts';
import { couponCustomer, findCoupon } from '#server/coupons/coupons.ts';
import { refuseLowPrices, wouldWait } from '#server/limits/refuse-above-limit.ts';
import { figuresOf, pricerOf, refuseFreight } from '#server/orders/figures.ts';
import { keptRates } from '#server/site/rates.ts';
import { namedPrices } from '#server/staff-orders/create-order.ts';
import { linesByStaff } from '#server/staff-orders/lines-by-staff.ts';
import { clock } from '#server/time-and-chance.ts';
import { creditCheck } from '#shared/rules/credit.ts';
import { ZERO } from '#shared/rules/money.ts';
import type { PriceForStaff, StaffFigures } from '#shared/schemas/create-order.ts';

/**
 * Works out what an order that staff make would come to, and beside each price that they name the one that its customer
 * would pay and what the goods cost the shop. It holds nothing, and writes nothing. `asker`: whose limit its prices meet.
 */
export async function priceForStaff(
  { db, cache }: App,
  input: PriceForStaff,
  asker: SessionUser | null = null,
): Promise<StaffFigures> {
  refuseFreight(input, null, () => undefined);
  const now = clock.now();
  const customer = input.user
    ? await customerOf(db, { _id: input.user })
    : input.company
      ? await companyTermsOf(db, input.company)
      : null;
  const buyer = customer?.user ? { _id: customer.user, email: customer.email } : null;
  const found = await findCoupon(
    db,
    input.couponCode,
    couponCustomer(buyer, input.email || (customer?.email ?? '')),
    now,
  );
  const lines = linesByStaff(input.cart);
  const price = await pricerOf(db, {
    ...{ lines, customer, rates: await keptRates(db, cache), found, now },
    ...{ storeCreditBalance: customer?.storeCredit ?? ZERO, useStoreCredit: input.useStoreCredit },
    ...{ shippingMethod: input.shippingMethod, couponCode: input.couponCode },
  });
  const priced = price(lines, input.couponCode);
  const plain = price(
    lines.map(line => ({ ...line, overridePrice: null })),
    input.couponCode,
  );
  const named = namedPrices(priced, plain);
  const asked = {
    ...{ kind: 'order' as const, order: null },
    account: customer ?? { user: null, company: null, email: input.email },
    ...{ key: '', input, words: '' },
  };
  const waits = asker !== null && (await wouldWait(() => refuseLowPrices(db, asker, named, asked)));
  const missing = customer?.company ? creditCheck({ ...customer, total: priced.total }).missing : ZERO;
  return {
    ...figuresOf(priced, []),
    prices: plain.cart.map(({ variantId, price: ours, cost }) => ({ variantId, ours, cost })),
    missing: missing > 0 ? missing : null,
    waits,
  };
}
