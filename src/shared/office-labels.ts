/** The fields of an order that staff type, by what they are called. */
export const ORDER_LABELS = {
  name: 'Name',
  businessName: 'Business',
  email: 'Email',
  phone: 'Phone',
  businessEmail: 'Business email',
  associatedAccountNumber: 'Account number',
  salesman: 'Salesperson',
  shippingAddress: 'Ship to: address',
  shippingCity: 'Ship to: city',
  shippingState: 'Ship to: state',
  shippingZip: 'Ship to: ZIP code',
  billingAddress: 'Bill to: address',
  billingCity: 'Bill to: city',
  billingState: 'Bill to: state',
  billingZip: 'Bill to: ZIP code',
  orderName: 'Job',
  poNumber: 'PO number',
  deliveryDate: 'Requested for',
  notes: 'Notes',
} as const;
export type OrderText = keyof typeof ORDER_LABELS;
