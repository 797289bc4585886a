import type { FastifyBaseLogger } from 'fastify';
import type { Cache } from '#server/cache.ts';
import type { Database, Db } from '#server/database/db.ts';
import type { Printer } from '#server/documents/printer.ts';
import type { Env } from '#server/env.ts';
import type { FileStore } from '#server/integrations/file-store.ts';
import type { GoogleVerifier } from '#server/integrations/google-identity.ts';
import type { MailTransport } from '#server/integrations/smtp.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { PaymentGateway } from '#server/payments/gateway.ts';
import type { KeyGrant } from '#shared/rules/key-scopes.ts';
import type { CompanyRole, PermissionLevel } from '#shared/rules/permissions.ts';

/** The parts that one process holds. Built once by `buildApp`, handed on as a plain value. */
export interface App {
  env: Env;
  database: Database;
  db: Db;
  cache: Cache;
  jobs: Jobs;
  payments: PaymentGateway;
  mail: MailTransport;
  /** One thread prints whatever is printed. */
  printer: Printer;
  /** Null: the shop has no sign-in by Google. */
  google: GoogleVerifier | null;
  /** The pictures that were brought. */
  pictures: FileStore;
  log: FastifyBaseLogger;
}

/** The asker: the signed-in user of a session or an API key, as far as every request needs to know them. */
export interface SessionUser {
  _id: string;
  email: string;
  name: string;
  permissionLevel: PermissionLevel;
  role: CompanyRole | null;
  company: string | null;
  registeredFully: boolean;
  /** Is one of the two accounts that the site settings name (rule A2). */
  special: boolean;
  /** The address of the Admin who acts as this customer (rule A4). */
  actingAdmin?: string | null;
}

export interface CookieOptions {
  httpOnly: boolean;
  secure: boolean;
  maxAge: number;
}

/** One request, whichever door it came through. */
export interface Context {
  app: App;
  db: Db;
  user: SessionUser | null;
  /** Null for guests and for API keys. */
  session: { hash: string; impersonatorId: string | null } | null;
  /** The grant of the API key that asks; null for sessions and guests. */
  key: (KeyGrant & { _id: string }) | null;
  via: 'trpc' | 'rest' | 'ssr';
  ip: string;
  userAgent: string;
  requestId: string;
  log: FastifyBaseLogger;
  readCookie: (name: string) => string | null;
  setCookie: (name: string, value: string, options: CookieOptions) => void;
  /** Runs costly calls of a batch after each other, where there are several. */
  inLine?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Sets the HTTP status of a success where it is not 200 (202 for started work). */
  setStatus: (status: 201 | 202) => void;
}
