import { z } from 'zod';
import { login, register } from '#server/auth/auth.ts';
import { confirmAddress, readEmailLink, sendConfirmationAgain } from '#server/auth/confirm-email.ts';
import { redeemFirstAdmin } from '#server/auth/first-admin.ts';
import { signInWithGoogle } from '#server/auth/google.ts';
import { loginAs, loginBack } from '#server/auth/login-as.ts';
import { ownSession } from '#server/auth/own-session.ts';
import { askForReset, isResetTokenValid, setPassword } from '#server/auth/reset-password.ts';
import { endSession, endSessionOf, endSessionsOf, listSessions } from '#server/auth/sessions.ts';
import { undoEmail } from '#server/auth/undo-email.ts';
import { updatePassword } from '#server/auth/update-password.ts';
import { unreadNotifications } from '#server/notifications/notifications.ts';
import { adminProcedure, out, publicProcedure, rest, router, userProcedure } from '#server/trpc.ts';
import { readProfile } from '#server/users/profile.ts';
import { nameOf } from '#server/users/users.ts';
import {
  confirmedSchema,
  emailLinkSchema,
  endSessionSchema,
  firstAdminSchema,
  googleSchema,
  loginAsSchema,
  loginSchema,
  meSchema,
  passwordSetSchema,
  passwordUpdatedSchema,
  registerSchema,
  resetPasswordSchema,
  sessionSchema,
  setPasswordSchema,
  signedInSchema,
  signInOptionsSchema,
  signInSchema,
  tokenOnlySchema,
  tokenValidSchema,
  undoneSchema,
  updatePasswordSchema,
} from '#shared/schemas/auth.ts';
import { okSchema } from '#shared/schemas/common.ts';

