import { isDeepStrictEqual } from 'node:util';
import { MOVING } from '#server/simulation/link.ts';
import { type PriceBook, possiblePrices } from '#server/simulation/price-book.ts';
import { ALWAYS, AT_REST, IN_TOWN, type PromiseName } from '#server/simulation/promises.ts';
import type { FakeStripeWithin } from '#server/test/fake-stripe.ts';

/** Reads what is written of a shop; answers the rows of the last of several statements. */
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

const asked = (promises: Record<string, string>) => Object.entries(promises).map(broken).join(' union all ');

/** Asks for those alone that read what was written, which Postgres decides before it looks at their tables. */
const askedAfter = (promises: Record<string, string>) =>
  Object.entries(promises)
    .map(one => {
      const read = MOVING.filter(table => new RegExp(`\\b(?:from|join)\\s+"?${table}\\b`).test(one[1]));
      if (read.length === 0) throw new Error(`${one[0]}: it would never be asked after a commit`);
      return `${broken(one)} where string_to_array(current_setting('judge.written'), ',') && '{${read.join()}}'`;
    })
    .join(' union all ');

/** The choices of whoever orders. */
export interface Asked {
  /** Pieces by variant; null: of a saved cart, which two pages may have changed. */
  pieces: ReadonlyMap<string, number> | null;
  shippingMethod: string;
  paymentType: string;
  couponCode: string;
  useStoreCredit: boolean;
}

/** An order that the shop said it has taken, as its customer was told. */
export interface Told {
  _id: string;
  orderNumber: number;
  cents: number;
  /** They were told that it is paid. */
  paid: boolean;
  /** Null: nobody noted it. */
  asked: Asked | null;
  /** When they looked first, and when they were told (milliseconds since 1970). */
  since: number;
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
  prices: PriceBook;
  /** Requests that a Primary approved, or tried to approve, and the cents that they saw. */
  approved: ReadonlyMap<string, readonly number[]>;
  /** Nothing befell that has a mail go out again. */
  isCalm: boolean;
}

export interface Judge {
  /** To be awaited before `afterCommit` is called, on the same connection: once for all judges of it. */
  prepare(): Promise<void>;
  /** Looks at what must hold after each commit, as far as it reads the tables that were written. */
  afterCommit(written: ReadonlySet<string>): Promise<void>;
  /** Looks at everything but the town's own promises, with what others outside saw, once nothing waits any more. */
  atRest(witnesses: Witnesses): Promise<void>;
  readonly violations: readonly Violation[];
  add(promise: PromiseName, what: string): void;
}

/** Judges a shop from its tables alone, and by another way than its code takes; keeps the first breach of each promise. */
export function createJudge(books: Books): Judge {
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
    // Read and planned once, as it is asked so often.
    prepare: async () =>
      void (await books.query(`prepare judge as ${askedAfter({ ...ALWAYS, ...IN_TOWN })}`)),
    afterCommit: async written =>
      addAll(await select(`set judge.written = '${[...written].join()}'; execute judge`)),
    atRest: async witnesses => {
      addAll(await select(asked({ ...ALWAYS, ...AT_REST })));
      addAll(await outside(select, witnesses));
    },
  };
}

type Select = <Row>(text: string) => Promise<Row[]>;

/** Compares the books with those of the payment service, the post office, and of customers. */
async function outside(select: Select, witnesses: Witnesses): Promise<Violation[]> {
  const found: Violation[] = [];
  const add: Add = (promise, what) => void found.push({ promise, what });
  await compareWithCustomers(select, witnesses, add);
  await compareWithChoices(select, witnesses, add);
  await comparePrices(select, witnesses, add);
  await compareApprovals(select, witnesses, add);
  await compareWithGateway(select, witnesses, add);
  await compareWithPost(select, witnesses, add);
  return found;
}

type Add = Judge['add'];

async function compareWithCustomers(select: Select, { told }: Witnesses, add: Add): Promise<void> {
  const orders = await select<{ id: string; number: number; cents: number; status: string; paid: boolean }>(
    `select id, order_number::int as number, total::int as cents, status, paid from orders`,
  );
  const byId = new Map(orders.map(order => [order.id, order]));
  for (const { _id, orderNumber, cents, paid } of told) {
    const order = byId.get(_id);
    if (order?.number !== orderNumber || order.cents !== cents)
      add(
        'an acknowledged order is there, as it was',
        `${orderNumber} of ${cents}: ${JSON.stringify(order)}`,
      );
    if (paid && order && !order.paid && order.status !== 'Canceled')
      add('a paid order stays paid', JSON.stringify(order));
  }
}

async function compareWithChoices(select: Select, { told }: Witnesses, add: Add): Promise<void> {
  const written = await select<{
    id: string;
    shipping: string;
    payment: string;
    coupon: string;
    credit: number;
    pieces: Record<string, number>;
  }>(`
    select o.id, o.shipping_method as shipping, o.payment_type as payment, coalesce(o.coupon_code, '') as coupon,
      o.store_credit::int as credit,
      (select json_object_agg(variant_id, quantity) from order_lines l where l."order" = o.id) as pieces
    from orders o`);
  const byId = new Map(written.map(order => [order.id, order]));
  for (const { _id, orderNumber, asked } of told) {
    const order = byId.get(_id);
    if (!order || !asked) continue;
    const { pieces } = asked;
    const isSame =
      order.shipping === asked.shippingMethod &&
      order.payment === asked.paymentType &&
      order.coupon.toLowerCase() === asked.couponCode.toLowerCase() &&
      (asked.useStoreCredit || order.credit === 0) &&
      (pieces === null || isDeepStrictEqual(order.pieces, Object.fromEntries(pieces)));
    if (!isSame)
      add('an order is what its customer asked for', `${orderNumber}: ${JSON.stringify([order, asked])}`);
  }
}

