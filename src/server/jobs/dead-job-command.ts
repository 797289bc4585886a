import { sql } from 'drizzle-orm';
import { CommandError } from '#server/command-error.ts';
import { type Db, rows } from '#server/database/db.ts';
import { deadJobs, discardDeadJob, queueFigures, retryDeadJobs } from '#server/jobs/job-queues.ts';
import { clock } from '#server/time-and-chance.ts';

export const JOBS_USAGE = 'jobs [retry <id>|all] [discard <id>]';

/** A question about dead jobs on the command line. */
export type AskedOfJobs = { do: 'list' } | { do: 'retry'; id: string } | { do: 'discard'; id: string };

export function readJobsArguments([what, id, ...more]: readonly string[]): AskedOfJobs {
  if (what === undefined) return { do: 'list' };
  if ((what === 'retry' || what === 'discard') && id && more.length === 0) return { do: what, id };
  throw new CommandError(`Usage: ${JOBS_USAGE}`);
}

const MAX_LISTED = 100;

/** Does it and answers what to print. `runs`: whether a shop works on this database that would run them now. */
export async function answerJobs(
  db: Db,
  asked: AskedOfJobs,
  { runs, now = clock.now() }: { runs: boolean; now?: Date },
): Promise<string[]> {
  const [queues] = rows<{ there: boolean }>(
    await db.execute(sql`select to_regclass('pgboss.job') is not null as there`),
  );
  if (!queues?.there) throw new CommandError('No shop has started on this database yet: it has no jobs.');
  if (asked.do === 'list') return list(db, now);
  const { id } = asked;
  if (asked.do === 'discard') {
    if (!(await discardDeadJob(db, id))) throw noSuch(id);
    return ['Discarded: it will not run again.'];
  }
  const retried = await retryDeadJobs(db, id === 'all' ? 'all' : { id });
  if (retried === 0 && id !== 'all') throw noSuch(id);
  if (retried === 0) return ['There are no dead jobs.'];
  const jobs = retried === 1 ? 'One job' : `${retried} jobs`;
  return [`${jobs} will run once more ${runs ? 'now' : 'when the shop starts'}.`];
}

const noSuch = (id: string) => new CommandError(`There is no dead job ${printable(id)}. "jobs" lists them.`);

async function list(db: Db, now: Date): Promise<string[]> {
  const figures = await queueFigures(db);
  const sum = (what: 'waiting' | 'active' | 'dead') => figures.reduce((all, queue) => all + queue[what], 0);
  const dead = sum('dead');
  const others = `${sum('waiting')} waiting, ${sum('active')} running.`;
  if (dead === 0) return [`No dead jobs; ${others}`];
  const shown = await deadJobs(db, { limit: MAX_LISTED });
  return [
    ...shown.map(job => {
      const runs = `${job.runs} ${job.runs === 1 ? 'run' : 'runs'}`;
      return `${job.id}  ${job.queue.padEnd(20)} ${age(job.at, now).padStart(8)}  ${runs.padStart(7)}  ${oneLine(job.error)}`;
    }),
    ...(dead > shown.length ? [`and ${dead - shown.length} older ones`] : []),
    `${dead} dead; ${others}`,
  ];
}

function age(at: string, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`;
}

const MAX_LETTERS = 160;

/** The first line of an error, for a terminal: others wrote it, so it shows no password and moves no cursor. */
function oneLine(error: string | null): string {
  const [line = ''] = (error ?? 'no error was recorded').split('\n');
  const safe = printable(line.replace(/\/\/[^/@\s]*@/g, '//[hidden]@'));
  return safe.length > MAX_LETTERS ? `${safe.slice(0, MAX_LETTERS)}…` : safe;
}

const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 1000);
