import { connect, type Socket } from 'node:net';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { type Prepares, preparing } from '#server/database/choose-statements.ts';
import { notCommitted } from '#server/database/db.ts';
import { clock } from '#server/time-and-chance.ts';

/** How long a caller waits for a free connection. */
const WAIT_MS = 3_000;
/** After so long without a byte from the server it is asked for a sign of life. */
const SILENCE_MS = 2_000;
const PROBE_MS = 1_500;
const TICK_MS = 500;

export interface Gate {
  /** `transaction`: may be held up by locks of others, so that some connections are kept from it for short reads. */
  run<T>(work: () => PromiseLike<T>, kind?: 'statement' | 'transaction'): Promise<T>;
  figures(): { size: number; inUse: number; waiting: number };
}

interface Waiter {
  isTransaction: boolean;
  enter: () => void;
  refuse: () => void;
}

/** Every fifth connection. */
const reserveOf = (size: number) => (size < 2 ? 0 : Math.max(1, Math.floor(size / 5)));

/**
 * Lets as many through as there are connections, so that nobody waits inside of postgres.js, which has no limit
 * for that. When the server is found to be gone, all who wait are refused at once and one caller at a time tries
 * whether it is back.
 */
export function createGate(size: number, waitMs = WAIT_MS): Gate {
  const mostTransactions = size - reserveOf(size);
  const waiting = new Set<Waiter>();
  let running = 0;
  let transactions = 0;
  let isDown = false;
  let isTrying = false;

  const hasRoom = (isTransaction: boolean) =>
    running < size && (!isTransaction || transactions < mostTransactions);

  const take = (isTransaction: boolean) => {
    running++;
    if (isTransaction) transactions++;
  };

  const free = (isTransaction: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const done = (settle: () => void) => () => {
        clock.clearTimeout(timer);
        waiting.delete(waiter);
        settle();
      };
      const waiter = { isTransaction, enter: done(resolve), refuse: done(() => reject(unavailable())) };
      const timer = clock.setTimeout(
        done(() => reject(tooBusy())),
        waitMs,
      );
      waiting.add(waiter);
    });

  const leave = (error: unknown, isTransaction: boolean) => {
    running--;
    if (isTransaction) transactions--;
    if (isOutage(error)) {
      isDown = true;
      for (const waiter of [...waiting]) waiter.refuse();
    } else if (!isLost(error)) {
      isDown = false;
    }
    if (isDown) return;
    const next = [...waiting].find(waiter => hasRoom(waiter.isTransaction));
    if (!next) return;
    take(next.isTransaction);
    next.enter();
  };

  return {
    figures: () => ({ size, inUse: running, waiting: waiting.size }),
    run: async (work, kind = 'statement') => {
      const isTransaction = kind === 'transaction';
      const tries = isDown;
      if (tries && (isTrying || !hasRoom(isTransaction))) throw unavailable();
      if (tries) isTrying = true;
      if (hasRoom(isTransaction)) take(isTransaction);
      else await free(isTransaction);
      try {
        const result = await work();
        leave(null, isTransaction);
        return result;
      } catch (error) {
        leave(error, isTransaction);
        throw error;
      } finally {
        if (tries) isTrying = false;
      }
    },
  };
}

/** The part of a client that Drizzle uses, behind a gate; `prepares` says which statements are prepared. */
export function gated(client: Sql, gate: Gate, prepares: Prepares = () => false): Sql {
  const query = preparing(client, prepares);
  const unsafe = (...args: Parameters<Sql['unsafe']>) => ({
    values: () => gate.run(() => query(...args).values()),
    // biome-ignore lint/suspicious/noThenProperty: a query of postgres.js is a thenable that starts when awaited
    then: (...settle: Parameters<Promise<unknown>['then']>) => gate.run(() => query(...args)).then(...settle),
  });
  const begin = (work: (tx: TransactionSql) => Promise<unknown>) =>
    gate.run(
      () =>
        transact(client, tx => {
          tx.unsafe = preparing(tx, prepares);
          return work(tx);
        }),
      'transaction',
    );
  return { options: client.options, unsafe, begin } as unknown as Sql;
}

/**
 * A transaction that is done only when the server says COMMIT. postgres.js's own `begin` prepares its commit and does
 * not look at the answer: behind a pooler that commit reaches a connection which doesn't know it, is asked again in a
 * transaction that has failed by then, and is answered ROLLBACK without an error. So both ends are ours, as plain
 * texts, and postgres.js never gets to its own: its promise stays open, which costs nothing.
 */
