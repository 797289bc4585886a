import { getHeapStatistics } from 'node:v8';
import { Counter, Gauge, type Registry } from 'prom-client';
import { overdueAfterMs, readBackupState } from '#server/backups/backup-state.ts';
import type { App } from '#server/context.ts';
import { outageOf } from '#server/database/db.ts';
import { allWarnings, type Health, readiness } from '#server/health.ts';
import { queueFigures } from '#server/jobs/job-queues.ts';
import { countUnsentMails } from '#server/mail/mail.ts';
import { clock } from '#server/time-and-chance.ts';

/** Prometheus gives a page ten seconds; the rest of it is worth having while a database hangs. */
const MAX_WAIT_MS = 2000;
const SHARED = 'The same in every process: take the greatest, do not add up.';

/**
 * Looks up, when somebody asks for `/metrics`, how the process and its database stand. A part that is not known
 * in time is left out, and the rest of the page stands.
 */
export function mountFigures(register: Registry, parts: App, health: Health): void {
  const { database, db, env, log } = parts;
  const outage = oneLine(why => log.warn({ why }, 'figures of the database are left out'));
  const inTime = <T>(what: string, work: () => Promise<T>) =>
    known(work).catch(err => {
      const why = outageOf(err);
      if (why === null) log.warn({ err }, `${what} could not be counted`);
      else outage(why);
      return null;
    });
  // Before those that ask the database for their figures, and so would be among the pool's.
  if (database.connections) mountPool(register, database.connections);
  mountProcess(register, parts, health);
  mountJobs(register, () => inTime('jobs', () => queueFigures(db)));
  gauge(register, 'mails', `Mails that were not sent, by state. ${SHARED}`, ['state'], async set => {
    const mails = await inTime('mails', () => countUnsentMails(db));
    for (const [state, count] of Object.entries(mails ?? {})) set({ state }, count);
  });
  mountBackups(register, () => inTime('backups', () => readBackupState(db)));
  // How often a Postgres is to be backed up the shop does not know.
  if (database.embedded) mountBackupAge(register, overdueAfterMs(env.backups.everyHours) / 1000);
}

/** Answers as the work does, which is given up for lost when it takes too long. */
async function known<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<never>((_, reject) => {
    timer = clock.setTimeout(reject, MAX_WAIT_MS, late());
  });
  try {
    return await Promise.race([work(), waited]);
  } finally {
    clock.clearTimeout(timer);
  }
}

const late = () => Object.assign(new Error(`no answer within ${MAX_WAIT_MS} ms`), { code: 'ETIMEDOUT' });

/** Says once what the parts of one page, which all wait for the same, find out within a moment of each other. */
function oneLine(say: (why: string) => void): (why: string) => void {
  let said = Number.NEGATIVE_INFINITY;
  return why => {
    const now = clock.elapsed();
    if (now - said > MAX_WAIT_MS) say(why);
    said = now;
  };
}

type Set = (labels: Record<string, string>, value: number) => void;

/** A gauge that shows what `look` sets, and nothing from before. */
function gauge(
  register: Registry,
  name: string,
  help: string,
  labelNames: string[],
  look: (set: Set) => void | Promise<void>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [register],
    async collect() {
      const found: Parameters<Set>[] = [];
      await look((...one) => found.push(one));
      this.reset();
      for (const [labels, value] of found) this.set(labels, value);
    },
  });
}

function mountProcess(register: Registry, parts: App, health: Health): void {
  gauge(register, 'database_listen_deaf', '1 while this process does not hear what others write.', [], set =>
    set({}, parts.database.isDeaf() ? 1 : 0),
  );
  gauge(register, 'ready', '1 for each check of /readyz that this process passes.', ['check'], async set => {
    const checks = await readiness(parts, health.isDraining);
    for (const [check, state] of Object.entries(checks)) {
      // Not known while the database is away, which is told of by a check of its own.
      if (check === 'migrations' && state === 'no answer') continue;
      set({ check }, state === 'ok' ? 1 : 0);
    }
  });
  gauge(register, 'ready_warnings', 'Warnings of /readyz, which says them in words.', [], set =>
    set({}, allWarnings(parts, health.warnings).length),
  );
  gauge(register, 'nodejs_heap_limit_bytes', 'What the heap may grow to before the process ends.', [], set =>
    set({}, getHeapStatistics().heap_size_limit),
  );
}

function mountPool(register: Registry, figures: NonNullable<App['database']['connections']>): void {
  const help = 'Connections of the pool, in use and at most, and the callers that wait for one.';
  gauge(register, 'database_connections', help, ['state'], set => {
    const { size, inUse, waiting } = figures();
    set({ state: 'in_use' }, inUse);
    set({ state: 'max' }, size);
    set({ state: 'waiting' }, waiting);
  });
}

type Asked<T> = () => Promise<Awaited<T> | null>;

function mountJobs(register: Registry, ask: Asked<ReturnType<typeof queueFigures>>): void {
  const figures = sharedLook(ask);
  const help = `Background jobs by queue; dead ones used up their runs. ${SHARED}`;
  gauge(register, 'jobs', help, ['queue', 'state'], async set => {
    for (const { queue, waiting, active, dead } of (await figures()) ?? []) {
      set({ queue, state: 'waiting' }, waiting);
      set({ queue, state: 'active' }, active);
      set({ queue, state: 'dead' }, dead);
    }
  });
  const age = `How long the oldest job that is due has waited, 0 where none is due. ${SHARED}`;
  gauge(register, 'jobs_oldest_due_seconds', age, ['queue'], async set => {
    for (const { queue, oldestDueSeconds } of (await figures()) ?? []) set({ queue }, oldestDueSeconds);
  });
}

/** Kept in the database, where a backup that another process made is noted as well. */
function mountBackups(register: Registry, ask: Asked<ReturnType<typeof readBackupState>>): void {
  const state = sharedLook(ask);
  new Counter({
    name: 'backup_failures_total',
    help: `Backups that failed. ${SHARED}`,
    registers: [register],
    async collect() {
      const known = await state();
      if (!known) return;
      this.reset();
      this.inc(known.failures);
    },
  });
  const help = `Moment of the last backup that succeeded; NaN where there is none. ${SHARED}`;
  gauge(register, 'backup_last_success_timestamp_seconds', help, [], async set => {
    const known = await state();
    set({}, known?.succeededAt ? Date.parse(known.succeededAt) / 1000 : Number.NaN);
  });
}

function mountBackupAge(register: Registry, seconds: number): void {
  const help = `How old the last backup may be: twice BACKUP_HOURS. ${SHARED}`;
  gauge(register, 'backup_overdue_after_seconds', help, [], set => set({}, seconds));
}

/** One look for all metrics that show a part of it. */
function sharedLook<T>(look: () => Promise<T>): () => Promise<T> {
  let looking: Promise<T> | null = null;
  return () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
}
