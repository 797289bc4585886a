import { basename, dirname } from 'node:path';
import type { Site } from './sites.ts';

/** One test file and those of its tests that are asked; null: all. */
export interface Run {
  file: string;
  tests: string[] | null;
  /** The time that it took on the right code. */
  ms: number;
}

export interface Job {
  id: string;
  number: number;
  /** It is read while modules are loaded, so they have to be loaded anew. */
  isFresh: boolean;
  runs: Run[];
}

/** The places that one test file reaches, by tests; and those that it reaches while none of them runs. */
export interface Reach {
  file: string;
  print: string;
  ms: number;
  tests: Record<string, { ms: number; sites: number[] }>;
  between: number[];
  loading: number[];
  failed: string[];
}

/** One of the lines that the process that runs the tests writes. */
export type Told =
  | { at: 'started'; pid: number }
  | { at: 'file'; job: string | null; file: string; ms: number }
  | { at: 'reach'; reach: Omit<Reach, 'print'> }
  | { at: 'mutant'; id: string; outcome: 'killed' | 'survived'; by: string; why: string; ms: number }
  | { at: 'spoiled'; id: string; file: string };

/** The work that is handed to that process. */
export interface Plan {
  root: string;
  told: string;
  files: string[];
  jobs: Job[];
}

/** Opening a shop costs as much as some tests. */
const OPENING_MS = 500;

/** 0: named after the file; 1: beside it; 2: elsewhere. */
function distance(test: string, source: string): number {
  if (dirname(test) !== dirname(source)) return 2;
  const [name, of] = [basename(test).split('.')[0] ?? '', basename(source, '.ts')];
  return name === of || name.startsWith(`${of}-`) ? 0 : 1;
}

/**
 * Chooses the tests of a mutant: those that reach it, the nearest files first, and among these the ones that reach
 * the most of its file, which are about it.
 */
export function jobOf(
  site: Site,
  reaches: readonly Reach[],
  sameFile: ReadonlySet<number>,
  maxFiles: number,
): Job {
  const isRun = reaches.some(
    ({ tests, between }) =>
      between.includes(site.number) || Object.values(tests).some(({ sites }) => sites.includes(site.number)),
  );
  // A value remembered for as long as the process lives was set by the right code before.
  const isFresh = !isRun || site.from.includes('??=');
  const isLoaded = reaches.some(({ loading }) => loading.includes(site.number));
  const asked = isRun ? new Set([site.number]) : sameFile;
  const runs =
    !isRun && !isLoaded
      ? []
      : reaches
          .flatMap(reach => {
            const run = runOf(reach, asked);
            return run ? [{ ...run, about: aboutIt(reach, sameFile) }] : [];
          })
          .sort((a, b) => distance(a.file, site.file) - distance(b.file, site.file) || b.about - a.about)
          .slice(0, maxFiles)
          .map(({ about: _, ...run }) => run);
  return { id: site.id, number: site.number, isFresh, runs };
}

/** How many places of the mutated file a test file reaches. */
const aboutIt = ({ tests }: Reach, sameFile: ReadonlySet<number>) =>
  new Set(Object.values(tests).flatMap(({ sites }) => sites.filter(site => sameFile.has(site)))).size;

function runOf({ file, tests, between, failed }: Reach, asked: ReadonlySet<number>): Run | null {
  const all = Object.entries(tests).filter(([id]) => !failed.includes(id));
  const reaching = all.filter(([, { sites }]) => sites.some(site => asked.has(site)));
  if (reaching.length > 0) return { file, tests: reaching.map(([id]) => id), ms: cost(reaching) };
  if (all.length === 0 || !between.some(site => asked.has(site))) return null;
  return { file, tests: all.map(([id]) => id), ms: cost(all) };
}

const cost = (tests: readonly (readonly [string, { ms: number }])[]) =>
  tests.reduce((total, [, { ms }]) => total + ms, OPENING_MS);
