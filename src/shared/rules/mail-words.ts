import type { EMAIL_STATUSES } from '#shared/enumerations.ts';
import type { MailTemplate } from '#shared/office-lists.ts';

/** Names each kind of mail. */
export const MAIL_WORDS: Record<MailTemplate, string> = {
  'order-confirmation': 'Order confirmation',
  invoice: 'Invoice',
  'order-ready': 'Ready for pick-up',
  'order-shipped': 'Order sent',
  'order-canceled': 'Order canceled',
  'payment-received': 'Payment received',
  'refund-issued': 'Refund',
  return: 'Return',
  'quote-answered': 'Quote',
  'approval-requested': 'Approval asked for',
  'approval-decided': 'Approval decided',
  'back-in-stock': 'Back in stock',
  'new-prices': 'New prices',
  'staff-message': 'Written by staff',
  contact: 'Message from a customer',
  'team-invitation': 'Invitation to a company',
  'confirm-email': 'Confirmation of an address',
  'email-change': 'Change of an address',
  'email-change-to-decide': 'Change of an address to decide',
  'email-undone': 'Change of an address undone',
  'reset-password': 'Link to a new password',
  'password-changed': 'Password changed',
  'second-factor': 'Second factor',
  'api-keys-end': 'API key ends soon',
  'api-keys-from-before': 'API key to be renewed',
};

/** Words the kind of a mail; one that the shop does not send any more keeps its own name. */
export const mailWords = (template: string): string =>
  (MAIL_WORDS as Record<string, string>)[template] ?? template;

export const MAIL_STATUS_WORDS: Record<(typeof EMAIL_STATUSES)[number], string> = {
  failed: 'Failed',
  queued: 'On its way',
  sent: 'Sent',
  captured: 'Kept here',
};
