import type { RowIssue } from '#server/imports/catalogue.ts';
import type { CsvRow } from '#server/imports/csv.ts';
import { parseLength } from '#shared/rules/dimensions.ts';
import { isMoney, type Money } from '#shared/rules/money.ts';
import { prose, text } from '#shared/schemas/common.ts';
import type { Dimensions } from '#shared/schemas/products.ts';

/** The fault in a cell, as the report words it after the column's name. */
export class Wrong {
  constructor(readonly reason: string) {}
}

type Reader<T> = (cell: string) => T | Wrong;

/** The places of a format's columns in a file, by the format's own name for them. */
export type Columns = ReadonlyMap<string, { index: number; name: string }>;

/** The cells of one row. Their faults gather in `issues`. */
export interface Cells {
  issues: RowIssue[];
  has(column: string): boolean;
  /** The trimmed cell; '' where the column is missing. */
  raw(column: string): string;
  /** The cell's value; `empty` for an empty cell; undefined where the column is missing or the cell wrong. */
  take<T>(column: string, read: Reader<T>, empty: T): T | undefined;
  /** The cell's value; undefined, with an issue, where it is missing or wrong. */
  need<T>(column: string, read: Reader<T>): T | undefined;
  refuse(column: string | undefined, reason: string): void;
}

export function cellsOf({ cells }: CsvRow, columns: Columns): Cells {
  const issues: RowIssue[] = [];
  const raw = (column: string) => cells[columns.get(column)?.index ?? -1]?.trim() ?? '';
  const refuse = (column: string | undefined, reason: string) => {
    issues.push({ ...(column && { column: columns.get(column)?.name ?? column }), reason });
  };
  const read = <T>(column: string, reader: Reader<T>) => {
    const value = reader(raw(column));
    if (!(value instanceof Wrong)) return value;
    refuse(column, value.reason);
    return undefined;
  };
  return {
    issues,
    has: column => columns.has(column),
    raw,
    refuse,
    take: (column, reader, empty) => {
      if (!columns.has(column)) return undefined;
      return raw(column) === '' ? empty : read(column, reader);
    },
    need: (column, reader) => {
      if (raw(column) !== '') return read(column, reader);
      refuse(column, 'is missing');
      return undefined;
    },
  };
}

// One for all columns, which bring their own lengths: making a schema costs far more than using it.
const LINE = text(1_000_000);
const LINES = prose(1_000_000);

/** Text of one line: a name, a number. Runs of white space become one space, so that names can be compared. */
export function readText(max: number): Reader<string> {
  const read = readClean(LINE, max);
  return cell => read(cell.replace(/\s+/g, ' '));
}

/** Text of at most `max` characters, line breaks kept. */
export const readProse = (max: number): Reader<string> => readClean(LINES, max);

function readClean(clean: typeof LINE, max: number): Reader<string> {
  return cell => {
    if (cell.length > max) return new Wrong(`is longer than ${max} characters`);
    if (cell.includes('\uFFFD')) {
      return new Wrong('has characters that are not UTF-8: save the file as "CSV UTF-8"');
    }
    const parsed = clean.safeParse(cell);
    return parsed.success ? parsed.data : new Wrong('contains characters that are not allowed');
  };
}

/** Names divided by `delimiter`, each once. */
export function readList(delimiter: string, max: number): Reader<string[]> {
  const one = readText(max);
  return cell => {
    const names = new Map<string, string>();
    for (const part of cell.split(delimiter)) {
      const name = one(part.trim());
      if (name instanceof Wrong) return name;
      if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
    }
    return [...names.values()];
  };
}

export function readAmount(cell: string): Money | Wrong {
  if (/^-\d/.test(cell)) return new Wrong('is negative');
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(cell)) return new Wrong('has a thousands separator: write 1234.50');
  if (/^\d+\.\d{3,}$/.test(cell)) return new Wrong('has more than two decimals');
  if (!/^(\d{1,12}(\.\d{0,2})?|\.\d{1,2})$/.test(cell)) return new Wrong('is not an amount such as 6.85');
  const amount = Number(cell);
  return isMoney(amount) ? amount : new Wrong('is too large');
}

export function readInteger(least: number, most: number): Reader<number> {
  return cell => {
    if (!/^-?\d{1,15}$/.test(cell)) return new Wrong('is not a whole number');
    const value = Number(cell);
    if (value < least) return new Wrong(`is less than ${least}`);
    return value > most ? new Wrong(`is more than ${most}`) : value + 0;
  };
}

export function readDecimal(most: number): Reader<number> {
  return cell => {
    if (!/^\d{1,12}(\.\d{0,12})?$/.test(cell)) return new Wrong('is not a number of at least 0');
    const value = Number(cell);
    return value > most ? new Wrong(`is more than ${most}`) : value;
  };
}

const YES = new Set(['true', 'yes', 'y', '1']);
const NO = new Set(['false', 'no', 'n', '0']);

export function readBoolean(cell: string): boolean | Wrong {
  const word = cell.toLowerCase();
  return YES.has(word) || (NO.has(word) ? false : new Wrong('is neither true nor false'));
}

const MAX_URL_LENGTH = 2048;

/** An http or https address. Whether it may be fetched (no private network) is seen when it is fetched. */
export function readUrl(cell: string): string | Wrong {
  if (cell.length > MAX_URL_LENGTH) return new Wrong(`is longer than ${MAX_URL_LENGTH} characters`);
  if (!URL.canParse(cell) || /\s/.test(cell)) return new Wrong('is not the address of a picture');
  const url = new URL(cell);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return new Wrong('is not an http or https address');
  }
  if (url.username || url.password) return new Wrong('is an address with a password');
  return url.href;
}

/** A picture's address, or the path of a picture that the shop has already. */
export function readPicture(cell: string): string | Wrong {
  return /^\/(art|photos)\/[\w-]+(\/[\w-]+)*$/.test(cell) ? cell : readUrl(cell);
}

export function readLength(cell: string): Dimensions[keyof Dimensions] | Wrong {
  return parseLength(cell) ?? new Wrong('is not a length with its unit, such as 3-3/4" or 96 mm');
}
