import { NOTICE_MS } from '#shared/constants.ts';
import type { CouponStatus, PriceSource } from '#shared/enumerations.ts';
import { ERRORS, type ErrorReason } from '#shared/errors.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import type { Ended } from '#shared/schemas/auth.ts';

/** Says what a banner shows: green, red or blue, for so many ms; 0 stays until dismissed (rule N1). */
export interface Notice {
  kind: 'success' | 'failure' | 'info';
  text: string;
  ms: number;
}

export const success = (text: string, ms: number = NOTICE_MS.default): Notice => ({
  kind: 'success',
  text,
  ms,
});
export const failure = (text: string, ms: number = NOTICE_MS.default): Notice => ({
  kind: 'failure',
  text,
  ms,
});
const info = (text: string, ms: number = NOTICE_MS.default): Notice => ({ kind: 'info', text, ms });

/** The notice of an expected failure, whose text stands in the errors table alone. */
export function errorNotice(reason: ErrorReason): Notice {
  return failure(ERRORS[reason].notice, ERRORS[reason].ms);
}

export const ORDER_NOTICES = {
  savedAsCart: success('Order has been saved as a new Cart, click on the shopping cart to see this order.'),
  duplicated: (orderNumber: number) =>
    success(
      `Order ${orderNumber} has been successfully duplicated and can be found in your saved carts.`,
      NOTICE_MS.longer,
    ),
  savedAsBid: success('Order saved as a bid'),
  canceled: success('Canceled the order.'),
  deleted: success('Successfully deleted order.'),
  updated: success('Successfully updated order'),
  paymentSuccessful: success('Payment successful'),
  paid: (orderNumber: number) => success(`Order ${orderNumber} has been paid. Thank you!`),
  addedToHistory: success('Added order to history'),
  saveCartFailed: failure('Error saving cart'),
  readCartsFailed: failure('Error getting carts'),
  deleteFailed: failure('Failed to delete Order'),
  readFailed: failure('Failed to retrieve Order'),
  listFailed: failure('error retrieving orders.'),
  saveBidFailed: failure('Error saving bid.'),
  cancelFailed: failure('Failed to cancel order.'),
  updateFailed: failure('Error updating order'),
  chargeFailed: failure('Failed to charge Card.'),
  placeFailed: failure('Your order could not be placed. Please try again.'),
  notInDatabase: failure('That order could not be found in the database.'),
  creditLimit: errorNotice('credit_limit'),
  figuresChanged: errorNotice('figures_changed'),
} as const;

export const RETURN_NOTICES = {
  created: success('Return was successfully created.'),
  submitted: success('Your return was submitted. Please check your email for information on your order'),
  createFailed: failure('Return was not created.'),
  submitFailed: failure('Return was not submitted. Please contact customer support.'),
} as const;

export const COUPON_NOTICES = {
  saved: success('Successfully saved coupon.'),
  deleted: success('Successfully deleted coupon.'),
  saveFailed: failure('Failed to save coupon'),
  deleteFailed: failure('Failed to delete coupon'),
} as const;

export const CARD_NOTICES = {
  removed: success('The card was removed from your account.'),
  removeFailed: failure('The card could not be removed. Please try again.'),
} as const;

/** Texts beside the coupon field. */
export const COUPON_STATUS_TEXTS: Record<CouponStatus, string> = {
  success: 'Coupon applied.',
  unknown: 'We don’t recognize this coupon code.',
  expired: 'This coupon has expired.',
  used: 'This coupon has been used up.',
  minimum: 'Your cart has not reached the minimum for this coupon.',
  'not-applicable': 'This coupon does not apply to anything in your cart.',
};
/** Says why a code takes nothing off; null: it does, or there is none. */
export const couponFault = (status: CouponStatus | null): string | null =>
  status === null || status === 'success' ? null : COUPON_STATUS_TEXTS[status];

/** Shown when an order was to be placed with a code still in the field. */
export const COUPON_NOT_APPLIED = 'This code has not been applied yet. Apply it, or clear the field.';

export const SETTINGS_NOTICES = {
  readTaxFailed: failure('Failed to get tax rate.'),
} as const;

export const SITE_NOTICES = {
  loggedOut: success('Successfully logged out'),
  welcome: success('Welcome!', NOTICE_MS.welcome),
  welcomeAs: (name: string) => success(`Welcome ${name}!`, NOTICE_MS.welcome),
  newVersion: info(
    'A new version of this site is available. Please refresh the page (Ctrl+Shift+R).',
    NOTICE_MS.persistent,
  ),
  missingPart: failure('That could not be loaded. Please try again, or reload the page.', NOTICE_MS.long),
} as const;

/** Tells of adding and removing alike. */
export const FAVORITE_NOTICES = {
  failed: failure('Failed to add item to favorites'),
} as const;

export const STOCK_NOTICES = {
  failed: failure('That could not be saved. Please try again.'),
} as const;

export const NOTIFICATION_NOTICES = {
  allDeleted: success('Deleted all notifications'),
  deleteAllFailed: failure('Failed to delete all notifications'),
  failed: failure('The notification could not be changed. Please try again.'),
} as const;

