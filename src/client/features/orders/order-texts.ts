import type { OrderStatus, PaymentType, ShippingMethod } from '#shared/enumerations.ts';

export const STATUS_TEXTS: Record<OrderStatus, string> = {
  Held: 'Waiting for payment',
  Submitted: 'Submitted',
  Processing: 'Being prepared',
  Ready: 'Ready for pick-up',
  Shipped: 'Shipped',
  Completed: 'Completed',
  Canceled: 'Canceled',
};

export const SHIPPING_TEXTS: Record<ShippingMethod, { label: string; hint: string }> = {
  local: { label: 'Pick up at the store', hint: 'Free, at the counter' },
  standard: { label: 'Standard', hint: 'Parcel post' },
  ground: { label: 'Ground', hint: 'By truck' },
  fedex: { label: 'FedEx', hint: 'FedEx Home Delivery' },
  air: { label: 'Air', hint: 'The fastest way' },
  freight: { label: 'Freight', hint: 'On a pallet, as quoted' },
};

export const PAYMENT_TEXTS: Record<PaymentType, string> = {
  'credit-card': 'Card',
  Terms: 'On account (Terms)',
  Check: 'Check',
  Cash: 'Cash',
};

/** What tells an order from others, besides its number. Many a PO number says itself that it is one. */
export function orderNames({
  orderName,
  poNumber,
}: {
  orderName?: string | null;
  poNumber?: string | null;
}): string[] {
  const po = poNumber && (/^po\b/i.test(poNumber) ? poNumber : `PO ${poNumber}`);
  return [orderName, po].flatMap(name => name || []);
}
