import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import { isMigrated } from '#server/database/migrate.ts';
import { clock } from '#server/time-and-chance.ts';

/** Below this the embedded database could fail on its next write, and pictures soon can't be kept. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024;
const MAX_WAIT_MS = 2000;
/** Proxies look each second or two. */
export const LOOK_KEPT_MS = 1000;
const DEAF =
  'This process does not hear what others write: listings may be a few seconds old. Check LISTEN_URL.';

export interface Health {
  isDraining: () => boolean;
  warnings: () => string[];
}

/**
 * `/livez`: the process answers. `/readyz`: it may be sent requests; 503 with what is missing, also while it drains.
 * `warnings`: what an operator should look into, although requests can be answered; they take nothing out of service.
 */
export function mountHealth(app: FastifyInstance, parts: App, { isDraining, warnings }: Health): void {
  app.get('/livez', { config: { quiet: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { quiet: true } }, async (_request, reply) => {
    const checks = await readiness(parts, isDraining);
    const ready = Object.values(checks).every(state => state === 'ok');
    const said = allWarnings(parts, warnings);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'not ready', checks, warnings: said });
  });
}

/** Warnings to an operator; one is that this process does not hear the others. */
export const allWarnings = ({ database }: App, warnings: () => string[]): string[] => [
  ...warnings(),
  ...(database.isDeaf() ? [DEAF] : []),
];

/** Checks that have to be `ok` for a process to be sent requests. Whether it drains is told at once. */
export async function readiness(parts: App, isDraining: () => boolean) {
  const { answers, migrated, roomy } = await lookOnce(parts);
  return {
    draining: isDraining() ? 'draining' : 'ok',
    database: answers ? 'ok' : 'no answer',
    // Nobody should migrate because the database is away, or was a moment ago.
    migrations: migrated === null ? 'no answer' : migrated ? 'ok' : 'missing',
    disk: roomy ? 'ok' : 'full',
  };
}

interface Seen {
  answers: boolean;
  /** Null: the database could not be asked. */
  migrated: boolean | null;
  roomy: boolean;
}

const looks = new WeakMap<App, { seen: Promise<Seen>; until: number }>();

/** Has all who ask while it is looked, and for a moment after that, share one look: nobody refuses them for overload. */
function lookOnce(parts: App): Promise<Seen> {
  const last = looks.get(parts);
  if (last && clock.elapsed() < last.until) return last.seen;
  const look = { seen: lookAt(parts), until: Number.POSITIVE_INFINITY };
  looks.set(parts, look);
  void look.seen.finally(() => {
    look.until = clock.elapsed() + LOOK_KEPT_MS;
  });
  return look.seen;
}

async function lookAt({ database, db, env }: App): Promise<Seen> {
  const [answers, migrated, roomy] = await Promise.all([
    holds(database.ping().then(() => true)),
    inTime(isMigrated(db)),
    // Beside a Postgres only pictures lie there, and to all processes alike: `diskWarnings`.
    database.embedded === null || holds(hasRoom(env.dataDir)),
  ]);
  return { answers, migrated, roomy };
}

/** Warns an operator of a full disk where the shop can go on without room in its folder. */
export async function diskWarnings({ database, env }: Pick<App, 'database' | 'env'>): Promise<string[]> {
  if (database.embedded !== null || (await hasRoom(env.dataDir))) return [];
  return ['The disk of DATA_DIR is full: pictures can no longer be kept.'];
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= MIN_FREE_BYTES;
  } catch (error) {
    // Without a folder there is nothing on this machine's disk that could fill up.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}

const holds = async (check: Promise<boolean>) => (await inTime(check)) ?? false;

/** Answers as the check does; null where it fails, or takes too long. */
async function inTime(check: Promise<boolean>): Promise<boolean | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>(resolve => {
    timer = clock.setTimeout(resolve, MAX_WAIT_MS, null);
  });
  try {
    return await Promise.race([check, late]);
  } catch {
    return null;
  } finally {
    clock.clearTimeout(timer);
  }
}