export const authRouter = router({
  me: publicProcedure
    .meta(
      rest('GET', '/users', {
        summary: 'The signed-in user, and their unread notifications',
        does: 'Answers `user: null` without a session or key; else the whole profile, the newest 20 unread notifications, and the Admin who acts as this user, if any.',
      }),
    )
    .input(z.object({}))
    .output(out(meSchema))
    .query(async ({ ctx: { db, user, session } }) => {
      if (!user) return { user: null, notifications: [], actingAdmin: null };
      return {
        user: await readProfile(db, user._id),
        notifications: await unreadNotifications(db, user._id),
        actingAdmin: session?.impersonatorId ? await nameOf(db, session.impersonatorId) : null,
      };
    }),

  options: publicProcedure
    .input(z.object({}))
    .output(out(signInOptionsSchema))
    .query(({ ctx }) => ({ googleClientId: ctx.app.env.google?.clientId ?? null })),

  register: publicProcedure
    .meta(
      rest('POST', '/users', {
        summary: 'Register',
        does: 'Makes a retail account, or with `company` a trade account and its company, and signs it in. At most 20 tries an hour from one address.',
        errors: ['company_exists', 'email_taken', 'too_many', 'busy'],
      }),
    )
    .input(registerSchema)
    .output(out(signInSchema))
    .mutation(({ ctx, input }) => register(ctx, input)),

  login: publicProcedure
    .meta(
      rest('POST', '/users/login', {
        summary: 'Log in',
        does: 'Sets the session cookie, which ends after 10 idle hours. Answers `secondStep` instead where a second factor is still to come. Ten wrong passwords within 15 minutes close an account to that address for the rest of them.',
        errors: ['wrong_login', 'too_many', 'busy'],
      }),
    )
    .input(loginSchema)
    .output(out(signInSchema))
    .mutation(({ ctx, input }) => login(ctx, input)),

  google: publicProcedure
    .meta(
      rest('POST', '/users/google', {
        summary: "Log in with the ID token of Google's button",
        does: 'Signs in the account that this Google account belongs to, or makes one. Not found where the shop has no Google sign-in.',
        errors: ['google_failed', 'google_unavailable', 'email_taken', 'not_found', 'too_many'],
      }),
    )
    .input(googleSchema)
    .output(out(signInSchema))
    .mutation(({ ctx, input }) => signInWithGoogle(ctx, input.credential)),

  resetPassword: publicProcedure
    .meta(
      rest('POST', '/users/resetPassword', {
        summary: 'Ask for a link by which a password is set',
        does: 'Mails a link that holds for 24 hours. The answer is the same whether the address has an account or not.',
        errors: ['too_many'],
      }),
    )
    .input(resetPasswordSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      await askForReset(ctx, input.email);
      return { ok: true as const };
    }),

  verifyToken: publicProcedure
    .meta(
      rest('POST', '/users/verifyToken', {
        summary: 'Whether such a link is good',
        does: 'Tells whether the token of such a link can still set a password. Uses nothing up.',
        errors: ['too_many'],
      }),
    )
    .input(tokenOnlySchema)
    .output(out(tokenValidSchema))
    .mutation(async ({ ctx, input }) => ({ valid: await isResetTokenValid(ctx, input.token) })),

  setPassword: publicProcedure
    .meta(
      rest('POST', '/users/setPassword', {
        summary: 'Set a password by a link, and log in; every other way into the account ends',
        does: 'Takes the token of a link once. Ends all sessions, API keys and pending links of the account; the answer says what ended.',
        errors: ['reset_link_invalid', 'too_many', 'busy'],
      }),
    )
    .input(setPasswordSchema)
    .output(out(passwordSetSchema))
    .mutation(({ ctx, input }) => setPassword(ctx, input)),

  updatePassword: ownSession
    .meta(
      rest('POST', '/users/updatePassword', {
        summary: 'Change the password; other sessions, pending links and API keys that are not kept end',
        does: 'Asks for the current password. Other sessions and pending links end, and all API keys but those in `keptApiKeys`. Not while an Admin acts as the user.',
        errors: ['forbidden', 'too_many', 'busy', 'stale'],
      }),
    )
    .input(updatePasswordSchema)
    .output(out(passwordUpdatedSchema))
    .mutation(async ({ ctx, input }) => ({ ok: true as const, ended: await updatePassword(ctx, input) })),

  confirmEmail: publicProcedure
    .input(tokenOnlySchema)
    .output(out(confirmedSchema))
    .mutation(({ ctx, input }) => confirmAddress(ctx, input.token)),

  /** Tells what the link of a mail about an address leads to; the token stays out of addresses, which are logged. */
  emailLink: publicProcedure
    .input(tokenOnlySchema)
    .output(out(emailLinkSchema))
    .mutation(({ ctx, input }) => readEmailLink(ctx, input.token)),

  undoEmail: publicProcedure
    .input(tokenOnlySchema)
    .output(out(undoneSchema))
    .mutation(({ ctx, input }) => undoEmail(ctx, input.token)),

  sendConfirmation: userProcedure
    .input(z.strictObject({}))
    .output(out(okSchema))
    .mutation(async ({ ctx }) => {
      await sendConfirmationAgain(ctx);
      return { ok: true as const };
    }),

  loginAs: adminProcedure
    .meta(
      rest('PATCH', '/users/login', {
        summary: "Act as a customer; from a session of one's own",
        does: 'The session acts as the customer from then on; the log and the history of orders name the Admin beside the customer for what is done. Never as staff, nor on when the customer becomes staff.',
        errors: ['not_found'],
      }),
    )
    .input(loginAsSchema)
    .output(out(signedInSchema))
    .mutation(async ({ ctx, input }) => ({ user: await loginAs(ctx, input._id) })),

  loginBack: userProcedure
    .input(z.strictObject({}))
    .output(out(signedInSchema))
    .mutation(async ({ ctx }) => ({ user: await loginBack(ctx) })),

  logout: publicProcedure
    .meta(
      rest('DELETE', '/users', {
        summary: 'Log out',
        does: 'Ends the session and clears its cookie. Without a session nothing happens.',
      }),
    )
    .input(z.object({}))
    .output(out(okSchema))
    .mutation(async ({ ctx }) => {
      await endSession(ctx);
      return { ok: true as const };
    }),

  firstAdmin: publicProcedure
    .input(firstAdminSchema)
    .output(out(signInSchema))
    .mutation(({ ctx, input }) => redeemFirstAdmin(ctx, input)),
});

export const sessionsRouter = router({
  list: ownSession
    .input(z.object({}))
    .output(out(z.array(sessionSchema)))
    .query(({ ctx }) => listSessions(ctx.db, ctx.user._id, ctx.session.hash)),

  end: ownSession
    .input(endSessionSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      if (input._id !== undefined) await endSessionOf(ctx.db, ctx.user._id, input._id);
      else await endSessionsOf(ctx.db, ctx.user._id, ctx.session.hash);
      return { ok: true as const };
    }),
});
