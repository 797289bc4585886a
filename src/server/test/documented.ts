import type { AnyProcedure } from '@trpc/server';
import { isDocumented, reasonsOf } from '#server/openapi-refusals.ts';
import { RIGHTS } from '#server/rights.ts';
import { appRouter } from '#server/router.ts';
import type { Meta } from '#server/trpc.ts';
import type { ErrorReason } from '#shared/errors.ts';

const procedures = appRouter._def.procedures as unknown as Record<string, AnyProcedure | undefined>;

/** Lists the refusals that the document tells of a call; null for calls without a REST address, which it leaves out. */
export function documentedReasons(name: string): ErrorReason[] | null {
  const meta = procedures[name]?._def.meta as Meta | undefined;
  return meta?.openapi ? reasonsOf(meta, RIGHTS[name]?.scope ?? 'no key') : null;
}

/** Fails the test that was refused for what the document does not tell of that call. */
export function expectDocumented(name: string, reason: ErrorReason | undefined): void {
  const documented = documentedReasons(name);
  if (reason === undefined || documented === null || isDocumented(reason, documented)) return;
  throw new Error(`${name} answers ${reason}, which its document does not tell`);
}
