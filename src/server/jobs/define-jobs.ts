import type { App } from '#server/context.ts';
import type { JobOptions, JobRun } from '#server/jobs/jobs.ts';

/** Describes a kind of job: what it does with its payload, how often it is tried, and when it runs by itself. */
export interface JobDefinition<Payload = never> extends JobOptions {
  run: (app: App, payload: Payload, run: JobRun) => Promise<unknown>;
  /** Runs it by itself, without a payload, once per interval over all processes. */
  everySeconds?: number;
  /** Shifts these runs within their interval. */
  offsetSeconds?: number;
  /** Leaves it out where the database is a Postgres. */
  onlyEmbedded?: boolean;
}

/** Defines the jobs of a domain by their names, which say what is done: 'send-mail'. */
export const defineJobs = <Jobs extends Record<string, JobDefinition>>(jobs: Jobs): Jobs => jobs;

/** Gives what each of these jobs carries, as its `run` takes it. */
export type PayloadsOf<Jobs> = {
  [Name in keyof Jobs]: Jobs[Name] extends JobDefinition<infer Payload>
    ? [Payload] extends [never]
      ? Record<string, never>
      : unknown extends Payload
        ? Record<string, never>
        : Payload
    : never;
};
