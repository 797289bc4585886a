/** Kinds of records that pages of the office lead to, and that the palette finds. */
export type RecordKind = 'order' | 'person' | 'company';

/** The folder of each kind below /admin. */
const SECTIONS: Record<RecordKind, string> = { order: 'orders', person: 'users', company: 'companies' };

/** Leads to a record's page, from wherever it is named. */
export const recordHref = (kind: RecordKind, id: string): string => `/admin/${SECTIONS[kind]}/${id}`;

/**
 * Tells which kinds have a page among these of the office, by their paths; what has none is not offered. So a new page
 * of records is led to as soon as the table of pages has it.
 */
export const kindsWithPages = (paths: readonly string[]): ReadonlySet<RecordKind> =>
  new Set(
    (Object.keys(SECTIONS) as RecordKind[]).filter(kind =>
      paths.some(path => path.startsWith(`${SECTIONS[kind]}/:id`)),
    ),
  );
