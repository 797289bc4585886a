import { mailBeside } from '#server/mail/mail-beside.ts';
import { listMails, readMail, savedMailCounts } from '#server/mail/mailbox.ts';
import { resendMail } from '#server/orders/resend-mail.ts';
import { out, router, staffProcedure } from '#server/trpc.ts';
import {
  listedMailsSchema,
  mailBesideSchema,
  mailByIdSchema,
  mailListSchema,
  resendMailSchema,
  resentSchema,
  shownMailSchema,
} from '#shared/schemas/mail.ts';
import { neighboursSchema } from '#shared/schemas/staff-people.ts';
import { savedCountsQuerySchema, savedCountsSchema } from '#shared/schemas/staff-views.ts';

export const mailboxRouter = router({
  list: staffProcedure
    .input(mailListSchema)
    .output(out(listedMailsSchema))
    .query(({ ctx, input }) => listMails(ctx.db, ctx.user, input)),

  savedCounts: staffProcedure
    .input(savedCountsQuerySchema)
    .output(out(savedCountsSchema))
    .query(({ ctx, input }) => savedMailCounts(ctx.db, ctx.user, input)),

  beside: staffProcedure
    .input(mailBesideSchema)
    .output(out(neighboursSchema))
    .query(({ ctx, input }) => mailBeside(ctx.db, ctx.user, input)),

  get: staffProcedure
    .input(mailByIdSchema)
    .output(out(shownMailSchema))
    .query(({ ctx, input }) => readMail(ctx.app, ctx.user, input.id)),

  /** To its own address alone. */
  resend: staffProcedure
    .input(resendMailSchema)
    .output(out(resentSchema))
    .mutation(({ ctx, input }) => resendMail(ctx.app, ctx.user, input._id)),
});
