import { comparePending } from '#server/simulation/compare-pending.ts';
import type { Add, Select, Witnesses } from '#server/simulation/judge.ts';
import { PLACED_AT } from '#server/simulation/promises.ts';

/** Compares the books with those of the payment service. */
export async function compareWithGateway(
  select: Select,
  { gateway, tooLate }: Witnesses,
  add: Add,
): Promise<void> {
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
  await comparePending(select, gateway, add);
  const there = new Set(gateway.refunds.map(({ id }) => id));
  for (const reference of given.keys())
    if (!there.has(reference)) add('the books have no refund of their own', reference);
  await compareDisputes(select, gateway, known, add);
  const made = gateway.refunds.filter(({ status }) => status === 'succeeded');
  const twice = repeated(made.map(({ metadata }) => metadata.refund_id));
  if (twice !== undefined) add('no refund is made twice', twice);
  await compareCharges(select, { gateway, tooLate }, add);
}

/** Since when an order cost how much, at its most, together with what edits took back of its payments: that is paid again. */
interface Cost {
  id: string;
  since: number;
  cents: number;
}

/** Clocks of processes are wrong by less. */
const CLOCKS_DIFFER_S = 60;

const UNDER_WAY = `between p.created_at and p.settled_at + interval '${CLOCKS_DIFFER_S} seconds'`;

/**
 * Money by hand came in while the charge `p` was under way, or a return let a part of the debt go, and the order took none of
 * the charge: another promise has it given back.
 */
const CAME_SECOND = `(not exists (select from payment_allocations a where a.payment = p.id) and (exists (
  select from receipt_parts r where r."order" = p."order" and r.amount > 0 and r.created_at ${UNDER_WAY}) or exists (
  select from account_entries e where e."order" = p."order" and e.return is not null and e.amount < 0
    and e.created_at ${UNDER_WAY})))`;

/** An order that staff made dearer is paid once more, as far as it was made so before. */
async function compareCharges(
  select: Select,
  { gateway, tooLate }: Pick<Witnesses, 'gateway' | 'tooLate'>,
  add: Add,
): Promise<void> {
  const costs = await select<Cost>(`
    select id, 0 as since, ${PLACED_AT('o')}::int as cents from orders o
    union all select e."order", extract(epoch from e.created_at)::float as since,
      (greatest(first_value(total_before) over so_far, max(total_after) over so_far) + sum(taken_back) over so_far)::int
    from order_edits e window so_far as (partition by e."order" order by e.created_at, e.id)`);
  const shares = await select<{ reference: string; id: string; cents: number }>(`
    select l.reference, p."order" as id, case when ${CAME_SECOND} then 0 else p.amount end::int as cents
    from payments p join payments l on l.id = coalesce(p.batch, p.id) where l.reference is not null`);
  const known = new Map<string, typeof shares>();
  for (const one of shares) known.set(one.reference, [...(known.get(one.reference) ?? []), one]);
  const charged = new Map<string, number>();
  const made = [...gateway.intents.values()]
    .filter(({ id, status }) => status === 'succeeded' && !tooLate.has(id))
    .sort((one, other) => one.created - other.created);
  for (const { id: reference, amount, created, metadata } of made)
    for (const { id, cents } of known.get(reference) ?? [{ id: metadata.order_id ?? '', cents: amount }]) {
      const sum = (charged.get(id) ?? 0) + cents;
      charged.set(id, sum);
      const most = costs.filter(one => one.id === id && one.since <= created + CLOCKS_DIFFER_S);
      if (sum > Math.max(...most.map(one => one.cents)))
        add('no order is charged twice', `${id} is charged ${sum} in all`);
    }
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
