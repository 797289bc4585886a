import { z } from 'zod';
import { COMMENT_KINDS, MAX_COMMENT_LENGTH, MAX_MENTIONS } from '#shared/rules/comments.ts';
import { idSchema, prose } from '#shared/schemas/common.ts';
import { cursorSchema } from '#shared/schemas/cursor.ts';

const person = z.object({ _id: idSchema, name: z.string() });

/** Shows a comment as staff see it. One that was removed has neither text nor mentions. */
export const commentSchema = z.object({
  _id: idSchema,
  kind: z.enum(COMMENT_KINDS),
  subject: idSchema,
  by: person,
  text: z.string(),
  mentions: z.array(person),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  /** An Admin, where it was not its author. */
  editedBy: person.nullable(),
  deletedAt: z.string().nullable(),
  deletedBy: person.nullable(),
});
export type Comment = z.infer<typeof commentSchema>;

const about = { kind: z.enum(COMMENT_KINDS), subject: idSchema };
const written = {
  text: prose(MAX_COMMENT_LENGTH, 1),
  /** The staff who are to be told of it. */
  mentions: z.array(idSchema).max(MAX_MENTIONS).default([]),
};

export const commentsQuerySchema = z.object({ ...about, cursor: cursorSchema.optional() });
export type CommentsQuery = z.infer<typeof commentsQuerySchema>;
/** The newest first. */
export const commentsSchema = z.object({
  comments: z.array(commentSchema),
  cursor: cursorSchema.nullable(),
});

export const addCommentSchema = z.strictObject({
  ...about,
  ...written,
  /** The same comment asked for again under the same key is written once. */
  idempotencyKey: z.uuid().optional(),
});
export type AddComment = z.infer<typeof addCommentSchema>;
/** Both as they are to be from now on. */
export const editCommentSchema = z.strictObject({ _id: idSchema, ...written });
export type EditComment = z.infer<typeof editCommentSchema>;
export const removeCommentSchema = z.strictObject({ _id: idSchema });

/** The staff whom a comment may mention. */
export const mentionableSchema = z.array(person.extend({ email: z.string() }));
export type Mentionable = z.infer<typeof mentionableSchema>[number];
