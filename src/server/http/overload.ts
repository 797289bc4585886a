import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors.ts';
import { whenAnswered } from '#server/http/answered.ts';
import { REFUSED } from '#server/http/fair-share.ts';

/**
 * So many requests are worked on however slow the loop is: a lag with few requests comes from elsewhere (filling
 * an empty shop, a long piece of the embedded database's work, a slow machine), and refusing them would not end it.
 */
const ALWAYS_TAKEN = 10;

/**
 * Refuses work while the event loop lags. Always with 429 and Retry-After: 503 on POST /orders means a credit limit
 * (rule S4). Never the polls of `notifications.newest`, whose failure ends a session, nor the health checks, nor files:
 * a page that was worked on is worth nothing without its scripts.
 */
export async function refuseOverload(app: FastifyInstance, longestLoopDelayMs: number): Promise<void> {
  let running = 0;
  app.addHook('onRequest', async (_request, reply) => {
    running++;
    whenAnswered(reply.raw, () => running--);
  });
  await app.register(underPressure, {
    maxEventLoopDelay: longestLoopDelayMs,
    // Asynchronous, because the plugin does not catch what a plain function throws.
    pressureHandler: async (request, _reply, _type, delay) => {
      // One long block leaves no sample; refusing after it helps nobody.
      if (running <= ALWAYS_TAKEN || delay === undefined || !Number.isFinite(delay)) return;
      const { procedure, quiet, file } = request.routeOptions.config;
      if (quiet || file || procedure === 'notifications.newest') return;
      if (/^\/trpc\/[^?]*\bnotifications\.newest\b/.test(request.url)) return;
      REFUSED.inc({ why: 'overload' });
      throw new AppError('busy');
    },
  });
}

/** Every route of this scope from here on is a file. */
export function answersFiles(scope: FastifyInstance): void {
  scope.addHook('onRoute', route => {
    route.config = { ...route.config, file: true };
  });
}
