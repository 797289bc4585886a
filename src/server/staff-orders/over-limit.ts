import type { SessionUser } from '#server/context.ts';
import { AppError } from '#server/errors.ts';

/**
 * Throws `forbidden` for an Employee who would go on above a company's limit, also where it is not reached: what they ask
 * for may be stored, and is carried out by an Admin later, who was asked about something else.
 */
export function refuseOverLimitByEmployee(
  staff: Pick<SessionUser, 'permissionLevel'>,
  { overLimit }: { overLimit?: true | undefined },
): void {
  if (overLimit && staff.permissionLevel !== 'Admin') throw new AppError('forbidden');
}
