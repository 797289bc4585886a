import { createHash, timingSafeEqual } from 'node:crypto';
import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { App } from '#server/context.ts';
import { counts } from '#server/counts.ts';
import { mountFigures } from '#server/figures.ts';
import type { Health } from '#server/health.ts';
import { isForwarded } from '#server/http/visitor-address.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Prometheus figures at `/metrics`: for the loopback address, or with METRICS_TOKEN as a bearer token. Behind a
 * proxy on the same machine everybody comes from the loopback address, so there the token alone counts. Nothing with
 * METRICS=off.
 */
export function mountMetrics(app: FastifyInstance, parts: App, router: AnyRouter, health: Health): void {
  const { env } = parts;
  if (!env.metrics) return;
  const register = new Registry();
  collectDefaultMetrics({ register });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the request to the end of its answer, by route; each call of a batch counts.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  mountFigures(register, parts, health);
  app.addHook('onResponse', async (request, reply) => {
    const { method, outcomes } = request;
    for (const { path, status } of outcomes ?? [{ path: '', status: reply.statusCode }]) {
      seconds.observe({ method, route: routeOf(request, router, path), status }, reply.elapsedTime / 1000);
    }
  });
  app.get('/metrics', { config: { quiet: true } }, async (request, reply) => {
    if (!mayRead(request, env)) return reply.callNotFound();
    const pages = await Promise.all([register.metrics(), counts.metrics()]);
    return reply.type(register.contentType).send(pages.join('\n'));
  });
}

// Names that we gave, never what somebody wrote into an address: a label for each of those would fill the memory.
function routeOf({ routeOptions, params }: FastifyRequest, router: AnyRouter, call: string): string {
  const { url = 'none', config } = routeOptions;
  const asked = call || (params as Record<string, string> | undefined)?.['*'] || '';
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
