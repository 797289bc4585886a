import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Db } from '#server/database/db.ts';
import { type ImportReport, importCatalogue } from '#server/imports/import-catalogue.ts';
import { readCatalogue } from '#server/imports/read-catalogue.ts';

/** Loads a catalogue file; answers the report as people read it, and how many rows are wrong. */
export async function importFile(
  db: Db,
  path: string,
  { preview = false }: { preview?: boolean } = {},
): Promise<{ lines: string[]; wrong: number }> {
  const catalogue = readCatalogue(await readFile(path));
  return describeReport(await importCatalogue(db, catalogue, { preview, file: basename(path) }), preview);
}

export function describeReport(report: ImportReport, preview: boolean): { lines: string[]; wrong: number } {
  const wrong = report.rows.filter(({ status }) => status === 'error').length;
  const skipped = report.rows.filter(({ status, issues }) => status === 'skipped' && issues.length > 0);
  const { created, updated, unchanged, variants, pictures } = report;
  const lines = [
    ...report.notes,
    ...report.rows.flatMap(({ row, status, issues }) =>
      status === 'error'
        ? issues.map(({ column, reason }) => `Row ${row}: ${column ? `${column} ` : ''}${reason}`)
        : [],
    ),
    ...skipped.map(({ row, issues }) => `Row ${row} was skipped: ${issues[0]?.reason}`),
    ...(preview ? ['A preview: nothing was written.'] : []),
    `Products: ${created} created, ${updated} updated, ${unchanged} unchanged`,
    `Variants: ${variants.created} created, ${variants.updated} updated, ${variants.unchanged} unchanged`,
    ...(pictures > 0 ? [`Pictures to be fetched: ${pictures}`] : []),
    `Rows: ${report.rows.length}, of which ${wrong} have errors and ${skipped.length} were skipped`,
  ];
  return { lines, wrong };
}
