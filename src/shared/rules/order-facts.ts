import type { OrderStatus, PaymentType, ShippingMethod } from '#shared/enumerations.ts';

export const STATUS_WORDS: Record<OrderStatus, string> = {
  Held: 'Waiting for payment',
  Submitted: 'Submitted',
  Processing: 'Being prepared',
  Ready: 'Ready for pick-up',
  Shipped: 'Shipped',
  Completed: 'Completed',
  Canceled: 'Canceled',
};

interface ShippingWords {
  /** Beside others to choose from. */
  label: string;
  hint: string;
  /** By itself, in mails and on papers. */
  name: string;
}

export const SHIPPING_WORDS: Record<ShippingMethod, ShippingWords> = {
  local: { label: 'Pick up at the store', hint: 'Free, at the counter', name: 'Pick-up at the store' },
  standard: { label: 'Standard', hint: 'Parcel post', name: 'Standard shipping' },
  ground: { label: 'Ground', hint: 'By truck', name: 'Ground shipping' },
  fedex: { label: 'FedEx', hint: 'FedEx Home Delivery', name: 'FedEx' },
  air: { label: 'Air', hint: 'The fastest option', name: 'Air shipping' },
  freight: { label: 'Freight', hint: 'On a pallet, as quoted', name: 'Freight' },
};

interface PaymentWords {
  /** Beside others to choose from. */
  label: string;
  /** By itself, in mails and on papers. */
  name: string;
  paid: string;
}

export const PAYMENT_WORDS: Record<PaymentType, PaymentWords> = {
  'credit-card': { label: 'Card', name: 'Card', paid: 'Paid by card' },
  Terms: { label: 'On account (Terms)', name: 'On account', paid: 'On account, paid' },
  Check: { label: 'Check', name: 'Check', paid: 'Paid by check' },
  Cash: { label: 'Cash', name: 'Cash', paid: 'Paid in cash' },
};

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2026-11-21` → `November 21, 2026`; a calendar day has no time zone. */
export const longDate = (day: string): string => dates.format(new Date(day));

/** The same of what may be no day: words and '' stay as they are. */
export const dayText = (text: string): string =>
  /^\d{4}-[01]\d-[0-3]\d$/.test(text) ? longDate(text) : text;

/** How an order is paid and by when, by itself: `On account, due November 21, 2026`. */
export function paymentText({
  paymentType,
  dueDate,
}: {
  paymentType: PaymentType;
  dueDate: string | null;
}): string {
  const { name } = PAYMENT_WORDS[paymentType];
  return dueDate === null ? name : `${name}, due ${longDate(dueDate)}`;
}

/** A town as it stands on a letter, of what is known: `Springfield, IL 62704`. */
export const townLine = (city: string, state: string, zip: string): string =>
  [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** Says of a PO number that it is one; many a one says so itself. */
export const poWords = (poNumber: string): string =>
  poNumber === '' || /^p\.?o(?![a-z])/i.test(poNumber) ? poNumber : `PO ${poNumber}`;

/** Names that tell an order from others, besides its number. */
export function orderNames({
  orderName,
  poNumber,
}: {
  orderName?: string | null;
  poNumber?: string | null;
}): string[] {
  return [orderName, poWords(poNumber ?? '')].flatMap(name => name || []);
}
