import type { AnyProcedure, AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { jsonReader } from '#server/http/json-text.ts';
import { isCostly, type Meta } from '#server/trpc.ts';

/** Gives the whole path of a call: below `/api/v1`, but for those that name `/api/` themselves (rule S3). */
export const fullPath = (path: string) => (path.startsWith('/api/') ? path : `/api/v1${path}`);

/** Every procedure of a router that has a REST address. */
export function restCalls(router: AnyRouter) {
  return Object.entries(router._def.procedures as Record<string, AnyProcedure>).flatMap(
    ([name, procedure]) => {
      const meta = procedure._def.meta as Meta | undefined;
      return meta?.openapi ? [{ name, procedure, meta, ...meta.openapi }] : [];
    },
  );
}

/**
 * The REST door: one native route a procedure, so that Fastify's router decides (static before parameter, HEAD,
 * decoding) and the procedure itself is called with what the request holds, uncoerced.
 */
export async function mountRest(scope: FastifyInstance, app: App, router: AnyRouter): Promise<void> {
  const readJson = jsonReader(scope);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string) => readJson(request, text),
  );
  for (const { name, procedure, meta, method, path } of restCalls(router)) {
    const costly = isCostly(procedure);
    scope.route({
      method,
      url: fullPath(path).replace(/\{(\w+)\}/g, ':$1'),
      config: { data: true, procedure: name, effects: procedure._def.type === 'mutation', costly },
      handler: async (request, reply) => {
        const context = await createContext(app, request, reply, {
          via: 'rest',
          scope: 'by procedure',
          poll: meta.poll,
          costly,
        });
        const answer = await call(router, context, name, inputOf(request));
        return reply
          .type('application/json; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(JSON.stringify(answer) ?? 'null');
      },
    });
  }
}

function call(router: AnyRouter, context: unknown, name: string, input: unknown): Promise<unknown> {
  let step: unknown = router.createCaller(context);
  for (const part of name.split('.')) step = (step as Record<string, unknown>)[part];
  return (step as (input: unknown) => Promise<unknown>)(input);
}

// Path parameters win, so that nobody can say one thing in the address and another in the body.
function inputOf(request: FastifyRequest): unknown {
  const query = request.query as Record<string, unknown>;
  const params = request.params as Record<string, string>;
  const { body = {} } = request;
  if (!isRecord(body)) return body;
  if (request.method === 'GET' || request.method === 'HEAD') return { ...query, ...params };
  if (request.method === 'DELETE') return { ...query, ...body, ...params };
  return { ...body, ...params };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
