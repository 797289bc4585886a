import { townLine } from '#shared/rules/order-facts.ts';

/** An address in one line; '' where none was given. */
export const addressLine = (street: string, city: string, state: string, zip: string): string =>
  [street, townLine(city, state, zip)].filter(Boolean).join(', ');
