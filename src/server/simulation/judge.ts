import { compareDeeds } from '#server/simulation/compare-deeds.ts';
import { compareWithGateway } from '#server/simulation/compare-gateway.ts';
import { comparePending } from '#server/simulation/compare-pending.ts';
import type { Deed } from '#server/simulation/deeds.ts';
import { MOVING } from '#server/simulation/link.ts';
import type { PriceBook } from '#server/simulation/price-book.ts';
import { ALWAYS, AT_REST, PLACED_AT, type PromiseName } from '#server/simulation/promises.ts';
import { HANGING_UNTOLD } from '#server/simulation/sent-back.ts';
import { IN_TOWN } from '#server/simulation/town-promises.ts';
import { compareWithWishes } from '#server/simulation/wishes.ts';
import type { FakeStripeWithin } from '#server/test/fake-stripe.ts';

/** Reads what is written of a shop; answers the rows of all its statements, one after the other. */
export interface Books {
  query<Row>(text: string): Promise<{ rows: Row[] }>;
}

/** A promise of the shop that is broken. */
export interface Violation {
  promise: PromiseName;
  what: string;
}

const broken = ([name, found]: [string, string]) =>
  `select '${name.replaceAll("'", "''")}' as promise, t.what from (${found}) as t(what)`;

const AT_THE_END = Object.entries({ ...ALWAYS, ...AT_REST })
  .map(broken)
  .join(' union all ');

/** Jobs that a process takes at its next look. */
const DUE = `select from pgboss.job where state = 'created' and start_after <= now()`;
const WAITING = [...Object.values(AT_REST), DUE].map(found => `(select count(*) from (${found}) as t)`);

/** Those that are asked at the end alone; each by itself, as Postgres makes ready for all of one statement at once. */
const ONCE_AT_REST = Object.entries(AT_REST).map((one, nth) => ({
  name: `judge_end_${nth}`,
  text: broken(one),
}));

/** The promises that hold after each commit, by the name of their prepared statement, and what of the books each reads. */
const AFTER_COMMIT = Object.entries({ ...ALWAYS, ...IN_TOWN }).map((one, nth) => {
  const read = MOVING.filter(table => new RegExp(`\\b(?:from|join)\\s+"?${table}\\b`).test(one[1]));
  if (read.length === 0) throw new Error(`${one[0]}: it would never be asked after a commit`);
  const words = new Set(one[1].match(/\w+/g));
  // A trigger on orders writes the order book.
  if (words.has('order_book')) words.add('status');
  return { name: `judge_${nth}`, text: broken(one), read, words };
});

/** Read once for each connection, as they are asked so often. */
export const JUDGE_STATEMENTS: readonly { name: string; text: string }[] = [
  ...AFTER_COMMIT,
  ...ONCE_AT_REST,
  { name: 'judge_waiting', text: `select (${WAITING.join(' + ')})::int as left` },
];

/** To be awaited before anything is judged, once for each connection. */
export async function prepareJudge(books: Books): Promise<void> {
  await books.query(JUDGE_STATEMENTS.map(({ name, text }) => `prepare ${name} as ${text}`).join('; '));
}

/** All but the town's own promises. */
const EXECUTE_AT_REST = [...AFTER_COMMIT.slice(0, Object.keys(ALWAYS).length), ...ONCE_AT_REST]
  .map(({ name }) => `execute ${name}`)
  .join('; ');

/** Asks for those that read what was written. */
const askedAfter = (written: ReadonlySet<string>): string =>
  AFTER_COMMIT.filter(({ read, words }) =>
    [...written].some(one => {
      const [table = '', column] = one.split('.');
      return read.includes(table) && (column === undefined || words.has(column));
    }),
  )
    .map(({ name }) => `execute ${name}`)
    .join('; ');

/** The choices of whoever orders. */
export interface Asked {
  /** Pieces by variant. */
  pieces: ReadonlyMap<string, number>;
  shippingMethod: string;
  paymentType: string;
  couponCode: string;
  useStoreCredit: boolean;
}

/** One press of a button that orders, or asks for an order; its key stands in the order's notes, as its customer's words. */
export interface Sent {
  asked: Asked;
  /** The totals, in cents, that they agreed to; null: a Primary, or whoever decides, may agree to another. */
  totals: number[] | null;
  /** When they looked first (milliseconds since 1970). */
  since: number;
}

/** The figures that a Primary saw of a request. */
export interface Seen {
  cents: number;
  couponStatus: string | null;
}

