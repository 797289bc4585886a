import { Counter, Histogram, Registry } from 'prom-client';

/**
 * Counts what this process has done since it started, for `/metrics`. Each process counts its own, so that Prometheus
 * may add them up; a figure that stands in the database is asked for instead (`metrics.ts`). Count after the commit:
 * what is rolled back, or runs twice because of a rival, did not happen.
 */
export const counts = new Registry();

type Labels<L extends string> = Record<L, readonly string[]>;

/** A counter that shows each combination of its labels from the start: `rate()` misses what a first event makes. */
export function counterOf<L extends string>(name: string, help: string, labels: Labels<L>): Counter<L> {
  const labelNames = Object.keys(labels) as L[];
  const counter = new Counter<L>({ name, help: `${help} ${SINCE}`, labelNames, registers: [counts] });
  for (const one of combinations(labels)) counter.inc(one, 0);
  return counter;
}

/** Does as `counterOf`, for how long something takes, in seconds. */
export function histogramOf<L extends string>(
  name: string,
  help: string,
  { labels, buckets }: { labels: Labels<L>; buckets: number[] },
): Histogram<L> {
  const labelNames = Object.keys(labels) as L[];
  const histogram = new Histogram<L>({
    ...{ name, help: `${help} ${SINCE}`, labelNames, buckets, registers: [counts] },
  });
  for (const one of combinations(labels)) histogram.zero(one);
  return histogram;
}

const SINCE = 'By this process since it started: add up over processes.';

function combinations<L extends string>(labels: Labels<L>): Record<L, string>[] {
  return (Object.entries(labels) as [L, readonly string[]][]).reduce(
    (made, [name, values]) => made.flatMap(one => values.map(value => ({ ...one, [name]: value }))),
    [{} as Record<L, string>],
  );
}
