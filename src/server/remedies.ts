import type { Equal } from '#server/orders/equals.ts';
import type { RestOfOrder } from '#server/orders/rest-of-order.ts';
import type { CallName, ErrorReason, Remedy } from '#shared/errors.ts';
import { makePaymentHref } from '#shared/payment-href.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import type { SaveAsBid } from '#shared/schemas/carts.ts';
import type { Figures } from '#shared/schemas/orders.ts';

/** Everything known of a refusal, by its `details` and besides; each reason has its part of it. */
export interface Facts {
  figures?: Figures;
  /** The amount that is to be paid by now. */
  total?: Money;
  /** That amount goes back to a customer. */
  givesBack?: boolean;
  rest?: RestOfOrder;
  /** Lines that there is too little of, and what could be taken in their place. */
  missing?: readonly { productId: string; variantId: string; name: string }[];
  equals?: readonly Equal[];
  order?: { _id: string; orderNumber?: number; status?: string };
  /** Own orders that wait for their payment. */
  unpaid?: readonly { _id: string; orderNumber: number }[];
  ways?: readonly string[];
  /** The goods as `carts.saveAsBid` takes them, cart by cart; null: for a guest, who has to sign in first. */
  bids?: readonly SaveAsBid[] | null;
  release?: { orders: readonly { _id: string; orderNumber: number }[]; isEnough: boolean };
  primaries?: readonly string[];
  /** The order was to be replaced by the refused one. */
  replaces?: boolean;
  nextKey?: string;
  /** The key brought a payment, and not an order. */
  isPayment?: boolean;
  retryAfter?: number;
  /** For a field whose value can be given up. */
  mend?: { text: string; change: Record<string, unknown> };
  cart?: { _id: string; version: number };
  cartIds?: readonly string[];
  /** The request that a Primary decides on. */
  approval?: string;
  /** It was asked by a call of staff, whose pages are those of the back office. */
  isStaff?: boolean;
  /** The link was to pay an order by. */
  isPayLink?: boolean;
  return?: { _id: string; status?: string };
  /** It is refused while something is under way, and may be asked for again once that is over. */
  isPassing?: boolean;
}

type Ways = (facts: Facts) => Remedy[];
/** Why there is nothing that a buyer could do, or nothing better than the notice itself says. */
interface None {
  none: string;
}

const askUs: Remedy = { text: 'Write to us or call us: we are happy to help.', href: '/contact' };
const signIn: Remedy = { text: 'Sign in, then continue.', href: '/user' };
const resetPassword: Remedy = { text: 'Set a new password.', href: '/user?forgotten' };
const makeKey: Remedy = { text: 'Make a new API key in your settings.', href: '/user/settings' };
const toTeam: Remedy = { text: 'See the people in your company.', href: '/user/team' };
const lookAround: Remedy = { text: 'Look for something similar.', href: '/products' };

const go =
  (text: string, href: string): Ways =>
  () => [{ text, href }];
const none = (why: string): None => ({ none: why });

const REQUEST_APPROVAL: CallName = { name: 'team.requestApproval', rest: null };

/**
 * Tells what can be done about each refusal, the best way first (rule N7); where there is nothing, why. The
 * other half of the errors table: it stays at the server, which knows what the sentences are about.
 */
