import { timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { lockDemoAccounts } from '#server/auth/lock-demo-accounts.ts';
import { type Backup, backUpEmbedded } from '#server/backups/back-up.ts';
import { CommandError } from '#server/command-error.ts';
import type { App } from '#server/context.ts';
import { FolderError, FolderInUseError } from '#server/database/folder-lock.ts';
import type { Env } from '#server/env.ts';
import { AppError } from '#server/errors.ts';
import { describeReport } from '#server/imports/command.ts';
import { importCatalogue } from '#server/imports/import-catalogue.ts';
import { readCatalogue } from '#server/imports/read-catalogue.ts';
import { type AskedOfJobs, answerJobs, readJobsArguments } from '#server/jobs/dead-job-command.ts';
import { chance } from '#server/time-and-chance.ts';

/**
 * How a command reaches a server that has the embedded database open: one process alone may open it. Anybody who can
 * read the data folder has the shop anyway; so the key to this door lies there, new at each start.
 */
interface LocalDoor {
  url: string;
  token: string;
}

const IMPORT = '/_local/import';
const BACKUP = '/_local/backup';
const JOBS = '/_local/jobs';
const LOCK = '/_local/lock-demo-accounts';
const MAX_BYTES = 64 * 1024 * 1024;

const doorFile = (dataDir: string) => join(dataDir, 'local-door.json');

/** Lets commands do their work through this server: import, backup, jobs and lock-demo-accounts. */
export async function openLocalDoor(app: FastifyInstance, parts: App): Promise<void> {
  const token = chance.bytes(32).toString('hex');
  const file = doorFile(parts.env.dataDir);
  const own = {
    // The shop's own operator is not turned away because it is busy.
    config: { quiet: true },
    onRequest: async ({ headers }: { headers: { authorization?: string } }) =>
      refuseStranger(headers.authorization, token),
  };
  app.addContentTypeParser('text/csv', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_, body, done) =>
    done(null, body),
  );
  app.post<{ Body: Buffer; Querystring: { file?: string; preview?: string } }>(
    IMPORT,
    { bodyLimit: MAX_BYTES, ...own },
    async ({ body, query }) => {
      const preview = query.preview === 'true';
      const report = await importCatalogue(parts.db, readCatalogue(body), { preview, file: query.file });
      return describeReport(report, preview);
    },
  );
  app.post<{ Querystring: { file?: string } }>(BACKUP, own, async ({ query }) => {
    return backUpEmbedded(parts, { file: query.file ?? null }).catch(inItsWords);
  });
  app.post<{ Querystring: { do?: string; id?: string } }>(JOBS, own, async ({ query }) => {
    const asked = readJobsArguments([query.do, query.id].filter(given => given !== undefined));
    return answerJobs(parts.db, asked, { runs: parts.env.jobs }).catch(inItsWords);
  });
  app.post<{ Querystring: { emails?: string } }>(LOCK, own, async ({ query }) => {
    return lockDemoAccounts(parts.db, query.emails?.split(' ')).catch(inItsWords);
  });
  app.addHook('onListen', async () => {
    const address = app.server.address();
    if (typeof address !== 'object' || !address) return;
    // Listening on all addresses includes this machine's own.
    const host = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address;
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
    await writeFile(file, JSON.stringify({ url, token } satisfies LocalDoor), { mode: 0o600 });
  });
  app.addHook('onClose', () => rm(file, { force: true }));
}

/** A failure's own words are for the operator, who alone gets in here. */
function inItsWords(error: unknown): never {
  if (!(error instanceof FolderError || error instanceof CommandError)) throw error;
  throw new AppError('invalid', { message: error.message, cause: error });
}

function refuseStranger(given: string | undefined, token: string): void {
  const [mine, theirs] = [Buffer.from(`Bearer ${token}`), Buffer.from(given ?? '')];
  if (mine.length !== theirs.length || !timingSafeEqual(mine, theirs)) throw new AppError('not_found');
}

/** Loads the file through the server that holds the folder, if that is what `error` says; else throws `error`. */
export async function importThroughServer(
  error: unknown,
  env: Pick<Env, 'dataDir'>,
  path: string,
  { preview }: { preview: boolean },
): Promise<{ lines: string[]; wrong: number }> {
  const query = new URLSearchParams({ file: basename(path), preview: String(preview) });
  return askServer(error, env, `${IMPORT}?${query}`, () => readFile(path));
}

/** Makes a backup through the server that holds the folder, if that is what `error` says; else throws `error`. */
export async function backUpThroughServer(
  error: unknown,
  env: Pick<Env, 'dataDir'>,
  file: string | null,
): Promise<Backup> {
  const query = file === null ? '' : `?${new URLSearchParams({ file })}`;
  const made = await askServer<Backup>(error, env, `${BACKUP}${query}`);
  if (existsSync(made.file)) return made;
  throw new CommandError(
    `The shop saved to ${made.file}, which only it can see: systemd gives it its own /tmp. Choose a file in ${env.dataDir}.`,
  );
}

/** Asks the server that holds the folder for its dead jobs, if that is what `error` says; else throws `error`. */
export async function askJobsOfServer(
  error: unknown,
  env: Pick<Env, 'dataDir'>,
  asked: AskedOfJobs,
): Promise<string[]> {
  const query = asked.do === 'list' ? '' : `?${new URLSearchParams({ do: asked.do, id: asked.id })}`;
  return askServer(error, env, `${JOBS}${query}`);
}

/** Locks the demo's accounts through the server that holds the folder, if that is what `error` says; else throws `error`. */
export async function lockThroughServer(
  error: unknown,
  env: Pick<Env, 'dataDir'>,
  emails: readonly string[],
): Promise<string[]> {
  const query = emails.length === 0 ? '' : `?${new URLSearchParams({ emails: emails.join(' ') })}`;
  return askServer(error, env, `${LOCK}${query}`);
}

async function askServer<T>(
  error: unknown,
  { dataDir }: Pick<Env, 'dataDir'>,
  path: string,
  readBody: () => Promise<Buffer | null> = async () => null,
): Promise<T> {
  const file = doorFile(dataDir);
  if (!(error instanceof FolderInUseError) || !existsSync(file)) throw error;
  const { url, token }: LocalDoor = JSON.parse(await readFile(file, 'utf8'));
  const body = await readBody();
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'text/csv' }) };
  // Not by fetch, which gives up after five minutes.
  const { status, answer } = await new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const asked = request(`${url}${path}`, { method: 'POST', headers }, response => {
      text(response).then(said => resolve({ status: response.statusCode ?? 0, answer: said }), reject);
    });
    const ended = () =>
      reject(new CommandError('The shop ended before it had done this. Start it, or try again without it.'));
    asked.on('error', ended).end(body ?? undefined);
  });
  const said = JSON.parse(answer);
  if (status !== 200) throw new AppError('invalid', { message: String(said.message ?? status) });
  return said;
}
