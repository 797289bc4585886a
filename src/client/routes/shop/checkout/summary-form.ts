import { DEFAULT_PAYMENT_TYPE, DEFAULT_SHIPPING_METHOD } from '#shared/constants.ts';
import type { PaymentType, ShippingMethod } from '#shared/enumerations.ts';
import { ZERO } from '#shared/rules/money.ts';
import { stateCode } from '#shared/rules/us-address.ts';
import { type Checkout, checkoutSchema, type LineInput, SHIPPING_FIELDS } from '#shared/schemas/orders.ts';
import type { User } from '#shared/schemas/users.ts';

/** What the customer enters on the summary, as the order's fields are named. The coupon stays with the cart. */
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
  useStoreCredit: boolean;
  orderName: string;
  poNumber: string;
  notes: string;
  /** Empty: as soon as the shop can. */
  deliveryDate: string;
}

export interface FormIssue {
  path: readonly PropertyKey[];
  message: string;
}

type Owner = Pick<User, '_id'> | null;

const BILLING_FIELDS = ['billingAddress', 'billingCity', 'billingState', 'billingZip'] as const;

/** One draft a person: what one typed is not for the next who sits here. */
const keyOf = (owner: Owner) => `checkoutForm:${owner?._id ?? 'guest'}`;

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
  useStoreCredit: false,
  orderName: '',
  poNumber: '',
  notes: '',
  deliveryDate: '',
};

/** What was entered before a reload; else what the account knows. Signing in keeps what a guest had entered. */
export function startingForm(user: User | null, shippingMethod: ShippingMethod): SummaryForm {
  const known = user && {
    name: user.name,
    email: user.email,
    phone: user.phone,
    shippingAddress: user.shippingAddress,
    shippingCity: user.shippingCity,
    shippingState: stateCode(user.shippingState) ?? '',
    shippingZip: user.shippingZip,
    billingAddress: user.billingAddress,
    billingCity: user.billingCity,
    billingState: stateCode(user.billingState) ?? '',
    billingZip: user.billingZip,
    billsElsewhere: user.billingAddress !== '' && user.billingAddress !== user.shippingAddress,
    ...(user.paymentType && { paymentType: user.paymentType }),
  };
  const form = { ...BLANK, ...known, ...readEntered(user), shippingMethod };
  if (user && readKept(null) !== null) {
    keepEntered(user, form);
    forgetEntered(null);
  }
  return form;
}

export function keepEntered(owner: Owner, form: SummaryForm): void {
  try {
    sessionStorage.setItem(keyOf(owner), JSON.stringify(form));
  } catch {
    // Without storage a reload asks again.
  }
}

/** What is placed, or another's by now, waits for no next order. */
export function forgetEntered(owner: Owner): void {
  try {
    sessionStorage.removeItem(keyOf(owner));
  } catch {
    // Without storage nothing was kept.
  }
}

function readKept(owner: Owner): Record<string, unknown> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(owner)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...kept } : null;
  } catch {
    return null;
  }
}

/** What a guest entered before he signed in is his; an empty field of it hides nothing that the account knows. */
function readEntered(owner: Owner): Partial<SummaryForm> {
  const own = readKept(owner);
  const blank: Record<string, unknown> = { ...BLANK };
  const entered = Object.entries(own ?? readKept(null) ?? {}).filter(
    ([name, value]) =>
      Object.hasOwn(blank, name) &&
      typeof value === typeof blank[name] &&
      (own !== null || value !== blank[name]),
  );
  return Object.fromEntries(entered);
}

/** The order as it is submitted, but for key and total. Pick-up needs no address, and what is not billed elsewhere is empty. */
export function contentsOf(
  form: SummaryForm,
  cart: LineInput[],
  couponCode: string,
): Omit<Checkout, 'idempotencyKey' | 'total'> {
  const { billsElsewhere, deliveryDate, ...fields } = form;
  for (const name of form.shippingMethod === 'local' ? SHIPPING_FIELDS : []) fields[name] = '';
  for (const name of billsElsewhere ? [] : BILLING_FIELDS) fields[name] = '';
  return {
    ...fields,
    cart,
    couponCode,
    businessName: '',
    businessEmail: '',
    associatedAccountNumber: '',
    ...(deliveryDate && { deliveryDate }),
  };
}

/** What is wrong with the form, by its fields: the order's own rules, and a billing address that is whole. */
export function issuesOf(form: SummaryForm, cart: LineInput[]): FormIssue[] {
  const contents = contentsOf(form, cart, '');
  const { error } = checkoutSchema.safeParse({
    ...contents,
    total: ZERO,
    idempotencyKey: crypto.randomUUID(),
  });
  const missing = BILLING_FIELDS.filter(name => form.billsElsewhere && form[name].trim() === '');
  return [...(error?.issues ?? []), ...missing.map(name => ({ path: [name], message: 'is required' }))];
}
