import { createHash, timingSafeEqual } from 'node:crypto';
import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readBackupState } from '#server/backups/backup-state.ts';
import type { App } from '#server/context.ts';
import { countUnsentMails } from '#server/mail/mail.ts';
import { isForwarded } from '#server/visitor-address.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Prometheus figures at `/metrics`: for the loopback address, or with METRICS_TOKEN as a bearer token. Behind a
 * proxy on the same machine everybody comes from the loopback address, so there the token alone counts. Nothing with
 * METRICS=off.
 */
export function mountMetrics(
  app: FastifyInstance,
  { env, database, db, jobs, log }: App,
  router: AnyRouter,
): void {
  if (!env.metrics) return;
  const register = new Registry();
  collectDefaultMetrics({ register });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the request to the end of its answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  // Before those that ask the database for their figures, and so would be among the pool's.
  if (database.connections) mountPool(register, database.connections);
  mountListening(register, database);
  const gauges: Record<string, { help: string; count: () => Promise<Record<string, number>> }> = {
    jobs: { help: 'Background jobs in the database, by state.', count: () => jobs.counts() },
    mails: { help: 'Mails that were not sent, by state.', count: () => countUnsentMails(db) },
  };
  for (const [name, { help, count }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers: [register],
      async collect() {
        try {
          for (const [state, counted] of Object.entries(await count())) this.set({ state }, counted);
        } catch (error) {
          this.reset();
          log.warn({ err: error }, `${name} could not be counted`);
        }
      },
    });
  }
  mountBackups(register, db, log);
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: routeOf(request, router), status: reply.statusCode };
    seconds.observe(labels, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { config: { quiet: true } }, async (request, reply) => {
    if (!mayRead(request, env)) return reply.callNotFound();
    return reply.type(register.contentType).send(await register.metrics());
  });
}

function mountListening(register: Registry, { isDeaf }: App['database']): void {
  new Gauge({
    name: 'database_listen_deaf',
    help: '1 while this process does not hear what others write.',
    registers: [register],
    collect() {
      this.set(isDeaf() ? 1 : 0);
    },
  });
}

function mountPool(register: Registry, figures: NonNullable<App['database']['connections']>): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, in use and at most, and the callers that wait for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      const { size, inUse, waiting } = figures();
      this.set({ state: 'in_use' }, inUse);
      this.set({ state: 'max' }, size);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

/** Kept in the database, where a backup that another process made is noted as well. */
function mountBackups(register: Registry, db: App['db'], log: App['log']): void {
  const state = () =>
    readBackupState(db).catch(err => {
      log.warn({ err }, 'the state of the backups could not be read');
      return null;
    });
  new Counter({
    name: 'backup_failures_total',
    help: 'Backups that failed.',
    registers: [register],
    async collect() {
      const known = await state();
      if (!known) return;
      this.reset();
      this.inc(known.failures);
    },
  });
  new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'Moment of the last backup that succeeded; NaN where there is none.',
    registers: [register],
    async collect() {
      const known = await state();
      this.set(known?.succeededAt ? Date.parse(known.succeededAt) / 1000 : Number.NaN);
    },
  });
}

// Names that we gave, never what somebody wrote into an address: a label for each of those would fill the memory.
function routeOf(request: FastifyRequest, router: AnyRouter): string {
  const { url = 'none', config } = request.routeOptions;
  const asked = (request.params as Record<string, string> | undefined)?.['*'] ?? '';
  if (config.door === 'trpc' && Object.hasOwn(router._def.procedures, asked)) return asked;
  return config.procedure ?? url;
}

function mayRead(request: FastifyRequest, env: App['env']): boolean {
  const { authorization = '' } = request.headers;
  if (env.metricsToken !== null) return isSame(authorization, `Bearer ${env.metricsToken}`);
  const { remoteAddress } = request.socket;
  const isDirect = env.trustProxy === false && !isForwarded(request.headers);
  return isDirect && remoteAddress !== undefined && LOOPBACK.has(remoteAddress);
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));
