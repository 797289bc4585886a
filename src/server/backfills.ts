import { type Backfill, runBackfills } from '#server/database/backfills.ts';
import { defineJobs } from '#server/jobs/define-jobs.ts';

/**
 * Lists what is rewritten while the shop is open, in this order. One leaves the list with the release that forgets
 * what it read (docs/operations/migrations.md).
 */
export const BACKFILLS: readonly Backfill[] = [];

export const backfillJobs = defineJobs({
  'rewrite-rows': {
    run: ({ db, log }, _none, { signal }) => runBackfills(db, BACKFILLS, { log, signal }),
    everySeconds: 60,
  },
});