export const REVIEW_NOTICES = {
  posted: success('Thank you for your review'),
  /** Tells of posting, changing and deleting alike. */
  failed: failure('Could not post a review'),
} as const;

export const CONTACT_NOTICES = {
  sent: success('Your message has been sent. We will answer as soon as we can.'),
  failed: failure('Email failed to send.'),
} as const;

export const PRODUCT_NOTICES = {
  updated: success('Updated Product'),
  updatedMany: success('Updated products'),
  deleted: success('Successfully deleted Product'),
  removed: success('Successfully removed Product'),
  addFailed: failure('Error adding Product'),
  updateManyFailed: failure('Error updating products'),
  updateFailed: failure('Error updating Product'),
  deleteFailed: failure('Error deleting Product'),
  deleteOneFailed: (title: string) => failure(`Failed to delete ${title}.`),
  removeFailed: failure('Error removing Product'),
  // Keeps its misspelling: the words of notices are fixed (rule N2).
  listFailed: failure('There was an error when retreiving the products.'),
  duplicate: failure('You must change the product number and re-save'),
} as const;

export const COMPANY_NOTICES = {
  saved: success('Successfully saved company'),
  saveFailed: failure('The company could not be saved. Please try again.'),
  savedTiers: success('Successfully saved tiers'),
  savedItem: (productNum: string) => success(`saved ${productNum} to company`),
  removedItem: success('removed product from company'),
  removedUser: success('removed user from company'),
  createFailed: failure('Error creating company'),
  readFailed: failure('Error getting company'),
  listFailed: failure('Error getting companies'),
  saveTiersFailed: failure('Error saving tiers'),
  addUserFailed: failure('Failed to add user to company'),
  accountAssociated: errorNotice('account_associated'),
} as const;

export const REMEDY_NOTICES = { failed: failure('That did not work. Please try another way.') };

export const TEAM_NOTICES = {
  invited: success('The invitation is on its way.'),
  inviteFailed: failure('The invitation could not be sent. Please try again.'),
  withdrawn: success('The invitation was withdrawn.'),
  withdrawFailed: failure('The invitation could not be withdrawn. Please try again.'),
  joined: (companyName: string) => success(`You now buy for ${companyName}.`),
  joinFailed: failure('You could not join. Please try again.'),
  changedMember: success('Saved role and limit'),
  changeMemberFailed: failure('Role and limit could not be saved. Please try again.'),
  removeUserFailed: failure('Failed to remove user from company'),
  addedAccount: success('Added the account'),
  removedAccount: success('Removed the account'),
  removeAccountFailed: failure('The account could not be removed. Please try again.'),
  savedAddress: success('Saved the address'),
  saveAddressFailed: failure('The address could not be saved. Please try again.'),
  removedAddress: success('Removed the address'),
  removeAddressFailed: failure('The address could not be removed. Please try again.'),
  handedIn: success('We have received your certificate and will review it.', NOTICE_MS.long),
  handInFailed: failure('The certificate could not be sent. Please try again.'),
  requested: success(
    'Your order is waiting for approval. We’ll email you when it’s decided.',
    NOTICE_MS.long,
  ),
  requestFailed: failure('The order could not be sent for approval. Please try again.'),
  approved: success('Approved the order'),
  approveFailed: failure('The order could not be approved. Please try again.'),
  declined: success('Declined the order'),
  declineFailed: failure('The order could not be declined. Please try again.'),
  takenBack: success('Withdrew the order. Your cart is kept.'),
  takeBackFailed: failure('The order could not be withdrawn. Please try again.'),
} as const;

