/** Kinds of records that pages of the office lead to, and that the palette finds. */
export type RecordKind = 'order' | 'person' | 'company';

/** The folder of each kind below /admin. */
const SECTIONS: Record<RecordKind, string> = { order: 'orders', person: 'users', company: 'companies' };

/** Leads to a record's page, from wherever it is named. */
export const recordHref = (kind: RecordKind, id: string): string => `/admin/${SECTIONS[kind]}/${id}`;

/** Goes along to the page of an order that is to be paid by card at once: it asks for the card first. */
export const TO_PAY_BY_CARD = { isToPayByCard: true };
export const isToPayByCard = (state: unknown): boolean =>
  (state as Partial<typeof TO_PAY_BY_CARD> | null)?.isToPayByCard === true;

/** Leads to a company's account. */
export const accountHref = (company: string): string => `${recordHref('company', company)}/account`;

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
