import type { PGlite, Transaction } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database } from '#server/database/db.ts';
import type { World } from '#server/simulation/world.ts';

/** Ways in which a statement goes wrong, between a process and its database. */
export const STATEMENT_FAULTS = [
  'statement refused',
  'lost before the statement',
  'lost after the statement',
  'process dies',
] as const;

/** Ways in which the end of a transaction does. */
export const COMMIT_FAULTS = [
  'lost before the commit',
  'lost after the commit',
  'commit answers ROLLBACK',
  'process dies before the commit',
  'process dies after the commit',
] as const;
export type LinkFault = (typeof STATEMENT_FAULTS | typeof COMMIT_FAULTS)[number];

/** Chooses what befalls the next statement, or the next commit; null: nothing. */
export type Befall = (what: 'statement' | 'commit') => LinkFault | null;

/** One process's connection to the database that all processes of a world share. */
export interface Link {
  database: Database;
  /** The process is gone: nothing that it waits for ever comes, and its transaction is rolled back. */
  die(): void;
  isDead(): boolean;
  /** Rejects when the process dies. */
  death: Promise<never>;
}

export interface Watched {
  /** Is called after each commit by which money or goods may have moved, with what it wrote (`writtenBy`). */
  hasMoved: (written: ReadonlySet<string>) => Promise<void>;
  /** Whether a message that the database hands on gets lost on its way to this process. */
  isLost: () => boolean;
}

/** Tables by which money or goods move, or which say that they were moved. */
export const MOVING = [
  ...['orders', 'order_lines', 'variants', 'stock_moves', 'payments', 'payment_allocations', 'refunds'],
  ...['account_entries', 'store_credit_entries', 'coupons', 'coupon_uses', 'returns'],
  ...['receipts', 'receipt_parts', 'payouts', 'given_back', 'return_lines'],
];
const WRITES = new RegExp(`\\b(insert into|update|delete from)\\s+"?(${MOVING.join('|')})\\b`, 'gi');
/** Columns of orders that the database works out, and from which. */
const WORKED_OUT = { of: ['status', 'amount_paid', 'amount_credited', 'total'], are: ['paid', 'finished'] };

/**
 * Names those of them that a statement writes; of one that it updates, `orders.status` and the like: each column that it
 * may set. Whoever looks by the row's own `id` does not set that.
 */
export const writtenBy = (text: string): string[] =>
  [...text.matchAll(WRITES)].flatMap(({ 1: verb = '', 2: table = '', index }) => {
    if (verb.toLowerCase() !== 'update') return table.toLowerCase();
    const set = [...text.slice(index).matchAll(/"?(\w+)"?\s*=/g)].map(([, column = '']) =>
      column.toLowerCase(),
    );
    const worked = set.some(column => WORKED_OUT.of.includes(column)) ? WORKED_OUT.are : [];
    return [...set, ...worked].flatMap(column => (column === 'id' ? [] : `${table.toLowerCase()}.${column}`));
  });

/** A connection that ended. */
export const lost = () =>
  Object.assign(new Error('the connection to the database was lost'), { code: '08006' });
const refused = () => Object.assign(new Error('out of shared memory'), { code: '53200' });
/** The answer that a dead process waits for. */
export const never = <T>() => new Promise<T>(() => undefined);

type Step = <T>(text: string, ask: () => Promise<T>) => Promise<T>;

/** Ends the transaction of a dead process, for PGlite to roll it back. */
export class Dead extends Error {}

/**
 * Links a process named `name` to the embedded database: each of its statements and commits waits for a turn of the world,
 * and meets what `befall` chooses. `shared` is one database for all; it says that it is a server, as it has several clients.
 */
