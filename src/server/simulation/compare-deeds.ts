import { compareEdits } from '#server/simulation/compare-edits.ts';
import { compareReturns } from '#server/simulation/compare-returns.ts';
import { compareHandedOut, compareSpread } from '#server/simulation/compare-unasked.ts';
import {
  type Act,
  type Bench,
  deedsOf,
  match,
  NOT_CHANGED,
  NOT_DONE,
  openBench,
  UNASKED,
} from '#server/simulation/deed-bench.ts';
import type { Deed } from '#server/simulation/deeds.ts';
import type { Add, Select, Witnesses } from '#server/simulation/judge.ts';

const NOT_SOLD = 'goods that are taken along are paid, and gone';
const TOO_FAR = 'nothing goes on account above a limit that no Admin let go';

/** Compares the books with all that staff did, whether they were told of it or not. */
export async function compareDeeds(
  select: Select,
  { deeds, sent, allowed = new Set() }: Witnesses,
  add: Add,
): Promise<void> {
  if (!deeds) return;
  const { bench, acts } = await openBench(select, add, deeds);
  compareWaiting(bench, acts);
  await compareReceipts(bench);
  await compareUses(bench);
  await compareSpread(bench);
  await compareGifts(bench);
  await compareReturns(bench);
  await compareSteps(bench);
  await compareHandedOut(bench);
  await compareSales(bench);
  await compareEdits(bench, sent);
  await compareLimits(bench, allowed);
}

/** Names the acts that such deeds wait as. */
const ACT_OF: Partial<Record<Deed['kind'], string>> = {
  refund: 'refund',
  edit: 'edit',
  settle: 'return',
  grant: 'grant',
  sale: 'order',
};

/** An act that waits is kept as it was asked for; a quote's key is its cart's, and a return's its own. */
function compareWaiting({ deeds, acts, add }: Bench, all: readonly Act[]): void {
  const asked = new Map<string, Deed>();
  for (const deed of deeds) {
    const key = deed.kind === 'settle' ? deed.return : 'key' in deed ? deed.key : null;
    if (key === null) continue;
    asked.set(key, deed);
    if (deed.told === 'waits' && acts.get(key)?.kind !== ACT_OF[deed.kind])
      add(NOT_DONE, `an act does not wait: ${JSON.stringify(deed)}`);
  }
  for (const { key, kind, cents } of all) {
    const deed = asked.get(key);
    if (kind === 'quote') continue;
    if (!deed || ACT_OF[deed.kind] !== kind) add(UNASKED, `an act waits: ${kind} of ${key}`);
    else if ((deed.kind === 'grant' || deed.kind === 'refund') && cents !== (deed.cents ?? cents))
      add(NOT_DONE, `an act of ${cents} waits: ${JSON.stringify(deed)}`);
  }
}

interface Receipt {
  id: string;
  method: string;
  number: string;
  cents: number;
  owner: string | null;
  isBounced: boolean;
  isMistake: boolean;
  /** The cents that it paid of orders when it came, by their ids. */
  parts: Record<string, number> | null;
  /** The key of the order that it pays; of one that was taken at the counter, no other thing tells whose it is. */
  sale: string | null;
}

async function compareReceipts(bench: Bench): Promise<void> {
  const { select, deeds, add, ownerOf } = bench;
  const receipts = await select<Receipt & { key: string }>(`
    select r.id, r.key, r.method, r.number, r.amount::int as cents, coalesce(r.company, r."user") as owner,
      r.bounced_at is not null as "isBounced", r.mistake is not null as "isMistake",
      (select json_object_agg("order", amount) from receipt_parts p
        where p.receipt = r.id and p.reason = 'paid' and p.use is null) as parts,
      (select o.notes from receipt_parts p join orders o on o.id = p."order"
        where p.receipt = r.id and p.use is null limit 1) as sale
    from receipts r`);
  const sold = new Set(deedsOf(deeds, 'sale').flatMap(({ key, along }) => (along ? key : [])));
  const taken = deedsOf(deeds, 'receipt');
  const keys = new Set(taken.map(({ key }) => key));
  const ofDesk = receipts.filter(({ key, sale }) => keys.has(key) || sale === null || !sold.has(sale));
  match(bench, taken, new Map(ofDesk.map(one => [one.key, one])), (deed, row) => {
    if (row.method !== deed.method || row.number !== deed.number || row.cents !== deed.cents)
      return 'another';
    if (row.owner !== ownerOf(deed.whose)) return 'somebody else’s';
    const named = deed.parts?.some(({ order, cents }) => row.parts?.[order] !== cents);
    return named || (deed.parts && Object.keys(row.parts ?? {}).length !== deed.parts.length)
      ? 'for other orders'
      : null;
  });
  const bounces = deedsOf(deeds, 'bounce');
  for (const { id, isBounced, isMistake } of receipts) {
    const tried = bounces.filter(({ receipt }) => receipt === id);
    if (tried.some(({ told }) => told === 'done') && !isBounced) add(NOT_DONE, `receipt ${id} stands`);
    if (isBounced && !tried.some(one => one.isMistake === isMistake && one.told !== 'refused'))
      add(UNASKED, `receipt ${id} was taken back`);
  }
}

