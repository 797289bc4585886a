import type { Sql, TransactionSql } from 'postgres';

/** Kept by a pool; each connection holds its own parsed copy of them. */
const MAX_STATEMENTS = 300;
/** Longer ones are written once, such as the portions of an import. */
const MAX_VALUES = 400;
/** Statements that find few rows or many are planned for their values; a plan for all values reads whole tables. */
const PLANNED_BY_VALUE = /@@|&&|@>|%|\b(i?like|similar)\b/i;
/** One statement without values; other texts without any may be several. */
const IS_ONE = /^select "/;

export type Prepares = (text: string, values: readonly unknown[]) => boolean;

/**
 * Which statements a connection keeps parsed, and planned where that is worth it: half the round trips and a
 * fraction of the work. Bounded, because texts vary with how many rows or names are asked for.
 */
export function chooseStatements(most = MAX_STATEMENTS): Prepares {
  const known = new Map<string, boolean>();
  return (text, values) => {
    if (values.length > MAX_VALUES || (values.length === 0 && !IS_ONE.test(text))) return false;
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= most) return false;
    const isKept = !PLANNED_BY_VALUE.test(text);
    known.set(text, isKept);
    return isKept;
  };
}

/** Drizzle says of each statement whether to prepare it, always no; here the statement itself decides. */
export function preparing<T extends Sql | TransactionSql>(client: T, prepares: Prepares): T['unsafe'] {
  const unsafe = client.unsafe.bind(client) as Sql['unsafe'];
  return ((text, values = [], options = {}) =>
    unsafe(text, values, { ...options, prepare: prepares(text, values) })) as T['unsafe'];
}
