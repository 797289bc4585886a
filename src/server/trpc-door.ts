import type { AnyProcedure, AnyRouter, TRPCError } from '@trpc/server';
import { resolveResponse } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App, Context } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { AppError } from '#server/errors.ts';
import { logFailure, retryAfter } from '#server/http/failures.ts';
import { jsonReader } from '#server/http/json-text.ts';
import { errorBody, isCostly, type Meta } from '#server/trpc.ts';
import type { ErrorBody } from '#shared/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The outcome of each call, once the tRPC door has answered them. */
    outcomes?: readonly CallOutcome[] | null;
  }
}

const MAX_CALLS_IN_A_BATCH = 10;
const UNAVAILABLE = 503;
const MIXED = 207;

/**
 * tRPC at `/trpc/<procedures>`. Its Fastify plugin would swap the JSON parser for one without our limits, so the
 * request is handed to tRPC here; the answer goes out as text, which costs half of the plugin's stream.
 */
export async function mountTrpc(scope: FastifyInstance, app: App, router: AnyRouter): Promise<void> {
  const readJson = jsonReader(scope);
  scope.decorateRequest('outcomes', null);
  scope.removeAllContentTypeParsers();
  // tRPC parses the text itself; reading it before is what refuses deep nesting and `__proto__`.
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string) => {
      readJson(request, text);
      return text;
    },
  );
  scope.route<{ Params: { '*': string }; Querystring: { input?: unknown } }>({
    method: ['GET', 'POST'],
    url: '/trpc/*',
    config: { door: 'trpc', data: true },
    // Before the body is read: what is wrong with it says nothing of a call that does not exist.
    onRequest: async request => {
      const isKnown = (name: string) => Object.hasOwn(router._def.procedures, name);
      if (!request.params['*'].split(',').some(isKnown)) throw new AppError('not_found');
    },
    preHandler: async request => {
      const { input } = request.query;
      if (typeof input === 'string') readJson(request, input);
      // Takes none of several: tRPC would read the first, which nobody has looked at.
      else if (input !== undefined) throw new AppError('malformed');
    },
    handler: (request, reply) => answer(app, router, request.params['*'], request, reply),
  });
}

async function answer(
  app: App,
  router: AnyRouter,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const logged = new Set<TRPCError>();
  const response = await resolveResponse({
    router,
    path,
    req: webRequest(request),
    error: null,
    maxBatchSize: MAX_CALLS_IN_A_BATCH,
    createContext: ({ info }) => {
      const asked = info.calls.map(({ path }) => procedureOf(router, path));
      return createContext(app, request, reply, {
        via: 'trpc',
        scope: 'by procedure',
        poll: asked.every(isPoll),
        costly: asked.some(isCostly),
        // A batch has one turn, and is to take no more of a process than one call.
        ...(asked.filter(isCostly).length > 1 && { inLine: createLine() }),
      });
    },
    onError: ({ error, path }) => {
      if (!logged.has(error)) logFailure(request.log, error, path);
      logged.add(error);
    },
    responseMeta: ({ errors: [error], paths = [path], data }) => {
      const outcomes = outcomesOf({ error, paths, data, succeeded: reply.statusCode });
      request.outcomes = outcomes;
      return metaOf(outcomes);
    },
  });
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply
    .code(response.status)
    .header('cache-control', 'no-store')
    .send(await response.text());
}

/** Two at a time, so that whoever reads a page does not wait for each of its answers in turn. */
const AT_ONCE = 2;

/** Lets work begin in its order, `AT_ONCE` at a time. */
function createLine(): NonNullable<Context['inLine']> {
  const waiting: (() => void)[] = [];
  let atWork = 0;
  return async work => {
    if (atWork >= AT_ONCE) await new Promise<void>(begin => waiting.push(begin));
    else atWork++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else atWork--;
    }
  };
}

/** The outcome of one call of a request; `wait`: seconds after which a failed one may be tried again. */
export interface CallOutcome {
  path: string;
  status: number;
  wait: number | null;
}

interface Answered {
  error: TRPCError | undefined;
  paths: readonly string[];
  data: readonly unknown[];
  succeeded: number;
}

/** A batch's calls fail each on their own, but for what fails before the first: that is the failure of all. */
function outcomesOf({ error, paths, data, succeeded }: Answered): CallOutcome[] {
  const areAlone = paths.length > 1 && data.length === paths.length;
  return paths.map((path, index) => {
    const { error: own } = (data[index] ?? {}) as { error?: { data: ErrorBody & { httpStatus: number } } };
    const failure = areAlone
      ? own && { status: own.data.httpStatus, body: own.data }
      : error && errorBody(error, path);
    if (!failure) return { path, status: succeeded, wait: null };
    return { path, status: failure.status, wait: retryAfter(failure.status, failure.body) };
  });
}

/** The answer's own status: what all calls have in common, "later" where each of them says so, else 207. */
function metaOf(outcomes: readonly CallOutcome[]): { status: number; headers: Headers } {
  const statuses = [...new Set(outcomes.map(({ status }) => status))];
  const waits = outcomes.flatMap(({ wait }) => wait ?? []);
  const isLater = waits.length === outcomes.length;
  const [common = 500] = statuses;
  return {
    status: statuses.length === 1 ? common : isLater ? UNAVAILABLE : MIXED,
    headers: new Headers(isLater ? { 'retry-after': String(Math.max(...waits)) } : {}),
  };
}

// Nothing in the body is `{}`, as on the REST door.
function webRequest(request: FastifyRequest): Request {
  const headers = { 'content-type': 'application/json' };
  const url = new URL(request.url, 'http://localhost');
  if (request.method !== 'POST') return new Request(url, { method: request.method, headers });
  const text = typeof request.body === 'string' && request.body.trim() !== '' ? request.body : '{}';
  return new Request(url, { method: 'POST', headers, body: text });
}

const procedureOf = (router: AnyRouter, name: string): AnyProcedure | undefined =>
  Object.hasOwn(router._def.procedures, name) ? router._def.procedures[name] : undefined;

const isPoll = (procedure: AnyProcedure | undefined): boolean =>
  (procedure?._def.meta as Meta | undefined)?.poll === true;
