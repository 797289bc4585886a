import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseOutsideKey } from '#server/auth/key-scopes.ts';
import { readCookie, readSession } from '#server/auth/sessions.ts';
import type { App, Context } from '#server/context.ts';
import type { CallScope } from '#server/grants.ts';
import { callerOf } from '#server/http/fair-share.ts';
import { visitorAddress } from '#server/http/visitor-address.ts';

/** The bearer token of a request, or null. A script that sends one is judged by it alone, whatever its cookies. */
export function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token, ...more] = (request.headers.authorization ?? '').trim().split(/\s+/);
  return scheme?.toLowerCase() === 'bearer' && token && more.length === 0 ? token : null;
}

/** Finds out who asks what, whichever door the request came through. A poll does not keep a session awake. */
export async function createContext(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  about: {
    via: Context['via'];
    scope: CallScope | 'by procedure';
    poll?: boolean;
    /** Waits for its turn: see `createFairShare`. */
    costly?: boolean;
    inLine?: Context['inLine'];
  },
): Promise<Context> {
  const setCookie: Context['setCookie'] = (name, value, options) => {
    reply.setCookie(name, value, { path: '/', sameSite: 'lax', ...options });
  };
  const { user, session, key, refreshed } = await readSession(app, {
    cookie: request.headers.cookie,
    bearer: bearerToken(request),
    poll: about.poll,
  });
  if (about.scope !== 'by procedure') refuseOutsideKey(key, about.scope);
  for (const { name, value, options } of refreshed) setCookie(name, value, options);
  const ip = visitorAddress(request, app.env);
  if (about.costly) await request.server.fairShare.turn(callerOf(user, ip), reply);
  return {
    app,
    db: app.db,
    user,
    session,
    key,
    via: about.via,
    ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    log: request.log,
    readCookie: name => readCookie(request.headers.cookie, name),
    setCookie,
    ...(about.inLine && { inLine: about.inLine }),
    setStatus: status => {
      reply.code(status);
    },
  };
}
