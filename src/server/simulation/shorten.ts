import type { Outcome, Without } from '#server/simulation/simulate.ts';

type Run = (seed: string, without: Without) => Promise<Outcome>;

/** Leaves out visits and kinds of faults as long as the first broken promise stays broken, and says what is left. */
export async function shorten(seed: string, found: Outcome, run: Run): Promise<string> {
  const [first] = found.violations;
  if (!first) return 'nothing is broken';
  const visits = new Set<number>();
  const faults = new Set<string>();
  const isStillBroken = async () => {
    const { violations } = await run(seed, { visits, faults });
    return violations.some(({ promise }) => promise === first.promise);
  };
  for (const name of found.struck.keys()) {
    faults.add(name);
    if (!(await isStillBroken())) faults.delete(name);
  }
  for (let nth = found.visits - 1; nth >= 0; nth--) {
    visits.add(nth);
    if (!(await isStillBroken())) visits.delete(nth);
  }
  const left = Array.from({ length: found.visits }, (_, nth) => nth).filter(nth => !visits.has(nth));
  const needed = [...found.struck.keys()].filter(name => !faults.has(name));
  const { log } = await run(seed, { visits, faults });
  return [`  visits ${left.join(', ')}; faults: ${needed.join(', ') || 'none'}`, ...log].join('\n');
}
