import {
  messages,
  type PGlite,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite';
import { chooseStatements } from '#server/database/choose-statements.ts';

type Asked = [text: string, values?: unknown[], options?: QueryOptions];
type Query = <T>(...asked: Asked) => Promise<Results<T>>;
type Fields = Results['fields'];
type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

interface Statement {
  name: string;
  /** Types of its values. */
  takes: readonly number[];
  fields: Fields;
}

/** After these a statement may give other columns, or is not there any more. */
const CHANGES = /\b(?:create|alter|drop|discard|deallocate)\b/i;
/** Postgres says so of a statement whose columns are others by now, and of one that is not there. */
const STALE = new Set(['0A000', '26000']);
/** Count the rows that they wrote. */
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const { serialize } = protocol;

/**
 * Statements of an embedded database that are parsed, described and planned once: PGlite does so each time, in six
 * steps, which takes three quarters of what a short statement does.
 */
export class EmbeddedStatements {
  #kept = new Map<string, Statement>();
  #prepares = chooseStatements();
  /** Names of those that are not asked any more, for the next one to end. */
  #left: string[] = [];
  #count = 0;

  constructor(readonly client: PGlite) {}

  /** The texts of those that Postgres keeps. */
  get texts(): string[] {
    return [...this.#kept.keys()];
  }

  /** Returns those that are kept now, to go on with once Postgres's memory is put back to this moment. */
  copy(): EmbeddedStatements {
    const copy = new EmbeddedStatements(this.client);
    copy.#kept = new Map(this.#kept);
    copy.#left = [...this.#left];
    copy.#count = this.#count;
    return copy;
  }

  /** A statement outside of transactions; `ask` takes those that are not kept. */
  async query<T>(ask: Query, ...asked: Asked): Promise<Results<T>> {
    try {
      if (this.#isKept(asked)) {
        // PGlite does so too: whoever asks first is first.
        await this.client._checkReady();
        return await this.client._runExclusiveTransaction(() => this.#askKept<T>(...asked));
      }
    } catch (error) {
      if (!this.#forgetStale(error, asked)) throw error;
    }
    return this.#askOnce(ask, asked);
  }

  async exec(ask: Transaction['exec'], ...asked: Parameters<Transaction['exec']>): Promise<Results[]> {
    try {
      return await ask(...asked);
    } finally {
      this.#lookAt(asked[0]);
    }
  }

  /** The statements of a transaction, which takes no more of them after one that failed. */
  within(tx: Transaction): Transaction {
    return {
      query: async <T>(...asked: Asked) => {
        if (tx.closed || !this.#isKept(asked)) return this.#askOnce<T>(tx.query, asked);
        try {
          return await this.#askKept<T>(...asked);
        } catch (error) {
          this.#forgetStale(error, asked);
          throw error;
        }
      },
      exec: (...asked) => this.exec(tx.exec, ...asked),
      sql: tx.sql,
      rollback: tx.rollback,
      listen: tx.listen,
      get closed() {
        return tx.closed;
      },
    };
  }

  #isKept([text, values = []]: Asked): boolean {
    return this.#kept.has(text) || this.#prepares(text, values);
  }

  async #askOnce<T>(ask: Query, asked: Asked): Promise<Results<T>> {
    try {
      return await ask<T>(...asked);
    } finally {
      this.#lookAt(asked[0]);
    }
  }

  #askKept<T>(...[text, values = [], options = {}]: Asked): Promise<Results<T>> {
    return this.client._runExclusiveQuery(async () => {
      const statement = this.#kept.get(text) ?? (await this.prepare(text));
      return this.#run<T>(statement, values, options);
    });
  }

  #forgetStale(error: unknown, [text]: Asked): boolean {
    const isStale = STALE.has((error as { code?: string }).code ?? '');
    if (isStale) this.#leave(text);
    return isStale;
  }

  #lookAt(text: string): void {
    if (!CHANGES.test(text)) return;
    for (const kept of [...this.#kept.keys()]) this.#leave(kept);
    this.#prepares = chooseStatements();
  }

  #leave(text: string): void {
    const statement = this.#kept.get(text);
    if (statement) this.#left.push(statement.name);
    this.#kept.delete(text);
  }

  /** Has Postgres parse and keep a statement, while nobody else asks anything. */
  async prepare(text: string): Promise<Statement> {
    const name = `kept ${this.#count++}`;
    const left = this.#left.splice(0).map(gone => serialize.close({ type: 'S', name: gone }));
    const answers = await this.#send([
      ...left,
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    ]);
    const statement: Statement = { name, takes: [], fields: [] };
    for (const answer of answers) {
      if (answer instanceof messages.ParameterDescriptionMessage) statement.takes = answer.dataTypeIDs;
      if (answer instanceof messages.RowDescriptionMessage)
        statement.fields = answer.fields.map(field => ({ name: field.name, dataTypeID: field.dataTypeID }));
    }
    this.#kept.set(text, statement);
    return statement;
  }

  async #run<T>({ name, takes, fields }: Statement, values: unknown[], options: QueryOptions) {
    const written = values.map((value, nth) => {
      const write = this.client.serializers[takes[nth] ?? 0];
      if (value === null || value === undefined) return null;
      return write ? write(value) : String(value);
    });
    const answers = await this.#send([
      serialize.bind({ statement: name, values: written }),
      serialize.execute({}),
    ]);
    return resultsOf<T>(answers, fields, options, oid => options.parsers?.[oid] ?? this.client.parsers[oid]);
  }

  /** Sends messages at once: on an error the rest of them is left out. Files of a folder are written as it goes. */
  #send(parts: readonly Uint8Array[]): Promise<Message[]> {
    const message = Buffer.concat([...parts, serialize.sync()]);
    return this.client.execProtocolStream(message, { syncToFs: false });
  }
}

type Parser = NonNullable<QueryOptions['parsers']>[number];

/** Makes of the answers to one statement what PGlite makes of them. */
function resultsOf<T>(
  answers: readonly Message[],
  fields: Fields,
  { rowMode }: QueryOptions,
  parserOf: (oid: number) => Parser | undefined,
): Results<T> {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  const read = (values: readonly (string | null)[]) =>
    columns.map(({ parse }, nth) => {
      const value = values[nth] ?? null;
      return value === null || !parse ? value : parse(value);
    });
  const found: unknown[] = [];
  let ended = '';
  for (const answer of answers) {
    if (answer instanceof messages.DataRowMessage) {
      const values = read(answer.fields);
      found.push(
        rowMode === 'array'
          ? values
          : Object.fromEntries(columns.map(({ name }, nth) => [name, values[nth]])),
      );
    } else if (answer instanceof messages.CommandCompleteMessage) ended = answer.text;
  }
  const [command = '', ...counts] = ended.split(' ');
  const rowCount = Number(counts.at(-1));
  const affectedRows = WRITES.has(command) ? rowCount : 0;
  return { rows: found as Results<T>['rows'], fields, command, rowCount, affectedRows };
}
