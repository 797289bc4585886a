import cookie from '@fastify/cookie';
import type { AnyRouter } from '@trpc/server';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { mountCertificates } from '#server/companies/certificate-door.ts';
import type { App } from '#server/context.ts';
import { mountOrderDocuments } from '#server/documents/order-documents-door.ts';
import { mountPriceLists } from '#server/documents/price-list-door.ts';
import { AppError } from '#server/errors.ts';
import { mountHealth } from '#server/health.ts';
import { compressAnswers } from '#server/http/compression.ts';
import { refuseCrossSite } from '#server/http/csrf.ts';
import { sendFailure } from '#server/http/failures.ts';
import { createFairShare, type FairShare, refuseFullLines, watchLoop } from '#server/http/fair-share.ts';
import { refuseOverload } from '#server/http/overload.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { watchForProxies } from '#server/http/visitor-address.ts';
import { mountListFiles } from '#server/list-files-door.ts';
import { mountMetrics } from '#server/metrics.ts';
import { mountDocs } from '#server/openapi.ts';
import { mountAvatars } from '#server/photos/avatar-door.ts';
import { servePictures } from '#server/photos/serve-pictures.ts';
import { mountRest } from '#server/rest.ts';
import { mountSitemap } from '#server/site/site-files-door.ts';
import { chance } from '#server/time-and-chance.ts';
import { mountTrpc } from '#server/trpc-door.ts';

declare module 'fastify' {
  interface FastifyInstance {
    fairShare: FairShare;
  }
  interface FastifyContextConfig {
    /** The procedure that a REST route calls. */
    procedure?: string;
    /** Changes something, so that another site may not make a browser call it, whatever the method. */
    effects?: boolean;
    /** Answers data alone: fewer headers than a page needs, and stricter ones. */
    data?: boolean;
    /** tRPC's failures are answered in its envelope. */
    door?: 'trpc' | 'page';
    /** Takes its turn among its caller's other calls (`fair-share.ts`). */
    costly?: boolean;
    /** A file as it lies there, which costs nothing to send: never refused for overload. */
    file?: boolean;
    /** Asked for every few seconds: not logged, never refused for overload. */
    quiet?: boolean;
  }
}

export interface AppOptions {
  /** The shop's `appRouter`; tests of the doors bring a small one. */
  router: AnyRouter;
  /** More to answer: pages, assets, webhooks, uploads, each in a scope of its own. */
  more?: (app: FastifyInstance) => Promise<void>;
  /** Whether the process has been told to end: it still answers, but proxies are to look elsewhere. */
  isEnding?: () => boolean;
  /** Warnings to an operator, for /readyz. */
  warnings?: () => string[];
  /** Mean delay of the event loop over a second, beyond which requests are refused as overload. */
  longestLoopDelayMs?: number;
  /** Whether callers have to share the process now; by itself, when the event loop is late. */
  isLoaded?: () => boolean;
}

const MAX_BODY_BYTES = 256 * 1024;
const SECOND = 1000;

function noSchemas(): never {
  throw new Error('A route has a schema of Fastify’s: the shop’s own stand in its procedures');
}