/** An order that the shop said it has taken, as its customer was told. */
export interface Told {
  _id: string;
  orderNumber: number;
  cents: number;
  /** They were told that it is paid. */
  paid: boolean;
  /** When they were told, or staff changed it last (milliseconds since 1970). */
  at: number;
}

/** The things that others outside of the shop saw. */
export interface Witnesses {
  gateway: Pick<FakeStripeWithin, 'intents' | 'refunds' | 'disputes'>;
  /** Charges whose calls arrived when nobody could have waited for them any more. */
  tooLate: ReadonlySet<string>;
  /** Mails that went out, by Message-ID. */
  office: ReadonlyMap<string, { times: number }>;
  /** Those that the post office refused for good; undefined: nobody noted it. */
  refused?: ReadonlySet<string>;
  told: readonly Told[];
  /** The totals that edits of staff may have brought orders to, by their ids: some before anybody was told of the order. */
  edited: ReadonlyMap<string, readonly number[]>;
  /** By their keys; undefined: nobody noted them. */
  sent?: ReadonlyMap<string, Sent>;
  prices: PriceBook;
  /** Requests that a Primary approved, or tried to approve, and what they saw. */
  approved: ReadonlyMap<string, readonly Seen[]>;
  /**
   * Requests, and acts that wait for an Admin, of which somebody was told that they are declined, or taken back; undefined:
   * nobody noted them.
   */
  turnedDown?: ReadonlySet<string>;
  /** Acts that an Admin said yes to or did, or was about to; undefined: nobody noted them. */
  allowed?: ReadonlySet<string>;
  /** All that staff did, and how it ended, as far as they were told; undefined: nobody noted it. */
  deeds?: readonly Deed[];
  /** Nothing befell that has a mail go out again. */
  isCalm: boolean;
}

export interface Judge {
  /** Looks at what must hold after each commit, as far as it reads the tables that were written. */
  afterCommit(written: ReadonlySet<string>): Promise<void>;
  /** Looks at what must hold while nothing fails any more, and refunds are pending yet. */
  whilePending(): Promise<void>;
  /** Counts what is not at rest yet. */
  waiting(): Promise<number>;
  /** Looks at everything but the town's own promises, with what others outside saw, once nothing waits any more. */
  atRest(witnesses: Witnesses): Promise<void>;
  readonly violations: readonly Violation[];
  add(promise: PromiseName, what: string): void;
}

/**
 * Judges a shop from its tables alone, and by another way than its code takes; keeps the first breach of each promise.
 * `isPrepared`: whether `prepareJudge` was called for the connection; without it, it looks only at rest. `refunds`: those
 * of the payment service, as they stand.
 */
export function createJudge(
  books: Books,
  {
    isPrepared = true,
    refunds = [],
  }: { isPrepared?: boolean; refunds?: Witnesses['gateway']['refunds'] } = {},
): Judge {
  const violations: Violation[] = [];
  const select = async <Row>(text: string) => (await books.query<Row>(text)).rows;
  const add = (promise: PromiseName, what: string) => {
    if (!violations.some(one => one.promise === promise)) violations.push({ promise, what });
  };
  const addAll = (found: readonly Violation[]) => {
    for (const { promise, what } of found) add(promise, what);
  };
  return {
    violations,
    add,
    afterCommit: async written => {
      const text = askedAfter(written);
      if (text) addAll(await select(text));
      if ([...written].some(one => one.split('.')[0] === 'refunds'))
        await comparePending(select, { refunds }, add);
    },
    whilePending: async () => {
      addAll(
        await select(
          broken(['staff are told of a refund that is open for a day, and no longer', HANGING_UNTOLD]),
        ),
      );
      await comparePending(select, { refunds }, add);
    },
    waiting: async () => {
      const [counted] = await select<{ left: number }>('execute judge_waiting');
      return counted?.left ?? 0;
    },
    atRest: async witnesses => {
      addAll(await select(isPrepared ? EXECUTE_AT_REST : AT_THE_END));
      addAll(await outside(select, witnesses));
    },
  };
}

export type Select = <Row>(text: string) => Promise<Row[]>;

/** Compares the books with those of the payment service, the post office, and of customers. */
async function outside(select: Select, witnesses: Witnesses): Promise<Violation[]> {
  const found: Violation[] = [];
  const add: Add = (promise, what) => void found.push({ promise, what });
  await compareWithCustomers(select, witnesses, add);
  await compareWithWishes(select, witnesses, add);
  await compareApprovals(select, witnesses, add);
  await compareActs(select, witnesses, add);
  await compareDeeds(select, witnesses, add);
  await compareWithGateway(select, witnesses, add);
  await compareWithPost(select, witnesses, add);
  return found;
}