export const REMEDIES = {
  invalid: ({ mend, bids }) => [
    ...(mend ? [{ text: mend.text, again: { change: mend.change } }] : []),
    ...sendAsBid(bids),
  ],
  malformed: none('What was sent was not built by a person; the message says what is wrong with it.'),
  too_deep: none('No form of the shop sends this.'),
  too_large: none('The limit is in the message; what is smaller is taken.'),
  wrong_type: none('No form of the shop sends this.'),
  signed_out: () => [signIn],
  key_wrong: () => [makeKey],
  key_revoked: () => [makeKey],
  key_ended: () => [makeKey],
  key_scope: () => [{ ...makeKey, text: 'Make an API key with the scope that this call needs.' }],
  key_amount: () => [
    payByCard,
    { text: 'Sign in and place the order yourself.', href: '/user' },
    { ...makeKey, text: 'Make an API key that may order that much.' },
  ],
  key_refused: () => [signIn],
  forbidden: none('Whoever may do it is known to the company and to us; no call of one’s own changes that.'),
  cross_site: none('A form of another site sent it, and the person did not mean it.'),
  not_found: none(
    'What is not there, or not theirs, has no way to it; a page that is missing has links of its own.',
  ),
  too_many: ({ unpaid = [], retryAfter }) => [
    ...unpaid.map(replace),
    ...unpaid.map(one => toOrder(one)),
    { text: `Try again ${inTime(retryAfter)}.` },
    askUs,
  ],
  busy: ({ retryAfter = 5 }) => [{ text: `Try again ${inTime(retryAfter)}.`, again: { change: {} } }],
  stale: ({ cart }) => [
    cart
      ? {
          text: 'Save it again, overwriting what changed in the meantime.',
          again: { change: { version: cart.version } },
        }
      : { text: 'Reload the page, look at what changed, and make your change once more.' },
  ],
  unavailable: ({ retryAfter = 5 }) => [
    { text: `Try again ${inTime(retryAfter)}.`, again: { change: {} } },
    askUs,
  ],
  unavailable_order: ({ retryAfter = 5 }) => [
    { text: `Place the order again ${inTime(retryAfter)}.`, again: { change: {} } },
    askUs,
  ],

  wrong_login: () => [resetPassword],
  sign_in_over: go('Sign in again.', '/user'),
  factor_exists: go('Look at your second factor in your settings.', '/user/settings'),
  google_failed: go('Sign in with your email address and password.', '/user'),
  google_unavailable: go('Sign in with your email address and password.', '/user'),
  link_invalid: ({ isPayLink }) =>
    isPayLink
      ? [{ text: 'Ask us for a new link.', href: '/contact' }]
      : [{ text: 'Ask for a new link in your profile.', href: '/user' }],
  reset_link_invalid: () => [{ ...resetPassword, text: 'Ask for a new link.' }],
  email_taken: () => [
    { text: 'Sign in with this email address.', href: '/user' },
    { ...resetPassword, text: 'Set a new password for it.' },
  ],
  company_exists: () => [{ text: 'Ask someone in that company to invite you.' }, askUs],
  last_primary: () => [{ ...toTeam, text: 'Make someone else Primary first.' }],
  in_company: () => [{ text: 'Ask them to leave that company first.' }, askUs],
  account_associated: () => [{ text: 'Ask that person to accept an invitation.', href: '/user/team' }, askUs],
  email_unconfirmed: go('Send the link to confirm your address again.', '/user'),
  invitations_full: () => [{ ...toTeam, text: 'Withdraw an invitation that is no longer needed.' }],
  invitation_over: () => [{ text: 'Ask your company for a new invitation.' }],
  invitation_used: go('Sign in with the account that accepted it.', '/user'),
  invitation_other: go('Sign in with the address that the invitation was sent to.', '/user'),
  needs_approval: ({ primaries = [] }) => [
    {
      text: `Send it to ${either(primaries) || 'your company'} for approval.`,
      again: { change: {}, to: REQUEST_APPROVAL },
    },
    { ...toTeam, text: 'Ask for a higher limit.' },
  ],
  approval_state: go('See what happened to the request.', '/user/team'),

  review_signed_out: () => [signIn],

  figures_changed: waysOfFigures,
  line_gone: ({ rest }) => [
    ...orderRest(rest, () => 'Continue without what is no longer available.'),
    lookAround,
    askUs,
  ],
  out_of_stock: waysOfStock,
  cart_ordered: ({ order, isStaff }) =>
    order
      ? [...(order.status === 'Held' ? [replace(order)] : []), toOrder(order, isStaff), ...orderAgain(order)]
      : [toCarts],
  cart_state: () => [{ ...toCarts, text: 'Duplicate it, and change the copy.' }],
  cart_full: ({ cartIds = [] }) =>
    cartIds.length > 1
      ? [
          {
            text: 'Order the carts one at a time, starting with the first.',
            again: { change: { cartIds: cartIds.slice(0, 1), cartVersions: null } },
          },
        ]
      : [{ ...toCarts, text: 'Put the rest into another cart.' }],
  carts_full: () => [{ ...toCarts, text: 'Remove a cart that you no longer need.' }],
  key_reused: ({ order, nextKey, isPayment, isStaff }) => [
    ...(nextKey
      ? [
          {
            text: `Send it as a new ${isPayment ? 'payment' : 'order'}, under a new key.`,
            again: { change: { idempotencyKey: nextKey } },
          },
        ]
      : []),
    ...(order ? [toOrder(order, isStaff)] : []),
  ],
  hold_limit: ({ rest, unpaid = [], ways = [], bids }) => [
    ...orderRest(rest, fewerWords),
    ...unpaid.map(one => toOrder(one)),
    ...unpaid.map(replace),
    ...(ways.includes('sign-in')
      ? [{ text: 'Sign in to an account that has bought here.', href: '/checkout/login' }]
      : []),
    ...sendAsBid(bids),
    askUs,
  ],
  hold_expired: ({ order }) => [
    ...(order ? orderAgain(order) : []),
    { text: 'Place the order again: your cart is kept.', href: '/checkout/summary' },
  ],
  order_state: ({ order, isStaff, return: asked }) => {
    if (order) return [toOrder(order, isStaff)];
    if (!isStaff) return [{ text: 'See your orders.', href: '/user/orders' }];
    return [asked ? { text: 'See the returns.', href: '/admin/returns' } : toOrdersOfStaff];
  },
  not_counted: () => [{ text: 'All of it was picked.', again: { change: { allPicked: true } } }],
  mail_cleared: none('Staff alone send mails again; the message says that a new one can be made.'),
  pick_state: none(
    'Staff alone pick orders; the message says who does now, and the page lets them take it over.',
  ),
  waits_for_admin: none('An Admin was told, and does it or declines it.'),
  act_state: none('Whoever still wants it asks for it anew, by what the order is now.'),
  receipt_known: () => [
    { text: 'Take it all the same: it is another one.', again: { change: { again: true } } },
  ],
  over_limit: () => [{ text: 'Take it on anyway.', again: { change: { evenOverLimit: true } } }],
  views_full: none('Views are removed on the list itself, beside the one that could not be saved.'),
  shared_views_full: none('The message says what else can be done with the view.'),
  mail_links: none('Staff alone send mails again; the message says that a new one can be made.'),
  in_the_books: none('Staff alone delete orders; the message says whether it can be canceled instead.'),
  credit_limit: ({ release, approval }) => [
    ...(approval
      ? [declineWith(approval, 'Please pay this one by card: our credit is used up.')]
      : [payByCard]),
    ...(release && release.orders.length > 0
      ? [
          {
            text: `Pay ${either(
              release.orders.map(({ orderNumber }) => `order ${orderNumber}`),
              'and',
            )} first${release.isEnough ? '' : ', which frees up part of it'}.`,
            href: makePaymentHref(release.orders.map(({ _id }) => _id)),
          },
        ]
      : []),
    { text: 'Ask us for a higher limit.', href: '/contact' },
  ],
  card_declined: () => [{ text: 'Pay with another card, or ask your bank.' }, askUs],
  insufficient_funds: () => [{ text: 'Pay with another card, or ask your bank.' }, askUs],
  gateway_unavailable: ({ order, isStaff }) => [
    {
      text: 'Look at the order in a minute: it says whether it is paid.',
      ...(order && { href: pageOf(order, isStaff) }),
    },
    askUs,
  ],
} satisfies Record<ErrorReason, Ways | None>;

