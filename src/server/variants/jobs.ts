import { defineJobs } from '#server/jobs/define-jobs.ts';
import { tellOfStock } from '#server/variants/stock-requests.ts';

export const variantJobs = defineJobs({
  'tell-of-stock': { run: app => tellOfStock(app), everySeconds: 60, offsetSeconds: 10 },
});
