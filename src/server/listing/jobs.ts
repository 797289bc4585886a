import { defineJobs } from '#server/jobs/define-jobs.ts';
import { refreshStaleCounts } from '#server/listing/facet-counts.ts';
import { countedRebuild } from '#server/listing/index-figures.ts';
import { isFromBefore, rebuildSearch } from '#server/listing/touch-products.ts';

export const listingJobs = defineJobs({
  /** Rolls up counts after writes. */
  'count-catalogue': {
    run: async ({ db, jobs }): Promise<void> => {
      await refreshStaleCounts(db);
      if (await isFromBefore(db)) await jobs.send(db, 'rebuild-search', {}, { singletonKey: 'from before' });
    },
    everySeconds: 30,
  },
  /** Builds anew what searches read once a day, in case anything was missed. */
  'rebuild-search': {
    run: ({ db }) => countedRebuild(() => rebuildSearch(db)),
    timeoutSeconds: 1800,
    everySeconds: 86_400,
    offsetSeconds: 9 * 3600,
  },
});