/** The remedies of a refusal of which this is known; undefined where there is none. */
export function remediesOf(
  reason: ErrorReason,
  { details, about }: { details?: unknown; about?: Facts | undefined } = {},
): readonly Remedy[] | undefined {
  const ways: Ways | None = REMEDIES[reason];
  if ('none' in ways) return undefined;
  const remedies = ways({ ...(details as Facts | undefined), ...about });
  return remedies.length > 0 ? remedies : undefined;
}

const toCarts: Remedy = { text: 'See your saved carts.', href: '/checkout' };
const payByCard: Remedy = {
  text: 'Pay this order by card.',
  again: { change: { paymentType: 'credit-card' } },
};

const numberOf = ({ orderNumber }: { orderNumber?: number }) =>
  orderNumber === undefined ? 'the order' : `order ${orderNumber}`;

const pageOf = ({ _id }: { _id: string }, isStaff = false) => `/${isStaff ? 'admin' : 'user'}/orders/${_id}`;

const toOrder = (order: NonNullable<Facts['order']>, isStaff = false): Remedy => ({
  text: `See ${numberOf(order)}.`,
  href: pageOf(order, isStaff),
});

const toOrdersOfStaff: Remedy = { text: 'See the orders.', href: '/admin/orders' };

const replace = (order: NonNullable<Facts['order']>): Remedy => ({
  text: `Place this one instead of ${numberOf(order)}, which is not paid.`,
  again: { change: { replaces: { _id: order._id } } },
});

