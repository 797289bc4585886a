import type { Sql } from 'postgres';
import { DeafError } from '#server/database/postgres-listen.ts';
import { EnvError } from '#server/env.ts';
import { clock } from '#server/time-and-chance.ts';

type Variable = 'DATABASE_URL' | 'LISTEN_URL';

const NEEDS_A_WAY_PAST = 'leads to a pooler. Also set LISTEN_URL to an address that leads to Postgres itself';

/** How long an address has for its first answer. */
const ANSWER_MS = 5_000;

/**
 * Asks once through a client and says what stands between it and the server: `pooler` when the connection is not the
 * server's own. An `EnvError` when there is no such database, or no answer within five seconds.
 */
export async function tryAddress(client: Sql, variable: Variable, url: string): Promise<'server' | 'pooler'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = clock.setTimeout(
      () => reject(Object.assign(new Error('no answer'), { code: 'CONNECT_TIMEOUT' })),
      ANSWER_MS,
    );
  });
  try {
    const answer = await Promise.race([client.unsafe('select pg_backend_pid() as pid'), late]);
    // The number that the connection was greeted with is the server's process, or one that a pooler made up.
    return answer[0]?.pid === answer.state.pid ? 'server' : 'pooler';
  } catch (error) {
    throw wrong(variable, explain(error, url), error);
  } finally {
    clock.clearTimeout(timer);
  }
}

/** A pooler hands each transaction another connection: where one is in between, LISTEN needs a way past it. */
export function refusePooler(variable: Variable, found: 'server' | 'pooler'): void {
  if (found === 'server') return;
  throw wrong(
    variable,
    variable === 'DATABASE_URL' ? NEEDS_A_WAY_PAST : 'leads to a pooler, but has to lead to Postgres itself',
  );
}

export function refuseDeaf(error: unknown): never {
  if (!(error instanceof DeafError)) throw error;
  throw wrong(
    'LISTEN_URL',
    'does not lead to the database of DATABASE_URL: what is written there would go unnoticed',
    error,
  );
}

function wrong(variable: Variable, why: string, cause?: unknown): EnvError {
  return new EnvError([`${variable}: ${why}`], { cause });
}

function explain(error: unknown, url: string): string {
  const { code, message } = error as { code?: string; message?: string };
  const where = placeOf(url);
  if (code === 'ECONNREFUSED') return `nothing listens at ${where}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the name in ${where} is not known`;
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return `${where} can’t be reached`;
  if (message?.includes('unsupported startup parameter')) {
    return NEEDS_A_WAY_PAST;
  }
  // Postgres names users and databases in what it says, never a password.
  if (code && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E')) return `${where} answers: ${message}`;
  return `${where} does not answer like a Postgres server`;
}

/** Host and port alone: the rest of an address may be secret. */
function placeOf(url: string): string {
  const [, authority = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1) || 'the address';
}
