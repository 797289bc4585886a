import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import type { Env } from '#server/env.ts';
import { AppError } from '#server/errors.ts';
import { FolderInUseError } from '#server/folder-lock.ts';
import { describeReport } from '#server/imports/command.ts';
import { importCatalogue } from '#server/imports/import-catalogue.ts';
import { readCatalogue } from '#server/imports/read-catalogue.ts';

/**
 * How a command reaches a server that has the embedded database open: one process alone may open it. Whoever can read
 * the data folder has the shop anyway; so the key to this door lies there, new at each start.
 */
interface LocalDoor {
  url: string;
  token: string;
}

const PATH = '/_local/import';
const MOST_BYTES = 64 * 1024 * 1024;

const doorFile = (dataDir: string) => join(dataDir, 'local-door.json');

/** Lets `npm run import` load a file through this server. */
export async function openLocalDoor(app: FastifyInstance, parts: Pick<App, 'db' | 'env'>): Promise<void> {
  const token = randomBytes(32).toString('hex');
  const file = doorFile(parts.env.dataDir);
  app.addContentTypeParser('text/csv', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_, body, done) =>
    done(null, body),
  );
  app.post<{ Body: Buffer; Querystring: { file?: string; preview?: string } }>(
    PATH,
    {
      bodyLimit: MOST_BYTES,
      // The shop's own operator is not turned away because it is busy.
      config: { quiet: true },
      onRequest: async request => refuseStranger(request.headers.authorization, token),
    },
    async ({ body, query }) => {
      const preview = query.preview === 'true';
      const report = await importCatalogue(parts.db, readCatalogue(body), { preview, file: query.file });
      return describeReport(report, preview);
    },
  );
  app.addHook('onListen', async () => {
    const address = app.server.address();
    if (typeof address !== 'object' || !address) return;
    // Listening on all addresses includes this machine's own.
    const host = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address;
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}${PATH}`;
    await writeFile(file, JSON.stringify({ url, token } satisfies LocalDoor), { mode: 0o600 });
  });
  app.addHook('onClose', () => rm(file, { force: true }));
}

function refuseStranger(given: string | undefined, token: string): void {
  const [mine, theirs] = [Buffer.from(`Bearer ${token}`), Buffer.from(given ?? '')];
  if (mine.length !== theirs.length || !timingSafeEqual(mine, theirs)) throw new AppError('not_found');
}

/** Loads the file through the server that holds the folder, if that is what `error` says; else throws `error`. */
export async function importThroughServer(
  error: unknown,
  { dataDir }: Pick<Env, 'dataDir'>,
  path: string,
  { preview }: { preview: boolean },
): Promise<{ lines: string[]; wrong: number }> {
  const file = doorFile(dataDir);
  if (!(error instanceof FolderInUseError) || !existsSync(file)) throw error;
  const { url, token }: LocalDoor = JSON.parse(await readFile(file, 'utf8'));
  const query = new URLSearchParams({ file: basename(path), preview: String(preview) });
  const answer = await fetch(`${url}?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: await readFile(path),
  });
  const body = await answer.json();
  if (!answer.ok) throw new AppError('invalid', { message: String(body.message ?? answer.statusText) });
  return body;
}
