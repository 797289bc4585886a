import { z } from 'zod';
import { ADMIN_PAGE_SIZE } from '#shared/constants.ts';
import { EMAIL_STATUSES } from '#shared/enumerations.ts';
import { emailSchema, idSchema, paging, prose, text } from '#shared/schemas/common.ts';

/** Whom an order's confirmation or invoice is sent to. */
export const emailOrderSchema = z.strictObject({ _id: idSchema, email: emailSchema });
export type EmailOrder = z.infer<typeof emailOrderSchema>;

/** A mail in staff's own words; it may be about an order. */
export const sendEmailSchema = z.strictObject({
  to: emailSchema,
  /** One line, which mail programs show whole. */
  subject: text(150, 1),
  content: prose(10_000, 1),
  orderId: idSchema.optional(),
});
export type SendEmail = z.infer<typeof sendEmailSchema>;

export const mailListSchema = z.object({
  /** A part of the address or the subject. */
  search: text(254).optional(),
  status: z.enum(EMAIL_STATUSES).optional(),
  ...paging(ADMIN_PAGE_SIZE),
});
export type MailList = z.infer<typeof mailListSchema>;

export const listedMailSchema = z.object({
  _id: idSchema,
  template: z.string(),
  to: z.string(),
  subject: z.string(),
  status: z.enum(EMAIL_STATUSES),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export const listedMailsSchema = z.object({ mails: z.array(listedMailSchema), total: z.int() });

export const mailByIdSchema = z.object({ id: idSchema });
/** In live mode `[link]` stands in the place of each link that lets somebody in. */
export const shownMailSchema = listedMailSchema.extend({
  html: z.string(),
  text: z.string(),
  /** The mail server's answer to it. */
  response: z.string().nullable(),
  attempts: z.int(),
  /** Names of the files that went with it. */
  attachments: z.array(z.string()),
});
export type ShownMail = z.infer<typeof shownMailSchema>;

export const resendMailSchema = z.strictObject({ _id: idSchema });
/** False: it is on its way, or was sent. */
export const resentSchema = z.object({ queued: z.boolean() });
