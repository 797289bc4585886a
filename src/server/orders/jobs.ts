import { defineJobs } from '#server/jobs/define-jobs.ts';
import { expireHolds } from '#server/orders/cancel-order.ts';

export const orderJobs = defineJobs({
  'expire-holds': { run: app => expireHolds(app), everySeconds: 30 },
});
