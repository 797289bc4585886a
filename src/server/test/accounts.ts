import type { AnyProcedure } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { hashPassword } from '#server/auth/passwords.ts';
import type { App, SessionUser } from '#server/context.ts';
import type { Database } from '#server/database/db.ts';
import type { emails } from '#server/mail/tables.ts';
import { registerJobs } from '#server/register-jobs.ts';
import { RIGHTS } from '#server/rights.ts';
import { appRouter } from '#server/router.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { expectDocumented } from '#server/test/documented.ts';
import { type Answer, type Ask, ask, type DoorName, openDoors } from '#server/test/doors.ts';
import { makeUser } from '#server/test/factories.ts';
import { mailsTo } from '#server/test/mails.ts';
import type { users } from '#server/users/tables.ts';
import type { ErrorBody } from '#shared/errors.ts';
import type { User } from '#shared/schemas/users.ts';

export const PASSWORD = 'brass knobs on oak';

/** How one call is made; by default as a stranger at an address of their own, through the REST door. */
export interface How {
  door?: DoorName;
  /** The cookies that the browser has. */
  cookie?: string;
  bearer?: string;
  ip?: string;
  userAgent?: string;
}

/** The whole shop behind its doors, for tests of who signs in and stays so. */
export interface Accounts {
  app: FastifyInstance;
  parts: App;
  database: Database;
  call: (procedure: string, input?: Record<string, unknown>, how?: How) => Promise<Answer>;
  /** Signs in and answers the cookies. */
  signIn: (email: string, password?: string, how?: How) => Promise<string>;
  /** Tells whose cookies these are. */
  me: (cookie: string) => Promise<User | null>;
  /** An account that can sign in with `PASSWORD`. */
  person: (user?: Partial<typeof users.$inferInsert>) => Promise<SessionUser>;
  /** The newest mail of a template to this address as it arrives there, once the jobs have run. */
  mailTo: (email: string, template: string) => Promise<typeof emails.$inferSelect | null>;
  /** The token in the link of such a mail. */
  tokenTo: (email: string, template: string) => Promise<string>;
  close: () => Promise<void>;
}

let hash: Promise<string> | null = null;

/** One for all accounts: a hash takes longer than the rest of making one. */
function hashOfPassword(): Promise<string> {
  hash ??= hashPassword(PASSWORD);
  return hash;
}

let strangers = 0;
export const someAddress = () => `198.51.${Math.floor(++strangers / 250)}.${strangers % 250}`;

export async function openAccounts(
  variables: Record<string, string> = {},
  { pages = false }: { pages?: boolean } = {},
): Promise<Accounts> {
  const database = await testDatabase();
  const { app, parts } = await openDoors(database, appRouter, {
    variables: { TRUST_PROXY: '1', ...variables },
    pages,
  });
  registerJobs(parts);
  await parts.jobs.start({ work: false });

  const call: Accounts['call'] = async (procedure, input = {}, how = {}) => {
    const answer = await asked(procedure, input, how);
    if (answer.status >= 400) expectDocumented(procedure, (answer.body as ErrorBody | undefined)?.reason);
    return answer;
  };
  const asked: Accounts['call'] = (procedure, input = {}, { door = 'rest', ...how } = {}) => {
    const [method = 'POST', path = ''] = RIGHTS[procedure]?.rest?.split(' ') ?? [];
    const url = `/api/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]))}`;
    const asking = { procedure, method: method as Ask['method'], url, input, headers: headersOf(how) };
    // A procedure without a REST address is asked for through tRPC, queries by GET.
    if (path) return ask(app, door, asking);
    const procedures = appRouter._def.procedures as unknown as Record<string, AnyProcedure | undefined>;
    const isQuery = procedures[procedure]?._def.type === 'query';
    return ask(app, 'trpc', { ...asking, method: isQuery ? 'GET' : 'POST' });
  };
  const mailTo: Accounts['mailTo'] = async (email, template) => {
    await parts.jobs.drain();
    const mails = await mailsTo(database.db, email);
    return mails.findLast(mail => mail.template === template) ?? null;
  };
  return {
    app,
    parts,
    database,
    call,
    mailTo,
    signIn: async (email, password = PASSWORD, how = {}) => {
      const answer = await call('auth.login', { email, password }, how);
      expect(answer.status).toBe(200);
      return cookiesOf(answer);
    },
    me: async cookie => userOf(await call('auth.me', {}, { cookie })),
    person: async (user = {}) => makeUser(database.db, { passwordHash: await hashOfPassword(), ...user }),
    tokenTo: async (email, template) => {
      const mail = await mailTo(email, template);
      return /#token=([\w-]{43})\b/.exec(mail?.text ?? '')?.[1] ?? 'no token';
    },
    close: async () => {
      await app.close();
      await parts.jobs.stop(0);
      await parts.cache.close();
      await closeTestDatabase(database);
    },
  };
}

function headersOf({ cookie, bearer, ip = someAddress(), userAgent }: Omit<How, 'door'>) {
  return {
    'x-forwarded-for': ip,
    ...(cookie !== undefined && { cookie, 'sec-fetch-site': 'same-origin' }),
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
  };
}

/** Returns what the browser sends back of what an answer set. */
export function cookiesOf(answer: Answer): string {
  const lines = [answer.headers['set-cookie'] ?? []].flat() as string[];
  return lines.map(line => line.split(';')[0]).join('; ');
}

export const userOf = (answer: Answer) => (answer.body as { user: User | null }).user;

/** Status, reason and the fields that are blamed. */
export function failure({ status, body }: Answer) {
  const { reason, issues } = (body ?? {}) as ErrorBody;
  return { status, reason, ...(issues && { fields: issues.map(({ path }) => path.join('.')) }) };
}
