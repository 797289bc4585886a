import type { MailLine, MailOrder } from '#server/mail/templates/order-parts.ts';
import { toMoney } from '#shared/rules/money.ts';

/** A line, and below an order, as mails tell of them. */
export const someMailLine = (changes: Partial<MailLine> = {}): MailLine => ({
  name: 'Bar Pull, 5 in, Satin Nickel',
  quantity: 2,
  fulfilled: 2,
  price: toMoney(685),
  productNum: 'BP-128-SN',
  room: '',
  bundleItems: [],
  ...changes,
});

export const someMailOrder = (changes: Partial<MailOrder> = {}): MailOrder => ({
  _id: '01890000-0000-7000-8000-000000000001',
  orderNumber: 10001,
  orderKey: 'key+of/guest',
  user: null,
  name: 'Ann Łódzka',
  businessName: '',
  shippingAddress: '12 Oak Street',
  shippingCity: 'Austin',
  shippingState: 'TX',
  shippingZip: '78701',
  shippingMethod: 'ground',
  paymentType: 'credit-card',
  poNumber: '',
  orderName: '',
  deliveryDate: '2026-11-22',
  dueDate: null,
  couponCode: '',
  subTotal: toMoney(1370),
  discount: toMoney(100),
  shipping: toMoney(1200),
  tax: toMoney(113),
  taxRate: 0.0825,
  storeCredit: toMoney(0),
  total: toMoney(2583),
  status: 'Submitted',
  amountCredited: toMoney(0),
  amountPaid: toMoney(2583),
  tracking: [],
  test: false,
  cart: [someMailLine()],
  carts: [],
  ...changes,
});
