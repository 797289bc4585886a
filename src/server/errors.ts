import { TRPCError } from '@trpc/server';
import { type RefusalDetails, toldDetails } from '#server/refusal-details.ts';
import type { Facts } from '#server/remedies.ts';
import { ERRORS, type ErrorReason, type FieldIssue } from '#shared/errors.ts';

export interface ErrorExtras {
  /** Replaces the table's notice where the text needs a value filled in. */
  message?: string;
  issues?: FieldIssue[];
  /** The details that the reason brings along: the new figures, the fields that someone else changed. */
  details?: RefusalDetails | undefined;
  /** Facts besides, of which its remedies are made. */
  about?: Facts;
  cause?: unknown;
}

/**
 * An expected failure: one reason of the errors table. Keeps the name `TRPCError`, which the REST door's
 * handler goes by.
 */
export class AppError extends TRPCError {
  readonly reason: ErrorReason;
  readonly issues: FieldIssue[] | undefined;
  readonly details: RefusalDetails | undefined;
  readonly about: Facts | undefined;

  constructor(reason: ErrorReason, extras: ErrorExtras = {}) {
    const row = ERRORS[reason];
    super({ code: row.code, message: extras.message ?? row.notice, cause: extras.cause });
    this.reason = reason;
    this.issues = extras.issues;
    this.details = extras.details && toldDetails(extras.details);
    this.about = extras.about;
  }
}

/** A 400 that names one field. */
export function fieldError(path: string | (string | number)[], message: string, about?: Facts): AppError {
  return new AppError('invalid', {
    message,
    issues: [{ path: [path].flat(), message }],
    ...(about && { about }),
  });
}
