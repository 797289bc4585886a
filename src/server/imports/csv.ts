import Papa from 'papaparse';
import { fieldError } from '#server/errors.ts';

/** A row as a spreadsheet counts it: the header is row 1. */
export interface CsvRow {
  row: number;
  cells: string[];
  /** Why the row could not be split into cells. */
  broken?: string;
}

export interface CsvFile {
  header: string[];
  rows: CsvRow[];
}

/** Each repair reads on from the next line, which may mean reading to the file's end; so they are limited. */
const MAX_REPAIRS = 100;

/** With fewer columns, prose with commas could be taken for swallowed rows. */
const FEWEST_TELLING_COLUMNS = 8;

/**
 * Splits a CSV file into rows. A row with unbalanced quotes or too many cells is marked and reading goes on with
 * the next line, so that one stray quote cannot swallow the rows below it. Throws `invalid` on `file` for what is
 * no CSV in UTF-8 at all.
 */
export function readCsv(bytes: Uint8Array): CsvFile {
  const text = decode(bytes);
  const delimiter = delimiterOf(text);
  const reading: Reading = { delimiter, header: null, rows: [], repairs: 0 };
  for (let start = 0; start < text.length; ) start = readOn(text, start, reading);
  if (!reading.header) throw fieldError('file', 'The file is empty.');
  return { header: reading.header, rows: reading.rows };
}

interface Reading {
  delimiter: string;
  header: string[] | null;
  rows: CsvRow[];
  repairs: number;
}

// Reads from `start` up to the end or the first broken row; returns where to go on.
function readOn(text: string, start: number, reading: Reading): number {
  let next = text.length;
  let rowStart = start;
  const rest = start === 0 ? text : text.slice(start);
  Papa.parse<string[]>(rest, {
    delimiter: reading.delimiter,
    newline: '\n',
    skipEmptyLines: false,
    step: ({ data, errors, meta }, parser) => {
      const rowEnd = start + meta.cursor;
      if (rowStart >= text.length) return;
      const raw = text.slice(rowStart, rowEnd - 1);
      const broken = brokenBecause(data, errors.length > 0, raw, reading);
      addRow(reading, broken ? [] : data, broken);
      if (broken && raw.includes('\n')) {
        next = text.indexOf('\n', rowStart) + 1;
        parser.abort();
      }
      rowStart = rowEnd;
    },
  });
  if (next < text.length) reading.repairs++;
  return reading.repairs < MAX_REPAIRS ? next : giveUp(text, next, reading);
}

function brokenBecause(
  cells: string[],
  unbalanced: boolean,
  raw: string,
  { header, delimiter }: Reading,
): string | null {
  if (unbalanced) return 'has unbalanced quotes';
  if (!header) return null;
  if (raw.includes('\n') && swallowsLines(cells, header.length, delimiter)) return 'has unbalanced quotes';
  if (cells.length > header.length) {
    return `has ${cells.length} cells, but the header names ${header.length} columns`;
  }
  return null;
}

// A stray quote that happens to end at another one: the number of cells is off, or one cell holds whole rows' delimiters.
function swallowsLines(cells: string[], columns: number, delimiter: string): boolean {
  if (cells.length !== columns) return true;
  return (
    columns >= FEWEST_TELLING_COLUMNS &&
    cells.some(cell => {
      const lines = cell.split('\n').length - 1;
      return lines > 0 && cell.split(delimiter).length - 1 === lines * (columns - 1);
    })
  );
}

function addRow(reading: Reading, cells: string[], broken: string | null) {
  if (!reading.header) {
    if (broken) throw fieldError('file', `The header ${broken}.`);
    reading.header = cells.map(cell => cell.trim());
    return;
  }
  reading.rows.push({ row: reading.rows.length + 2, cells, ...(broken && { broken }) });
}

function giveUp(text: string, start: number, reading: Reading): number {
  const lines = text.slice(start).replace(/\n$/, '').split('\n');
  for (const _ of lines) addRow(reading, [], 'was not read: too many rows above it have unbalanced quotes');
  return text.length;
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const halfEmpty = bytes.subarray(0, 64).filter(byte => byte === 0).length > 8;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || halfEmpty) {
    throw fieldError('file', 'The file is UTF-16. Please save it as "CSV UTF-8".');
  }
  if (first === 0x50 && second === 0x4b) {
    throw fieldError('file', 'The file is a workbook. Please save it as "CSV UTF-8".');
  }
  // Bytes that are not UTF-8 become U+FFFD, so that just the rows that hold it are refused. The mark at the start goes.
  return new TextDecoder('utf-8').decode(bytes).replace(/\r\n?/g, '\n');
}

function delimiterOf(text: string): string {
  const end = text.indexOf('\n');
  const header = end === -1 ? text : text.slice(0, end);
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}
