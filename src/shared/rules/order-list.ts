import { MAX_QUANTITY } from '#shared/constants.ts';
import { readQuantity } from '#shared/rules/quantity.ts';

/** A row of a pasted, typed or uploaded list: which number, and how many of it. */
export interface ListRow {
  number: string;
  /** The text as it was written, for it may have to be mended; empty where the row names no quantity. */
  quantity: string;
}

const NUMBER_HEAD =
  /^(our |your |mfr\.? |vendor )?(part|product|item|sku|model|catalog(ue)?|article|number|code)\b/i;
const QUANTITY_HEAD = /^(qty|quantity|quant\.?|count|pcs|pieces|units?|amount|order(ed)?)\b/i;
/** '12', '1,200', 'x12', '12x', '12 pcs', 'qty 12', 'qty: 12', '-3' (which is to be mended, not to be a number). */
const QUANTITY =
  /^(?:qty\.?:?|quantity:?|x|×|\*)?\s*([-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*(?:x|×|\*|pcs?\.?|pieces?|ea\.?|each|units?|pr\.?|pairs?)?$/i;

/**
 * The rows of a list, as people keep them: 'BP-128-SN 12', '12 x BP-128-SN', cells of a spreadsheet or of a CSV file
 * with or without a heading. Every line that says anything becomes a row: what can't be read is there to be mended.
 */
export function readOrderList(text: string): ListRow[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\n\r]/);
  const table = lines.map(cellsOf).filter(cells => cells.some(cell => cell !== ''));
  const columns = headColumns(table[0] ?? []);
  if (!columns) return table.map(rowOf);
  const { number, quantity } = columns;
  return table.slice(1).map(cells => ({
    number: cells[number] ?? '',
    quantity: quantityIn(cells[quantity] ?? '') ?? cells[quantity] ?? '',
  }));
}

/** A row's quantity; null where it is none that can be ordered. None given is one. */
export function listQuantity(quantity: string): number | null {
  if (quantity.trim() === '') return 1;
  const value = readQuantity(quantity);
  return value !== null && value <= MAX_QUANTITY ? value : null;
}

function headColumns(cells: readonly string[]): { number: number; quantity: number } | null {
  const number = cells.findIndex(cell => NUMBER_HEAD.test(cell));
  const quantity = cells.findIndex(cell => QUANTITY_HEAD.test(cell));
  return number === -1 || quantity === -1 || number === quantity ? null : { number, quantity };
}

/** Thousands, where something else stands on the line, too: '1,200' alone may be two cells. */
const THOUSANDS = /(?<=^|\s)(\d{1,3}(?:,\d{3})+)(?=\s|$)/g;

/** Cells between tabs, else semicolons, else commas; a line with none of them is one cell. */
function cellsOf(text: string): string[] {
  const line = text.trim();
  const plain = /\s/.test(line) ? line.replace(THOUSANDS, amount => amount.replaceAll(',', '')) : line;
  const separator = ['\t', ';', ','].find(one => split(plain, one).length > 1);
  return separator === undefined ? [plain] : split(text.includes('\t') ? text : plain, separator);
}

/** Quoted cells may hold the separator, and two quotes for one. */
function split(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at];
    const opens = letter === '"' && !isQuoted && cell.trim() === '';
    if (opens) {
      cell = '';
      isQuoted = true;
    } else if (letter === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (letter === '"' && isQuoted) {
      isQuoted = false;
    } else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

/** A row without a heading: the number stands first unless only the first cell can be a quantity. */
function rowOf(cells: readonly string[]): ListRow {
  const [only = ''] = cells;
  if (cells.length === 1) return wordsOf(only);
  const said = cells.filter(cell => cell !== '');
  const [first = '', ...others] = said;
  const after = others.findIndex(cell => quantityIn(cell) !== null);
  if (after !== -1) return { number: first, quantity: quantityIn(others[after] ?? '') ?? '' };
  const leading = quantityIn(first);
  if (leading !== null && others[0]) return { number: others[0], quantity: leading };
  return { number: first, quantity: others[0] ?? '' };
}

/** 'BP-128-SN x 12', '12 BP-128-SN': the quantity at the end, else at the beginning, of what stands between blanks. */
function wordsOf(line: string): ListRow {
  const words = line.split(/\s+/).filter(word => !/^[-–—:=]$/.test(word));
  // Two words first: '12 pcs', 'x 12'.
  for (const count of [2, 1]) {
    const quantity = words.length > count ? quantityIn(words.slice(-count).join(' ')) : null;
    if (quantity !== null) return { number: words.slice(0, -count).join(' '), quantity };
  }
  for (const count of [2, 1]) {
    const quantity = words.length > count ? quantityIn(words.slice(0, count).join(' ')) : null;
    if (quantity !== null) return { number: words.slice(count).join(' '), quantity };
  }
  return { number: words.join(' '), quantity: '' };
}

function quantityIn(cell: string): string | null {
  return QUANTITY.exec(cell.trim())?.[1]?.replaceAll(',', '') ?? null;
}
