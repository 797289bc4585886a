/** Kinds of records that the palette finds. */
export type RecordKind = 'order' | 'person' | 'company';

/** The addresses of records' pages: the only place that knows them. */
const SECTIONS: Record<RecordKind, string> = { order: 'orders', person: 'users', company: 'companies' };

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