async function compareUses(bench: Bench): Promise<void> {
  const { ownerOf } = bench;
  const uses = await bench.select<{ key: string; owner: string | null; count: number }>(`
    select u.key, min(coalesce(r.company, r."user")::text) as owner,
      count(distinct coalesce(r.company, r."user"))::int as count
    from account_uses u left join receipt_parts p on p.use = u.id left join receipts r on r.id = p.receipt group by u.id`);
  match(bench, deedsOf(bench.deeds, 'use'), new Map(uses.map(one => [one.key, one])), (deed, row) =>
    row.count !== 1 || row.owner !== ownerOf(deed.whose) ? 'of somebody else' : null,
  );
}

interface Gift {
  key: string;
  order: string | null;
  way: string;
  cents: number;
  instead: string | null;
  owner: string | null;
  units: Record<string, number> | null;
  /** The lines of its order as they are now: one that an edit took out went with its units. */
  lines: string[] | null;
}

/** Looks at store credit and money that staff gave at will, and at what they took back of it. */
async function compareGifts(bench: Bench): Promise<void> {
  const { select, deeds, add, ownerOf } = bench;
  const gifts = await select<Gift>(`
    select split_part(g.key, ':', 2) as key, g."order", g.way, g.amount::int as cents, g.instead_of as instead,
      (select coalesce(e.company, e."user") from store_credit_entries e where e.given = g.id and e.amount > 0) as owner,
      (select json_object_agg(line, quantity) from given_units u where u.given = g.id) as units,
      (select json_agg(l.id) from order_lines l where l."order" = g."order") as lines
    from given_back g where g.cause in ('grant', 'goodwill') or g.instead_of is not null`);
  const byKey = (wanted: (gift: Gift) => boolean) =>
    new Map(gifts.filter(wanted).map(gift => [gift.key, gift]));
  match(
    bench,
    deedsOf(deeds, 'grant'),
    byKey(({ order }) => order === null),
    (deed, { cents, way, owner }) =>
      cents !== deed.cents || way !== 'credit' || owner !== ownerOf(deed.whose) ? 'another' : null,
  );
  const atWill = byKey(({ order, instead }) => order !== null && instead === null);
  match(bench, deedsOf(deeds, 'refund'), atWill, (deed, { order, way, cents, units, lines }) => {
    const isSame = order === deed.order && way === deed.way && cents === (deed.cents ?? cents);
    const standing = deed.units.filter(({ line }) => lines?.includes(line));
    const ofThem =
      standing.every(({ line, quantity }) => units?.[line] === quantity) &&
      Object.keys(units ?? {}).length === standing.length;
    return isSame && ofThem ? null : 'another';
  });
  const instead = deedsOf(deeds, 'instead');
  for (const { refund, way, told } of instead) {
    const given = gifts.find(one => one.instead === refund);
    if (told === 'done' && given?.way !== way) add(NOT_DONE, `${refund} is not given by ${way}`);
  }
  for (const { instead: refund, way } of gifts)
    if (
      refund !== null &&
      !instead.some(one => one.refund === refund && one.way === way && one.told !== 'refused')
    )
      add(UNASKED, `${refund} was given by ${way}`);
  const back = await select<{ key: string; cents: number; order: string | null; owner: string }>(`
    select id as key, -amount::int as cents, "order", coalesce(company, "user") as owner from store_credit_entries
    where kind = 'used' and ("order" is null or given is not null)`);
  match(bench, deedsOf(deeds, 'ungrant'), new Map(back.map(one => [one.key, one])), (deed, row) =>
    row.cents !== deed.cents || row.order !== deed.order || row.owner !== ownerOf(deed.whose)
      ? 'another'
      : null,
  );
}

