import { tmpdir } from 'node:os';
import { createCache } from '#server/cache.ts';
import type { App } from '#server/context.ts';
import type { Database } from '#server/database/db.ts';
import { createPrinter } from '#server/documents/printer.ts';
import { parseEnv } from '#server/env.ts';
import { createGoogleVerifier } from '#server/integrations/google-identity.ts';
import { createMailTransport } from '#server/integrations/smtp.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createLogger } from '#server/logging.ts';
import { createTestGateway } from '#server/payments/test-gateway.ts';
import { timedGateway } from '#server/payments/timed-gateway.ts';
import { openPictures } from '#server/photos/picture-files.ts';

/** Makes what a process holds, around a test's database. `variables` as in the environment; `log` gets its lines. */
export async function testParts(
  database: Database,
  { variables = {}, log }: { variables?: Record<string, string>; log?: (line: string) => void } = {},
): Promise<App> {
  const env = parseEnv({ DATA_DIR: tmpdir(), PUBLIC_URL: 'http://shop.test', ...variables }, () =>
    'k'.repeat(64),
  );
  const logger = createLogger(log ? 'debug' : 'silent', { write: line => log?.(line) });
  return {
    env,
    database,
    db: database.db,
    cache: await createCache(database),
    jobs: createJobs(database, logger),
    payments: timedGateway(createTestGateway(database.db)),
    mail: createMailTransport(env),
    printer: createPrinter(),
    google: env.google && createGoogleVerifier(env.google),
    pictures: openPictures(env.dataDir),
    log: logger,
  };
}
