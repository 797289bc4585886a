import { type Actor, isAdmin, isStaff } from '#shared/rules/permissions.ts';

/** Limits the letters of a comment, and the people whom it may mention. */
export const MAX_COMMENT_LENGTH = 4000;
export const MAX_MENTIONS = 20;
/** Gives its author so many minutes to change a comment. */
export const COMMENT_MINUTES = 15;

/** Names the records that staff comment on. */
export const COMMENT_KINDS = ['order', 'user', 'company'] as const;
export type CommentKind = (typeof COMMENT_KINDS)[number];

/** Lets an Admin edit and remove every comment, its author for a quarter of an hour (rule B1). */
export function canChangeComment(
  actor: Actor,
  { by, createdAt }: { by: string; createdAt: string },
  now: Date,
): boolean {
  if (isAdmin(actor)) return true;
  const age = now.getTime() - Date.parse(createdAt);
  return isStaff(actor) && actor?._id === by && age <= COMMENT_MINUTES * 60_000;
}
