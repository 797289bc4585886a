import { type Bench, deedsOf, NOT_DONE, UNASKED } from '#server/simulation/deed-bench.ts';

/** Looks at money that counts as handed out: whoever says so, and of what alert. */
export async function compareHandedOut({ select, deeds, acts, add }: Bench): Promise<void> {
  const handed = await select<{
    order: string;
    alert: string;
    cause: string;
    /** The key of the act that it is of. */
    act: string;
    isInstead: boolean;
    isReceiptGone: boolean;
  }>(`
    select p."order", p.alert, g.cause, split_part(g.key, ':', 2) as act, g.instead_of is not null as "isInstead",
      exists (select from receipts r where r.id = p.receipt and r.bounced_at is not null) as "isReceiptGone"
    from payouts p join given_back g on g.id = p.given where p.handed_out_at is not null`);
  const pressed = new Set(
    deedsOf(deeds, 'hand out').flatMap(({ order, alert, told }) =>
      told === 'refused' ? [] : `${order} ${alert}`,
    ),
  );
  for (const { order, alert, cause, act, isInstead, isReceiptGone } of handed) {
    // An Admin says yes to what somebody else has still to hand out; whoever edits or cancels has nothing in their hands.
    const isLater = cause === 'edit' || cause === 'cancel' || acts.get(act)?.state === 'done';
    if (alert === '' && isLater && !isInstead) add(UNASKED, `money of a ${cause} went out of ${order}`);
    // Nobody is asked for money of a receipt that is gone.
    if (alert !== '' && !isReceiptGone && !pressed.has(`${order} ${alert}`))
      add(UNASKED, `it was handed out: ${alert}`);
  }
}

/** Looks at steps of returns that nobody took, or that were taken otherwise. */
export async function compareReturnSteps({ select, deeds, add }: Bench): Promise<void> {
  const returns = await select<{
    id: string;
    status: string;
    fee: number;
    way: string | null;
    counts: Record<string, [number, number]>;
  }>(`
    select id, status, fee::int as fee, refund_to as way, (
      select json_object_agg(id, json_build_array(received, scrapped)) from return_lines where "return" = returns.id) as counts
    from returns where status in ('Received', 'Refunded', 'Rejected')`);
  for (const { id, status, fee, way, counts } of returns) {
    const isSame = (deed: { return: string }) => deed.return === id;
    if (status === 'Rejected') {
      if (!deedsOf(deeds, 'reject').some(deed => isSame(deed) && deed.told !== 'refused'))
        add(UNASKED, `return ${id} was rejected`);
      continue;
    }
    // Whoever had no answer, and asked again, is refused once somebody else has paid it back.
    const isCounted = deedsOf(deeds, 'receive').some(
      deed =>
        isSame(deed) &&
        (deed.told !== 'refused' || status === 'Refunded') &&
        deed.lines.every(
          ({ line, received, scrapped }) => counts[line]?.[0] === received && counts[line]?.[1] === scrapped,
        ),
    );
    if (!isCounted) add(UNASKED, `return ${id} was received: ${JSON.stringify(counts)}`);
    if (status !== 'Refunded') continue;
    const isSettled = deedsOf(deeds, 'settle').some(
      deed =>
        isSame(deed) &&
        deed.told !== 'refused' &&
        deed.fee === fee &&
        (way === null || deed.way === null || deed.way === way),
    );
    if (!isSettled) add(UNASKED, `return ${id} was paid back by ${way}, less ${fee}`);
  }
}

/** Looks at money that came for no order in particular, or was on account: it pays what is open, as far as it goes. */
export async function compareSpread({ select, deeds, add }: Bench): Promise<void> {
  const left = await select<{ key: string; kept: number; open: number }>(`
    select key, kept::int, open::int from money_book where kept > 0 and open > 0`);
  const uses = deedsOf(deeds, 'use');
  const taken = deedsOf(deeds, 'receipt').filter(({ parts }) => parts === null);
  for (const { key, kept, open } of left)
    if ([...uses, ...taken].some(deed => deed.key === key))
      add(NOT_DONE, `${kept} stay on account, and ${open} open: ${key}`);
}
