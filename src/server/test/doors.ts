import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { type AppOptions, buildApp } from '#server/app.ts';
import type { App } from '#server/context.ts';
import type { Database } from '#server/database/db.ts';
import { registerPages } from '#server/ssr.ts';
import { testParts } from '#server/test/parts.ts';
import { ERRORS, type ErrorBody, type ErrorReason } from '#shared/errors.ts';

export type DoorName = 'rest' | 'trpc';
export const DOORS: readonly DoorName[] = ['rest', 'trpc'];

/** One call of a procedure, as either door takes it. */
export interface Ask {
  procedure: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The address of the REST door, path parameters filled in. */
  url: string;
  /** Goes into the query of a GET, else into the body. */
  input?: Record<string, unknown>;
  /** The body to the letter, instead of `input`. */
  text?: string;
  headers?: Record<string, string>;
  /** The fields that the tRPC door is sent instead of `input`, where REST says part of it in the path. */
  whole?: Record<string, unknown>;
}

export interface Answer {
  status: number;
  /** The procedure's answer or the failure, out of tRPC's envelope. */
  body: unknown;
  headers: Record<string, unknown>;
}

/** The answer of one door, taken out of its envelope so that both can be compared. */
export async function ask(app: FastifyInstance, door: DoorName, call: Ask): Promise<Answer> {
  return door === 'rest' ? askRest(app, call) : askTrpc(app, call);
}

async function askRest(app: FastifyInstance, { method, url, input, text, headers }: Ask): Promise<Answer> {
  const query = method === 'GET' && input ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const payload = method === 'GET' ? undefined : (text ?? (input && JSON.stringify(input)));
  const answer = await app.inject({
    method,
    url: `${url}${query}`,
    headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, body: parsed(answer.body), headers: answer.headers };
}

async function askTrpc(app: FastifyInstance, { procedure, method, input, whole, text, headers }: Ask) {
  const payload = text ?? JSON.stringify(whole ?? input ?? {});
  const answer =
    method === 'GET'
      ? await app.inject({ url: `/trpc/${procedure}?input=${encodeURIComponent(payload)}`, headers })
      : await app.inject({
          method: 'POST',
          url: `/trpc/${procedure}`,
          headers: { 'content-type': 'application/json', ...headers },
          payload,
        });
  const envelope = parsed(answer.body) as {
    result?: { data: unknown };
    error?: { data: ErrorBody & { httpStatus: number } };
  };
  if (!envelope.error)
    return { status: answer.statusCode, body: envelope.result?.data, headers: answer.headers };
  const { httpStatus: _, ...body } = envelope.error.data;
  return { status: answer.statusCode, body, headers: answer.headers };
}

const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

interface Doors extends Omit<AppOptions, 'router'> {
  variables?: Record<string, string>;
  log?: (line: string) => void;
  /** Also opens the pages as they are built. */
  pages?: boolean;
}

/** The doors around a router, with parts of their own. */
export async function openDoors(
  database: Database,
  router: AnyRouter,
  how: Doors = {},
): Promise<{ app: FastifyInstance; parts: App }> {
  const parts = await testParts(database, how);
  const more = async (scope: FastifyInstance) => {
    scope.addHook('onClose', () => parts.printer.close());
    await (how.pages ? registerPages(scope, parts) : how.more?.(scope));
  };
  return { app: await buildApp(parts, { longestLoopDelayMs: 60_000, ...how, more, router }), parts };
}

/** The one error shape, with the status and code of its reason, and nothing besides. */
export function expectFailure(answer: { status: number; body: unknown }, reason: ErrorReason) {
  const { status, code } = ERRORS[reason];
  expect(answer).toMatchObject({ status, body: { code, reason, message: expect.any(String) } });
  const known = ['message', 'code', 'reason', 'issues', 'details', 'remedies'];
  expect(Object.keys(answer.body as object).filter(key => !known.includes(key))).toEqual([]);
}