async function comparePrices(select: Select, { told, prices }: Witnesses, add: Add): Promise<void> {
  const lines = await select<{
    order: string;
    owner: string | null;
    variant: string;
    quantity: number;
    cents: number;
  }>(
    `select l."order", coalesce(o.company, o."user") as owner, l.variant_id as variant, l.quantity,
      l.price::int as cents from order_lines l join orders o on o.id = l."order"`,
  );
  const byOrder = new Map(told.map(one => [one._id, one]));
  for (const { order, variant, cents, ...line } of lines) {
    const one = byOrder.get(order);
    // Nobody was told of it: what its customer saw is not known.
    if (!one) continue;
    const { since, at, orderNumber } = one;
    const possible = possiblePrices(prices, { ...line, variantId: variant, since, at });
    if (!possible.has(cents))
      add(
        'goods are sold for a price that they have',
        `${orderNumber}: ${line.quantity} of ${variant} for ${cents}, not ${[...possible].join(' or ')}`,
      );
  }
}

async function compareApprovals(select: Select, { approved }: Witnesses, add: Add): Promise<void> {
  const requests = await select<{ id: string; state: string; cents: number | null }>(
    // Prices may have fallen: what its Member may order alone needs nobody's word.
    `select a.id, a.state, o.total::int as cents from approvals a join users u on u.id = a."user"
    left join orders o on o.id = a."order" and o.total + o.store_credit > u.spending_limit
    where a.state in ('approved', 'ordered')`,
  );
  for (const { id, state, cents } of requests) {
    const seen = approved.get(id);
    if (!seen) add('no request is approved that nobody approved', `${id} is ${state}`);
    else if (cents !== null && !seen.some(one => cents <= one))
      add(
        'an approved order costs no more than its Primary saw',
        `${id}: ${cents}, not ${seen.join(' or ')}`,
      );
  }
}

async function compareWithGateway(select: Select, { gateway, tooLate }: Witnesses, add: Add): Promise<void> {
  const charges = await select<{ reference: string; cents: number }>(`
    select l.reference, sum(p.amount)::int as cents from payments p
    join payments l on l.id = coalesce(p.batch, p.id) where p.status = 'succeeded' group by l.id`);
  const known = new Map(charges.map(({ reference, cents }) => [reference, cents]));
  for (const { id, status, amount } of gateway.intents.values()) {
    if ((status === 'succeeded' ? amount : 0) !== (known.get(id) ?? 0))
      add(
        'the books have each charge of the payment service',
        `${id}: ${amount}, ${status}; ${known.get(id)}`,
      );
    if (['requires_action', 'requires_confirmation'].includes(status))
      add('no charge can still be confirmed', `${id} is ${status}`);
  }
  for (const reference of known.keys())
    if (!gateway.intents.has(reference)) add('the books have no charge of their own', reference);
  const refunds = await select<{ reference: string; cents: number }>(
    // One that was made by hand is in parts where its charge paid several orders.
    `select reference, sum(amount)::int as cents from refunds
    where status = 'succeeded' and reverses is null group by reference`,
  );
  const given = new Map(refunds.map(({ reference, cents }) => [reference, cents]));
  for (const { id, status, amount } of gateway.refunds)
    if (status === 'succeeded' && given.get(id) !== amount)
      add('the books have each refund of the payment service', `${id}: ${amount}; ${given.get(id)}`);
  const reversed = await select<{ reference: string; cents: number }>(
    `select reference, -sum(amount)::int as cents from refunds where reverses is not null group by reference`,
  );
  const back = new Map(reversed.map(({ reference, cents }) => [reference, cents]));
  for (const { id, status } of gateway.refunds)
    if (status === 'failed' && given.get(id) !== back.get(id))
      add('the books have each refund that came back', `${id}: ${given.get(id)}, ${back.get(id)} taken back`);
  const there = new Set(gateway.refunds.map(({ id }) => id));
  for (const reference of given.keys())
    if (!there.has(reference)) add('the books have no refund of their own', reference);
  await compareDisputes(select, gateway, known, add);
  const made = gateway.refunds.filter(({ status }) => status === 'succeeded');
  const twice = repeated(made.map(({ metadata }) => metadata.refund_id));
  if (twice !== undefined) add('no refund is made twice', twice);
  const byCard = await select<{ id: string }>(`select id from orders where payment_type = 'credit-card'`);
  const ids = new Set(byCard.map(({ id }) => id));
  const charged = [...gateway.intents.values()]
    .filter(({ id, status }) => status === 'succeeded' && !tooLate.has(id))
    .map(({ metadata }) => metadata.order_id);
  const chargedTwice = repeated(charged.filter(id => id !== undefined && ids.has(id)));
  if (chargedTwice !== undefined) add('no order is charged twice', chargedTwice);
}

async function compareDisputes(
  select: Select,
  { disputes }: Witnesses['gateway'],
  charges: ReadonlyMap<string, unknown>,
  add: Add,
): Promise<void> {
  const written = await select<{ reference: string; status: string }>(
    `select reference, status from disputes`,
  );
  const known = new Map(written.map(({ reference, status }) => [reference, status]));
  for (const { id, status, payment_intent } of disputes.values())
    if (charges.has(payment_intent) && known.get(id) !== status)
      add('the books have each dispute of the payment service', `${id} is ${status}, not ${known.get(id)}`);
}

/** The first that is there more than once. */
const repeated = (ids: readonly (string | undefined)[]) =>
  ids.find((id, nth) => id !== undefined && ids.indexOf(id) < nth);

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
