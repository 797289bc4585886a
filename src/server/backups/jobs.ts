import { backUpWhenDue } from '#server/backups/back-up.ts';
import { defineJobs } from '#server/jobs/define-jobs.ts';

export const backupJobs = defineJobs({
  /** Looks whether a backup is due. A Postgres has ways of its own. */
  'database.backup': {
    run: (app, _, { signal }) => backUpWhenDue(app, signal),
    retryLimit: 1,
    timeoutSeconds: 4 * 3600,
    everySeconds: 300,
    onlyEmbedded: true,
  },
});
