import type { SessionUser } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { isOwnAccount } from '#shared/rules/employee-limits.ts';

/** Refuses an Employee an act for their own account or that of their company (rule A15): `forbidden`, with these words. */
export function refuseOwnAccount(
  staff: SessionUser,
  account: Parameters<typeof isOwnAccount>[1],
  message: string,
): void {
  if (staff.permissionLevel !== 'Admin' && isOwnAccount(staff, account))
    throw new AppError('forbidden', { message });
}
