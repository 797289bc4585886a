import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors.ts';

/**
 * Refuses work while the event loop lags. Always with 429 and Retry-After: 503 on POST /orders means a credit limit
 * (spec §7). Never the polls of `notifications.newest`, whose failure ends a session, nor the health checks.
 */
export async function refuseOverload(app: FastifyInstance, longestLoopDelayMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: longestLoopDelayMs,
    // Asynchronous, because the plugin does not catch what a plain function throws.
    pressureHandler: async (request, _reply, _type, delay) => {
      // One long block, as by the embedded database at work, leaves no sample; refusing after it helps nobody.
      if (delay === undefined || !Number.isFinite(delay)) return;
      const { procedure, quiet } = request.routeOptions.config;
      if (quiet || procedure === 'notifications.newest') return;
      if (/^\/trpc\/[^?]*\bnotifications\.newest\b/.test(request.url)) return;
      throw new AppError('busy');
    },
  });
}
