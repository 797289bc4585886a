import { z } from 'zod';
import { login, register } from '#server/auth/auth.ts';
import { redeemFirstAdmin } from '#server/auth/first-admin.ts';
import { endSession } from '#server/auth/sessions.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { readProfile, unreadNotifications } from '#server/users/profile.ts';
import {
  firstAdminSchema,
  loginSchema,
  meSchema,
  registerSchema,
  signedInSchema,
} from '#shared/schemas/auth.ts';
import { okSchema } from '#shared/schemas/common.ts';

export const authRouter = router({
  me: publicProcedure
    .meta(rest('GET', '/users', { summary: 'The signed-in user and his unread notifications' }))
    .input(z.object({}))
    .output(out(meSchema))
    .query(async ({ ctx: { db, user } }) => {
      if (!user) return { user: null, notifications: [] };
      return {
        user: await readProfile(db, user._id),
        notifications: await unreadNotifications(db, user._id),
      };
    }),

  register: publicProcedure
    .meta(
      rest('POST', '/users', { summary: 'Register', errors: ['company_exists', 'email_taken', 'too_many'] }),
    )
    .input(registerSchema)
    .output(out(signedInSchema))
    .mutation(async ({ ctx, input }) => ({ user: await register(ctx, input) })),

  login: publicProcedure
    .meta(rest('POST', '/users/login', { summary: 'Log in', errors: ['wrong_login', 'too_many', 'busy'] }))
    .input(loginSchema)
    .output(out(signedInSchema))
    .mutation(async ({ ctx, input }) => ({ user: await login(ctx, input) })),

  logout: publicProcedure
    .meta(rest('DELETE', '/users', { summary: 'Log out' }))
    .input(z.object({}))
    .output(out(okSchema))
    .mutation(async ({ ctx }) => {
      await endSession(ctx);
      return { ok: true as const };
    }),

  firstAdmin: publicProcedure
    .input(firstAdminSchema)
    .output(out(signedInSchema))
    .mutation(async ({ ctx, input }) => ({ user: await redeemFirstAdmin(ctx, input) })),
});
