import { fieldError } from '#server/errors.ts';
import type { Catalogue } from '#server/imports/catalogue.ts';
import type { Columns } from '#server/imports/cells.ts';
import { readCsv } from '#server/imports/csv.ts';
import { type Format, gather } from '#server/imports/gather.ts';
import { knurlFormat } from '#server/imports/knurl-csv.ts';
import { shopifyFormat } from '#server/imports/shopify-csv.ts';

const FORMATS = [knurlFormat, shopifyFormat];

/**
 * Reads a catalogue file, Shopify's or ours, told apart by its header. Every row is answered. Throws `invalid` on
 * `file` only for what is no such file at all.
 */
export function readCatalogue(bytes: Uint8Array): Catalogue {
  const { header, rows } = readCsv(bytes);
  const { format, columns, unknown } = recognise(header);
  const { products, answers } = gather(format, columns, rows);
  const notes = unknown.map(name => `The column "${name}" is unknown and was not read.`);
  if (!columns.has('publish') && !columns.has('published') && !columns.has('status')) {
    notes.push('No column says what is published: new products are imported as drafts.');
  }
  return { format: format.name, products, rows: answers, notes };
}

function recognise(header: string[]): { format: Format; columns: Columns; unknown: string[] } {
  const readings = FORMATS.map(format => readHeader(header, format));
  const found = readings.find(reading => reading.missing.length === 0);
  if (found) {
    if (found.twice) throw fieldError('file', `The header names the column "${found.twice}" twice.`);
    return found;
  }
  const closest = readings.reduce((best, other) => (other.columns.size > best.columns.size ? other : best));
  const missing = closest.missing.join(', ');
  throw fieldError(
    'file',
    closest.columns.size === 0
      ? "The header matches neither Shopify's product CSV nor ours."
      : `The header lacks the column ${missing}.`,
  );
}

function readHeader(header: string[], format: Format) {
  const columns = new Map<string, { index: number; name: string }>();
  const unknown: string[] = [];
  let twice: string | null = null;
  header.forEach((name, index) => {
    const column = format.columnOf(name.toLowerCase().replace(/\s+/g, ' '));
    if (column === undefined && name !== '') unknown.push(name);
    if (!column) return;
    if (columns.has(column)) twice ??= name;
    columns.set(column, { index, name });
  });
  const missing = Object.entries(format.required).flatMap(([column, name]) =>
    columns.has(column) ? [] : name,
  );
  return { format, columns, unknown, missing, twice: twice as string | null };
}