export type Add = Judge['add'];

async function compareWithCustomers(select: Select, { told, edited }: Witnesses, add: Add): Promise<void> {
  const orders = await select<{ id: string; number: number; cents: number; status: string; paid: boolean }>(
    // Money of a check that bounced is owed again.
    `select id, order_number::int as number, total::int as cents, status, paid or exists (
      select from receipt_parts where "order" = orders.id and reason = 'bounced') as paid from orders`,
  );
  const byId = new Map(orders.map(order => [order.id, order]));
  for (const { _id, orderNumber, cents, paid } of told) {
    const order = byId.get(_id);
    const edits = edited.get(_id) ?? [];
    if (order?.number !== orderNumber || ![cents, ...edits].includes(order.cents))
      add(
        'an acknowledged order is there, as it was',
        `${orderNumber} of ${cents}: ${JSON.stringify(order)}`,
      );
    if (paid && edits.length === 0 && order && !order.paid && order.status !== 'Canceled')
      add('a paid order stays paid', JSON.stringify(order));
  }
}

async function compareApprovals(
  select: Select,
  { approved, turnedDown }: Witnesses,
  add: Add,
): Promise<void> {
  const requests = await select<{ id: string; state: string; cents: number | null }>(
    // Prices may have fallen: what its Member may order alone needs nobody's word.
    `select a.id, a.state, ${PLACED_AT('o')}::int as cents from approvals a join users u on u.id = a."user"
    left join orders o on o.id = a."order" and ${PLACED_AT('o')} + o.store_credit > u.spending_limit
    where a.state in ('approved', 'ordered')`,
  );
  for (const { id, state, cents } of requests) {
    const seen = approved.get(id);
    if (turnedDown?.has(id)) add('a request that was turned down stays so', `${id} is ${state}`);
    if (!seen) add('no request is approved that nobody approved', `${id} is ${state}`);
    else if (cents !== null && !seen.some(one => cents <= one.cents))
      add(
        'an approved order costs no more than its Primary saw',
        `${id}: ${cents}, not ${seen.map(one => one.cents).join(' or ')}`,
      );
  }
}

/** An act that waited is known by its key; of an edit it is the edit's. */
async function compareActs(select: Select, { allowed, turnedDown }: Witnesses, add: Add): Promise<void> {
  if (!allowed) return;
  const done = await select<{ id: string; words: string }>(
    `select id, words from waiting_acts where state = 'done'`,
  );
  for (const { id, words } of done) {
    if (turnedDown?.has(id)) add('a request that was turned down stays so', words);
    if (!allowed.has(id)) add('no act that waited is done that no Admin approved', words);
  }
  const given = await select<{ key: string; amount: string; act: string; isDone: boolean }>(`
    select g.key, g.amount, a.act, exists (
      select from waiting_acts w where w.state = 'done' and w.key::text = a.act) as "isDone"
    from given_back g left join order_edits e on g.key like 'edit:' || e.id || ':%'
    join lateral (select coalesce(e.key::text, split_part(g.key, ':', 2)) as act) a on true
    where g.approved_by is not null and g.cause <> 'cancel'`);
  for (const { key, amount, act, isDone } of given)
    if (!isDone && !allowed.has(act))
      add('no act that waited is done that no Admin approved', `${key} of ${amount}`);
}

async function compareWithPost(
  select: Select,
  { office, refused, isCalm }: Witnesses,
  add: Add,
): Promise<void> {
  const mails = await select<{ messageId: string; status: string }>(
    `select message_id as "messageId", status from emails`,
  );
  const written = new Map(mails.map(({ messageId, status }) => [messageId, status]));
  for (const messageId of office.keys())
    if (!written.has(messageId)) add('no mail goes out that is not written down', messageId);
  for (const [messageId, status] of written)
    if (status === 'sent' && !office.has(messageId)) add('a mail that is sent has gone out', messageId);
  for (const [messageId, status] of written)
    if (status !== 'sent' && refused && !refused.has(messageId))
      add('a mail goes out, or its server refused it for good', `${messageId} is ${status}`);
  if (!isCalm) return;
  for (const [messageId, { times }] of office)
    if (times > 1) add('a mail goes out once where nothing fails', `${messageId}: ${times}`);
}
