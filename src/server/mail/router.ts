import { resendMail } from '#server/mail/mail.ts';
import { listMails, reachMail, readMail } from '#server/mail/mailbox.ts';
import { out, router, staffProcedure } from '#server/trpc.ts';
import {
  listedMailsSchema,
  mailByIdSchema,
  mailListSchema,
  resendMailSchema,
  resentSchema,
  shownMailSchema,
} from '#shared/schemas/mail.ts';

export const mailboxRouter = router({
  list: staffProcedure
    .input(mailListSchema)
    .output(out(listedMailsSchema))
    .query(({ ctx, input }) => listMails(ctx.db, ctx.user, input)),

  get: staffProcedure
    .input(mailByIdSchema)
    .output(out(shownMailSchema))
    .query(({ ctx, input }) => readMail(ctx.app, ctx.user, input.id)),

  /** Made anew for its own address alone. */
  resend: staffProcedure
    .input(resendMailSchema)
    .output(out(resentSchema))
    .mutation(async ({ ctx, input }) => {
      await reachMail(ctx.db, ctx.user, input._id);
      return { queued: await resendMail(ctx.app, input._id) };
    }),
});
