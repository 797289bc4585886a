import { authJobs } from '#server/auth/jobs.ts';
import { backfillJobs } from '#server/backfills.ts';
import { backupJobs } from '#server/backups/jobs.ts';
import { clearJobs } from '#server/clear-old.ts';
import { companyJobs } from '#server/companies/jobs.ts';
import type { App } from '#server/context.ts';
import type { JobDefinition, PayloadsOf } from '#server/jobs/define-jobs.ts';
import type { JobName } from '#server/jobs/jobs.ts';
import { listingJobs } from '#server/listing/jobs.ts';
import { mailJobs } from '#server/mail/jobs.ts';
import { orderJobs } from '#server/orders/jobs.ts';
import { paymentJobs } from '#server/payments/jobs.ts';
import { productJobs } from '#server/products/jobs.ts';
import { suggestionJobs } from '#server/suggestions/jobs.ts';
import { upkeepJobs } from '#server/upkeep.ts';
import { variantJobs } from '#server/variants/jobs.ts';

/** Lists the jobs of all domains. */
const DOMAINS = [
  mailJobs,
  authJobs,
  orderJobs,
  paymentJobs,
  upkeepJobs,
  clearJobs,
  backfillJobs,
  productJobs,
  suggestionJobs,
  variantJobs,
  companyJobs,
  listingJobs,
  backupJobs,
] as const;

type Together<Kinds> = (Kinds extends unknown ? (kinds: Kinds) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

declare module '#server/jobs/jobs.ts' {
  interface JobPayloads extends PayloadsOf<Together<(typeof DOMAINS)[number]>> {}
}

/**
 * Makes every job of the shop known, before the jobs start. Throws where two domains give one name. `rhythm`: how often
 * those that come by themselves do so; null: never.
 */
export function registerJobs(
  app: App,
  rhythm: (name: JobName, everySeconds: number) => number | null = (_, everySeconds) => everySeconds,
): void {
  const all = DOMAINS.flatMap(jobs => Object.entries<JobDefinition>(jobs));
  for (const [key, job] of all) {
    const { run, everySeconds: usual, offsetSeconds = 0, onlyEmbedded, ...options } = job;
    if (onlyEmbedded && app.database.driver !== 'pglite') continue;
    const name = key as JobName;
    app.jobs.register(name, async (payload, of) => void (await run(app, payload as never, of)), options);
    const everySeconds = usual ? rhythm(name, usual) : null;
    if (everySeconds) app.jobs.schedule(name, {} as never, { everySeconds, offsetSeconds });
  }
}
