import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type PgBoss from 'pg-boss';
import { v5 as uuidv5 } from 'uuid';
import { counterOf } from '#server/counts.ts';
import { openBoss, within } from '#server/database/boss.ts';
import { type Database, type Db, inLog, retrying, rows, takeTurn } from '#server/database/db.ts';
import { batchWhileBusy } from '#server/jobs/batch-while-busy.ts';
import { chance, clock } from '#server/time-and-chance.ts';

/** Every kind of job and what it carries: those that domains define (define-jobs.ts), which register-jobs.ts adds. */
// biome-ignore lint/suspicious/noEmptyInterface: what is added to it is known above this floor alone.
export interface JobPayloads {}
export type JobName = keyof JobPayloads & string;

export interface JobRun {
  id: string;
  /** 1 on the first run. */
  attempt: number;
  /** Aborted when the time is up or the process goes down. */
  signal: AbortSignal;
}

export type JobHandler<N extends JobName> = (payload: JobPayloads[N], run: JobRun) => Promise<void>;

export interface JobOptions {
  /** Further runs after a failed one; then the job is dead. */
  retryLimit?: number;
  /** Before the first retry; doubles from then on. */
  retryDelaySeconds?: number;
  /** After it a run counts as failed, also one whose process died. */
  timeoutSeconds?: number;
  /** Jobs of this kind at a time in one process. */
  concurrency?: number;
  /** Is sent the payload of a job that used up its runs, also when no run could end: its process died. */
  whenDead?: string;
}

export interface SendOptions {
  /** At most one job with this key waits; one that already runs doesn't count. */
  singletonKey?: string;
  startAfter?: Date;
}

export interface Jobs {
  /** Before `start`. A handler may run twice for one job and must not mind. */
  register<N extends JobName>(name: N, handler: JobHandler<N>, options?: JobOptions): void;
  /** Becomes real when the given transaction commits. Null: one with this `singletonKey` waits already. */
  send<N extends JobName>(
    tx: Db,
    name: N,
    payload: JobPayloads[N],
    options?: SendOptions,
  ): Promise<string | null>;
  /** Once per interval over all processes; an interval that nobody was up for is made up for once. */
  schedule<N extends JobName>(
    name: N,
    payload: JobPayloads[N],
    every: { everySeconds: number; offsetSeconds?: number },
  ): void;
  /** Every process starts, so that its sends find their queue; `work: false` leaves the work to others. */
  start(how?: { work?: boolean }): Promise<void>;
  /** Lets running jobs end for so long, then hands them back. */
  stop(graceSeconds?: number): Promise<void>;
  /** Works off all that is due (`delayed`: also what is not yet) and returns how many ran. For tests and commands. */
  drain(how?: { delayed?: boolean }): Promise<number>;
}

export interface JobsSettings {
  pollSeconds?: number;
  /** Between two rounds in which pg-boss takes back what ran too long, and clears away what is old. */
  upkeepSeconds?: number;
}

const DEFAULTS: Required<Omit<JobOptions, 'whenDead'>> = {
  retryLimit: 8,
  retryDelaySeconds: 10,
  timeoutSeconds: 120,
  concurrency: 1,
};
const runs = counterOf(
  'job_runs_total',
  'Runs of background jobs; failed ones are tried again, dead ones are not.',
  {
    queue: [],
    outcome: [],
  },
);
const SCHEDULE_IDS = '6f7f0f6e-3d43-4d0c-9f0a-0d8a5b9c3d11';
/** Any number; every process that makes queues asks for the same one. */
const QUEUES_LOCK = 7_160_302;

interface Worker {
  handler: (payload: never, run: JobRun) => Promise<void>;
  options: typeof DEFAULTS & Pick<JobOptions, 'whenDead'>;
  running: Map<string, { done: Promise<void>; stop: AbortController }>;
  filling: Promise<void>;
  /** How many more waited when it was looked last. */
  left: number;
  complete: (id: string) => Promise<void>;
}

interface Schedule {
  name: JobName;
  payload: object;
  everySeconds: number;
  offsetSeconds: number;
  lastSlot: number | null;
}

/**
 * Background jobs on pg-boss, in the shop's own database. Fetching, completing and the clock are ours: pg-boss
 * polls once per queue and leaves failures of `complete` unhandled, which would end the process when the database goes.
 */
export function createJobs(
  database: Database,
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  settings: JobsSettings = {},
): Jobs {
  return new BossJobs(database, log, settings);
}

