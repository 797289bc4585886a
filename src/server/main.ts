import { once } from 'node:events';
import { createServer } from 'node:net';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { DemoAccount } from '#demo/demo-accounts.ts';
import { buildApp } from '#server/app.ts';
import { lackOfSecondFactor } from '#server/auth/demand-second-factor.ts';
import { openDemoAccounts } from '#server/auth/demo-people.ts';
import { firstAdminLink } from '#server/auth/first-admin.ts';
import type { App } from '#server/context.ts';
import { EMBEDDED_NOTICE } from '#server/database/folder-lock.ts';
import { type Env, EnvError, loadEnv } from '#server/env.ts';
import { openLocalDoor } from '#server/local-door.ts';
import { createLogger } from '#server/logging.ts';
import { hint } from '#server/misspelt.ts';
import { closeParts, openParts } from '#server/open-parts.ts';
import { registerWebhooks } from '#server/payments/webhook.ts';
import { inPlainWords } from '#server/plain-words.ts';
import { appRouter } from '#server/router.ts';
import { registerPages } from '#server/ssr.ts';
import { clock } from '#server/time-and-chance.ts';
import { tryServices } from '#server/try-services.ts';
import { type Warnings, watchForWarnings } from '#server/warnings.ts';

/** All of closing has to fit between the signal and the kill. */
const CLOSE_MS = 10_000;
/** How long a live shop goes on answering after SIGTERM while /readyz says that it ends: proxies look each second or two. */
const LAME_DUCK_MS = 3_000;
/** For requests and jobs that run then. */
const DRAIN_MS = 4_000;

async function start(env: Env): Promise<void> {
  const log = createLogger(env.logLevel);
  for (const slip of env.misspelt) log.warn(hint(slip));
  const parts = await openParts(env, log);
  let app: FastifyInstance | null = null;
  let isEnding = false;
  let warnings: Warnings | null = null;
  for (const signal of SIGNALS) process.on(signal, stay);
  closeWithGrace({ delay: CLOSE_MS, logger: log }, async ({ err, signal }) => {
    ignoreRepeatedSignals();
    if (err) {
      const words = await inPlainWords(err, env);
      log.fatal({ err }, words ?? 'the process ends because of an error that nobody caught');
      // Nothing can be ended in order on a database that has ended.
      if (words) return;
    } else log.info({ signal }, 'closing');
    isEnding = true;
    if (signal === 'SIGTERM' && env.mode === 'live') await clock.sleep(LAME_DUCK_MS);
    if (app) await drain(app);
    await warnings?.end();
    await closeParts(parts, 1);
    log.info('closed');
  });
  app = await buildApp(parts, {
    router: appRouter,
    isEnding: () => isEnding,
    warnings: () => warnings?.list() ?? [],
    more: async scope => {
      await scope.register(webhooks => registerWebhooks(webhooks, parts));
      if (parts.database.driver === 'pglite') await scope.register(local => openLocalDoor(local, parts));
      await registerPages(scope, parts);
    },
  });
  if (env.demoData) {
    await tryAddress(env).catch(refuseAddress);
    await fillIfEmpty(parts);
  }
  const accounts = env.demoData ? await openDemoAccounts(parts.db) : [];
  // Stopped while it was filled.
  if (isEnding) return;
  await app.listen({ port: env.port, host: env.host }).catch(refuseAddress);
  await welcome(app, parts, accounts);
  warnings = await watchForWarnings(parts);
  await tryServices(parts);
}

const UNLISTENABLE: Record<string, string> = {
  EADDRINUSE: 'PORT is taken: something is already listening there',
  EACCES: 'PORT is not allowed for this user by the system',
  EADDRNOTAVAIL: 'HOST is not an address of this machine',
  ENOTFOUND: 'HOST is an unknown name',
  EAI_AGAIN: 'HOST is a name that could not be looked up',
};

/** An address at which nobody can listen is a wrong variable, too. */
function refuseAddress(error: NodeJS.ErrnoException): never {
  const problem = UNLISTENABLE[error.code ?? ''];
  throw problem === undefined ? error : new EnvError([problem], { cause: error });
}

/** Listens for a moment: filling a shop takes longer than anybody should wait to hear that the port is taken. */
async function tryAddress({ port, host }: Env): Promise<void> {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

// Loaded by a demo shop's start alone: a live one has no need of it.
async function fillIfEmpty({ db, env, log }: App): Promise<void> {
  const { seedDemoShop } = await import('#demo/seed.ts');
  const begin = () => log.info('the empty database is being filled with the demo shop, which takes a while');
  if (await seedDemoShop(db, { ...env, begin })) log.info('the empty database was filled with the demo shop');
}

/** Ends taking requests, lets those that run end, cuts what is too slow. */
async function drain(app: FastifyInstance): Promise<void> {
  const cut = clock.setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clock.clearTimeout(cut);
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Listens from first to last: a signal that comes while nobody listens ends the process at once. */
const stay = () => undefined;

// npm passes on the very signal that the terminal has sent already, and the second one would end us at once.
function ignoreRepeatedSignals(): void {
  for (const signal of SIGNALS) {
    for (const listener of process.listeners(signal)) {
      if (listener !== stay) process.removeListener(signal, listener);
    }
  }
}

async function welcome(app: FastifyInstance, parts: App, accounts: readonly DemoAccount[]): Promise<void> {
  const { env, log } = parts;
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : env.port;
  const local = env.publicUrl.replace(/^(http:\/\/localhost):\d+$/, `$1:${port}`);
  console.log(`Knurl is open at ${local} (${env.mode} mode)`);
  for (const { role, email, password } of accounts)
    console.log(`  ${role.padEnd(15)} ${email.padEnd(24)} ${password}`);
  if (parts.database.driver === 'pglite') log.info(EMBEDDED_NOTICE);
  const lacking = await lackOfSecondFactor(parts);
  if (lacking) log.warn(lacking);
  // Not as a line of the log, where LOG_LEVEL could leave it out: there is no other way to the first Admin.
  const link = env.demoData ? null : await firstAdminLink(parts);
  if (link) console.log(`This shop has no Admin yet. Within a day, open ${link}`);
}

let env: Env | null = null;
try {
  env = loadEnv();
  await start(env);
} catch (error) {
  console.error((await inPlainWords(error, env)) ?? error);
  process.exit(1);
}
