import { defineJobs } from '#server/jobs/define-jobs.ts';
import { fetchWaitingPictures } from '#server/products/fetch-pictures.ts';

export const productJobs = defineJobs({
  'fetch-pictures': {
    run: (app, _, { signal }) => fetchWaitingPictures(app, { signal }),
    timeoutSeconds: 600,
    everySeconds: 60,
  },
});
