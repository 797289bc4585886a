import { PAYMENT_TYPES, type PaymentType, SHIPPING_METHODS } from '#shared/enumerations.ts';

const METHODS = SHIPPING_METHODS.filter(method => method !== 'freight');

/** Returns what a preference field says; null for no preference. */
export const paymentOf = (said: string | undefined): PaymentType | null =>
  PAYMENT_TYPES.find(type => type === said) ?? null;

export const methodOf = (said: string | undefined): (typeof METHODS)[number] | null =>
  METHODS.find(method => method === said) ?? null;
