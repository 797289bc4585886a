import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { House } from './house.ts';
import type { Reach } from './plan.ts';
import type { Site } from './sites.ts';

/** All tests but the client's: whichever reaches a mutant may notice it. */
const TESTED = ['src/shared', 'src/server'];

/** Code that runs in a process of its own has no mutants in it. */
const STARTS_PROCESSES = /node:child_process|test\/shop-process|test\/installed/;

/** Lists the test files that are asked. */
export function testFiles(root: string): string[] {
  return TESTED.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(path => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter(path => path.endsWith('.test.ts') && !path.endsWith('.long.test.ts'))
      .filter(path => !STARTS_PROCESSES.test(readFileSync(join(root, path), 'utf8')))
      .sort(),
  );
}

export interface Outcome {
  outcome: 'killed' | 'survived' | 'timeout';
  /** The test that noticed. */
  by: string;
  why: string;
  ms: number;
}

interface Entry extends Outcome {
  seed: number;
  commit: string;
  id: string;
  /** The fingerprint of the sources and all tests. */
  print: string;
  /** The fingerprint of the mutated file and the test file that killed it, for which a kill holds. */
  pair: string;
}

const printOf = (...texts: readonly string[]) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
};

/**
 * Keeps what has been found out in a folder, a line each, so that the next run goes on from there. A kill holds until
 * the mutated file or the test that killed changes, a survivor until anything does.
 */
export class Known {
  private readonly found = new Map<string, Outcome>();
  private readonly reached = new Map<string, Reach>();
  private readonly texts = new Map<string, string>();
  private readonly sourcesPrint: string;
  private readonly print: string;
  private readonly commit: string;

  constructor(private readonly house: House & { seed: number; tests: string[]; isFresh: boolean }) {
    mkdirSync(house.folder, { recursive: true });
    this.sourcesPrint = printOf(...[...house.sources].flatMap(([file, { text }]) => [file, text]));
    this.print = printOf(this.sourcesPrint, ...house.tests.map(file => this.text(file)));
    this.commit = commitOf(house.root);
    if (house.isFresh)
      for (const name of ['found.jsonl', 'reach.jsonl']) rmSync(join(house.folder, name), { force: true });
    for (const reach of this.lines<Reach>('reach.jsonl'))
      if (reach.print === this.reachPrint(reach.file)) this.reached.set(reach.file, reach);
    for (const entry of this.lines<Entry>('found.jsonl'))
      if (this.holds(entry)) this.found.set(entry.id, entry);
  }

  /** Names the test files of which it is not known what they reach. */
  unmeasured = () => this.house.tests.filter(file => !this.reached.has(file));

  reaches = () => this.house.tests.map(file => this.reached.get(file)).filter(reach => reach !== undefined);

  addReach(told: Omit<Reach, 'print'>): void {
    const reach = { ...told, print: this.reachPrint(told.file) };
    this.reached.set(reach.file, reach);
    this.append('reach.jsonl', reach);
  }

  has = (site: Site) => this.found.has(site.id);
  of = (site: Site) => this.found.get(site.id);

  add(site: Site, outcome: Outcome): void {
    this.found.set(site.id, outcome);
    const { seed } = this.house;
    const pair = this.pair(site.file, outcome.by);
    this.append('found.jsonl', {
      seed,
      commit: this.commit,
      id: site.id,
      file: site.file,
      ...outcome,
      print: this.print,
      pair,
    });
  }

  private holds(entry: Entry & { file?: string }): boolean {
    if (entry.print === this.print) return true;
    return entry.outcome === 'killed' && entry.pair === this.pair(entry.file ?? '', entry.by);
  }

  private pair = (source: string, by: string) =>
    printOf(this.text(source), this.text(by.split(' › ')[0] ?? ''));

  private reachPrint = (file: string) => printOf(this.sourcesPrint, this.text(file));

  private text(file: string): string {
    const path = join(this.house.root, file);
    const text = this.texts.get(file) ?? (file !== '' && existsSync(path) ? readFileSync(path, 'utf8') : '');
    this.texts.set(file, text);
    return text;
  }

  private lines<T>(name: string): T[] {
    const path = join(this.house.folder, name);
    if (!existsSync(path)) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .flatMap(parsed<T>);
  }

  private append(name: string, line: object): void {
    appendFileSync(join(this.house.folder, name), `${JSON.stringify(line)}\n`);
  }
}

/** Parses a line; one that was cut off in the middle gives nothing. */
function parsed<T>(line: string): T[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

function commitOf(root: string): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
