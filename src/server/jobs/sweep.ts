import type { FastifyBaseLogger } from 'fastify';

/**
 * Works through rows one by one; one that fails is logged and does not stop those behind it. Throws at the end when
 * any failed, so that the job counts as failed. Ends early when `signal` says so: a gateway that hangs makes each row
 * take half a minute, and the next sweep begins in time.
 */
export async function forEachIsolated<Row extends { _id: string }>(
  log: FastifyBaseLogger,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  let failed = 0;
  for (const row of rows) {
    if (signal?.aborted) return;
    try {
      await work(row);
    } catch (err) {
      failed += 1;
      log.error({ err, _id: row._id }, 'a row of a sweep failed');
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${rows.length} rows of a sweep failed`);
}
