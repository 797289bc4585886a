import { type AnyProcedure, initTRPC, type TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { ZodError, z } from 'zod';
import { refuseOutsideKey } from '#server/auth/key-scopes.ts';
import type { Context, SessionUser } from '#server/context.ts';
import { isUnavailable, pgError } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { inputWords } from '#server/input-words.ts';
import { remediesOf } from '#server/remedies.ts';
import { RIGHTS } from '#server/rights.ts';
import { ERRORS, type ErrorBody, type ErrorReason, type FieldIssue } from '#shared/errors.ts';
import { isStaff } from '#shared/rules/permissions.ts';

/** Roles a procedure can ask for; the columns of the table of who may what (`rights.ts`). */
export type Who = 'public' | 'user' | 'commercial' | 'staff' | 'admin' | 'special';

export interface Meta extends OpenApiMeta {
  who?: Who;
  /** A poll: neither counts as activity for the idle time nor is rate limited. */
  poll?: boolean;
  /** A mutation that changes nothing, and takes its turn as queries do (`fair-share.ts`). */
  reads?: boolean;
  /** Writes, and takes its turn all the same: nothing counts what is refused. */
  inTurn?: boolean;
  /** Reasons that this call answers besides those that any call may answer; the OpenAPI document tells of each. */
  errors?: readonly ErrorReason[];
}

z.config({ customError: inputWords });

/** A field error list longer than this tells nobody more. */
const MAX_ISSUES = 50;

/** The one error shape of both doors. Anything unexpected keeps its text for the log alone. */
export function errorBody(error: TRPCError, procedure?: string): { status: number; body: ErrorBody } {
  if (error instanceof AppError) {
    const { reason, issues, details } = error;
    const remedies = remediesOf(reason, {
      details,
      about: { ...error.about, isStaff: isOfStaff(procedure) },
    });
    return {
      status: ERRORS[reason].status,
      body: {
        message: error.message,
        code: ERRORS[reason].code,
        reason,
        ...(issues && { issues }),
        ...(details && { details }),
        ...(remedies && { remedies }),
      },
    };
  }
  if (error.cause instanceof ZodError && error.code === 'BAD_REQUEST') {
    return rowBody('invalid', error.cause.issues.flatMap(fieldIssues).slice(0, MAX_ISSUES));
  }
  const reason = expectedReason(error, procedure);
  if (reason) return rowBody(reason);
  return {
    status: 500,
    body: { message: 'Something went wrong. Please try again.', code: 'INTERNAL_SERVER_ERROR' },
  };
}

/** Whether staff alone may call it: what they can do about its refusals they do in the back office. */
const isOfStaff = (procedure = '') => OF_STAFF.some(who => who === RIGHTS[procedure]?.who);

const OF_STAFF: readonly Who[] = ['staff', 'admin', 'special'];

function rowBody(row: ErrorReason, issues?: FieldIssue[]): { status: number; body: ErrorBody } {
  const { notice, code, status } = ERRORS[row];
  // 503 on placing an order means the credit limit alone, so an outage has a row of its own for its status.
  const reason = row === 'unavailable_order' ? 'unavailable' : row;
  const remedies = remediesOf(row);
  return {
    status,
    body: { message: notice, code, reason, ...(issues && { issues }), ...(remedies && { remedies }) },
  };
}

// Zod names an unknown field in the text alone and puts the path of the object around it.
function fieldIssues(issue: z.core.$ZodIssue): FieldIssue[] {
  const path = issue.path.map(part => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({ path: [...path, key], message: 'is not a known field' }));
  const meant = issue.code === 'invalid_union' ? meantOf(issue.errors) : undefined;
  if (!meant) return [{ path, message: issue.message }];
  return meant.flatMap(fieldIssues).map(one => ({ ...one, path: [...path, ...one.path] }));
}

/**
 * Returns the faults of the one of several shapes that was meant: the one with the fewest. Undefined where two have as few;
 * then nobody knows which field is wrong.
 */
function meantOf(shapes: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const [first, second] = [...shapes].sort((a, b) => faultsOf(a) - faultsOf(b));
  return first && second && faultsOf(first) < faultsOf(second) ? first : undefined;
}

/** Counts what is wrong by a shape; a list is no text, whatever else is wrong with it. */
const faultsOf = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce((sum, issue) => sum + (isOtherKind(issue) ? 1000 : faultOf(issue)), 0);

const isOtherKind = ({ code, path }: z.core.$ZodIssue) =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');

const faultOf = (issue: z.core.$ZodIssue) => (issue.code === 'unrecognized_keys' ? issue.keys.length : 1);

/** Rivals given up even after retries; locks and connections that nobody let go of in time. */
const BUSY = new Set(['40001', '40P01', '53300', '55P03']);

// The database gone, or what tRPC itself throws for a request that never reached a procedure.
function expectedReason(error: TRPCError, procedure: string | undefined): ErrorReason | null {
  if (BUSY.has(pgError(error.cause)?.code ?? '')) return 'busy';
  if (isUnavailable(error.cause)) return procedure === 'orders.submit' ? 'unavailable_order' : 'unavailable';
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
    errorFormatter: ({ shape, error, path }) => {
      const { status, body } = errorBody(error, path);
      return { ...shape, message: body.message, data: { httpStatus: status, ...body } };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Keys get into no call that the table of rights lacks. After the role: a scope gives nobody more than their rights. */
const refuseBeyondKey = (key: Context['key'], path: string) =>
  refuseOutsideKey(key, RIGHTS[path]?.scope ?? 'no key');

const guarded = (
  who: Who,
  allows: (user: SessionUser) => boolean,
  signedOut: 'signed_out' | 'review_signed_out' = 'signed_out',
) =>
  // One step, not one for each question: a step of tRPC costs as much as all that these ask.
  t.procedure.meta({ who }).use(({ ctx, path, next, type, meta }) => {
    if (!ctx.user) throw new AppError(signedOut);
    if (!allows(ctx.user)) throw new AppError('forbidden');
    refuseBeyondKey(ctx.key, path);
    const { user } = ctx;
    return inLine(ctx, { type, meta }, () => next({ ctx: { ...ctx, user } }));
  });

export const publicProcedure = t.procedure.meta({ who: 'public' }).use(({ ctx, path, next, type, meta }) => {
  refuseBeyondKey(ctx.key, path);
  return inLine(ctx, { type, meta }, next);
});
export const userProcedure = guarded('user', () => true);
/** Lets users write reviews: a guest gets 403 there, not 401 (rule A11). */
export const reviewerProcedure = guarded('user', () => true, 'review_signed_out');
/** A customer of a company, or staff on its behalf. */
export const commercialProcedure = guarded('commercial', user => user.company !== null || isStaff(user));
export const staffProcedure = guarded('staff', isStaff);
export const adminProcedure = guarded('admin', user => user.permissionLevel === 'Admin');
export const specialProcedure = guarded('special', user => user.special && isStaff(user));

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Gives a procedure its REST address, below `/api/v1` unless it starts with `/api/` (rule S3). `does`: what its
 * document says beyond the summary: whose rows, which limits, what else happens.
 */
export function rest(
  method: Method,
  path: `/${string}`,
  about: {
    summary?: string;
    does?: string;
    poll?: boolean;
    reads?: boolean;
    inTurn?: boolean;
    errors?: readonly ErrorReason[];
  } = {},
): Meta {
  const area = path.replace(/^\/api/, '').split('/')[1] ?? 'site';
  return {
    openapi: { method, path, tags: [area], summary: about.summary, description: about.does },
    ...(about.poll && { poll: true }),
    ...(about.reads && { reads: true }),
    ...(about.inTurn && { inTurn: true }),
    ...(about.errors && { errors: about.errors }),
  };
}

/**
 * Whether a call takes its turn among its caller's others: all that read do. One that writes waits for others than us,
 * for a payment service or a lock, and has limits of its own; where it has none, it says so (`inTurn`).
 */
export function isCostly(procedure: AnyProcedure | undefined): boolean {
  const { type, meta } = procedure?._def ?? {};
  return isCostlyCall({ type, meta: meta as Meta | undefined });
}

interface Call {
  type: AnyProcedure['_def']['type'] | undefined;
  meta: Meta | undefined;
}

const isCostlyCall = ({ type, meta = {} }: Call): boolean =>
  meta.reads === true || meta.inTurn === true || (type === 'query' && !meta.poll);

function inLine<T>(ctx: Context, call: Call, work: () => Promise<T>): Promise<T> {
  return ctx.inLine && isCostlyCall(call) ? ctx.inLine(work) : work();
}

/**
 * An answer's shape. Parsed synchronously: tRPC's own asynchronous parse costs twenty times more on long lists.
 * The parse is also what keeps cost, hashes and the like inside: what the schema lacks does not leave.
 */
export function out<T extends z.ZodType>(schema: T): T {
  // A copy: the schema is shared, and elsewhere it may be an input with an asynchronous check.
  const own = schema.clone() as T;
  own.parseAsync = async (value, params) => own.parse(value, params) as never;
  return own;
}
