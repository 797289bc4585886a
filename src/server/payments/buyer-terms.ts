import { customerOf } from '#server/companies/customers.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { openOrders } from '#server/payments/open-orders.ts';
import { hasCredit } from '#shared/rules/credit.ts';
import { allowedPaymentTypes, defaultPaymentType, defaultShippingMethod } from '#shared/rules/payment.ts';
import type { BuyerTerms } from '#shared/schemas/payments.ts';

/** Tells how a customer may pay, and how their company's account stands; an order is checked again, under a lock. */
export async function buyerTerms(db: Db, user: SessionUser): Promise<BuyerTerms> {
  const customer = await customerOf(db, user);
  const company = customer.company === null ? null : customer;
  const buyer = { company, byStaff: false, user: customer.own };
  return {
    paymentTypes: allowedPaymentTypes(buyer),
    paymentType: defaultPaymentType(buyer),
    shippingMethod: defaultShippingMethod(buyer),
    credit: hasCredit(company) ? { ...customer, open: await openOrders(db, user) } : null,
  };
}
