import type { FastifyInstance } from 'fastify';
import Papa from 'papaparse';
import { createApiKey } from '#server/auth/api-keys.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { KEY_SCOPES, type KeyScope } from '#shared/enumerations.ts';
import type { ListScreen } from '#shared/office-lists.ts';

/** Asks for a list as a file, with a key of this user; null: as nobody. */
export async function askFile(
  { app, db }: { app: FastifyInstance; db: Db },
  list: ListScreen,
  query: Record<string, string>,
  { user, scopes = KEY_SCOPES }: { user: SessionUser | null; scopes?: readonly KeyScope[] },
) {
  const bearer = user && (await createApiKey(db, user, { name: 'test', scopes: [...scopes] })).key;
  return app.inject({
    url: `/admin/${list}.csv?${new URLSearchParams(query)}`,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
  });
}

/** Reads the lines of such a file, the heads first. */
export const linesOf = (body: string): string[][] =>
  Papa.parse<string[]>(body.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data;

/** Reads a file of one line, by its heads. */
export function onlyLine(body: string): Record<string, string> {
  const [heads = [], line = [], ...more] = linesOf(body);
  if (more.length > 0) throw new Error(`${more.length} more lines`);
  return Object.fromEntries(heads.map((head, at) => [head, line[at] ?? '']));
}
