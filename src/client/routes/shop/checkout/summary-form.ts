import { DEFAULT_PAYMENT_TYPE, DEFAULT_SHIPPING_METHOD } from '#shared/constants.ts';
import type { PaymentType, ShippingMethod } from '#shared/enumerations.ts';
import type { User } from '#shared/schemas/users.ts';

/** What the customer enters on the summary, as the order's fields are named. */
export interface SummaryForm {
  name: string;
  email: string;
  phone: string;
  shippingMethod: ShippingMethod;
  shippingAddress: string;
  shippingCity: string;
  shippingState: string;
  shippingZip: string;
  billingAddress: string;
  billingCity: string;
  billingState: string;
  billingZip: string;
  billsElsewhere: boolean;
  paymentType: PaymentType;
  couponCode: string;
  orderName: string;
  poNumber: string;
  notes: string;
  /** Empty: as soon as the shop can. */
  deliveryDate: string;
}

const KEY = 'checkoutForm';

const BLANK: SummaryForm = {
  name: '',
  email: '',
  phone: '',
  shippingMethod: DEFAULT_SHIPPING_METHOD,
  shippingAddress: '',
  shippingCity: '',
  shippingState: '',
  shippingZip: '',
  billingAddress: '',
  billingCity: '',
  billingState: '',
  billingZip: '',
  billsElsewhere: false,
  paymentType: DEFAULT_PAYMENT_TYPE,
  couponCode: '',
  orderName: '',
  poNumber: '',
  notes: '',
  deliveryDate: '',
};

/** What was entered before a reload; else what the account knows. */
export function startingForm(user: User | null, started: Partial<SummaryForm>): SummaryForm {
  const known = user && {
    name: user.name,
    email: user.email,
    phone: user.phone,
    shippingAddress: user.shippingAddress,
    shippingCity: user.shippingCity,
    shippingState: user.shippingState,
    shippingZip: user.shippingZip,
    billingAddress: user.billingAddress,
    billingCity: user.billingCity,
    billingState: user.billingState,
    billingZip: user.billingZip,
    billsElsewhere: user.billingAddress !== '' && user.billingAddress !== user.shippingAddress,
    ...(user.shippingMethod && { shippingMethod: user.shippingMethod }),
    ...(user.paymentType && { paymentType: user.paymentType }),
  };
  return { ...BLANK, ...known, ...started, ...readEntered() };
}

export function keepEntered(form: SummaryForm): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(form));
  } catch {
    // Without storage a reload asks again.
  }
}

export function forgetEntered(): void {
  sessionStorage.removeItem(KEY);
}

function readEntered(): Partial<SummaryForm> {
  try {
    const entered: Record<string, unknown> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    const known = Object.entries(entered).filter(
      ([name, value]) => name in BLANK && typeof value === typeof BLANK[name as keyof SummaryForm],
    );
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}