/** Everything that answers over HTTP, not yet listening: `main` lets it listen, tests inject into it. */
export async function buildApp(
  parts: App,
  {
    router,
    more,
    isEnding = () => false,
    warnings = () => [],
    longestLoopDelayMs = 250,
    isLoaded,
  }: AppOptions,
): Promise<FastifyInstance> {
  const { env } = parts;
  const app = fastify({
    loggerInstance: parts.log,
    // One line a request, written below, with the route's pattern: addresses may hold secrets.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: request => givenId(env.trustProxy, request.headers['x-request-id']) ?? chance.uuid(),
    trustProxy: trustedProxies(env.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 30 * SECOND,
    // A start on a machine that is busy with others takes long, and would be given up after 10 s.
    pluginTimeout: 60 * SECOND,
    http: { headersTimeout: 10 * SECOND, connectionsCheckingInterval: 5 * SECOND },
    // While draining, what arrives on open connections is still answered as ever.
    return503OnClosing: false,
    // Inputs and outputs are the procedures' own; Fastify's compilers of schemas would cost each start time.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    frameworkErrors: (error, request, reply) => sendFailure(request, reply, error),
  }) as unknown as FastifyInstance;

  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
  });
  // Else a connection that was busy when closing began is kept open by its client, and closing waits for it.
  app.addHook('onSend', async (_request, reply) => {
    if (isEnding() || draining) reply.header('connection', 'close');
  });
  app.removeAllContentTypeParsers();
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, new AppError('not_found')));

  const trusted = new Set([new URL(env.publicUrl).origin]);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    refuseCrossSite(request, trusted);
  });
  logAnswers(app, router);
  await app.register(cookie);
  await securityHeaders(app, env);
  compressAnswers(app);
  await refuseOverload(app, longestLoopDelayMs);
  const loop = watchLoop();
  app.addHook('onClose', async () => loop.stop());
  app.decorate('fairShare', createFairShare({ isLoaded: isLoaded ?? loop.isLoaded }));
  refuseFullLines(app, env);

  const proxyWarnings = watchForProxies(app, parts);
  const health = {
    isDraining: () => isEnding() || draining,
    warnings: () => [...proxyWarnings(), ...warnings()],
  };
  mountMetrics(app, parts, router, health);
  mountHealth(app, parts, health);
  await app.register(async scope => servePictures(scope, parts));
  await app.register(async scope => mountSitemap(scope, parts));
  await app.register(async scope => mountOrderDocuments(scope, parts));
  await app.register(async scope => mountPriceLists(scope, parts));
  await app.register(async scope => mountListFiles(scope, parts));
  await app.register(async scope => mountAvatars(scope, parts));
  await app.register(async scope => mountCertificates(scope, parts));
  await app.register(async scope => mountTrpc(scope, parts, router));
  await app.register(async scope => mountRest(scope, parts, router));
  await app.register(async scope => mountDocs(scope, router));
  refuseUnknown(app);
  if (more) await app.register(async scope => more(scope));
  return app;
}

/** Names the calls of a request to /trpc, of those that there are: what else stands in an address may be a secret. */
function callsOf({ params, routeOptions }: FastifyRequest, router: AnyRouter): string[] {
  if (routeOptions.config.door !== 'trpc') return [];
  const asked = (params as Record<string, string> | undefined)?.['*'] ?? '';
  return asked.split(',').filter(name => Object.hasOwn(router._def.procedures, name));
}

function logAnswers(app: FastifyInstance, router: AnyRouter): void {
  // Nothing of these lines is secret, and looking for secrets takes longer than writing them.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = null, config } = request.routeOptions;
    if (config.quiet) return;
    const calls = callsOf(request, router);
    log.info({
      reqId: request.id,
      method: request.method,
      route,
      ...(calls.length > 0 && { calls }),
      status: reply.statusCode,
      address: request.ip,
      ms: Math.round(reply.elapsedTime),
    });
  });
}

/**
 * Answers what no route takes before a byte of its body is read: else a body of a type that is read elsewhere alone
 * would be refused for its type. The calls have routes for it, because a page's catch-all would answer them in HTML.
 */
function refuseUnknown(app: FastifyInstance): void {
  const refuse = async () => {
    throw new AppError('not_found');
  };
  app.addHook('onRequest', async request => {
    if (request.is404) await refuse();
  });
  for (const unknown of ['/api/*', '/trpc']) app.all(unknown, { onRequest: refuse }, refuse);
}

/** A trusted proxy's own name for the request, so that its lines and ours are found together. */
function givenId(trust: App['env']['trustProxy'], id: string | string[] | undefined): string | null {
  return trust !== false && typeof id === 'string' && /^[\w.:-]{1,100}$/.test(id) ? id : null;
}

function trustedProxies(trust: App['env']['trustProxy']) {
  if (typeof trust === 'number') return (_address: string, hop: number) => hop < trust;
  return typeof trust === 'object' ? [...trust] : trust;
}
