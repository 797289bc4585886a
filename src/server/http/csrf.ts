import type { FastifyRequest } from 'fastify';
import { bearerToken } from '#server/create-context.ts';
import { AppError } from '#server/errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site makes a visitor's browser send (403 `cross_site`). A browser says where a request
 * comes from by Sec-Fetch-Site or Origin; without both, a request may not bring cookies. Scripts with an API key
 * have no cookie that could be abused. A GET is looked at where its route says that it has effects.
 */
export function refuseCrossSite(request: FastifyRequest, trusted: ReadonlySet<string>): void {
  if (SAFE.has(request.method) && request.routeOptions.config.effects !== true) return;
  if (bearerToken(request)) return;
  const { origin, cookie, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && trusted.has(origin)) return;
  const own =
    site !== undefined
      ? site === 'same-origin'
      : origin !== undefined
        ? origin === `${request.protocol}://${request.host}`
        : cookie === undefined;
  if (!own) throw new AppError('cross_site');
}
