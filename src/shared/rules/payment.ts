import {
  DEFAULT_PAYMENT_TYPE,
  DEFAULT_SHIPPING_METHOD,
  STAFF_ORDER_PAYMENT_TYPE,
} from '#shared/constants.ts';
import {
  PAYMENT_TYPES,
  type PaymentType,
  SHIPPING_METHODS,
  type ShippingMethod,
} from '#shared/enumerations.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { hasCredit } from '#shared/rules/credit.ts';
import type { Money } from '#shared/rules/money.ts';

export interface BuyingCompany {
  creditLimit: Money;
  preferredPayment?: PaymentType | null;
  preferredShipping?: ShippingMethod | null;
  shippingMethod?: ShippingMethod | null;
}

interface Buyer {
  company: BuyingCompany | null;
  byStaff: boolean;
  user?: { paymentType?: PaymentType | null; shippingMethod?: ShippingMethod | null } | null;
}

/** Allows cards always, Terms with credit, Check and Cash by staff or as the company's preferred payment (rule O9). */
export function allowedPaymentTypes({ company, byStaff }: Buyer): PaymentType[] {
  return PAYMENT_TYPES.filter(type => {
    if (type === 'credit-card') return true;
    if (type === 'Terms') return hasCredit(company);
    return byStaff || company?.preferredPayment === type;
  });
}

export function paymentTypeIssue(paymentType: PaymentType, buyer: Buyer): FieldIssue | null {
  if (allowedPaymentTypes(buyer).includes(paymentType)) return null;
  const message =
    paymentType === 'Terms'
      ? 'on account is for companies with a credit limit'
      : 'is not available for this account';
  return { path: ['paymentType'], message };
}

/** Picks the type that a form starts with. A staff order starts at Terms even without credit, and then says so. */
export function defaultPaymentType(buyer: Buyer): PaymentType {
  if (buyer.byStaff) return STAFF_ORDER_PAYMENT_TYPE;
  const allowed = allowedPaymentTypes(buyer);
  const wanted = [buyer.user?.paymentType, buyer.company?.preferredPayment];
  return wanted.find(type => type != null && allowed.includes(type)) ?? DEFAULT_PAYMENT_TYPE;
}

/** Freight only for a cart that staff have quoted. */
export function allowedShippingMethods({ quoted }: { quoted: boolean }): ShippingMethod[] {
  return SHIPPING_METHODS.filter(method => method !== 'freight' || quoted);
}

export function shippingMethodIssue(method: ShippingMethod, asked: { quoted: boolean }): FieldIssue | null {
  if (allowedShippingMethods(asked).includes(method)) return null;
  return { path: ['shippingMethod'], message: 'needs a quote: send the cart to us as a bid first' };
}

export function defaultShippingMethod({ company, user }: Omit<Buyer, 'byStaff'>): ShippingMethod {
  const wanted = [user?.shippingMethod, company?.preferredShipping, company?.shippingMethod];
  return wanted.find(method => method != null && method !== 'freight') ?? DEFAULT_SHIPPING_METHOD;
}

/** Local is pick-up at the store. */
export function needsShippingAddress(method: ShippingMethod): boolean {
  return method !== 'local';
}
