import type { Db } from '#server/database/db.ts';
import { queueFigures } from '#server/jobs/job-queues.ts';

/** How many jobs there are over all queues. */
export async function jobCounts(db: Db): Promise<{ waiting: number; active: number; dead: number }> {
  const sums = { waiting: 0, active: 0, dead: 0 };
  for (const { waiting, active, dead } of await queueFigures(db)) {
    sums.waiting += waiting;
    sums.active += active;
    sums.dead += dead;
  }
  return sums;
}
