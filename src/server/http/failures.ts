import { TRPCError } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { outageOf } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { errorBody } from '#server/trpc.ts';
import type { ErrorBody, ErrorReason } from '#shared/errors.ts';

const RETRY_AFTER_SECONDS = 5;

const BY_STATUS: Record<number, ErrorReason> = {
  404: 'not_found',
  413: 'too_large',
  415: 'wrong_type',
  429: 'busy',
};

/** Turns whatever went wrong on the way to a procedure or in it into the error that both doors answer from. */
export function failureOf(error: unknown): TRPCError {
  if (error instanceof TRPCError) return error;
  const status = (error as FastifyError | undefined)?.statusCode ?? 500;
  if (status >= 400 && status < 500) return new AppError(BY_STATUS[status] ?? 'malformed', { cause: error });
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error });
}

/** Seconds after which to try again, where the answer means "later". */
export function retryAfter(status: number, body: ErrorBody): number | null {
  if (status !== 429 && body.reason !== 'unavailable') return null;
  const seconds = (body.details as { retryAfter?: unknown } | undefined)?.retryAfter;
  return typeof seconds === 'number' ? Math.ceil(seconds) : RETRY_AFTER_SECONDS;
}

/** Writes down what nobody expected, with all that the answer keeps to itself. */
export function logFailure(log: FastifyBaseLogger, error: TRPCError, procedure: string | undefined): void {
  if (error instanceof AppError) return;
  // In an outage each request fails in the same way: one short line says all of it.
  const why = outageOf(error.cause);
  if (why !== null) log.error({ why, procedure }, 'the database does not answer');
  else if (errorBody(error).status >= 500)
    log.error({ err: error.cause ?? error, procedure }, 'unexpected failure');
}

/** Answers a failure in the one error shape; below `/trpc` inside tRPC's envelope, which its client expects. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const failure = failureOf(error);
  const { procedure, door } = request.routeOptions.config;
  const { status, body } = errorBody(failure, procedure);
  logFailure(request.log, failure, procedure);
  const seconds = retryAfter(status, body);
  if (seconds !== null) reply.header('retry-after', String(seconds));
  reply.code(status).type('application/json; charset=utf-8').header('cache-control', 'no-store');
  if (door !== 'trpc' && !request.url.startsWith('/trpc/')) return reply.send(JSON.stringify(body));
  const envelope = {
    message: body.message,
    code: TRPC_ERROR_CODES_BY_KEY[body.code],
    data: { httpStatus: status, ...body },
  };
  return reply.send(JSON.stringify({ error: envelope }));
}
