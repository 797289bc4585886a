import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { ZodError, type z } from 'zod';
import type { Context, SessionUser } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { ERRORS, type ErrorBody, type ErrorCode, type ErrorReason } from '#shared/errors.ts';

/** Roles a procedure can ask for; the columns of the table of who may what (`permissions.ts`). */
export type Who = 'public' | 'user' | 'commercial' | 'staff' | 'admin' | 'special';

export interface Meta extends OpenApiMeta {
  who?: Who;
  /** A poll: neither counts as activity for the idle time nor is rate limited. */
  poll?: boolean;
}

/** The one error shape of both doors. Anything unexpected keeps its text for the log alone. */
export function errorBody(error: TRPCError): { status: number; body: ErrorBody } {
  if (error instanceof AppError) {
    const { reason, issues, details } = error;
    return {
      status: ERRORS[reason].status,
      body: {
        message: error.message,
        code: error.code as ErrorCode,
        reason,
        ...(issues && { issues }),
        ...(details !== undefined && { details }),
      },
    };
  }
  if (error.cause instanceof ZodError && error.code === 'BAD_REQUEST') {
    const issues = error.cause.issues.map(issue => ({
      path: issue.path.map(part => (typeof part === 'symbol' ? String(part) : part)),
      message: issue.message,
    }));
    return { status: 400, body: rowBody('invalid', issues) };
  }
  const reason = expectedReason(error);
  if (reason) return { status: ERRORS[reason].status, body: rowBody(reason) };
  return {
    status: 500,
    body: { message: 'Something went wrong. Please try again.', code: 'INTERNAL_SERVER_ERROR' },
  };
}

function rowBody(reason: ErrorReason, issues?: ErrorBody['issues']): ErrorBody {
  const { notice, code } = ERRORS[reason];
  return { message: notice, code, reason, ...(issues && { issues }) };
}

// What tRPC itself throws for a request that never reached a procedure.
function expectedReason(error: TRPCError): ErrorReason | null {
  if (error.code === 'NOT_FOUND' || error.code === 'METHOD_NOT_SUPPORTED') return 'not_found';
  if (error.code === 'PARSE_ERROR' || error.code === 'BAD_REQUEST') return 'malformed';
  if (error.code === 'PAYLOAD_TOO_LARGE') return 'too_large';
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return 'wrong_type';
  return null;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error }) => {
      const { status, body } = errorBody(error);
      return { ...shape, message: body.message, data: { httpStatus: status, ...body } };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;
export const mergeRouters = t.mergeRouters;

const guarded = (who: Who, allows: (user: SessionUser) => boolean) =>
  t.procedure.meta({ who }).use(({ ctx, next }) => {
    if (!ctx.user) throw new AppError('signed_out');
    if (!allows(ctx.user)) throw new AppError('forbidden');
    return next({ ctx: { ...ctx, user: ctx.user } });
  });

const isStaff = (user: SessionUser) => user.permissionLevel === 'Admin' || user.permissionLevel === 'Employee';

export const publicProcedure = t.procedure.meta({ who: 'public' });
export const userProcedure = guarded('user', () => true);
/** A customer of a company, or staff on its behalf. */
export const commercialProcedure = guarded('commercial', user => user.company !== null || isStaff(user));
export const staffProcedure = guarded('staff', isStaff);
export const adminProcedure = guarded('admin', user => user.permissionLevel === 'Admin');
export const specialProcedure = guarded('special', user => user.special && isStaff(user));

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The REST address of a procedure, below `/api/v1` unless it starts with `/api/` (spec §7). */
export function rest(method: Method, path: `/${string}`, about: { summary?: string; poll?: boolean } = {}): Meta {
  const area = path.replace(/^\/api/, '').split('/')[1] ?? 'site';
  return { openapi: { method, path, tags: [area], summary: about.summary }, ...(about.poll && { poll: true }) };
}

/**
 * An answer's shape. Parsed synchronously: tRPC's own asynchronous parse costs twenty times more on long lists.
 * The parse is also what keeps cost, hashes and the like inside: what the schema lacks does not leave.
 */
export function out<T extends z.ZodType>(schema: T): T {
  schema.parseAsync = async (value, params) => schema.parse(value, params) as never;
  return schema;
}
