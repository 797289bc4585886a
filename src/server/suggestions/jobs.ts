import { defineJobs } from '#server/jobs/define-jobs.ts';
import { learnOrders } from '#server/suggestions/learn-orders.ts';

export const suggestionJobs = defineJobs({
  'learn-orders': { run: app => learnOrders(app), everySeconds: 30 },
});
