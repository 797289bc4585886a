import { Gauge } from 'prom-client';
import { counterOf, counts, histogramOf } from '#server/counts.ts';

const products = new Gauge({
  name: 'search_index_products',
  help: 'Products in this process’s index of the catalogue.',
  registers: [counts],
});
const checked = new Gauge({
  name: 'search_index_checked_timestamp_seconds',
  help: 'Moment at which the index of this process was last known to be current; looked at while listings are asked for.',
  registers: [counts],
});
const loads = histogramOf('search_index_load_duration_seconds', 'Loads of the index of the catalogue.', {
  labels: { outcome: ['loaded', 'failed'] },
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});
const rebuilds = counterOf('search_rebuilds_total', 'Times that all that searches read was built anew.', {
  outcome: ['done', 'failed'],
});

/** Puts a load of the index on the clock. */
export async function timedLoad<T>(load: () => Promise<T>): Promise<T> {
  const end = loads.startTimer();
  try {
    const loaded = await load();
    end({ outcome: 'loaded' });
    return loaded;
  } catch (error) {
    end({ outcome: 'failed' });
    throw error;
  }
}

export function showIndex(size: number): void {
  products.set(size);
  checked.setToCurrentTime();
}

/** Counts a rebuild of what searches read. */
export async function countedRebuild(rebuild: () => Promise<void>): Promise<void> {
  try {
    await rebuild();
    rebuilds.inc({ outcome: 'done' });
  } catch (error) {
    rebuilds.inc({ outcome: 'failed' });
    throw error;
  }
}
