import { z } from 'zod';
import { addComment, editComment, removeComment } from '#server/comments/comments.ts';
import { listComments } from '#server/comments/read-comments.ts';
import { listStaff } from '#server/comments/user-names.ts';
import { out, router, staffProcedure } from '#server/trpc.ts';
import {
  addCommentSchema,
  commentSchema,
  commentsQuerySchema,
  commentsSchema,
  editCommentSchema,
  mentionableSchema,
  removeCommentSchema,
} from '#shared/schemas/comments.ts';

export const commentsRouter = router({
  list: staffProcedure
    .input(commentsQuerySchema)
    .output(out(commentsSchema))
    .query(({ ctx, input }) => listComments(ctx.db, input)),

  people: staffProcedure
    .input(z.object({}))
    .output(out(mentionableSchema))
    .query(({ ctx }) => listStaff(ctx.db)),

  add: staffProcedure
    .input(addCommentSchema)
    .output(out(commentSchema))
    .mutation(({ ctx, input }) => addComment(ctx.db, ctx.user, input)),

  edit: staffProcedure
    .input(editCommentSchema)
    .output(out(commentSchema))
    .mutation(({ ctx, input }) => editComment(ctx.db, ctx.user, input)),

  remove: staffProcedure
    .input(removeCommentSchema)
    .output(out(commentSchema))
    .mutation(({ ctx, input }) => removeComment(ctx.db, ctx.user, input._id)),
});
