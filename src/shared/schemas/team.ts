import { z } from 'zod';
import { APPROVAL_STATES, COMPANY_ROLES, PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { newPasswordSchema } from '#shared/schemas/auth.ts';
import { emailSchema, idSchema, moneyOut, moneySchema, prose, text } from '#shared/schemas/common.ts';
import { figuresSchema, orderSchema } from '#shared/schemas/orders.ts';

/** The most that a Member may spend on one order; null: no limit. A Primary has none. */
const spendingLimit = moneySchema.nullable();

/** An address that has an open invitation gets a new one in its place. */
export const inviteSchema = z.strictObject({
  email: emailSchema,
  role: z.enum(COMPANY_ROLES).default('Member'),
  spendingLimit: spendingLimit.default(null),
});
export type Invite = z.infer<typeof inviteSchema>;

export const invitationSchema = z.object({
  _id: idSchema,
  email: z.string(),
  role: z.enum(COMPANY_ROLES),
  spendingLimit: moneyOut.nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof invitationSchema>;
export const invitationsSchema = z.array(invitationSchema);
export const invitationIdSchema = z.strictObject({ _id: idSchema });

const token = z.string().min(1).max(200);
export const invitationTokenSchema = z.object({ token });
export const acceptSchema = z.strictObject({ token });

/** The invitation that a link in a mail is about. */
export const openInvitationSchema = z.object({
  email: z.string(),
  companyName: z.string(),
  invitedBy: z.string(),
  role: z.enum(COMPANY_ROLES),
  spendingLimit: moneyOut.nullable(),
  /** Whether the address has an account to sign in to. */
  hasAccount: z.boolean(),
});
export type OpenInvitation = z.infer<typeof openInvitationSchema>;

export const registerInvitedSchema = z.strictObject({
  token,
  name: text(120, 1),
  phone: text(40).default(''),
  password: newPasswordSchema,
});
export type RegisterInvited = z.infer<typeof registerInvitedSchema>;

export const setRoleSchema = z.strictObject({ user: idSchema, role: z.enum(COMPANY_ROLES) });
export const setLimitSchema = z.strictObject({ user: idSchema, spendingLimit });

/** An order that waited, or waits, for a Primary. */
export const approvalSchema = z.object({
  _id: idSchema,
  state: z.enum(APPROVAL_STATES),
  user: z.object({ _id: idSchema, name: z.string(), email: z.string() }),
  cartIds: z.array(idSchema),
  orderName: z.string(),
  poNumber: z.string(),
  notes: z.string(),
  paymentType: z.enum(PAYMENT_TYPES),
  shippingMethod: z.enum(SHIPPING_METHODS),
  shippingAddress: z.string(),
  shippingCity: z.string(),
  shippingState: z.string(),
  shippingZip: z.string(),
  couponCode: z.string(),
  useStoreCredit: z.boolean(),
  deliveryDate: z.string().optional(),
  total: moneyOut,
  /** The company's store credit that goes with it, once it is approved: up to how much, where it is paid by card. */
  storeCredit: moneyOut,
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
  answer: z.string(),
  order: z.object({ _id: idSchema, orderNumber: z.int() }).nullable(),
});
export type Approval = z.infer<typeof approvalSchema>;
export const approvalsSchema = z.array(approvalSchema);
export const approvalIdSchema = z.object({ _id: idSchema });
export const takeBackSchema = z.strictObject({ _id: idSchema });

/** One that waits, with what it costs now. Without figures it can't be ordered any more as it was asked for. */
export const shownApprovalSchema = z.object({
  approval: approvalSchema,
  figures: figuresSchema.nullable(),
  /** Why there are no figures. */
  problem: z.string().nullable(),
});

/** `total` and `cartVersions` as the Primary saw them. */
export const approveSchema = z.strictObject({
  _id: idSchema,
  total: moneySchema,
  cartVersions: z.array(z.int().min(1)).max(50),
});
export type Approve = z.infer<typeof approveSchema>;
export const declineSchema = z.strictObject({ _id: idSchema, answer: prose(500).default('') });

/** An order that turned out to need no approval is placed. */
export const requestedSchema = z.object({
  approval: approvalSchema.nullable(),
  order: orderSchema.nullable(),
});
