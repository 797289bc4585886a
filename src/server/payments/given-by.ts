import type { SessionUser } from '#server/context.ts';

/** Whom a row of `given_back` names; what an Admin does counts for nobody's limit. */
export const byOf = (staff: Pick<SessionUser, '_id' | 'permissionLevel'>) => ({
  user: staff._id,
  approvedBy: staff.permissionLevel === 'Admin' ? staff._id : null,
});
