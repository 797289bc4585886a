import { z } from 'zod';
import { ADMIN_PAGE_SIZE } from '#shared/constants.ts';
import { EMAIL_STATUSES } from '#shared/enumerations.ts';
import { MAIL_TEMPLATES } from '#shared/office-lists.ts';
import { isoDate } from '#shared/schemas/checkout.ts';
import { emailSchema, idSchema, paging, prose, text } from '#shared/schemas/common.ts';

/** The same mail asked for again under the same key goes once: pressed twice, or sent anew as no answer came. */
const idempotencyKey = z.uuid().optional();

/** Names whoever an order's confirmation or invoice is sent to. */
export const emailOrderSchema = z.strictObject({ _id: idSchema, email: emailSchema, idempotencyKey });
export type EmailOrder = z.infer<typeof emailOrderSchema>;

/** A mail in staff's own words; it may be about an order. */
export const sendEmailSchema = z.strictObject({
  to: emailSchema,
  /** One line, which mail programs show whole. */
  subject: text(150, 1),
  content: prose(10_000, 1),
  orderId: idSchema.optional(),
  idempotencyKey,
});
export type SendEmail = z.infer<typeof sendEmailSchema>;

export const mailListSchema = z.object({
  /** A part of the address or the subject, or the number of an order. */
  search: text(254).optional(),
  /** Without one those that failed come first. */
  status: z.enum(EMAIL_STATUSES).optional(),
  template: z.enum(MAIL_TEMPLATES).optional(),
  /** Days of the shop. */
  from: isoDate.optional(),
  to: isoDate.optional(),
  ...paging(ADMIN_PAGE_SIZE),
});
export type MailList = z.infer<typeof mailListSchema>;
/** Asks for all that match, whatever page is shown. */
export const mailQuerySchema = mailListSchema.omit({ page: true, limit: true });

const listedMailSchema = z.object({
  _id: idSchema,
  template: z.string(),
  to: z.string(),
  subject: z.string(),
  status: z.enum(EMAIL_STATUSES),
  /** The order that it is about; its number is null once that was deleted. */
  order: idSchema.nullable(),
  orderNumber: z.int().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  attempts: z.int(),
  /** The mail server's answer to it. */
  response: z.string().nullable(),
});
export type ListedMail = z.infer<typeof listedMailSchema>;
/** `total`: as far as it is counted; one above `MAX_COUNTED_MAILS` says that there are more. */
export const listedMailsSchema = z.object({ mails: z.array(listedMailSchema), total: z.int() });

/** One mail, and the mailbox as it was opened from there. */
export const mailBesideSchema = mailQuerySchema.extend({ id: idSchema });
export type MailBeside = z.infer<typeof mailBesideSchema>;

export const mailByIdSchema = z.object({ id: idSchema });
/** In live mode `[link]` stands in the place of each link that lets somebody in. */
export const shownMailSchema = listedMailSchema.extend({
  html: z.string(),
  text: z.string(),
  /** Names of the files that went with it. */
  attachments: z.array(z.string()),
  /** It holds, or held, links that let somebody in: it can only be made anew, or not sent again. */
  holdsLinks: z.boolean(),
});
export type ShownMail = z.infer<typeof shownMailSchema>;

export const resendMailSchema = z.strictObject({ _id: idSchema });
/** `queued` false: it is on its way already. `_id`: the mail that goes, which is a new one unless this one failed. */
export const resentSchema = z.object({ _id: idSchema, queued: z.boolean() });
export type Resent = z.infer<typeof resentSchema>;
