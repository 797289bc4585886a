import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { withoutValues } from '#server/logging.ts';
import { reopenMails } from '#server/mail/mail.ts';

export interface QueueFigures {
  queue: string;
  /** Also those whose time has not come. */
  waiting: number;
  active: number;
  dead: number;
  /** For how long the oldest one could have run; 0 where none is due. */
  oldestDueSeconds: number;
}

/** Among all jobs of the last days: each part is read from an index that holds nothing else. */
export const QUEUE_FIGURES = sql`
    with waiting as (
      select name, count(*) as jobs, min(start_after) as due
      from pgboss.job where state < 'active' group by name
    ), begun as (
      select name, count(*) filter (where state = 'active') as active, count(*) filter (where state = 'failed') as dead
      from pgboss.job where state in ('active', 'failed') group by name
    )
    select q.name as queue, coalesce(w.jobs, 0)::int as waiting, coalesce(b.active, 0)::int as active,
      coalesce(b.dead, 0)::int as dead,
      greatest(0, coalesce(extract(epoch from now() - w.due), 0))::float8 as "oldestDueSeconds"
    from pgboss.queue q left join waiting w on w.name = q.name left join begun b on b.name = q.name
    order by q.name`;

/** How each queue stands. */
export async function queueFigures(db: Db): Promise<QueueFigures[]> {
  return rows<QueueFigures>(await db.execute(QUEUE_FIGURES));
}

export interface DeadJob {
  id: string;
  queue: string;
  payload: unknown;
  runs: number;
  /** Without the values of a failed query, which are people's data. */
  error: string | null;
  at: string;
}

/** Jobs that used up their runs, the newest first; all of them, or of one queue, or one. */
export async function deadJobs(db: Db, which: { limit: number; id?: string }): Promise<DeadJob[]> {
  const { limit, id = null } = which;
  const result = await db.execute(sql`
    select id::text, name as queue, data as payload, retry_count + 1 as runs, output->>'message' as error,
      to_char(completed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from pgboss.job where state = 'failed' and (${id}::text is null or id::text = ${id})
    order by completed_on desc, id limit ${limit}::int`);
  return rows<DeadJob>(result).map(job => ({ ...job, error: job.error && withoutValues(job.error) }));
}

/**
 * Lets dead jobs run once more, at once: one, or all. Answers how many. Not by pg-boss's own `retry`, which leaves them
 * the age at which its upkeep takes them away.
 */
export async function retryDeadJobs(db: Db, which: 'all' | { id: string }): Promise<number> {
  const id = which === 'all' ? null : which.id;
  return db.transaction(async tx => {
    const retried = rows<{ queue: string; mail: string | null }>(
      await tx.execute(sql`
        update pgboss.job set state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = null,
          keep_until = now() + interval '14 days'
        where state = 'failed' and (${id}::text is null or id::text = ${id})
        returning name as queue, data->>'email' as mail`),
    );
    // A mail whose job died was given up, and would not be looked at again.
    await reopenMails(
      tx,
      retried.flatMap(({ queue, mail }) => (queue === 'send-mail' && mail ? [mail] : [])),
    );
    return retried.length;
  });
}

/** Takes a dead job away for good; false: there is none with this id. */
export async function discardDeadJob(db: Db, id: string): Promise<boolean> {
  const result = await db.execute(
    sql`delete from pgboss.job where state = 'failed' and id::text = ${id} returning id::text`,
  );
  return rows(result).length > 0;
}
