import { EXPLAINED } from './explained.ts';
import type { Outcome } from './known.ts';
import { AREAS, type Area, type Site } from './sites.ts';

/** The share of all mutants that tests have to notice. */
const LEAST_SCORE = 0.85;
/** Here each survivor is explained, or a defect of the tests. */
const EXPLAINED_AREAS: readonly Area[] = ['payments', 'auth'];

const explanation = (site: Site) =>
  EXPLAINED.find(
    ({ file, text, from, to }) =>
      file === site.file && text === site.text && from === site.from && to === site.to,
  );

/** Prints the figures of each area and every survivor. False where too few died, or one that has to be is not explained. */
export function report(
  picked: readonly Site[],
  of: (site: Site) => Outcome | undefined,
  maxFiles: number,
): boolean {
  console.log(`\n${'area'.padEnd(10)}  mutants  killed  of these hung  survived  explained   score`);
  for (const area of Object.keys(AREAS) as Area[])
    row(
      area,
      picked.filter(site => site.area === area),
      of,
    );
  const score = row('all', picked, of);
  console.log(
    `A mutant is asked of the ${maxFiles} nearest test files that reach it, and of no test that starts a process.`,
  );
  const survivors = picked.filter(site => of(site)?.outcome === 'survived');
  for (const site of survivors) {
    console.log(
      `\n${site.file}:${site.line} (${site.kind})\n    ${site.text}\n  - ${site.from}\n  + ${site.to}`,
    );
    const found = explanation(site);
    if (found) console.log(`  = ${found.why}`);
  }
  const unexplained = survivors.filter(site => EXPLAINED_AREAS.includes(site.area) && !explanation(site));
  if (unexplained.length > 0)
    console.log(`\n${unexplained.length} survivors of ${EXPLAINED_AREAS.join(' and ')} are not explained`);
  if (score < LEAST_SCORE) console.log(`\nfewer than ${LEAST_SCORE * 100} % died`);
  return score >= LEAST_SCORE && unexplained.length === 0;
}

function row(name: string, sites: readonly Site[], of: (site: Site) => Outcome | undefined): number {
  const many = (outcome: Outcome['outcome']) => sites.filter(site => of(site)?.outcome === outcome).length;
  const [killed, hung, survived] = [many('killed'), many('timeout'), many('survived')];
  const explained = sites.filter(site => of(site)?.outcome === 'survived' && explanation(site)).length;
  const score = sites.length === 0 ? 1 : (killed + hung) / sites.length;
  const cells = [sites.length, killed + hung, hung, survived, explained];
  const widths = [9, 8, 15, 10, 11];
  console.log(
    `${name.padEnd(10)}${cells.map((cell, at) => String(cell).padStart(widths[at] ?? 0)).join('')}${`${(score * 100).toFixed(1)} %`.padStart(8)}`,
  );
  return score;
}
