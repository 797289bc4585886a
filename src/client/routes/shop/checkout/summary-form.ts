import { v4 as newKey } from 'uuid';
import type { Ordered, OrderSource } from '#client/routes/shop/checkout/ordered.ts';
import { DEFAULT_PAYMENT_TYPE, DEFAULT_SHIPPING_METHOD } from '#shared/constants.ts';
import type { PaymentType, ShippingMethod } from '#shared/enumerations.ts';
import { shippingOf } from '#shared/rules/cart.ts';
import { ZERO } from '#shared/rules/money.ts';
import { stateCode } from '#shared/rules/us-address.ts';
import { type Checkout, checkoutSchema, SHIPPING_FIELDS } from '#shared/schemas/checkout.ts';
import type { CompanyAddress } from '#shared/schemas/companies.ts';
import type { BuyerTerms } from '#shared/schemas/payments.ts';
import type { User } from '#shared/schemas/users.ts';

/** The customer's entries on the summary, as the order's fields are named. The coupon stays with the cart. */
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

/** One draft a person and order: what one typed is not for the next who sits here, nor for another cart. */
const keyOf = (owner: Owner, cartIds: readonly string[]) =>
  ['checkoutForm', owner?._id ?? 'guest', ...cartIds].join(':');

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

/** Everything that is known of the order before anything is entered. */
type Start = {
  chosen: Pick<SummaryForm, 'shippingMethod'> & { shippingChosen: boolean };
  /** How the customer may pay, and what they prefer. */
  terms?: Pick<BuyerTerms, 'paymentType' | 'paymentTypes' | 'shippingMethod'>;
  /** The addresses of the customer's company, to which goods go that are sent nowhere else. */
  places?: readonly CompanyAddress[];
} & Partial<Pick<Ordered, 'known' | 'cartIds'>>;

/**
 * Returns what was entered before a reload; else what the cart and the account know. Signing in keeps what a guest had
 * entered.
 */
export function startingForm(
  user: User | null,
  { chosen, terms, places = [], known = {}, cartIds = [] }: Start,
): SummaryForm {
  const entered = readEntered(user, cartIds);
  const home = user?.shippingAddress ? undefined : places.find(({ _id }) => _id === user?.company);
  const form = {
    ...BLANK,
    ...accountOf(user),
    ...(home && shippingTo(home)),
    ...known,
    ...entered,
    shippingMethod: shippingOf(chosen, terms?.shippingMethod),
  };
  form.paymentType = paymentOf({ ...known, ...entered }, terms);
  if (user && cartIds.length === 0 && readKept(null, []) !== null) {
    keepEntered(user, form);
    forgetEntered(null);
  }
  return form;
}

/** Returns the way to pay; one that was chosen before a reload may not be offered any more. */
function paymentOf({ paymentType }: Partial<SummaryForm>, terms: Start['terms']): PaymentType {
  if (!terms) return DEFAULT_PAYMENT_TYPE;
  return paymentType && terms.paymentTypes.includes(paymentType) ? paymentType : terms.paymentType;
}

function accountOf(user: User | null): Partial<SummaryForm> | null {
  return (
    user && {
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
    }
  );
}

/** An address of a company as an order names it. */
export const shippingTo = ({ address, city, state, zip }: CompanyAddress) => ({
  shippingAddress: address,
  shippingCity: city,
  shippingState: state,
  shippingZip: zip,
});

export function keepEntered(owner: Owner, form: SummaryForm, cartIds: readonly string[] = []): void {
  try {
    sessionStorage.setItem(keyOf(owner, cartIds), JSON.stringify(form));
  } catch {
    // Without storage a reload asks again.
  }
}

/** Forgets the entries: once placed, or another's by now, they wait for no next order. */
export function forgetEntered(owner: Owner, cartIds: readonly string[] = []): void {
  try {
    sessionStorage.removeItem(keyOf(owner, cartIds));
  } catch {
    // Without storage nothing was kept.
  }
}

function readKept(owner: Owner, cartIds: readonly string[]): Record<string, unknown> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(owner, cartIds)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...kept } : null;
  } catch {
    return null;
  }
}

/** Reads entries, also those from before signing in; a guest's empty fields hide nothing that the account knows. */
function readEntered(owner: Owner, cartIds: readonly string[]): Partial<SummaryForm> {
  const own = readKept(owner, cartIds);
  const guests = cartIds.length === 0 ? readKept(null, []) : null;
  const blank: Record<string, unknown> = { ...BLANK };
  const entered = Object.entries(own ?? guests ?? {}).filter(
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
  source: OrderSource,
  couponCode: string,
): Omit<Checkout, 'idempotencyKey' | 'total'> {
  const { billsElsewhere, deliveryDate, ...fields } = form;
  for (const name of form.shippingMethod === 'local' ? SHIPPING_FIELDS : []) fields[name] = '';
  for (const name of billsElsewhere ? [] : BILLING_FIELDS) fields[name] = '';
  return {
    ...fields,
    ...source,
    couponCode,
    businessName: '',
    businessEmail: '',
    associatedAccountNumber: '',
    ...(deliveryDate && { deliveryDate }),
  };
}

/**
 * Returns what is wrong with the form, by its fields: the order's own rules, a billing address that is whole, a PO
 * number where the company wants one.
 */
export function issuesOf(form: SummaryForm, source: OrderSource, isPoRequired = false): FormIssue[] {
  const contents = contentsOf(form, source, '');
  const { error } = checkoutSchema.safeParse({
    ...contents,
    total: ZERO,
    idempotencyKey: newKey(),
  });
  const missing = BILLING_FIELDS.filter(name => form.billsElsewhere && form[name].trim() === '');
  const noPo = isPoRequired && form.poNumber.trim() === '' ? ['poNumber' as const] : [];
  return [
    ...(error?.issues ?? []),
    ...[...missing, ...noPo].map(name => ({ path: [name], message: 'is required' })),
  ];
}