class BossJobs implements Jobs {
  readonly #boss: PgBoss;
  readonly #workers = new Map<string, Worker>();
  readonly #schedules: Schedule[] = [];
  readonly #pollMs: number;
  #timer: NodeJS.Timeout | null = null;
  #polling: Promise<void> = Promise.resolve();
  #working = false;
  #failing = false;

  constructor(
    readonly database: Database,
    readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
    settings: JobsSettings,
  ) {
    this.#boss = openBoss(database, true, settings.upkeepSeconds);
    this.#boss.on('error', error => log.warn(inLog(error), 'job upkeep failed'));
    this.#pollMs = 1000 * (settings.pollSeconds ?? (database.driver === 'pglite' ? 2 : 1));
  }

  register<N extends JobName>(name: N, handler: JobHandler<N>, options: JobOptions = {}): void {
    if (this.#workers.has(name)) throw new Error(`job ${name} is registered twice`);
    this.#workers.set(name, {
      handler,
      options: { ...DEFAULTS, ...options },
      running: new Map(),
      filling: Promise.resolve(),
      left: 0,
      complete: batchWhileBusy(ids => this.#boss.complete(name, ids)),
    });
  }

  async send<N extends JobName>(tx: Db, name: N, payload: JobPayloads[N], options: SendOptions = {}) {
    return this.#insert(tx, name, payload, {
      // Jobs of one instant are taken on in the order in which they were sent.
      id: chance.uuidInOrder(),
      // The queues allow one waiting job per key, so a job without a key gets one of its own.
      singletonKey: options.singletonKey ?? chance.uuid(),
      ...(options.startAfter && { startAfter: options.startAfter }),
    });
  }

  schedule<N extends JobName>(
    name: N,
    payload: JobPayloads[N],
    every: { everySeconds: number; offsetSeconds?: number },
  ): void {
    this.#schedules.push({ name, payload, offsetSeconds: 0, ...every, lastSlot: null });
  }

  async start({ work = true } = {}): Promise<void> {
    await this.#createQueues();
    if (!work || this.#working) return;
    await this.#boss.start();
    if (this.database.driver === 'pglite') await this.#takeBack();
    this.#working = true;
    this.#timer = clock.setInterval(() => this.#poll(), this.#pollMs);
    this.#poll();
  }

  async stop(graceSeconds = 8): Promise<void> {
    if (!this.#working) return;
    this.#working = false;
    if (this.#timer) clock.clearInterval(this.#timer);
    await this.#polling;
    await Promise.all([...this.#workers.values()].map(worker => worker.filling));
    const running = [...this.#workers.values()].flatMap(worker => [...worker.running.values()]);
    const ended = Promise.all(running.map(run => run.done));
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise(resolve => {
      timer = clock.setTimeout(resolve, graceSeconds * 1000);
    });
    await Promise.race([ended, grace]);
    clock.clearTimeout(timer);
    for (const run of running) run.stop.abort(new Error('the process goes down'));
    await ended;
    await this.#boss.stop({ graceful: false });
  }

  async drain({ delayed = false } = {}): Promise<number> {
    let ran = 0;
    for (;;) {
      const before = ran;
      for (const { name } of await this.#waiting(delayed)) {
        const worker = this.#workers.get(name);
        if (!worker) continue;
        const jobs = await this.#fetch(name, 20, delayed);
        for (const job of jobs) await this.#run(name, worker, job);
        ran += jobs.length;
      }
      if (ran === before) return ran;
    }
  }

  // Not by pg-boss's own createQueue, whose locks deadlock when two processes start together.
  async #createQueues(): Promise<void> {
    const present = rows<{ name: string }>(
      await this.database.db.execute(sql`select name from pgboss.queue`),
    );
    const missing = [...this.#workers.keys()].filter(name => !present.some(queue => queue.name === name));
    if (missing.length === 0) return;
    await retrying(this.database.db, async tx => {
      await takeTurn(tx, QUEUES_LOCK);
      for (const name of missing)
        await tx.execute(sql`select pgboss.create_queue(${name}, '{"policy":"short"}'::json)`);
    });
  }

  #insert(tx: Db, name: string, payload: object, how: PgBoss.SendOptions): Promise<string | null> {
    const worker = this.#workers.get(name);
    if (!worker) throw new Error(`job ${name} is not registered`);
    const { retryLimit, retryDelaySeconds, timeoutSeconds, whenDead } = worker.options;
    return this.#boss.send(name, payload, {
      ...how,
      retryLimit,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      expireInSeconds: timeoutSeconds,
      ...(whenDead && { deadLetter: whenDead }),
      db: { executeSql: (text, values) => within(tx, text, values) },
    });
  }

  #poll(): void {
    this.#polling = this.#polling
      .then(() => (this.#working ? this.#tick() : undefined))
      .then(() => {
        this.#failing = false;
      })
      .catch(error => {
        // Once per outage; the next tick tries again.
        if (!this.#failing) this.log.warn(inLog(error), 'jobs wait for the database');
        this.#failing = true;
      });
  }

  async #tick(): Promise<void> {
    for (const schedule of this.#schedules) await this.#sendDue(schedule);
    for (const { name, count } of await this.#waiting(false)) {
      const worker = this.#workers.get(name);
      if (!worker) continue;
      worker.left = count;
      await this.#fill(name, worker);
    }
  }

  /** Those of its queues that have something to do, and how many jobs (`delayed`: also what is not due yet). */
  async #waiting(delayed: boolean): Promise<{ name: string; count: number }[]> {
    const isDue = delayed ? sql`` : sql`and start_after <= now()`;
    const names = sql.param([...this.#workers.keys()]);
    const result = await this.database.db.execute(
      sql`select name, count(*)::int from pgboss.job where name = any(${names}::text[]) and state < 'active' ${isDue}
        group by name order by name`,
    );
    return rows<{ name: string; count: number }>(result);
  }

  async #sendDue(schedule: Schedule): Promise<void> {
    const { name, payload, everySeconds, offsetSeconds } = schedule;
    const slot = Math.floor((clock.ms() / 1000 - offsetSeconds) / everySeconds);
    if (slot === schedule.lastSlot) return;
    // The same id in every process: the first one makes the job, the others find it.
    const id = uuidv5(`${name} ${everySeconds} ${slot}`, SCHEDULE_IDS);
    await this.#insert(this.database.db, name, payload, { id, singletonKey: 'schedule' });
    schedule.lastSlot = slot;
  }

  /** Fetches what there is room for. One at a time per worker, or two would fill the same room. */
  #fill(name: string, worker: Worker): Promise<void> {
    worker.filling = worker.filling
      .then(() => this.#takeOn(name, worker))
      .catch(error => this.log.warn({ ...inLog(error), job: name }, 'job fetch failed'));
    return worker.filling;
  }

  async #takeOn(name: string, worker: Worker): Promise<void> {
    const room = worker.options.concurrency - worker.running.size;
    if (!this.#working || room < 1) return;
    const jobs = await this.#fetch(name, room, false);
    worker.left = jobs.length < room ? 0 : worker.left - jobs.length;
    for (const job of jobs) {
      const stop = new AbortController();
      const done = this.#run(name, worker, job, stop).then(() => {
        worker.running.delete(job.id);
        // The next one at once, not at the next poll.
        if (this.#working && worker.left > 0) void this.#fill(name, worker);
      });
      worker.running.set(job.id, { done, stop });
    }
  }

  #fetch(name: string, batchSize: number, ignoreStartAfter: boolean) {
    return this.#boss.fetch<never>(name, { batchSize, ignoreStartAfter, includeMetadata: true });
  }

  /** Never throws: what can't be written down is retried when the run's time is up. */
  async #run(
    name: string,
    worker: Worker,
    job: PgBoss.JobWithMetadata<never>,
    stop = new AbortController(),
  ): Promise<void> {
    const timeout = clock.setTimeout(
      () => stop.abort(new Error(`took longer than ${worker.options.timeoutSeconds} s`)),
      worker.options.timeoutSeconds * 1000,
    );
    const attempt = job.retryCount + 1;
    try {
      await Promise.race([
        worker.handler(job.data, { id: job.id, attempt, signal: stop.signal }),
        aborted(stop.signal),
      ]);
      await worker.complete(job.id);
      runs.inc({ queue: name, outcome: 'done' });
    } catch (error) {
      const last = attempt > job.retryLimit;
      runs.inc({ queue: name, outcome: last ? 'dead' : 'failed' });
      this.log[last ? 'error' : 'warn'](
        { err: error, job: name, id: job.id, attempt },
        last ? 'job is dead' : 'job failed',
      );
      // This is the only character that can't be stored.
      const message = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '');
      await this.#boss
        .fail(name, job.id, { message })
        .catch(problem =>
          this.log.warn({ err: problem, job: name, id: job.id }, 'job result was not written'),
        );
    } finally {
      clock.clearTimeout(timeout);
    }
  }

  // The embedded database has one process: what was active when it opened belongs to nobody.
  async #takeBack(): Promise<void> {
    await this.database.execute(
      `update pgboss.job set state = 'retry', start_after = now() where state = $1`,
      ['active'],
    );
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
