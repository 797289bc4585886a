import { z } from 'zod';
import { ORDER_STATUSES } from '#shared/enumerations.ts';
import {
  COMPANY_COLUMNS,
  MAIL_COLUMNS,
  MAX_VIEW_NAME_LENGTH,
  ORDER_COLUMNS,
  USER_COLUMNS,
} from '#shared/office-lists.ts';
import { q, text } from '#shared/schemas/common.ts';
import { mailQuerySchema } from '#shared/schemas/mail.ts';
import { amountBound, deskQuerySchema } from '#shared/schemas/order-desk.ts';
import { companyQuerySchema, userQuerySchema } from '#shared/schemas/staff-people.ts';

/** Chooses the columns of a file; `name`: as a saved view is called. */
const ofFile = <Column extends string>(columns: readonly Column[]) => ({
  columns: q.list(z.array(z.enum(columns)).min(1).max(columns.length)),
  name: text(MAX_VIEW_NAME_LENGTH).optional(),
});

const WORDS = new Map<unknown, string>([
  ['yes', 'true'],
  ['no', 'false'],
]);
/** Takes the words of an address, and those that the REST API takes. */
const flag = z.preprocess(value => WORDS.get(value) ?? value, q.bool) as unknown as z.ZodType<
  boolean,
  boolean
>;

/** GET /admin/orders.csv, and the other lists so: asks what the list's own address does, from its text. */
export const orderFileSchema = deskQuerySchema.extend({
  status: q.list(z.array(z.enum(ORDER_STATUSES)).min(1).max(ORDER_STATUSES.length)).optional(),
  paid: flag.optional(),
  atLeast: q.num(amountBound).optional(),
  atMost: q.num(amountBound).optional(),
  ...ofFile(ORDER_COLUMNS),
});
export type OrderFile = z.infer<typeof orderFileSchema>;

// A page and its size, which an address also names, are no matter of a file.
export const userFileSchema = z.object({
  ...userQuerySchema.shape,
  inCompany: flag.optional(),
  ...ofFile(USER_COLUMNS),
});
export type UserFile = z.infer<typeof userFileSchema>;

export const companyFileSchema = z.object({
  ...companyQuerySchema.shape,
  taxExempt: flag.optional(),
  ...ofFile(COMPANY_COLUMNS),
});
export type CompanyFile = z.infer<typeof companyFileSchema>;

export const mailboxFileSchema = mailQuerySchema.extend(ofFile(MAIL_COLUMNS));
export type MailboxFile = z.infer<typeof mailboxFileSchema>;
