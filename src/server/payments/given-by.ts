import type { SessionUser } from '#server/context.ts';

/** Tells whom a row of `given_back` names; an act of an Admin counts for nobody's limit. */
export const byOf = (staff: Pick<SessionUser, '_id' | 'permissionLevel'>) => ({
  user: staff._id,
  approvedBy: staff.permissionLevel === 'Admin' ? staff._id : null,
});
