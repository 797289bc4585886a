import { AppError } from '#server/errors.ts';
import type { RefusalDetails } from '#server/refusal-details.ts';

/**
 * Throws `stale` where whoever writes has read another version of a locked row; undefined: they don't say. `current`
 * goes with it, for screens that show both.
 */
export function refuseStale(
  row: { version: number },
  version: number | undefined,
  current: RefusalDetails = {},
): void {
  if (version !== undefined && version !== row.version) throw stale(row, current);
}

/** For what is stale by more than its version. */
export const stale = (row: { version: number }, current: RefusalDetails = {}) =>
  new AppError('stale', { details: { version: row.version, ...current } });

interface Changes<Row> {
  names: (keyof Row & string)[];
  before: Partial<Row>;
  after: Partial<Row>;
}

/** The given fields that differ from a row's, before and after; what is undefined was not given. */
export function changesOf<Row extends object>(row: Row, given: Partial<Row>): Changes<Row> {
  const names = (Object.keys(given) as (keyof Row & string)[]).filter(
    name => given[name] !== undefined && JSON.stringify(given[name]) !== JSON.stringify(row[name]),
  );
  const of = (fields: Partial<Row>) =>
    Object.fromEntries(names.map(name => [name, fields[name]])) as Partial<Row>;
  return { names, before: of(row), after: of(given) };
}
