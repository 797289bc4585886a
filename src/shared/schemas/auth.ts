import { z } from 'zod';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import { PASSWORD_MAX, passwordProblem } from '#shared/rules/passwords.ts';
import { emailSchema, idSchema, moneyOut, moneySchema, q, text } from '#shared/schemas/common.ts';
import { newCompanySchema } from '#shared/schemas/companies.ts';
import { notificationSchema } from '#shared/schemas/notifications.ts';
import { userSchema } from '#shared/schemas/users.ts';

/**
 * Keeps passwords as typed, neither trimmed nor changed. Faults of one by itself are told together with those of the
 * fields beside it; that it is made of its owner's name is found by the server.
 */
export const newPasswordSchema = z
  .string()
  .max(PASSWORD_MAX, { error: `has more than ${PASSWORD_MAX} characters`, abort: true })
  .superRefine((password, context) => {
    const problem = passwordProblem(password);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

const personName = text(120, 1);

export const registerSchema = z.strictObject({
  name: personName,
  email: emailSchema,
  password: newPasswordSchema,
  phone: text(40).optional(),
  /** Trade sign-up: the user becomes the Primary of this new company. */
  company: newCompanySchema.optional(),
  permissionLevel: z.literal('Commercial').optional(),
});
export type Register = z.infer<typeof registerSchema>;

/** Anything wrong with the pair is said in one way, so that a field's own shape is hardly checked. */
export const loginSchema = z.strictObject({ email: text(254), password: z.string().max(512) });
export type Login = z.infer<typeof loginSchema>;

export const firstAdminSchema = z.strictObject({
  token: z.string().max(200),
  name: personName,
  email: emailSchema,
  password: newPasswordSchema,
});

export type FirstAdmin = z.infer<typeof firstAdminSchema>;

/** The token that a link carries. */
const tokenSchema = z.string().max(200);

/** Everything that ended with a new password or address, so that it can be said. */
const endedSchema = z.object({
  password: z.boolean(),
  google: z.boolean(),
  sessions: z.int(),
  /** Their names. */
  apiKeys: z.array(z.string()),
  /** That had been sent and were still good. */
  links: z.int(),
  /** That were to become the account's. */
  addresses: z.array(z.string()),
  /** To whom they had gone. */
  invitations: z.array(z.string()),
  /** Orders that waited for approval, or for their payment after it. */
  approvals: z.int(),
  sharedCarts: z.int(),
});
export type Ended = z.infer<typeof endedSchema>;

export const resetPasswordSchema = z.strictObject({ email: emailSchema });
export const tokenOnlySchema = z.strictObject({ token: tokenSchema });
export const tokenValidSchema = z.object({ valid: z.boolean() });
export const setPasswordSchema = z.strictObject({ token: tokenSchema, password: newPasswordSchema });
export type SetPassword = z.infer<typeof setPasswordSchema>;

export const updatePasswordSchema = z.strictObject({
  currentPassword: z.string().max(512),
  password: newPasswordSchema,
  /** The API keys that go on; all others end. */
  keptApiKeys: z.array(idSchema).max(500).default([]),
});
export type UpdatePassword = z.infer<typeof updatePasswordSchema>;
export const passwordUpdatedSchema = z.object({ ok: z.literal(true), ended: endedSchema });

/** The ID token that Google's button hands over. */
export const googleSchema = z.strictObject({ credential: z.string().min(1).max(5000) });

/** How one may sign in besides by password. */
export const signInOptionsSchema = z.object({ googleClientId: z.string().nullable() });

export const loginAsSchema = z.strictObject({ _id: idSchema });

/** `waiting`: somebody else has to agree before the address holds. */
export const confirmedSchema = z.object({ email: z.string(), waiting: z.boolean() });

/** The purpose of a link in a mail about an address. */
export const emailLinkSchema = z.object({
  /** `own` confirms the account's address, `change` one that it is to have, `agree` is the old one's consent. */
  kind: z.enum(['own', 'change', 'agree', 'undo', 'refuse', 'object']),
  /** The account's address now, and the one that is or was to take its place. */
  email: z.string(),
  newEmail: z.string(),
});
export type EmailLink = z.infer<typeof emailLinkSchema>;

/** `refused`: the change was staff's and had not taken effect. `asked`: the Admins were, as one of them made the change. */
export const undoneSchema = z.object({
  outcome: z.enum(['undone', 'refused', 'asked']),
  /** The account's address now. */
  email: z.string(),
  /** By which the password is set; null: the link for it went to the address. */
  token: z.string().nullable(),
  ended: endedSchema,
});
export type Undone = z.infer<typeof undoneSchema>;

export const emailChangeIdSchema = z.object({ id: idSchema });
/** A change of an account's address as the Admins see it. */
export const emailChangeSchema = z.object({
  _id: idSchema,
  user: z.object({ _id: idSchema, name: z.string(), email: z.string() }),
  oldEmail: z.string(),
  newEmail: z.string(),
  askedAs: z.enum(['owner', 'Employee', 'Admin']),
  askedBy: z.string().nullable(),
  reason: z.string(),
  state: z.enum(['waiting', 'done', 'withdrawn', 'refused', 'undone']),
  newConfirmedAt: z.string().nullable(),
  oldConfirmedAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  objectedAt: z.string().nullable(),
  createdAt: z.string(),
  /** The question to an Admin: whether it may take effect, whether it stands; null: nothing. */
  asks: z.enum(['approve', 'objection']).nullable(),
});
export type EmailChangeShown = z.infer<typeof emailChangeSchema>;
export const emailChangesSchema = z.array(emailChangeSchema);
/** `accept`: it may take effect, or stands in spite of the objection; else it is refused or undone. */
export const decideEmailSchema = z.strictObject({ _id: idSchema, accept: z.boolean() });

/** A place where somebody is signed in. */
export const sessionSchema = z.object({
  _id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  userAgent: z.string(),
  ip: z.string(),
  /** An admin who acts as the user. */
  byStaff: z.boolean(),
  /** The one that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

/** Names a session as `sessionSchema` does: a hash, in the letters that an address may hold. */
const sessionId = z.string().regex(/^[\w-]{43}$/, 'is not the id of a session');

/** Without `_id`: all but the one that asks. */
export const endSessionSchema = z.strictObject({ _id: sessionId.optional() });

export const signedInSchema = z.object({ user: userSchema });

/** The step that a sign-in waits for: a code, or a second factor to be set up first. */
const secondStepSchema = z.enum(['code', 'set-up']);
export type SecondStep = z.infer<typeof secondStepSchema>;

/** Either the user, who is signed in now, or the second step that is to come. */
export const signInSchema = z.object({
  user: userSchema.nullable(),
  secondStep: secondStepSchema.nullable(),
});
export type SignIn = z.infer<typeof signInSchema>;

/** By the link of a reset. */
export const passwordSetSchema = signInSchema.extend({ ended: endedSchema });

/** Made by an authenticator, or for recovery. */
export const codeSchema = z.strictObject({ code: text(40, 1) });
/** Whether it is done on the way in, or from a session. */
export const signingInSchema = z.strictObject({ signingIn: z.boolean() });

/** How an authenticator takes a secret: typed, by its address, or by a picture of that (an SVG path in a square). */
export const secondFactorSetUpSchema = z.object({
  secret: z.string(),
  uri: z.string(),
  qr: z.object({ size: z.number(), path: z.string() }),
});
export type SecondFactorSetUp = z.infer<typeof secondFactorSetUpSchema>;

/** The only answers that hold recovery codes. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export const confirmedSecondFactorSchema = recoveryCodesSchema.extend({
  /** The user who was signed in by it; null from a session. */
  user: userSchema.nullable(),
});
export const recoveryCodeSchema = z.strictObject({ recoveryCode: text(40, 1) });

/** One's own. */
export const secondFactorSchema = z.object({
  since: z.string().nullable(),
  /** Recovery codes that were not used. */
  codesLeft: z.number(),
  isDemanded: z.boolean(),
});
export const secondFactorOfSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  since: z.string().nullable(),
});
export type SecondFactorOf = z.infer<typeof secondFactorOfSchema>;
export const demandSecondFactorSchema = z.strictObject({ isDemanded: z.boolean() });
export const meSchema = z.object({
  user: userSchema.nullable(),
  /** The newest unread ones. */
  notifications: z.array(notificationSchema),
  /** The name of the admin who acts as this user (login-as), null for the user themselves. */
  actingAdmin: z.string().nullable(),
});

export const newApiKeySchema = z.strictObject({
  name: text(80, 1),
  /** The uses that it is for; writing an area includes reading it. */
  scopes: z.array(z.enum(KEY_SCOPES)).min(1, 'is required').max(KEY_SCOPES.length),
  /** The most that one order on account may come to; without it, none may be placed. */
  onAccountUpTo: moneySchema.optional(),
  /** At most a year away; 90 days without it. */
  expiresAt: z.iso.datetime().optional(),
});
export type NewApiKey = z.infer<typeof newApiKeySchema>;

/** `all`: everybody's, for admins. */
export const apiKeyListSchema = z.object({ all: q.bool.default(false) });

export const apiKeySchema = z.object({
  _id: idSchema,
  user: idSchema,
  email: z.string(),
  name: z.string(),
  /** The key's first characters, to tell it from others. */
  prefix: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  onAccountUpTo: moneyOut.nullable(),
  /** From before keys had scopes: it has all rights of its user until it ends. */
  fromBefore: z.boolean(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** The only answer that holds a key. */
export const createdApiKeySchema = z.object({ key: z.string(), apiKey: apiKeySchema });