/** Looks at steps that an order took, and at money that was handed out. */
async function compareSteps(bench: Bench): Promise<void> {
  const { select, deeds, add } = bench;
  const ways = await select<{ order: string; became: string }>(`select "order", became from order_book`);
  const taken = new Set(ways.map(({ order, became }) => `${order} ${became}`));
  for (const deed of [...deedsOf(deeds, 'move'), ...deedsOf(deeds, 'cancel')]) {
    const status = deed.kind === 'move' ? deed.status : 'Canceled';
    if (deed.told === 'done' && !taken.has(`${deed.order} ${status}`))
      add(NOT_DONE, `${deed.order} was never ${status}`);
  }
  const handed = await select<{ key: string; order: string }>(
    `select details ->> 'key' as key, "order" from order_events where name = 'handed over' and details ? 'key'`,
  );
  match(bench, deedsOf(deeds, 'collect'), new Map(handed.map(one => [one.key, one])), (deed, { order }) =>
    order === deed.order ? null : 'of another order',
  );
  const open = await select<{ order: string; alert: string; since: number }>(
    `select "order", alert, extract(epoch from created_at)::float * 1000 as since from payouts
    where handed_out_at is null`,
  );
  for (const deed of deedsOf(deeds, 'hand out')) {
    // The next one may be in the same words, once this one is handed out.
    const isOpen = open.some(
      ({ order, alert, since }) => order === deed.order && alert === deed.alert && since <= deed.at,
    );
    if (deed.told === 'done' && isOpen) add(NOT_DONE, `it was handed out: ${deed.alert}`);
  }
}

async function compareSales(bench: Bench): Promise<void> {
  const { select, deeds, add } = bench;
  const orders = await select<{
    id: string;
    key: string;
    number: number;
    status: string;
    total: number;
    isEdited: boolean;
    receipts: [string, string, number][] | null;
    lines: Record<string, [string, number, boolean]>;
  }>(`
    select o.id, o.notes as key, o.order_number::int as number, o.status, o.total::int as total,
      exists (select from order_edits e where e."order" = o.id) as "isEdited",
      (select json_agg(json_build_array(r.method, r.number, r.amount::int)) from receipts r
        -- Taken in the same transaction.
        where r.created_at = o.created_at and exists (
          select from receipt_parts p where p.receipt = r.id and p."order" = o.id)) as receipts,
      (select json_object_agg(variant_id, json_build_array(price_source, price::int, fulfilled = quantity))
        from order_lines l where l."order" = o.id) as lines
    from orders o where o.created_by is not null`);
  const sales = deedsOf(deeds, 'sale');
  // An order that was placed is compared with what was asked for by `compareWithWishes`.
  match(bench, sales, new Map(orders.map(one => [one.key, one])), () => null);
  for (const { key, along, named } of sales) {
    const order = orders.find(one => one.key === key);
    if (!order) continue;
    const wrong = (what: string) => add(NOT_SOLD, `${order.number}, paid by ${along?.method}: ${what}`);
    if (named && !order.isEdited) {
      const [source, cents] = order.lines[named.variantId] ?? [];
      if (source !== 'override' || cents !== named.cents)
        add(NOT_CHANGED, `${order.number} was sold for ${cents} by ${source}, not ${named.cents}`);
    }
    if (!along) continue;
    const isByHand = along.method === 'cash' || along.method === 'check';
    const due =
      isByHand || along.method === 'account' ? ['Completed'] : ['Ready', 'Completed', 'Shipped', 'Canceled'];
    if (!due.includes(order.status) && order.total > 0) wrong(`it is ${order.status}`);
    if (
      !order.isEdited &&
      order.status !== 'Canceled' &&
      !Object.values(order.lines).every(([, , isGone]) => isGone)
    )
      wrong('some of it is not fulfilled');
    const paid = (order.receipts ?? []).filter(
      ([method, number, cents]) =>
        method === along.method && number === along.number && (order.isEdited || cents === order.total),
    );
    if (isByHand && order.total > 0 && paid.length !== 1)
      wrong(`its receipts are ${JSON.stringify(order.receipts)}`);
  }
}

/** Looks at orders that went on account, or rose there, above what their company may owe. */
async function compareLimits(
  { select, deeds, acts, add }: Bench,
  allowed: ReadonlySet<string>,
): Promise<void> {
  const above = await select<{ key: string; owed: number; most: number }>(`
    select coalesce(e.key::text, o.notes) as key, b.owed::int, b.most::int from account_book b
    join orders o on o.id = b."order" left join order_edits e on e.id = b.edit where b.owed > b.most`);
  for (const { key, owed, most } of above) {
    const deed = [...deedsOf(deeds, 'edit'), ...deedsOf(deeds, 'sale')].find(one => one.key === key);
    if (!deed?.isAbove || !(allowed.has(key) || acts.get(key)?.state === 'done'))
      add(TOO_FAR, `${owed} of ${most}: ${JSON.stringify(deed ?? key)}`);
  }
}