const orderAgain = ({ _id }: NonNullable<Facts['order']>): Remedy[] => [
  {
    text: 'Put the same goods into a new cart.',
    calls: [{ name: 'orders.duplicateById', rest: 'PATCH /orders/duplicate', input: { _id } }],
  },
];

function sendAsBid(bids: Facts['bids']): Remedy[] {
  if (bids === null) return [{ text: 'Sign in and send it as a bid.', href: '/checkout/login' }];
  if (bids === undefined || bids.length === 0) return [];
  const what = bids.length > 1 ? 'the carts as bids' : 'the cart as a bid';
  const calls = bids.map(input => ({ name: 'carts.saveAsBid', rest: 'POST /users/cart', input }));
  return [{ text: `Send us ${what} for our prices.`, calls }];
}

const declineWith = (_id: string, answer: string): Remedy => ({
  text: `Decline it with the words “${answer}”`,
  calls: [{ name: 'team.decline', rest: null, input: { _id, answer } }],
});

function waysOfFigures({ figures, total, givesBack, approval }: Facts): Remedy[] {
  if (!figures) {
    if (total === undefined) return [];
    if (givesBack) return [{ text: `Give back ${formatMoney(total)}.`, again: { change: { seen: total } } }];
    return [{ text: `Pay ${formatMoney(total)}.`, again: { change: { total } } }];
  }
  const { couponCode, couponStatus, carts } = figures;
  const seen = { total: figures.total, ...(carts && { cartVersions: carts.map(({ version }) => version) }) };
  const amount = formatMoney(figures.total);
  if (couponCode === '' || couponStatus === 'success' || couponStatus === null) {
    return [
      { text: `${approval ? 'Approve' : 'Order at'} the new total of ${amount}.`, again: { change: seen } },
    ];
  }
  const change = approval ? seen : { ...seen, couponCode: '' };
  return [{ text: `Continue without the coupon ${couponCode}, for ${amount}.`, again: { change } }];
}

function waysOfStock({ rest, missing = [], equals = [], approval, isStaff }: Facts): Remedy[] {
  if (isStaff) return [{ text: 'Lower the quantity to what is left, or take the line out.' }];
  const words = rest ? fewerWords(rest) : '';
  if (approval) return [declineWith(approval, `There is not enough of it. ${words}`), askUs];
  const awaited = missing.map(({ productId, variantId, name }) => ({
    text: `Tell me when there is more of ${name}.`,
    calls: [{ name: 'variants.askForStock', rest: null, input: { product: productId, variant: variantId } }],
  }));
  const others = equals.map(({ for: { name }, name: other, productNum, productId, variantId }) => ({
    text: `Take ${other} (${productNum}) instead of ${name}.`,
    href: `/product/${productId}/${variantId}`,
  }));
  return [...orderRest(rest, fewerWords), ...others, ...awaited, askUs];
}

/** Nothing where nothing is left, or where a quote keeps the cart as it is. */
function orderRest(rest: RestOfOrder | undefined, words: (rest: RestOfOrder) => string): Remedy[] {
  if (!rest || rest.isEmpty || rest.isFixed) return [];
  const calls = rest.carts.map(input => ({ name: 'carts.saveOrUpdate', rest: 'PATCH /orders', input }));
  return [{ text: words(rest), ...(calls.length > 0 && { calls }), again: { change: rest.change } }];
}

function fewerWords({ fewer = [], total }: RestOfOrder): string {
  const said = fewer.map(({ name, asked, left }) =>
    left === 0 ? `leave out ${name}` : `take ${left} of the ${asked} × ${name}`,
  );
  const [first = 'Order less', ...more] = said;
  const price = total === undefined ? '' : ` for ${formatMoney(total)}`;
  return `${either([first[0]?.toUpperCase() + first.slice(1), ...more], 'and')}${price}.`;
}

function inTime(seconds: number | undefined): string {
  if (seconds === undefined) return 'later';
  if (seconds < 60) return `in ${Math.ceil(seconds)} ${Math.ceil(seconds) === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.ceil(seconds / 60);
  return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

const either = (names: readonly string[], word = 'or') =>
  names.length > 2 ? `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}` : names.join(` ${word} `);
