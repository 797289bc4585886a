import Papa from 'papaparse';
import type { Db } from '#server/database/db.ts';
import type { KeyPlace } from '#server/database/keyset.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import type { ListScreen } from '#shared/office-lists.ts';
import type { Money } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';

/** Rows that are read at a time: the embedded database serves nobody else meanwhile. */
export const PORTION = 200;

/** Says when something was, by the shop's clock, as spreadsheets read it; nothing of what never was, or is not told. */
type Moment = (at: string | null) => string;

/** A column of the file: its head, and what it says of a row. */
export type Cell<Row> = readonly [head: string, cell: (row: Row, moment: Moment) => string | number];

/** Reads the portion that follows a row; the first one after null. */
type Read<Row> = (after: KeyPlace | null) => Promise<Row[]>;

/**
 * Writes a list as CSV for spreadsheets, portion by portion, each begun where the one before ended: nothing of it is
 * held longer than it takes to be sent, and no portion is dearer than the first. `parts` follow each other.
 */
export async function* listFile<Row extends KeyPlace>(
  db: Db,
  cells: readonly Cell<Row>[],
  ...parts: readonly Read<Row>[]
): AsyncGenerator<string> {
  const moment = momentsIn((await shopRates(db)).timeZone);
  // Told by its first bytes, a spreadsheet reads it as Unicode.
  yield `\uFEFF${csv([cells.map(([head]) => head)])}`;
  for (const read of parts) {
    for (let after: KeyPlace | null = null; ; ) {
      const found: Row[] = await read(after);
      if (found.length > 0) yield csv(found.map(row => cells.map(([, cell]) => cell(row, moment))));
      const last = found.at(-1);
      if (!last || found.length < PORTION) break;
      after = { key: last.key, _id: last._id };
      // Others who asked have their turn before the next one.
      await clock.nextTurn();
    }
  }
}

function momentsIn(timeZone: string): Moment {
  // Swedes write 2026-11-25 09:30.
  const written = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return at => (at ? written.format(new Date(at)) : '');
}

export const amountText = (money: Money): string => money.toFixed(2);

/** Says yes or no; nothing of what the reader is not told. */
export const yesOrNo = (value: boolean | null): string => (value === null ? '' : value ? 'yes' : 'no');

/** Names a file by its list, its view and the shop's day: `orders-to-pick-2026-11-25.csv`. */
export async function listFileName(db: Db, list: ListScreen, view: string): Promise<string> {
  const { timeZone } = await shopRates(db);
  const slug = view
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${[list, slug, shopDate(clock.now(), timeZone)].filter(Boolean).join('-')}.csv`;
}

/** A spreadsheet takes a cell that begins so for a formula, unless it is no more than an amount below 0. */
const FORMULA = /^(?!-\d+\.\d\d$)[=+\-@\t\r\n＝＋－＠]/;

/** All texts in quotes: where a spreadsheet parts cells at semicolons, one in a name would begin a cell, and a formula. */
const csv = (lines: readonly (readonly (string | number)[])[]): string =>
  `${Papa.unparse(lines as (string | number)[][], { escapeFormulae: FORMULA, quotes: true, newline: '\r\n' })}\r\n`;
