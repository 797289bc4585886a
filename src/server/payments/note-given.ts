import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { givenBack } from '#server/payments/tables.ts';

type GivenBack = Omit<typeof givenBack.$inferInsert, 'user' | 'approvedBy'>;

/**
 * Notes an act by which money or store credit is given back, in the transaction that gives it; answers its `_id`. It counts
 * against what an Employee may give; an Admin's counts for nobody's limit. `staff` null: nobody of them did it.
 */
export async function noteGiven(
  tx: Db,
  staff: Pick<SessionUser, '_id' | 'permissionLevel'> | null,
  act: GivenBack,
): Promise<string> {
  const by = staff && {
    user: staff._id,
    approvedBy: staff.permissionLevel === 'Admin' ? staff._id : null,
  };
  const [given] = await tx
    .insert(givenBack)
    .values({ ...act, ...by })
    .returning({ _id: givenBack._id });
  if (!given) throw new Error('what was given back was not stored');
  return given._id;
}
