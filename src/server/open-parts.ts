import type { FastifyBaseLogger } from 'fastify';
import { createCache } from '#server/cache.ts';
import { foldOldNames } from '#server/companies/fold-names.ts';
import type { App } from '#server/context.ts';
import { type Database, openDatabase } from '#server/database/db.ts';
import { migrate, SNAPSHOT } from '#server/database/migrate.ts';
import { createPrinter } from '#server/documents/printer.ts';
import type { Env } from '#server/env.ts';
import { createGoogleVerifier } from '#server/integrations/google-identity.ts';
import { createMailTransport } from '#server/integrations/smtp.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import type { PaymentGateway } from '#server/payments/gateway.ts';
import { timedGateway } from '#server/payments/timed-gateway.ts';
import { openPictures } from '#server/photos/picture-files.ts';
import { registerJobs } from '#server/register-jobs.ts';
import { clock } from '#server/time-and-chance.ts';

/** Opens what a process holds: the migrated database, and around it cache, jobs, payments, mail and printer. */
export async function openParts(env: Env, log: FastifyBaseLogger): Promise<App> {
  const database = await openDatabase({ ...env, snapshot: SNAPSHOT, onFatal: endProcess });
  try {
    await migrate(database);
    await foldOldNames({ db: database.db, log });
    const parts: App = {
      env,
      database,
      db: database.db,
      cache: await createCache(database),
      jobs: createJobs(database, log),
      payments: timedGateway(await openGateway(env, database)),
      mail: createMailTransport(env),
      printer: createPrinter(),
      google: env.google && createGoogleVerifier(env.google),
      pictures: openPictures(env.dataDir),
      log,
    };
    registerJobs(parts);
    await parts.jobs.start({ work: env.jobs });
    return parts;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Closes what `openParts` opened, once nothing is asked of it any more. */
export async function closeParts(parts: App, graceSeconds: number): Promise<void> {
  const { jobs, mail, printer, cache, database } = parts;
  await jobs.stop(graceSeconds);
  mail.close();
  await printer.close();
  await cache.close();
  await database.close();
}

// Either gateway brings packages that the other does not need.
async function openGateway({ stripe }: Env, { db }: Database): Promise<PaymentGateway> {
  if (stripe === null) return (await import('#server/payments/test-gateway.ts')).createTestGateway(db);
  return (await import('#server/integrations/stripe.ts')).createStripeGateway(stripe);
}

// A database that can't write any more must not be answered from; whoever supervises the process starts it anew.
function endProcess(error: unknown): void {
  clock.setImmediate(() => {
    throw error;
  });
}