const listed = new Intl.ListFormat('en-US');
const counted = (count: number, one: string, more: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : more}`];
const named = (names: readonly string[], one: string, more: string) =>
  names.length === 0 ? [] : [`the ${names.length === 1 ? one : more} ${listed.format(names)}`];

/** Says what a new password or address ended, as answer and mail say it; empty where there was nothing. */
export function endedWords(ended: Ended): string {
  const parts = [
    ...(ended.password ? ['the old password'] : []),
    ...(ended.google ? ['Google sign-in'] : []),
    ...counted(ended.sessions, 'sign-in', 'sign-ins'),
    ...named(ended.apiKeys, 'API key', 'API keys'),
    ...counted(ended.links, 'emailed link', 'emailed links'),
    ...named(ended.addresses, 'change of address to', 'changes of address to'),
    ...named(ended.invitations, 'invitation to', 'invitations to'),
    ...counted(ended.approvals, 'request for approval', 'requests for approval'),
    ...counted(ended.sharedCarts, 'link to a shared cart', 'links to shared carts'),
  ];
  return parts.length === 0 ? '' : `This ended ${listed.format(parts)}.`;
}

export const PASSWORD_NOTICES = {
  updated: success('Password has been updated'),
  linkSent: (email: string) =>
    success(
      `A reset password link has been sent to ${email} and is valid for the next 24 hours.`,
      NOTICE_MS.long,
    ),
  updateFailed: failure('Failed to update Password'),
  linkInvalid: errorNotice('reset_link_invalid'),
  resetFailed: failure('Failed to reset Password.'),
} as const;

export const UPLOAD_NOTICES = {
  uploaded: success('Successfully uploaded file'),
  failed: failure('Error uploading file'),
} as const;

export const USER_NOTICES = {
  updated: success('Successfully updated user'),
  profileUpdated: success('Successfully updated profile'),
  deleted: success('Successfully deleted user'),
  updateFailed: failure('Error updating user'),
  updateProfileFailed: failure('Error updating profile'),
  deleteFailed: failure('Error deleting user'),
  needsEmail: failure('User must have an email.'),
  confirmationSent: (email: string) =>
    info(`We have sent a link to ${email}. Please use it to confirm the address.`, NOTICE_MS.long),
  confirmationFailed: failure('The link could not be sent. Please try again.'),
  emailConfirmed: success('Your email address is confirmed. Thank you!'),
  emailAgreed: success('Thank you. Your answer has been recorded.', NOTICE_MS.long),
  emailUndoFailed: failure('The change could not be undone. Please try again.'),
  emailDecided: success('Your decision has been carried out.'),
  emailDecideFailed: failure('The decision could not be carried out. Please try again.'),
  confirmFailed: failure('The address could not be confirmed. Please try again.'),
  sessionEnded: success('That browser has been signed out.'),
  othersEnded: success('You are signed out everywhere else.'),
  endFailed: failure('Could not sign out there. Please try again.'),
} as const;

export const SECOND_FACTOR_NOTICES = {
  /** Said of setting up, confirming and removing alike. */
  failed: failure('That did not work. Please try again.'),
  removed: success('The second factor has been removed.'),
  demanded: success('Staff without a second factor must set one up at their next sign-in.', NOTICE_MS.long),
  notDemanded: success('Staff may sign in without a second factor.', NOTICE_MS.long),
} as const;

export const API_KEY_NOTICES = {
  makeFailed: failure('The key could not be made. Please try again.'),
  revoked: success(
    'The key has been revoked. Scripts that use it will be refused from now on.',
    NOTICE_MS.long,
  ),
  revokeFailed: failure('The key could not be revoked. Please try again.'),
} as const;

export const PART_NUMBER_NOTICES = {
  saved: success('Saved your number'),
  savedMany: (count: number) => success(`Saved ${count} ${count === 1 ? 'number' : 'numbers'}`),
  failed: failure('The numbers could not be saved. Please try again.'),
} as const;

export const LOGIN_NOTICES = {
  wrongLogin: errorNotice('wrong_login'),
  loginAsFailed: failure('Error logging in as user'),
  googleFailed: errorNotice('google_failed'),
} as const;

export const REGISTER_NOTICES = {
  emailTaken: errorNotice('email_taken'),
  companyExists: errorNotice('company_exists'),
} as const;

export const SESSION_NOTICES = {
  expired: errorNotice('signed_out'),
} as const;

export const CART_TEXTS = {
  add: (quantity: number, cartName: string) => `Add ${quantity} to ${cartName}`,
  adding: 'Adding to cart',
  nextTier: ({ more, price }: { more: number; price: Money }) =>
    `${more.toLocaleString('en-US')} more for ${formatMoney(price)} each`,
  /** Beside figures of an order that is picked up: free is the pick-up, not the delivery. */
  pickedUp: (delivery: Money) =>
    `Picked up at the store. Delivery ${delivery > 0 ? `from ${formatMoney(delivery)}` : 'is free, too'}.`,
  nextShipping: ({ missing, cost }: { missing: Money; cost: Money }) =>
    `${formatMoney(missing)} more for ${cost === 0 ? 'free shipping' : `${formatMoney(cost)} shipping`}`,
} as const;

export const PRICE_TEXTS = {
  /** Tells where a price comes from; null: it is everyone's. */
  why: (
    {
      priceSource,
      priceQuantity,
    }: { priceSource?: PriceSource | undefined; priceQuantity?: number | undefined },
    isCompanys: boolean,
  ): string | null => {
    if (priceSource === 'special') return isCompanys ? "Your company's price" : 'Your price';
    if (priceSource === 'tier') return 'Trade tier';
    if (priceSource === 'wholesale') return priceQuantity ? `${priceQuantity}+ price` : 'Quantity price';
    if (priceSource === 'quoted') return 'Quoted price';
    if (priceSource === 'override') return 'Agreed price';
    if (priceSource === 'free') return 'Free with your coupon';
    return null;
  },
  wholesale: ({ quantity, price, savePercent }: { quantity: number; price: Money; savePercent: number }) =>
    `buy ${quantity} for ${formatMoney(price)}${savePercent > 0 ? `, save ${savePercent}%` : ''}`,
} as const;

export const SEARCH_TEXTS = {
  noMatch: 'No matching products',
  noSuchNumber: 'That number does not exist in this product',
} as const;

/** Words the open status (rule S1). Times read '8:00 am'. */
export const OPEN_STATUS = {
  closed: 'currently closed',
  openAt: (time: string) => `open at ${time}`,
  openUntil: (time: string) => `open until ${time}`,
  openTomorrow: (time: string) => `open tomorrow at ${time}`,
} as const;
