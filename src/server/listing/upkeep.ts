import type { App } from '#server/context.ts';
import { refreshStaleCounts } from '#server/listing/facet-counts.ts';
import { countedRebuild } from '#server/listing/index-figures.ts';
import { isFromBefore, rebuildSearch } from '#server/listing/touch-products.ts';

declare module '#server/jobs/jobs.ts' {
  interface JobPayloads {
    'count-catalogue': Record<string, never>;
    'rebuild-search': Record<string, never>;
  }
}

/** Rolls up counts after writes, and once a day builds anew what searches read, in case anything was missed. */
export function registerSearchUpkeep({ jobs, db }: App): void {
  jobs.register('count-catalogue', async () => {
    await refreshStaleCounts(db);
    if (await isFromBefore(db)) await jobs.send(db, 'rebuild-search', {}, { singletonKey: 'from before' });
  });
  jobs.register('rebuild-search', () => countedRebuild(() => rebuildSearch(db)), { timeoutSeconds: 1800 });
  jobs.schedule('count-catalogue', {}, { everySeconds: 30 });
  jobs.schedule('rebuild-search', {}, { everySeconds: 86_400, offsetSeconds: 9 * 3600 });
}
