import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant, money, now, oneOf, updatedNow } from '#server/database/columns.ts';
import { users } from '#server/users/tables.ts';

const KINDS = ['item', 'vendor', 'company', 'invoice', 'purchaseOrder', 'creditMemo', 'payment'] as const;
const DOCUMENT_STATUSES = ['draft', 'queued', 'posted', 'failed', 'differs', 'void'] as const;
type Kind = (typeof KINDS)[number];

export const accountingNumbers = pgSequence('accounting_numbers', { startWith: 1001 });

/** The link to an accounting system. Tokens are encrypted with the server's key. */
export const accountingConnections = pgTable(
  'accounting_connections',
  {
    _id: id(),
    provider: text().$type<'ledger' | 'quickbooks'>().notNull(),
    realm: text().notNull().default(''),
    status: text().$type<'ready' | 'not_connected' | 'reconnect_needed' | 'suspended'>().notNull(),
    accessToken: text(),
    refreshToken: text(),
    accessExpiresAt: instant(),
    refreshExpiresAt: instant(),
    mapping: jsonb().$type<Record<string, string>>().notNull().default({}),
    updatedAt: updatedNow(),
  },
  t => [
    uniqueIndex('accounting_connections_realm').on(t.provider, t.realm),
    oneOf('accounting_connections_provider', t.provider, ['ledger', 'quickbooks']),
    oneOf('accounting_connections_status', t.status, [
      'ready',
      'not_connected',
      'reconnect_needed',
      'suspended',
    ]),
  ],
);

/** Which record of accounting a record of ours is; its version tells whether it changed there. */
export const accountingLinks = pgTable(
  'accounting_links',
  {
    _id: id(),
    connection: uuid()
      .notNull()
      .references(() => accountingConnections._id, { onDelete: 'cascade' }),
    kind: text().$type<Kind>().notNull(),
    local: uuid().notNull(),
    quickbooksId: text().notNull(),
    version: text().notNull().default('0'),
    /** SHA-256 of what was sent last: an unchanged record sends nothing. */
    pushedHash: text(),
    pushedAt: instant(),
    pulledAt: instant(),
    deleted: boolean().notNull().default(false),
  },
  t => [
    uniqueIndex('accounting_links_external').on(t.connection, t.kind, t.quickbooksId),
    uniqueIndex('accounting_links_local').on(t.connection, t.kind, t.local),
    oneOf('accounting_links_kind', t.kind, KINDS),
  ],
);

/** Invoices, purchase orders, credit memos, payments: written here first, whichever provider posts them. */
export const accountingDocuments = pgTable(
  'accounting_documents',
  {
    _id: id(),
    kind: text().$type<Kind>().notNull(),
    number: integer().notNull().unique().default(sql`nextval('accounting_numbers')`),
    /** The order, return or payment that it is for. */
    local: uuid().notNull(),
    party: text().notNull().default(''),
    date: date({ mode: 'string' }).notNull(),
    dueDate: date({ mode: 'string' }),
    subTotal: money().notNull(),
    shipping: money().notNull(),
    discount: money().notNull(),
    tax: money().notNull(),
    total: money().notNull(),
    status: text().$type<(typeof DOCUMENT_STATUSES)[number]>().notNull().default('draft'),
    requestId: uuid().notNull().unique(),
    quickbooksId: text(),
    failure: text(),
    createdAt: now(),
    updatedAt: updatedNow(),
  },
  t => [
    uniqueIndex('accounting_documents_local').on(t.kind, t.local, t.party).where(sql`${t.status} <> 'void'`),
    oneOf('accounting_documents_kind', t.kind, KINDS),
    oneOf('accounting_documents_status', t.status, DOCUMENT_STATUSES),
    check(
      'accounting_documents_total',
      sql`${t.total} = ${t.subTotal} + ${t.shipping} + ${t.tax} - ${t.discount}`,
    ),
  ],
);

export const accountingDocumentLines = pgTable(
  'accounting_document_lines',
  {
    _id: id(),
    document: uuid()
      .notNull()
      .references(() => accountingDocuments._id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    variant: uuid(),
    productNum: text().notNull().default(''),
    description: text().notNull(),
    quantity: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    price: money().notNull(),
    amount: money().notNull(),
  },
  t => [uniqueIndex('accounting_document_lines_position').on(t.document, t.position)],
);

/** Keeps syncs, at work or ended; one at a time is at work. */
export const accountingRuns = pgTable(
  'accounting_runs',
  {
    _id: id(),
    syncer: text().notNull(),
    status: text().$type<'running' | 'done' | 'failed'>().notNull(),
    progress: integer().notNull().default(0),
    total: integer().notNull().default(0),
    cursor: text(),
    heartbeatAt: now(),
    startedBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    summary: jsonb(),
    startedAt: now(),
    endedAt: instant(),
  },
  t => [
    uniqueIndex('accounting_runs_one').on(t.status).where(sql`${t.status} = 'running'`),
    index('accounting_runs_started').on(t.startedAt.desc()),
    oneOf('accounting_runs_status', t.status, ['running', 'done', 'failed']),
    check('accounting_runs_progress', sql`${t.progress} between 0 and ${t.total}`),
  ],
);
