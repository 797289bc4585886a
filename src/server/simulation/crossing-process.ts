/**
 * Asks a Postgres over many connections, in a process of its own, which no world's time reaches. After each statement it
 * waits until every other one has been answered or waits for a lock, and hands on all answers at once, so that the order
 * of statements alone decides what happens.
 */
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';
import { arrayTypes } from '#server/database/postgres-arrays.ts';
import type { Answer, Question } from '#server/simulation/crossing.ts';
import { clock } from '#server/time-and-chance.ts';

/**
 * Longer than a statement waits before Postgres looks whether it closes a circle: a millisecond where `deadlock_timeout` says
 * so. Whoever closed one is ended, and nobody who waited before them.
 */
const DEADLOCK_MS = 4;

/** Longer than most statements take. */
const SOON_MS = 3;

const [, , url = ''] = process.argv;

/** A connection of its own: a transaction's statements are sent one by one. */
function connect(): Sql {
  const client = postgres(url, {
    max: 1,
    idle_timeout: 0,
    fetch_types: false,
    types: arrayTypes,
    onnotice: () => undefined,
    connection: { application_name: 'knurl', jit: 'off' },
  });
  // Has values read and written as it wants them.
  drizzle(client);
  return client;
}

const observer = connect();
const connections = new Map<number, Sql>();
const running = new Set<number>();
let answers: Answer[] = [];
let handled: Promise<void> = Promise.resolve();

const connectionOf = (nth: number): Sql => {
  const connection = connections.get(nth) ?? connect();
  connections.set(nth, connection);
  return connection;
};

async function handle({ id, connection: nth, text, values, asArrays }: Question): Promise<void> {
  running.add(id);
  const query = connectionOf(nth).unsafe(text, values as never[], { prepare: false });
  const answer = (asArrays ? query.values() : query).then(
    found => ({ id, rows: [...found], command: found.command }),
    error => ({ id, error: { ...error, message: error.message } }),
  );
  const answered = answer.then(one => {
    running.delete(id);
    answers.push(one);
  });
  // Most are answered soon; to look at locks costs more than a statement.
  if (running.size === 1) await Promise.race([answered, clock.sleep(SOON_MS)]);
  await settled();
  process.send?.({ handled: id, answers: answers.sort((one, other) => one.id - other.id) });
  answers = [];
}

/** Waits until each statement that runs waits for a lock, and Postgres has ended every deadlock among them. */
async function settled(): Promise<void> {
  let seen = '';
  while (running.size > 0) {
    const before = [...running].join();
    const waiting = await observer<{ pid: number; by: number[] }[]>`
      select pid, pg_blocking_pids(pid) as by from (
        select distinct pid from pg_locks
        where not granted and pid in (
          select pid from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend')) waiting`;
    const now = [...running].join();
    // One that is blocked by nobody any more goes on in a moment, and so does one of a circle, as it is ended.
    const isStill =
      before === now &&
      waiting.length === running.size &&
      waiting.every(({ by }) => by.length > 0) &&
      !hasCircle(new Map(waiting.map(({ pid, by }) => [pid, by])));
    if (isStill && seen === now) return;
    seen = isStill ? now : '';
    await clock.sleep(isStill ? DEADLOCK_MS : 0);
  }
}

/** Tells whether some wait for each other. Those that wait for nobody who waits are left out, until none is left. */
function hasCircle(waiting: Map<number, readonly number[]>): boolean {
  const free = [...waiting].filter(([, by]) => !by.some(pid => waiting.has(pid)));
  for (const [pid] of free) waiting.delete(pid);
  return free.length > 0 ? hasCircle(waiting) : waiting.size > 0;
}

process.on('message', (question: Question) => {
  handled = handled.then(() => handle(question));
});
process.on('disconnect', () => process.exit());
