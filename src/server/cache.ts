import { sql } from 'drizzle-orm';
import type { Database, Db } from '#server/database/db.ts';
import { chance, clock } from '#server/time-and-chance.ts';

export interface Cache {
  /** The kept value, or `load`'s, which runs once for all who ask meanwhile. */
  get<T>(scope: string, key: string, load: () => Promise<T>): Promise<T>;
  /**
   * The kept value, at once: undefined while none holds. Then, or when it is more than a minute old (two at most),
   * `load` runs meanwhile for those who ask later. For what is dear to load and can be done without.
   */
  peek<T>(scope: string, key: string, load: () => Promise<T>): T | undefined;
  /**
   * Inside the transaction that writes: every process forgets the scope when it commits. `details`: to be handed to
   * whoever asked for it by `onForget`; without blanks, a few kB at most.
   */
  invalidate(tx: Db, scope: string, details?: string): Promise<void>;
  /** Calls back whenever a scope is forgotten, with the details; null: messages may have been lost. */
  onForget(scope: string, listener: Listener): void;
  /** Says whether this process announced a change of the scope that has not committed yet. */
  isPending(scope: string): boolean;
  flush(): void;
  close(): Promise<void>;
}

const CHANNEL = 'cache';
/** Net for a message that got lost. */
const KEEP_MS = 60_000;
/** How long an announced change may take to commit, while its scope is read past the cache. */
const PENDING_MS = 30_000;
const MAX_ENTRIES = 5_000;
/** Between two loads that nobody waits for, so that a long import is not followed step by step. */
const REST_MS = 5_000;

interface Entry {
  value: unknown;
  until: number;
}

/** Kept values of one process, forgotten in all of them by NOTIFY in the writing transaction. */
export async function createCache(database: Database, now: () => number = clock.ms): Promise<Cache> {
  const entries = new Map<string, Entry>();
  const loading = new Map<string, { generation: string; value: Promise<unknown> }>();
  const scopes = new Map<string, number>();
  const pending = createPending(now);
  const restsUntil = new Map<string, number>();
  const listeners = createListeners();
  let flushes = 0;

  const generationOf = (scope: string) => `${flushes}.${scopes.get(scope) ?? 0}`;
  const forget = (message: string) => {
    const [token = '', scope = '', details = ''] = message.split(' ');
    scopes.set(scope, (scopes.get(scope) ?? 0) + 1);
    for (const name of entries.keys()) if (name.startsWith(`${scope}\n`)) entries.delete(name);
    pending.end(scope, token);
    listeners.tell(scope, details);
  };

  const flush = () => {
    flushes += 1;
    entries.clear();
    listeners.tellAll();
  };

  const load = <T>(scope: string, name: string, loadValue: () => Promise<T>): Promise<T> => {
    const generation = generationOf(scope);
    const shared = loading.get(name);
    if (shared?.generation === generation) return shared.value as Promise<T>;
    const value = loadValue().then(loaded => {
      // A value read before a change must not outlive it.
      if (generationOf(scope) === generation && !pending.has(scope)) keep(name, loaded);
      return loaded;
    });
    loading.set(name, { generation, value });
    const done = () => {
      if (loading.get(name)?.value === value) loading.delete(name);
    };
    value.then(done, done);
    return value;
  };

  const keep = (name: string, value: unknown) => {
    entries.delete(name);
    entries.set(name, { value, until: now() + KEEP_MS });
    dropOld(entries, now());
  };

  const loadMeanwhile = (scope: string, name: string, loadValue: () => Promise<unknown>) => {
    if (loading.has(name) || (restsUntil.get(name) ?? 0) > now()) return;
    restsUntil.set(name, now() + REST_MS);
    // The next one to ask after the rest tries again.
    load(scope, name, loadValue).catch(() => undefined);
  };

  const unlisten = await database.listen(CHANNEL, forget, flush);

  return {
    get: (scope, key, loadValue) => {
      // Between the announcement of a change and its commit nothing is kept and nothing shared.
      if (pending.has(scope)) return loadValue();
      const name = `${scope}\n${key}`;
      const entry = entries.get(name);
      if (entry && entry.until > now()) return Promise.resolve(entry.value as never);
      return load(scope, name, loadValue);
    },
    peek: (scope, key, loadValue) => {
      if (pending.has(scope)) return undefined;
      const name = `${scope}\n${key}`;
      const entry = entries.get(name);
      if (!entry || entry.until <= now()) loadMeanwhile(scope, name, loadValue);
      return (entry && entry.until + KEEP_MS > now() ? entry.value : undefined) as never;
    },
    invalidate: async (tx, scope, details) => {
      const token = chance.uuid();
      pending.begin(scope, token);
      await announce(tx, scope, { token, details });
    },
    onForget: listeners.add,
    isPending: pending.has,
    flush,
    close: unlisten,
  };
}

/** Does what `invalidate` does, for writers without a cache at hand: their process forgets a moment after the commit, too. */
export async function announce(
  tx: Db,
  scope: string,
  { token = '', details = '' }: { token?: string; details?: string | undefined } = {},
): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${token} ${scope} ${details}`})`);
}

function dropOld(entries: Map<string, Entry>, now: number): void {
  // In the order in which they were kept, so that the first to hold on ends the search.
  for (const [oldest, { until }] of entries) {
    if (entries.size <= MAX_ENTRIES && until + KEEP_MS > now) break;
    entries.delete(oldest);
  }
}

type Listener = (details: string | null) => void;

/** Keeps those to be told when a scope is forgotten. */
function createListeners() {
  const scopes = new Map<string, Listener[]>();
  const tell = (scope: string, details: string | null) => {
    for (const listener of scopes.get(scope) ?? []) listener(details);
  };
  return {
    add: (scope: string, listener: Listener) => {
      scopes.set(scope, [...(scopes.get(scope) ?? []), listener]);
    },
    tell,
    tellAll: () => {
      for (const scope of scopes.keys()) tell(scope, null);
    },
  };
}

/** Changes that were announced here and have not committed yet, by scope. */
function createPending(now: () => number) {
  const scopes = new Map<string, Map<string, number>>();
  return {
    begin: (scope: string, token: string) => {
      const announced = scopes.get(scope) ?? new Map<string, number>();
      scopes.set(scope, announced.set(token, now() + PENDING_MS));
    },
    end: (scope: string, token: string) => {
      scopes.get(scope)?.delete(token);
    },
    has: (scope: string): boolean => {
      const announced = scopes.get(scope);
      if (!announced) return false;
      for (const [token, until] of announced) if (until <= now()) announced.delete(token);
      if (announced.size === 0) scopes.delete(scope);
      return announced.size > 0;
    },
  };
}
