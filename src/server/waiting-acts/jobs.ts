import { defineJobs } from '#server/jobs/define-jobs.ts';
import { lapseActs } from '#server/waiting-acts/decide-act.ts';

export const waitingActJobs = defineJobs({
  'lapse-acts': { run: app => lapseActs(app.db), everySeconds: 3600 },
});
