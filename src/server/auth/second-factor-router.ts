import { z } from 'zod';
import { demandOfStaff } from '#server/auth/demand-second-factor.ts';
import { ownAdminSession, ownSession } from '#server/auth/own-session.ts';
import {
  beginSetUp,
  confirmSetUp,
  factorOf,
  factorsOfStaff,
  type Person,
  removeAnothers,
  removeOwn,
  renewRecoveryCodes,
  takeCode,
} from '#server/auth/second-factor.ts';
import { beginSession, isDemandedOfStaff, secondStepOf } from '#server/auth/sign-in.ts';
import { endWaiting, waitingUser } from '#server/auth/waiting-sign-ins.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { out, publicProcedure, router } from '#server/trpc.ts';
import { lockUser } from '#server/users/users.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import {
  codeSchema,
  confirmedSecondFactorSchema,
  demandSecondFactorSchema,
  recoveryCodeSchema,
  recoveryCodesSchema,
  secondFactorOfSchema,
  secondFactorSchema,
  secondFactorSetUpSchema,
  signInSchema,
  signingInSchema,
} from '#shared/schemas/auth.ts';
import { idSchema, okSchema, removedSchema } from '#shared/schemas/common.ts';
import type { User } from '#shared/schemas/users.ts';

/** Staff; and whoever was, as long as they have one. */
const ofStaff = ownSession.use(async ({ ctx, next }) => {
  const { since } = await factorOf(ctx.db, ctx.user._id);
  if (!isStaff(ctx.user) && since === null) throw new AppError('forbidden');
  return next();
});

/** The one who sets it up: whoever must, before they are signed in, or staff in a session of their own. */
async function setsUp(ctx: Context, signingIn: boolean): Promise<Person> {
  if (signingIn) {
    const person = await waitingUser(ctx);
    if ((await secondStepOf(ctx.db, person._id)) !== 'set-up') throw new AppError('factor_exists');
    return person;
  }
  if (!ctx.user) throw new AppError('signed_out');
  if (!ctx.session || ctx.session.impersonatorId !== null || !isStaff(ctx.user)) {
    throw new AppError('forbidden');
  }
  return ctx.user;
}

/** Lets in whoever took the second step, unless what they showed at the first was replaced meanwhile. */
function finishSignIn(ctx: Context, { _id }: Person): Promise<User> {
  return ctx.db.transaction(async tx => {
    await lockUser(tx, _id);
    await endWaiting(ctx, tx, _id);
    return beginSession(ctx, _id, tx);
  });
}

export const secondFactorRouter = router({
  /** The second step of a sign-in: a code of the authenticator, or one for recovery. */
  signIn: publicProcedure
    .input(codeSchema)
    .output(out(signInSchema))
    .mutation(async ({ ctx, input }) => {
      const person = await waitingUser(ctx);
      await takeCode(ctx, person, input.code);
      return { user: await finishSignIn(ctx, person), secondStep: null };
    }),

  begin: publicProcedure
    .input(signingInSchema)
    .output(out(secondFactorSetUpSchema))
    .mutation(async ({ ctx, input }) => beginSetUp(ctx, await setsUp(ctx, input.signingIn))),

  /** Signs in whoever had to set one up first. */
  confirm: publicProcedure
    .input(signingInSchema.extend(codeSchema.shape))
    .output(out(confirmedSecondFactorSchema))
    .mutation(async ({ ctx, input: { signingIn, code } }) => {
      const person = await setsUp(ctx, signingIn);
      const recoveryCodes = await confirmSetUp(ctx, person, code);
      if (!signingIn) return { recoveryCodes, user: null };
      return { recoveryCodes, user: await finishSignIn(ctx, person) };
    }),

  state: ofStaff
    .input(z.object({}))
    .output(out(secondFactorSchema))
    .query(async ({ ctx: { db, user } }) => ({
      ...(await factorOf(db, user._id)),
      isDemanded: await isDemandedOfStaff(db),
    })),

  renewCodes: ofStaff
    .input(codeSchema)
    .output(out(recoveryCodesSchema))
    .mutation(async ({ ctx, input }) => ({
      recoveryCodes: await renewRecoveryCodes(ctx, ctx.user, input.code),
    })),

  remove: ofStaff
    .input(recoveryCodeSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      await removeOwn(ctx, ctx.user, input.recoveryCode);
      return { ok: true as const };
    }),

  list: ownAdminSession
    .input(z.object({}))
    .output(out(z.array(secondFactorOfSchema)))
    .query(({ ctx }) => factorsOfStaff(ctx.db)),

  removeOf: ownAdminSession
    .input(z.strictObject({ _id: idSchema }))
    .output(out(removedSchema))
    .mutation(async ({ ctx, input }) => {
      await removeAnothers(ctx, input._id);
      return { _id: input._id };
    }),

  demand: ownAdminSession
    .input(demandSecondFactorSchema)
    .output(out(demandSecondFactorSchema))
    .mutation(({ ctx, input }) => demandOfStaff(ctx, input)),
});
