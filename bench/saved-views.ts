import { randomUUID } from 'node:crypto';
import type { Db } from '#server/database/db.ts';
import { makeUser } from '#server/test/factories.ts';
import { savedViews } from '#server/views/tables.ts';
import type { ListScreen } from '#shared/office-lists.ts';
import { times } from './actions.ts';

/** As many views of a list as one of the staff may make, shared with the others: `queryOf` the number of each. */
export async function writeViews(db: Db, screen: ListScreen, queryOf: (n: number) => object): Promise<void> {
  const { _id } = await makeUser(db, { permissionLevel: 'Employee' });
  await db.insert(savedViews).values(
    times(20, n => ({
      ...{ screen, name: randomUUID(), query: { ...queryOf(n) }, shared: true, by: _id, position: n },
    })),
  );
}

/** Asks for the counts of five of them after the other, as their tabs do. */
export const fiveOf = (n: number) => ({ cursor: 5 * (n % 4) });
