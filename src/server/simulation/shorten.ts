import type { FaultKind, FaultName } from '#server/simulation/faults.ts';
import type { Outcome, Without } from '#server/simulation/simulate.ts';

type Run = (seed: string, without: Without) => Promise<Outcome>;

/**
 * Leaves out visits and faults, many at a time and then fewer, as long as the first broken promise stays broken, and says
 * what is left.
 */
export async function shorten(seed: string, found: Outcome, run: Run): Promise<string> {
  const [first] = found.violations;
  if (!first) return 'nothing is broken';
  const visits = new Set<number>();
  const faults = new Set<FaultName | FaultKind>();
  let last = found;
  const isStillBroken = async () => {
    const now = await run(seed, { visits, faults });
    const isBroken = now.violations.some(({ promise }) => promise === first.promise);
    if (isBroken) last = now;
    return isBroken;
  };
  const neededVisits = await needed(
    Array.from({ length: found.visits }, (_, nth) => nth),
    visits,
    isStillBroken,
  );
  const neededFaults = await needed([...found.struck.keys()], faults, isStillBroken);
  return [
    `  visits ${neededVisits.join(', ')}; faults: ${neededFaults.join(', ') || 'none'}`,
    ...last.log,
  ].join('\n');
}

/** Moves as many of all into `leftOut` as stay broken without them; answers the others. */
async function needed<T>(
  all: readonly T[],
  leftOut: Set<T>,
  isStillBroken: () => Promise<boolean>,
): Promise<T[]> {
  for (let size = all.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < all.length; from += size) {
      const these = all.slice(from, from + size).filter(one => !leftOut.has(one));
      if (these.length === 0) continue;
      for (const one of these) leftOut.add(one);
      if (!(await isStillBroken())) for (const one of these) leftOut.delete(one);
    }
  }
  return all.filter(one => !leftOut.has(one));
}
