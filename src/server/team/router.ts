import { z } from 'zod';
import {
  listApprovals,
  reachApproval,
  requestApproval,
  takeBackRequest,
} from '#server/approvals/approvals.ts';
import { approve, costOfApproval, decline } from '#server/approvals/decide.ts';
import { changeMember } from '#server/companies/members.ts';
import { readCompany } from '#server/companies/read-company.ts';
import { AppError } from '#server/errors.ts';
import { addressKey, LIMITS, limit, limitFailures, limitTelling } from '#server/http/rate-limits.ts';
import {
  acceptInvitation,
  invite,
  openInvitations,
  readInvitation,
  registerInvited,
  resendInvitation,
  withdrawInvitation,
} from '#server/team/invitations.ts';
import { commercialProcedure, out, publicProcedure, router, userProcedure } from '#server/trpc.ts';
import { signedInSchema, signInSchema } from '#shared/schemas/auth.ts';
import { checkoutSchema } from '#shared/schemas/checkout.ts';
import { companySchema } from '#shared/schemas/companies.ts';
import {
  acceptSchema,
  approvalIdSchema,
  approvalSchema,
  approvalsSchema,
  approveSchema,
  declineSchema,
  invitationIdSchema,
  invitationsSchema,
  invitationTokenSchema,
  inviteSchema,
  openInvitationSchema,
  registerInvitedSchema,
  requestedSchema,
  setLimitSchema,
  setRoleSchema,
  shownApprovalSchema,
  takeBackSchema,
} from '#shared/schemas/team.ts';

/** Somebody of a company; staff have none of their own here. */
const colleagueProcedure = commercialProcedure.use(({ ctx, next }) => {
  const { user } = ctx;
  if (!user.company) throw new AppError('forbidden');
  return next({ ctx: { ...ctx, user: { ...user, company: user.company } } });
});
const primaryProcedure = colleagueProcedure.use(({ ctx, next }) => {
  if (ctx.user.role !== 'Primary') throw new AppError('forbidden');
  return next({ ctx });
});

export const teamRouter = router({
  invitations: primaryProcedure
    .input(z.object({}))
    .output(out(invitationsSchema))
    .query(({ ctx }) => openInvitations(ctx.db, ctx.user.company)),

  invite: primaryProcedure
    .input(inviteSchema)
    .output(out(invitationsSchema))
    .mutation(async ({ ctx, input }) => {
      await limit(ctx.db, `invite:${ctx.user.company}`, LIMITS.invite);
      await invite(ctx, input);
      return openInvitations(ctx.db, ctx.user.company);
    }),

  resend: primaryProcedure
    .input(invitationIdSchema)
    .output(out(invitationsSchema))
    .mutation(async ({ ctx, input }) => {
      await limit(ctx.db, `invite:${ctx.user.company}`, LIMITS.invite);
      await resendInvitation(ctx, input._id);
      return openInvitations(ctx.db, ctx.user.company);
    }),

  withdraw: primaryProcedure
    .input(invitationIdSchema)
    .output(out(invitationsSchema))
    .mutation(async ({ ctx, input }) => {
      await withdrawInvitation(ctx.db, ctx.user, input._id);
      return openInvitations(ctx.db, ctx.user.company);
    }),

  /** Tells what the link of a mail is about. */
  invitation: publicProcedure
    .input(invitationTokenSchema)
    .output(out(openInvitationSchema))
    .query(async ({ ctx, input }) => {
      const key = `invitation:${addressKey(ctx.ip)}`;
      return limitFailures(ctx.db, key, LIMITS.invitation, () => readInvitation(ctx.db, input.token));
    }),

  accept: userProcedure
    .input(acceptSchema)
    .output(out(signedInSchema))
    .mutation(async ({ ctx, input }) => {
      const key = `invitation:${addressKey(ctx.ip)}`;
      const accept = () => acceptInvitation(ctx.db, ctx.user, input.token);
      return { user: await limitFailures(ctx.db, key, LIMITS.invitation, accept) };
    }),

  register: publicProcedure
    .input(registerInvitedSchema)
    .output(out(signInSchema))
    .mutation(async ({ ctx, input }) => {
      await limitTelling(ctx);
      return registerInvited(ctx, input);
    }),

  setRole: primaryProcedure
    .input(setRoleSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      const { company } = ctx.user;
      await changeMember(ctx.db, ctx.user, company, input);
      return readCompany(ctx.db, company, ctx.user);
    }),

  setLimit: primaryProcedure
    .input(setLimitSchema)
    .output(out(companySchema))
    .mutation(async ({ ctx, input }) => {
      const { company } = ctx.user;
      await changeMember(ctx.db, ctx.user, company, input);
      return readCompany(ctx.db, company, ctx.user);
    }),

  /** A Primary's company's, a Member's own. */
  approvals: colleagueProcedure
    .input(z.object({}))
    .output(out(approvalsSchema))
    .query(({ ctx }) => listApprovals(ctx.db, ctx.user)),

  approval: colleagueProcedure
    .input(approvalIdSchema)
    .output(out(shownApprovalSchema))
    .query(async ({ ctx, input }) => {
      const approval = await reachApproval(ctx.db, ctx.user, input._id);
      return { approval, ...(await costOfApproval(ctx.app, approval)) };
    }),

  requestApproval: colleagueProcedure
    .input(checkoutSchema)
    .output(out(requestedSchema))
    .mutation(({ ctx, input }) => requestApproval(ctx, ctx.user, input)),

  takeBack: colleagueProcedure
    .input(takeBackSchema)
    .output(out(approvalSchema))
    .mutation(({ ctx, input }) => takeBackRequest(ctx.db, ctx.user, input._id)),

  approve: primaryProcedure
    .input(approveSchema)
    .output(out(approvalSchema))
    .mutation(({ ctx, input }) => approve(ctx, ctx.user, input)),

  decline: primaryProcedure
    .input(declineSchema)
    .output(out(approvalSchema))
    .mutation(({ ctx, input }) => decline(ctx.app, ctx.user, input)),
});
