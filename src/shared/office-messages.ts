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
