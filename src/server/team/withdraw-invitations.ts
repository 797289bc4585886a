import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { invitations } from '#server/team/tables.ts';
import { clock } from '#server/time-and-chance.ts';

/**
 * Takes back what somebody sent and nobody answered, but for the company that they go on inviting to. Answers to whom it
 * had gone.
 */
export async function withdrawInvitationsOf(
  tx: Db,
  invitedBy: string,
  stays: string | null = null,
): Promise<string[]> {
  const withdrawn = await tx
    .delete(invitations)
    .where(
      and(
        eq(invitations.invitedBy, invitedBy),
        isNull(invitations.acceptedAt),
        stays === null ? undefined : ne(invitations.company, stays),
      ),
    )
    .returning({ email: invitations.email, expiresAt: invitations.expiresAt });
  const now = clock.ms();
  return withdrawn.filter(({ expiresAt }) => Date.parse(expiresAt) > now).map(({ email }) => email);
}
