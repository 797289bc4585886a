import { isTRPCClientError } from '@trpc/client';
import type { ErrorBody, ErrorReason, FieldIssue, Remedy } from '#shared/errors.ts';
import { ERRORS } from '#shared/errors.ts';

export interface Refusal {
  /** 0: no answer came at all. */
  status: number;
  reason: ErrorReason | null;
  /** The server's words about it, fit to be shown. */
  message: string;
  /** How long a notice of it stays (ms). */
  ms: number;
  issues: FieldIssue[];
  details: unknown;
  /** Ways to mend it, the best first. */
  remedies: readonly Remedy[];
}

/** Returns why a failed call was refused, in the one error shape of the doors. */
export function refusal(error: unknown): Refusal {
  const body = isTRPCClientError(error) ? (error.data as (ErrorBody & { httpStatus: number }) | null) : null;
  if (!body) {
    return {
      status: 0,
      reason: null,
      message: 'The shop could not be reached. Please check your connection and try again.',
      ms: 6500,
      issues: [],
      details: undefined,
      remedies: [],
    };
  }
  return {
    status: body.httpStatus,
    reason: body.reason ?? null,
    message: body.message,
    ms: body.reason ? ERRORS[body.reason].ms : 2500,
    issues: body.issues ?? [],
    details: body.details,
    remedies: body.remedies ?? [],
  };
}