export function linkTo(
  shared: Database,
  world: World,
  name: string,
  befall: Befall,
  { hasMoved, isLost }: Watched = { hasMoved: async () => undefined, isLost: () => false },
): Link {
  const { $client: client } = shared.db as unknown as { $client: PGlite };
  const { step, death, die, isDead } = lifeOf(world, name, befall);

  const transaction = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    await world.turn(`${name}: begin`);
    if (isDead()) return never();
    let after: LinkFault | null = null;
    const written = new Set<string>();
    try {
      const result = await client.transaction(async tx => {
        const its = statementsOf(tx, (text, ask) => {
          for (const table of writtenBy(text)) written.add(table);
          return step(text, ask);
        });
        // Its own work never hears of the death: it waits for an answer that does not come.
        const done = await Promise.race([work(its.tx), death]);
        await Promise.race([world.turn(`${name}: commit`), death]);
        its.refuseBroken();
        after = befall('commit');
        if (after) world.note(`${name}: ${after}`);
        if (after === 'process dies before the commit') die();
        if (isDead()) throw new Dead();
        if (after === 'lost before the commit') throw lost();
        // Postgres ends a transaction so in which a statement failed, whoever took no notice of it.
        if (after === 'commit answers ROLLBACK') await tx.exec('select 1 / 0').catch(() => undefined);
        return done;
      });
      if (written.size > 0) await hasMoved(written);
      if (after === 'lost after the commit') throw lost();
      if (after === 'process dies after the commit') die();
      return isDead() ? await never() : (result as T);
    } catch (error) {
      if (error instanceof Dead || isDead()) return never();
      throw error;
    }
  };

  const alone = <T>(text: string, ask: () => Promise<T>) =>
    step(text, async () => {
      const answer = await ask();
      const written = writtenBy(text);
      if (written.length > 0) await hasMoved(new Set(written));
      return answer;
    });
  const own = {
    query: (text: string, ...more: unknown[]) =>
      alone(text, () => client.query(text, ...(more as [unknown[]]))),
    exec: (text: string, ...more: unknown[]) => alone(text, () => client.exec(text, ...(more as [object]))),
    transaction,
  } as unknown as PGlite;
  const database: Database = {
    ...shared,
    driver: 'postgres',
    embedded: null,
    db: drizzle({ client: own, casing: 'snake_case' }),
    listen: (channel, onMessage, onGap) =>
      shared.listen(
        channel,
        payload => {
          if (!isDead() && !isLost()) onMessage(payload);
        },
        onGap,
      ),
    execute: (text, values) => step(text, () => shared.execute(text, values)),
    ping: () => step('ping', () => shared.ping()),
    close: async () => die(),
  };
  return { database, die, isDead, death };
}

/** A process that takes turns for its statements until it dies. */
export function lifeOf(world: World, name: string, befall: Befall) {
  let dead = false;
  let strike: () => void = () => undefined;
  const death = new Promise<never>((_, reject) => {
    strike = () => reject(new Dead());
  });
  death.catch(() => undefined);
  const die = () => {
    dead = true;
    strike();
  };

  /** One statement: its turn, its fault, its answer. A dead process gets none. */
  const step: Step = async (text, ask) => {
    await world.turn(`${name}: ${text.slice(0, 60)}`);
    if (dead) return never();
    const fault = befall('statement');
    if (fault) world.note(`${name}: ${fault}`);
    if (fault === 'process dies') {
      die();
      return never();
    }
    if (fault === 'statement refused') throw refused();
    if (fault === 'lost before the statement') throw lost();
    try {
      const answer = await ask();
      if (fault === 'lost after the statement') throw lost();
      return dead ? await never() : answer;
    } catch (error) {
      if (dead) return never();
      throw error;
    }
  };
  return { step, death, die, isDead: () => dead };
}

/** The statements of a transaction: after one that failed, Postgres takes no more of them, and commits none. */
function statementsOf(tx: Transaction, step: Step): { tx: Transaction; refuseBroken: () => void } {
  let broken: unknown = null;
  const refuseBroken = () => {
    if (broken !== null) throw broken;
  };
  const ask = async <T>(text: string, answer: () => Promise<T>): Promise<T> => {
    refuseBroken();
    try {
      return await step(text, answer);
    } catch (error) {
      broken = error;
      throw error;
    }
  };
  const proxy = new Proxy(tx, {
    get: (target, key) => {
      const value = Reflect.get(target, key, target);
      if (key === 'query' || key === 'exec') {
        return (text: string, ...more: unknown[]) => ask(text, () => value.call(target, text, ...more));
      }
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { tx: proxy, refuseBroken };
}
