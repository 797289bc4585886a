import { foldOldNames } from '#server/companies/fold-names.ts';
import { defineJobs } from '#server/jobs/define-jobs.ts';

export const companyJobs = defineJobs({
  'fold-names': { run: app => foldOldNames(app), everySeconds: 3600, offsetSeconds: 1200 },
});