export function transact<T>(client: Sql, work: (tx: TransactionSql) => PromiseLike<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let wasCut = false;
    const begun = client.begin(async tx => {
      await workAndEnd(tx, work, () => wasCut).then(resolve, reject);
      await never();
    });
    begun.catch(error => {
      wasCut = true;
      reject(error);
    });
  });
}

async function workAndEnd<T>(
  tx: TransactionSql,
  work: (tx: TransactionSql) => PromiseLike<T>,
  wasCut: () => boolean,
): Promise<T> {
  const result = await Promise.resolve(work(tx)).catch(async error => {
    // A socket's error is told first, its end in the same turn of the event loop: the next one begins with timers.
    await clock.sleep(0);
    // On a connection that is gone a rollback would end up among what its successor is asked.
    if (!wasCut()) await tx.unsafe('rollback').catch(() => undefined);
    throw error;
  });
  if (wasCut()) return never();
  const { command } = await tx.unsafe('commit');
  if (command !== 'COMMIT') throw notCommitted(command);
  return result;
}

const never = () => new Promise<never>(() => undefined);

export interface Watch {
  /** The `socket` option of postgres.js. */
  socket: (options: { host: string[]; port: number[]; path: string | false; ssl: unknown }) => Socket;
  stop(): void;
}

/**
 * Cuts connections whose server has stopped answering: a machine that is gone or frozen closes nothing, and a
 * query would wait for ever. A query that is merely slow is told apart by asking on a fresh connection.
 */
export function watchSockets(url: string): Watch {
  const asked = new Map<Socket, number>();
  let turn = 0;
  let probing: Promise<boolean> | null = null;

  const check = async () => {
    const silent = [...asked]
      .filter(([, since]) => clock.elapsed() - since > SILENCE_MS)
      .map(([socket]) => socket);
    if (silent.length === 0 || probing) return;
    probing = isAlive(url);
    const alive = await probing;
    probing = null;
    for (const socket of silent) {
      if (!asked.has(socket)) continue;
      if (alive) asked.set(socket, clock.elapsed());
      else
        socket.destroy(Object.assign(new Error('The database has stopped answering'), { code: 'ETIMEDOUT' }));
    }
  };
  const timer = clock.setInterval(() => void check(), TICK_MS);
  timer.unref();

  return {
    socket: ({ host, port, path, ssl }) => {
      const at = turn++ % host.length;
      const socket = path ? connect(path) : connect(port[at] ?? 5432, host[at]);
      const write = socket.write;
      socket.write = (...args: unknown[]) => {
        if (!asked.has(socket)) asked.set(socket, clock.elapsed());
        return Reflect.apply(write, socket, args);
      };
      // Encrypted, the end of an answer can't be seen, so any byte counts as one.
      socket.on('data', chunk => {
        if (ssl || isReady(chunk)) asked.delete(socket);
        else asked.set(socket, clock.elapsed());
      });
      socket.on('close', () => asked.delete(socket));
      return socket;
    },
    stop: () => clock.clearInterval(timer),
  };
}

/** The server's last word in every answer: ReadyForQuery, five bytes long, with the state of the transaction. */
function isReady(chunk: Buffer): boolean {
  return chunk.length >= 6 && chunk[chunk.length - 6] === 0x5a && chunk.readUInt32BE(chunk.length - 5) === 5;
}

async function isAlive(url: string): Promise<boolean> {
  const client = postgres(url, { max: 1, connect_timeout: 2, fetch_types: false, onnotice: () => undefined });
  const answer = client`select 1`.then(
    () => true,
    // A refusal in the server's own words is a sign of life, except that it is just starting or stopping.
    error => /^[0-9A-Z]{5}$/.test(codeOf(error)) && !isOutage(error),
  );
  const alive = await Promise.race([answer, clock.sleep(PROBE_MS, false)]);
  await client.end({ timeout: 0 });
  return alive;
}

/** All connections are at work, none is broken: to be asked again, not an outage. */
function tooBusy(): Error {
  return Object.assign(new Error('No connection became free in time'), { code: '53300' });
}

function unavailable(): Error {
  return Object.assign(new Error('The database is not available'), { code: '08006' });
}

const isOutage = (error: unknown) =>
  /^(57P03|CONNECT_TIMEOUT|ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/.test(
    codeOf(error),
  );

/** The connection broke, which alone does not say that the server is gone. */
const isLost = (error: unknown) => /^(CONNECTION_|ECONN|EPIPE|57P0)/.test(codeOf(error));

function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return String(code ?? cause?.code ?? '');
}
