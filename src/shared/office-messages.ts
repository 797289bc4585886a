import { NOTICE_MS } from '#shared/constants.ts';
import { CONTACT_NOTICES, failure, success } from '#shared/messages.ts';

// Apart from the shop's notices, whose file every visitor loads.

export const ORDER_MAIL_NOTICES = {
  confirmationSent: (email: string) => success(`Confirmation sent to ${email}`),
  confirmationFailed: (email: string) => failure(`Failed to send confirmation to ${email}`),
  invoiceSent: (email: string) => success(`Invoice sent to ${email}`),
  invoiceFailed: (email: string) => failure(`Failed to send invoice to ${email}`),
} as const;

/** Tells of a mail that staff wrote, and of one that is sent again. */
export const MAIL_NOTICES = {
  queued: (email: string) => success(`Email is on its way to ${email}`),
  /** Said once it has left. */
  sent: (email: string) => success(`Email sent to ${email}`),
  failed: CONTACT_NOTICES.failed,
  onItsWay: success('That email is on its way already.'),
} as const;

export const COMMENT_NOTICES = {
  removeFailed: failure('The comment could not be removed.'),
} as const;

export const SETTINGS_NOTICES = {
  saved: success('Successfully saved settings'),
  failed: failure('Failed to save settings'),
} as const;

export const PICK_NOTICES = {
  beginFailed: failure('Failed to take the order on'),
  leaveFailed: failure('Failed to put the order back'),
  finishFailed: failure('Failed to store the counts'),
  handedOver: (to: string) => success(`Handed over to ${to}`),
  handOverFailed: failure('Failed to hand the order over'),
} as const;

/** Tells how something that was done to many rows ended, where its list is not shown any more. */
export const BULK_NOTICES = {
  ended: (done: string, left: number) =>
    left === 0 ? success(`${done}.`) : failure(`${done}, ${left.toLocaleString('en-US')} not.`),
} as const;

/** Tells of views of a list. */
export const VIEW_NOTICES = {
  saved: (name: string) => success(`View “${name}” saved`),
  removed: (name: string) => success(`View “${name}” removed`),
  saveFailed: failure('Failed to save the view'),
  removeFailed: failure('Failed to remove the view'),
  reorderFailed: failure('Failed to move the view'),
} as const;

/** Tells of money that staff take, give back and ask for. */
export const MONEY_NOTICES = {
  /** It was sent before with other figures, and no answer came. */
  doneAlready: failure('This was done already, as it was sent the first time. Nothing was done again.'),
  refunded: (amount: string) => success(`${amount} is given back`),
  refundFailed: failure('Failed to give money back'),
  /** `way`: such as by check 2201. */
  givenInstead: (amount: string, way: string) => success(`${amount} is given ${way}`),
  received: (amount: string) => success(`${amount} received`),
  receiveFailed: failure('Failed to store the payment'),
  bounced: success('Marked as bounced'),
  bounceFailed: failure('Failed to mark it as bounced'),
  receiptTakenBack: success('Payment taken back'),
  takeReceiptBackFailed: failure('Failed to take the payment back'),
  usedAccount: success('Paid from what was on account'),
  charged: success('Payment successful'),
  needsBank: failure('The bank wants a word with the customer: send them a link to pay instead.'),
  chargeFailed: failure('Failed to charge Card.'),
  linkMailed: (email: string) => success(`Payment link sent to ${email}`),
  linkFailed: failure('Failed to make the link'),
  granted: (amount: string) => success(`${amount} of store credit given`),
  grantFailed: failure('Failed to give store credit'),
  takenBack: (amount: string) => success(`${amount} of store credit taken back`),
  takeBackFailed: failure('Failed to take store credit back'),
  reminded: (to: string) => success(`Reminder sent to ${to}`),
  remindFailed: failure('Failed to send the reminder'),
  actEnded: {
    done: failure('Somebody approved it already: it is done.'),
    declined: failure('Somebody declined it already.'),
    lapsed: failure(
      'It lapsed: its order or cart was changed since, or it waited for too long. Nothing was done.',
    ),
  },
  approved: success('Approved and done'),
  declined: success('Declined'),
  decideFailed: failure('Failed to decide'),
} as const;

/** Tells of orders that staff make and change. */
export const DESK_NOTICES = {
  created: (orderNumber: number) => success(`Order ${orderNumber} created`),
  createFailed: failure('Failed to create the order'),
  held: (customer: string) => success(`Order saved as a bid for ${customer}`, NOTICE_MS.long),
  changed: success('Successfully updated order'),
  changeFailed: failure('Error updating order'),
  statementFailed: failure('Failed to print the statement'),
} as const;

export const BID_NOTICES = {
  quoted: success('Quote sent to the customer'),
  quoteFailed: failure('Failed to send the quote'),
} as const;

export const RETURN_DESK_NOTICES = {
  moved: success('Return updated'),
  settled: (words: string) => success(`Return settled: ${words}`),
  mailed: (email: string) => success(`Email about the return is on its way to ${email}`),
  mailFailed: (email: string) => failure(`Failed to send the email to ${email}`),
  failed: failure('Failed to update the return'),
} as const;
