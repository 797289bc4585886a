import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as drizzle from 'drizzle-orm';
import { TestRunner, vi } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import type { Job, Plan, Reach, Run, Told } from './plan.ts';

type Test = Parameters<TestRunner['onBeforeRunTask']>[0];
type File = Parameters<TestRunner['onCollectStart']>[0];
type Task = File['tasks'][number];

/** Globals that the code with mutants asks for, see `withMutants`. */
interface Asked {
  __isMutant?: (site: number) => boolean;
  __drizzle?: typeof drizzle;
}

/** A process that has tried so many may hold what they left behind. */
const MAX_JOBS = 80;
/** Each leaves behind what was loaded before it. */
const MAX_FRESH_JOBS = 10;

/**
 * Tries one mutant after the other in one process, on modules and a database that are there already. Vitest starts it
 * with a file that has nothing in it; the others it starts by itself.
 */
export default class MutantRunner extends TestRunner {
  private readonly plan: Plan = JSON.parse(readFileSync(String(process.env.MUTATION_PLAN), 'utf8'));
  private mutant = -1;
  private reached = new Set<number>();
  private between = new Set<number>();
  private loading = new Set<number>();
  private tests: Reach['tests'] = {};
  private begun = 0;
  private isDriving = false;
  private stopsAtFailure = false;
  private readonly proven = new Set<string>();

  override importFile(path: string, source: 'collect' | 'setup') {
    const known = this.workerState.evaluatedModules.getModuleById(path);
    if (source === 'collect' && known) this.workerState.evaluatedModules.invalidateModule(known);
    return super.importFile(path, source);
  }

  override async onBeforeRunTask(test: Test) {
    await super.onBeforeRunTask(test);
    this.reached = new Set();
    this.begun = performance.now();
  }

  override onAfterRunTask(test: Test) {
    super.onAfterRunTask(test);
    if (test.result?.state === 'pass' || test.result?.state === 'fail')
      this.tests[test.id] = { ms: Math.round(performance.now() - this.begun), sites: [...this.reached] };
    this.reached = this.between;
    if (test.result?.state === 'fail' && this.stopsAtFailure) this.cancelRun = true;
  }

  override onAfterRunFiles() {
    super.onAfterRunFiles();
    if (this.isDriving) return;
    this.isDriving = true;
    // The parent knows of no other file than the first.
    Object.assign(this, {
      onCollectStart: (file: File) => super.onCollectStart(file),
      onCollected: undefined,
      onTaskUpdate: undefined,
      onAfterRunFiles: () => super.onAfterRunFiles(),
    });
    return this.drive() as unknown as undefined;
  }

  private async drive() {
    const asked = globalThis as Asked;
    asked.__drizzle = drizzle;
    asked.__isMutant = site => {
      this.reached.add(site);
      return site === this.mutant;
    };
    this.tell({ at: 'started', pid: process.pid });
    for (const file of this.plan.files) await this.measure(file);
    let fresh = 0;
    for (const job of this.plan.jobs.slice(0, MAX_JOBS)) {
      if (job.isFresh && ++fresh > MAX_FRESH_JOBS) break;
      if (!(await this.attempt(job))) break;
    }
  }

  private tell(told: Told) {
    appendFileSync(this.plan.told, `${JSON.stringify(told)}\n`);
  }

  /** Writes down what the tests of a file reach while all is right. */
  private async measure(file: string) {
    this.tell({ at: 'file', job: null, file, ms: 60_000 });
    const since = performance.now();
    const { failed } = await this.runFile({ file, tests: null, ms: 0 });
    this.tell({
      at: 'reach',
      reach: {
        file,
        ms: Math.round(performance.now() - since),
        tests: this.tests,
        between: [...this.between],
        loading: [...this.loading],
        failed: failed.map(({ id }) => id),
      },
    });
  }

  /** False where this process is no longer fit: right code fails in it. */
  private async attempt(job: Job): Promise<boolean> {
    const since = performance.now();
    const end = (outcome: 'killed' | 'survived', by = '', why = '') =>
      this.tell({ at: 'mutant', id: job.id, outcome, by, why, ms: Math.round(performance.now() - since) });
    if (job.isFresh) this.forgetModules();
    for (const run of job.runs) {
      this.tell({ at: 'file', job: job.id, file: run.file, ms: run.ms });
      const failure = await this.failureOf(job, run);
      if (failure === 'spoiled') {
        this.tell({ at: 'spoiled', id: job.id, file: run.file });
        return false;
      }
      if (failure === null) continue;
      if (job.isFresh) this.forgetModules();
      end('killed', `${run.file} › ${failure.name}`, failure.why);
      return true;
    }
    if (job.isFresh) this.forgetModules();
    end('survived');
    return true;
  }

  /**
   * Asks the tests of a file that reach the mutant. A test that fails among a few must have passed by itself on the
   * right code; where it does not, because it builds on those before it, the whole file is asked, of both.
   */
  private async failureOf(job: Job, run: Run): Promise<Failure | null | 'spoiled'> {
    const [failure] = await this.wrongly(job, run);
    if (!failure) return null;
    const proof = `${run.file}|${failure.id}`;
    if (this.proven.has(proof)) return failure;
    if (job.isFresh) this.forgetModules();
    const { failed } = await this.runFile({ ...run, tests: failure.id === '' ? run.tests : [failure.id] });
    if (failed.length === 0) {
      this.proven.add(proof);
      return failure;
    }
    const whole = { ...run, tests: null };
    if ((await this.runFile(whole)).failed.length > 0) return 'spoiled';
    if (job.isFresh) this.forgetModules();
    return (await this.wrongly(job, whole))[0] ?? null;
  }

  private async wrongly(job: Job, run: Run): Promise<Failure[]> {
    this.mutant = job.number;
    this.stopsAtFailure = true;
    try {
      return (await this.runFile(run)).failed;
    } finally {
      this.mutant = -1;
      this.stopsAtFailure = false;
    }
  }

  private async runFile({ file, tests }: Run): Promise<{ failed: Failure[] }> {
    this.cancelRun = false;
    this.tests = {};
    this.between = new Set();
    this.loading = new Set();
    this.reached = this.loading;
    const filepath = join(this.plan.root, file);
    this.workerState.filepath = filepath;
    const spec = { filepath, testIds: tests ?? undefined, testLocations: undefined };
    const files = await startTests([spec], this);
    vi.resetConfig();
    vi.restoreAllMocks();
    return { failed: files.flatMap(failures) };
  }

  /** Between loading and the first test stands what a file prepares for all of them. */
  onBeforeRunFiles() {
    this.reached = this.between;
  }

  private forgetModules() {
    this.workerState.evaluatedModules.idToModuleMap.forEach((node, path) => {
      if (/\/vitest\/dist\/|@vitest\/dist|scripts\/mutation\//.test(path)) return;
      node.promise = undefined;
      node.exports = undefined;
      node.evaluated = false;
      node.importers.clear();
    });
  }
}

interface Failure {
  /** Empty where the file fails before any test. */
  id: string;
  name: string;
  why: string;
}

/** Tests that failed, and last what failed around them. */
function failures(task: Task | File): Failure[] {
  const inside = 'tasks' in task ? task.tasks.flatMap(failures) : [];
  if (task.result?.state !== 'fail' || inside.length > 0) return inside;
  const why = task.result.errors?.[0]?.message?.split('\n')[0]?.slice(0, 200) ?? '';
  const isTest = task.type === 'test';
  return [{ id: isTest ? task.id : '', name: task.name, why }];
}
