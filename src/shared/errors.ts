/**
 * Every expected failure, once: reason → tRPC code, HTTP status, the notice a screen shows and for how long
 * (ms; 0 stays until dismissed). Server and client both read it (rule N2).
 */
type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'PAYMENT_REQUIRED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL_SERVER_ERROR'
  | 'BAD_GATEWAY'
  | 'SERVICE_UNAVAILABLE';

interface ErrorRow {
  code: ErrorCode;
  status: number;
  notice: string;
  ms: number;
}

const row = (code: ErrorCode, status: number, notice: string, ms = 2500): ErrorRow => ({
  code,
  status,
  notice,
  ms,
});

export const ERRORS = {
  invalid: row('BAD_REQUEST', 400, 'Please check the marked fields.'),
  malformed: row('BAD_REQUEST', 400, 'The request could not be read.'),
  too_deep: row('BAD_REQUEST', 400, 'The request is nested too deeply.'),
  too_large: row('PAYLOAD_TOO_LARGE', 413, 'The request is too large.'),
  wrong_type: row('UNSUPPORTED_MEDIA_TYPE', 415, 'The request has a content type that is not accepted.'),
  signed_out: row('UNAUTHORIZED', 401, 'Your session has expired, please log in again.', 0),
  key_wrong: row('UNAUTHORIZED', 401, 'There is no such API key. Please check that it is complete.', 6500),
  key_revoked: row('UNAUTHORIZED', 401, 'This API key was revoked. Please make a new one.', 6500),
  key_ended: row('UNAUTHORIZED', 401, 'This API key has expired. Please make a new one.', 6500),
  key_scope: row('FORBIDDEN', 403, 'This API key does not allow this.', 6500),
  key_amount: row('FORBIDDEN', 403, 'This order is above what this API key may place on account.', 6500),
  key_refused: row('FORBIDDEN', 403, 'This can’t be done with an API key. Please sign in.', 6500),
  forbidden: row('FORBIDDEN', 403, 'You are not allowed to do this.'),
  cross_site: row('FORBIDDEN', 403, 'This request came from another site and was refused.'),
  not_found: row('NOT_FOUND', 404, 'Not found.'),
  too_many: row('TOO_MANY_REQUESTS', 429, 'Too many attempts. Please wait a moment and try again.', 6500),
  busy: row('TOO_MANY_REQUESTS', 429, 'The shop is very busy. Please try again in a moment.', 6500),
  stale: row('CONFLICT', 409, 'Someone else has changed this in the meantime. Please check it again.', 6500),
  unavailable: row(
    'SERVICE_UNAVAILABLE',
    503,
    'The shop is not available right now. Please try again.',
    6500,
  ),
  unavailable_order: row(
    'INTERNAL_SERVER_ERROR',
    500,
    'Your order could not be placed right now. Nothing was charged and your cart is kept.',
    6500,
  ),

  wrong_login: row('UNAUTHORIZED', 401, "Username or Password didn't match."),
  sign_in_over: row('UNAUTHORIZED', 401, 'This sign-in took too long. Please sign in again.', 6500),
  factor_exists: row('CONFLICT', 409, 'This account already has a second factor.', 6500),
  google_failed: row('UNAUTHORIZED', 401, 'There was an error Logging in'),
  google_unavailable: row('BAD_GATEWAY', 502, 'There was an error Logging in'),
  link_invalid: row('BAD_REQUEST', 400, 'This link is invalid or has expired.', 6500),
  reset_link_invalid: row('BAD_REQUEST', 400, 'Reset Password link is invalid.'),
  email_taken: row('CONFLICT', 409, 'Email is already taken, please use another email.'),
  company_exists: row(
    'CONFLICT',
    432,
    'A company with that name already exists. Ask to be invited to it, or contact support.',
    10000,
  ),
  last_primary: row(
    'CONFLICT',
    409,
    'A company needs a Primary. Please make someone else Primary first.',
    6500,
  ),
  in_company: row('CONFLICT', 409, 'This person already belongs to a company.', 6500),
  account_associated: row(
    'CONFLICT',
    409,
    'That email is already associated with an account. Please contact that person, then customer service.',
    10000,
  ),
  email_unconfirmed: row(
    'FORBIDDEN',
    403,
    'Please confirm your email address first. The link is in the email we sent you; you can have it sent again from your profile.',
    10000,
  ),
  invitations_full: row(
    'CONFLICT',
    409,
    'Your company has reached the limit for open invitations before its first paid order. Please withdraw one.',
    10000,
  ),
  invitation_over: row('BAD_REQUEST', 400, 'This invitation has expired. Please ask for a new one.', 6500),
  invitation_used: row('BAD_REQUEST', 400, 'This invitation has already been accepted.', 6500),
  invitation_other: row(
    'FORBIDDEN',
    403,
    'This invitation was sent to a different email address than the one you are signed in with.',
    10000,
  ),
  needs_approval: row(
    'CONFLICT',
    409,
    'This order is above your spending limit. Please send it to your company for approval.',
    6500,
  ),
  approval_state: row('CONFLICT', 409, 'This request has already been decided or withdrawn.', 6500),

  review_signed_out: row(
    'FORBIDDEN',
    403,
    'Only signed in users can leave ratings. Please sign in and try again.',
  ),

  figures_changed: row(
    'CONFLICT',
    409,
    'Prices or stock changed since you last looked. Please check the new total.',
    6500,
  ),
  line_gone: row('CONFLICT', 409, 'Something in this cart is no longer available.', 6500),
  out_of_stock: row('CONFLICT', 409, 'There is not enough stock for this order.', 6500),
  cart_ordered: row(
    'CONFLICT',
    409,
    'This cart was already ordered, or its order is waiting for payment.',
    6500,
  ),
  cart_state: row(
    'CONFLICT',
    409,
    'This cart was sent for a quote and can no longer be changed. Duplicate it to continue with a copy.',
    6500,
  ),
  cart_full: row('CONFLICT', 409, 'A cart holds at most 500 lines.', 6500),
  carts_full: row('CONFLICT', 409, 'You’ve reached the limit for saved carts. Please remove one.', 6500),
  key_reused: row(
    'CONFLICT',
    409,
    'This was already sent with different contents. Nothing was done again.',
    6500,
  ),
  hold_limit: row(
    'CONFLICT',
    409,
    'We can’t hold that much without a payment right now. Please order less, sign in, or call us.',
    15000,
  ),
  hold_expired: row(
    'CONFLICT',
    409,
    'The time to pay for this order has run out. Your cart is kept: please place the order again. Any charge that still arrives will be refunded.',
    10000,
  ),
  waits_for_admin: row(
    'CONFLICT',
    409,
    'This is more than you may do alone. It waits for an Admin, who was told.',
    6500,
  ),
  act_state: row(
    'CONFLICT',
    409,
    'This has been decided already, waited for too long, or its order was changed since.',
    6500,
  ),
  receipt_known: row('CONFLICT', 409, 'A receipt of this number is known already.', 6500),
  order_state: row('CONFLICT', 409, 'The order is no longer in a state that allows this.', 6500),
  not_counted: row(
    'CONFLICT',
    409,
    'Nothing in this order is counted as picked. Enter what was picked, or say that all of it was.',
    10000,
  ),
  pick_state: row('CONFLICT', 409, 'You no longer pick this order.', 6500),
  over_limit: row('CONFLICT', 409, 'The company owes more than its limit.', 6500),
  views_full: row('CONFLICT', 409, 'You have 20 views of this list already. Please remove one.', 6500),
  shared_views_full: row(
    'CONFLICT',
    409,
    'Staff share 40 views of this list already. Please keep this one to yourself, or have one removed.',
    10000,
  ),
  mail_links: row(
    'CONFLICT',
    409,
    'This email held a link that lets its reader in, and such links are not kept. Please send a new one instead.',
    10000,
  ),
  mail_cleared: row(
    'CONFLICT',
    409,
    'The text of this email is no longer kept, so it can’t be sent again. Please send a new one instead.',
    10000,
  ),
  in_the_books: row(
    'CONFLICT',
    409,
    'A payment, refund or account entry refers to this order, so it can’t be deleted.',
    10000,
  ),
  credit_limit: row(
    'SERVICE_UNAVAILABLE',
    503,
    'Your outstanding balance has exceeded your credit limit. Please make a payment or contact accounting.',
    10000,
  ),
  card_declined: row('PAYMENT_REQUIRED', 402, 'Your card was declined. Please try another card.', 6500),
  insufficient_funds: row(
    'PAYMENT_REQUIRED',
    402,
    'Your card has insufficient funds. Please try another card.',
    6500,
  ),
  gateway_unavailable: row(
    'BAD_GATEWAY',
    502,
    'The payment service did not answer. We are checking whether the payment went through; please do not pay twice.',
    10000,
  ),
} satisfies Record<string, ErrorRow>;

export type ErrorReason = keyof typeof ERRORS;

/** One field's error as a form shows it: path of the field and what is wrong with it. */
export interface FieldIssue {
  path: (string | number)[];
  message: string;
}

/** A call by its name and by REST; null: it has no address there. */
export interface CallName {
  name: string;
  rest: string | null;
}

/** One way on from a refusal: a sentence that says what to do, with the address or the calls that do it. */
export interface Remedy {
  text: string;
  /** The page of the shop on which it is done. */
  href?: string;
  /** Made first, in this order. */
  calls?: readonly (CallName & { input: unknown })[];
  /** Then what was refused is sent again with these fields in place of its own, null for one that is left out. */
  again?: {
    change: Record<string, unknown>;
    /** Goes to another call, which takes the same input. */
    to?: CallName;
  };
}

/** The body that both doors answer with on failure. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  reason?: ErrorReason;
  issues?: FieldIssue[];
  details?: unknown;
  /** Ways to mend it, the best first. */
  remedies?: readonly Remedy[];
}
